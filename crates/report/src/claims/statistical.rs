//! A mean over random instances, compared with a mean over other random instances.
//!
//! The two samples are independent and from the same distribution, so their means differ by chance, by an amount that follows
//! from the number of instances: z is the difference of the logarithms in standard errors of that difference. |z| up to 3 is
//! within error. Logarithms are used since nodes have heavy tails: a sample without hard instances has both a low mean and a
//! small deviation, and relative errors depend far less on the mean than absolute ones. |z| of normal values exceeds 3 by
//! chance once in 370 times. |z| of means of nodes with the spread of Korf 1985 does so up to four times in a hundred with 100
//! instances, and about once with 1000 (simulated in the test below). Therefore a value slightly above 3 must be interpreted
//! together with its number of instances. The standard error of the measured mean is that of the jackknife over the instances.
//! The deviation of the published sample is unknown: its standard error is the measured one, scaled by the root of the ratio
//! of the numbers of instances.
//!
//! A ratio of two means is over paired runs on the same instances, which are left out together. Its published counterpart is
//! assumed to be paired, too.
//!
//! The instances that count are the first ones of the set without a gap: the instances that finish first would be a selection
//! of easy ones.

use tilebench_record::Run;

use crate::claims::claim::PublishedClaim;
use crate::claims::experiment_runs::ExperimentRuns;
use crate::claims::finding::ClaimFinding;
use crate::claims::verdict::{ClaimVerdict, MAX_Z};
use crate::number::{self, counted};
use crate::stats::{self, Bootstrap, Mean, RatioOfMeans, Statistic};

/// The minimum number of instances: with fewer, the error of a mean of nodes is too often underestimated.
const MIN_INSTANCES: usize = 100;

/// Judges a mean, or a ratio of two means.
pub(super) fn judge(claim: &PublishedClaim, ran: &ExperimentRuns<'_>) -> ClaimFinding {
    let values = match values(claim, ran) {
        Ok(values) => values,
        Err(reason) => return ClaimFinding::new(ClaimVerdict::NotComparable, reason, 0),
    };
    let instances = values.len();
    if instances < MIN_INSTANCES {
        let reason = match instances {
            0 => "no such runs".to_owned(),
            _ => format!("{} instead of at least {MIN_INSTANCES} for a standard error", counted(instances, "instance")),
        };
        return ClaimFinding::new(ClaimVerdict::NotRun, reason, instances);
    }
    let statistic: Option<Box<dyn Statistic>> = if claim.over.is_some() {
        RatioOfMeans::new(&values).map(|ratio| Box::new(ratio) as Box<dyn Statistic>)
    } else {
        let values: Vec<f64> = values.iter().map(|(value, _)| *value).collect();
        Mean::new(&values).map(|mean| Box::new(mean) as Box<dyn Statistic>)
    };
    let known = statistic.zip(claim.number()).zip(claim.sample);
    let Some(((statistic, published), sample)) = known else {
        return ClaimFinding::new(ClaimVerdict::NotComparable, "a divisor is 0", instances);
    };
    let interval = Bootstrap::default().interval(&*statistic);
    let interval = interval.map_or_else(String::new, |interval| {
        format!(" [{} to {}]", claim.shown(interval.low), claim.shown(interval.high))
    });
    let measured = format!("{}{interval}", claim.shown(statistic.value()));
    match z_score(&*statistic, published, f64::from(sample)) {
        Some(z) => {
            let verdict = if z.abs() <= MAX_Z { ClaimVerdict::Agrees } else { claim.otherwise };
            ClaimFinding::new(verdict, format!("{measured}, z = {}", number::signed(z, 1)), instances)
        }
        None => ClaimFinding::new(ClaimVerdict::NotComparable, measured, instances),
    }
}

/// The difference of `statistic` from a `published` mean over `sample` instances, in standard errors.
fn z_score(statistic: &dyn Statistic, published: f64, sample: f64) -> Option<f64> {
    let error = stats::jackknife_log_error(statistic)?;
    let published_error = error * (statistic.instances() as f64 / sample).sqrt();
    let z = (statistic.value() / published).ln() / error.hypot(published_error);
    z.is_finite().then_some(z)
}

/// The values of the first instances, each with its divisor, which can be 1.
fn values(claim: &PublishedClaim, ran: &ExperimentRuns<'_>) -> Result<Vec<(f64, f64)>, String> {
    let numerators = first(claim, &ran.chosen(&claim.of).into_iter().map(|(_, run)| run).collect::<Vec<_>>())?;
    let Some(over) = &claim.over else { return Ok(numerators.into_iter().map(|value| (value, 1.0)).collect()) };
    let divisors = first(claim, &ran.chosen(over).into_iter().map(|(_, run)| run).collect::<Vec<_>>())?;
    // Both are over the same set in its order, so that equal indices are the same instance.
    Ok(numerators.into_iter().zip(divisors).collect())
}

/// The values of `runs` up to the first missing one.
fn first(claim: &PublishedClaim, runs: &[Option<&Run>]) -> Result<Vec<f64>, String> {
    let made: Vec<&Run> = runs.iter().map_while(|run| *run).collect();
    let stopped = made.iter().filter(|run| claim.quantity.of_run(run).is_none() || run.status.is_limit()).count();
    if stopped > 0 {
        return Err(format!("{stopped} of {} runs did not finish", made.len()));
    }
    Ok(made.into_iter().filter_map(|run| claim.quantity.of_run(run)).collect())
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A sample with the spread of the node counts of Korf 1985: lognormal, with their ratio of standard deviation to mean, 2.59.
    fn sample(instances: usize, rng: &mut ChaCha8Rng) -> Vec<f64> {
        let mut uniform = || (f64::from(rng.next_u32()) + 0.5) / 4_294_967_296.0;
        (0..instances).map(|_| (1.43 * stats::distributions::normal_quantile(uniform())).exp()).collect()
    }

    #[test]
    fn samples_of_one_distribution_are_rarely_judged_different_and_a_quarter_of_the_nodes_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for (instances, max) in [(100, 24), (1000, 10)] {
            let mut outside = [0, 0];
            for _ in 0..400 {
                let measured = Mean::new(&sample(instances, &mut rng)).unwrap();
                let published = Mean::new(&sample(1000, &mut rng)).unwrap().value();
                for (count, factor) in outside.iter_mut().zip([1.0, 4.0]) {
                    *count += usize::from(z_score(&measured, published * factor, 1000.0).unwrap().abs() > MAX_Z);
                }
            }
            assert!(outside[0] <= max, "{instances}: {outside:?} of 400");
            assert!(outside[1] >= 200, "{instances}: {outside:?} of 400");
        }
    }
}
