//! A mean over random boards, compared with one over other random boards.
//!
//! The two samples are independent and of boards drawn alike, so the figures differ by chance, and by how much
//! follows from the number of boards: z is the difference of the logarithms, in standard errors of that difference.
//! Up to 3 either way is within error. The logarithm, because nodes have
//! heavy tails: a sample that lacks hard boards has a low mean and a small deviation too, and relative errors are far
//! less bound to the mean than absolute ones. Normal figures exceed 3 by chance once in 370 times; means of nodes as
//! spread as those of Korf 1985 do up to four times in a hundred with 100 boards, and about once with 1000 (the test below draws
//! them), so interpret a difference slightly above 3 together with its number of boards. Our standard error is that of the
//! jackknife over the boards. The deviation of the published sample is unknown, so its standard error is ours scaled by the
//! root of the ratio of the numbers of boards.
//!
//! A ratio of two means is of paired runs on the same boards, which are left out together. Its published counterpart is
//! taken to be paired as well.
//!
//! The boards that count are the first of the set without a gap: which were solved first would be a choice of easy ones.

use tilebench_record::Run;

use crate::claims::claim::Claim;
use crate::claims::judgement::Found;
use crate::claims::ran::Ran;
use crate::claims::verdict::Verdict;
use crate::number;
use crate::stats::{self, Bootstrap, Mean, RatioOfMeans, Statistic};

/// With fewer boards the error of a mean of nodes is too often underestimated.
const FEWEST: usize = 100;

/// How many standard errors two figures may lie apart.
const APART: f64 = 3.0;

/// Judges a mean, or a ratio of two.
pub(super) fn judge(claim: &Claim, ran: &Ran<'_>) -> Found {
    let values = match values(claim, ran) {
        Ok(values) => values,
        Err(reason) => return Found::new(Verdict::NotComparable, reason, 0),
    };
    let boards = values.len();
    if boards < FEWEST {
        let reason = match boards {
            0 => "no such runs".to_owned(),
            _ => format!("{boards} instances are too few for a standard error: at least {FEWEST}"),
        };
        return Found::new(Verdict::NotRun, reason, boards);
    }
    let statistic: Option<Box<dyn Statistic>> = if claim.over.is_some() {
        RatioOfMeans::of(&values).map(|ratio| Box::new(ratio) as Box<dyn Statistic>)
    } else {
        let values: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
        Mean::of(&values).map(|mean| Box::new(mean) as Box<dyn Statistic>)
    };
    let known = statistic.zip(claim.figure()).zip(claim.sample);
    let Some(((statistic, figure), sample)) = known else {
        return Found::new(Verdict::NotComparable, "a divisor is 0", boards);
    };
    let interval = Bootstrap::default().interval(&*statistic);
    let interval = interval.map_or_else(String::new, |interval| {
        format!(" [{} to {}]", claim.shown(interval.low), claim.shown(interval.high))
    });
    let measured = format!("{}{interval}", claim.shown(statistic.value()));
    match apart(&*statistic, figure, f64::from(sample)) {
        Some(z) => {
            let verdict = if z.abs() <= APART { Verdict::Agrees } else { claim.otherwise };
            Found::new(verdict, format!("{measured}, z = {}", number::signed(z, 1)), boards)
        }
        None => Found::new(Verdict::NotComparable, measured, boards),
    }
}

/// The statistic's distance from `figure` over `sample` boards, in standard errors.
fn apart(statistic: &dyn Statistic, figure: f64, sample: f64) -> Option<f64> {
    let error = stats::jackknife_log_error(statistic)?;
    let theirs = error * (statistic.instances() as f64 / sample).sqrt();
    let z = (statistic.value() / figure).ln() / error.hypot(theirs);
    z.is_finite().then_some(z)
}

/// The values of the first boards, each with its divisor, which may be 1.
fn values(claim: &Claim, ran: &Ran<'_>) -> Result<Vec<(f64, f64)>, String> {
    let above = first(claim, &ran.chosen(&claim.of).into_iter().map(|(_, run)| run).collect::<Vec<_>>())?;
    let Some(over) = &claim.over else { return Ok(above.into_iter().map(|value| (value, 1.0)).collect()) };
    let below = first(claim, &ran.chosen(over).into_iter().map(|(_, run)| run).collect::<Vec<_>>())?;
    // Both are of the same set in its order, so that the same place is the same board.
    Ok(above.into_iter().zip(below).collect())
}

/// The values of `runs` up to the first that was not made.
fn first(claim: &Claim, runs: &[Option<&Run>]) -> Result<Vec<f64>, String> {
    let made: Vec<&Run> = runs.iter().map_while(|run| *run).collect();
    let stopped = made.iter().filter(|run| claim.quantity.of_run(run).is_none() || run.status.is_limit()).count();
    if stopped > 0 {
        return Err(format!("{stopped} of {} runs did not come to an end", made.len()));
    }
    Ok(made.into_iter().filter_map(|run| claim.quantity.of_run(run)).collect())
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// As spread as the node counts of Korf 1985: lognormal, with their ratio of standard deviation to mean, 2.59.
    fn sample(boards: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut uniform = || (f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0;
        (0..boards).map(|_| (1.43 * stats::distributions::normal_quantile(uniform())).exp()).collect()
    }

    #[test]
    fn samples_of_the_same_boards_are_seldom_called_different_and_half_the_nodes_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (boards, most) in [(100, 24), (1000, 10)] {
            let mut outside = [0, 0];
            for _ in 0..400 {
                let ours = Mean::of(&sample(boards, &mut rng)).unwrap();
                let theirs = Mean::of(&sample(1000, &mut rng)).unwrap().value();
                for (count, factor) in outside.iter_mut().zip([1.0, 4.0]) {
                    *count += usize::from(apart(&ours, theirs * factor, 1000.0).unwrap().abs() > APART);
                }
            }
            assert!(outside[0] <= most, "{boards}: {outside:?} of 400");
            assert!(outside[1] >= 200, "{boards}: {outside:?} of 400");
        }
    }
}
