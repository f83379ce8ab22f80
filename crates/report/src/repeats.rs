//! Several runs of the same configuration on the same instance become one.

use std::rc::Rc;

use crate::run::{Run, Value};

/// Folds the repeats of each instance into one run, in the order of the instances: numbers by value,
/// then names.
///
/// How far apart the times of the repeats are is kept beside their median.
///
/// Counts are the same in every repeat of one seed, so one speaks for all. Where there are several
/// seeds, the repeat in the middle of them speaks: by how it ended, then by nodes generated, the lower
/// of two middles. Its wall time becomes the median over the repeats that ended as it did. A repeat
/// that crashed or was wrong speaks before any other, so that no fault is hidden behind a repeat that
/// went well.
pub(crate) fn fold(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_cached_key(|run| {
        let number: Option<u64> = run.instance.parse().ok();
        (number.is_none(), number.unwrap_or(0), Rc::clone(&run.instance))
    });
    let repeats = |runs: &[Run]| runs.windows(2).any(|pair| pair[0].instance == pair[1].instance);
    // A million runs that nothing repeats need no second place in memory.
    if repeats(&runs) { runs.chunk_by(|a, b| a.instance == b.instance).filter_map(fold_one).collect() } else { runs }
}

fn fold_one(repeats: &[Run]) -> Option<Run> {
    let mut order: Vec<&Run> = repeats.iter().collect();
    order.sort_by_key(|run| (!run.status.unexplained(), run.status, run.generated, run.seed, run.repeat));
    let faults = order.first()?.status.unexplained();
    let middle = if faults || is_one_seed(repeats) { 0 } else { (order.len() - 1) / 2 };
    let mut folded = order.get(middle).map(|&run| run.clone())?;
    let mut times: Vec<f64> = repeats.iter().filter(|run| run.status == folded.status).map(|run| run.wall_s).collect();
    times.sort_by(f64::total_cmp);
    folded.wall_s = quantile(&times, 0.5)?;
    for place in 0..folded.asked.len() {
        let Value::Measured(_) = folded.asked[place] else { continue };
        let alike = repeats.iter().filter(|run| run.status == folded.status);
        let mut measured: Vec<f64> = alike.filter_map(|run| run.asked[place].number()).collect();
        measured.sort_by(f64::total_cmp);
        folded.asked[place] = quantile(&measured, 0.5).map_or(Value::None, Value::Measured);
    }
    if times.len() > 1 && folded.wall_s > 0.0 && is_one_seed(repeats) {
        let (shortest, longest) = times.first().zip(times.last())?;
        folded.spread = Some((longest - shortest) / folded.wall_s);
    }
    Some(folded)
}

/// Whether all have the same seed.
pub(crate) fn is_one_seed(repeats: &[Run]) -> bool {
    repeats.windows(2).all(|pair| pair[0].seed == pair[1].seed)
}

/// The `share`-quantile of `sorted`, linear between neighbours.
pub(crate) fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place between 0 and last")]
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}

#[cfg(test)]
mod tests {
    use tilebench_record::Status;

    use super::*;

    fn run(instance: &str, repeat: u32, status: Status, wall_s: f64) -> Run {
        Run { instance: instance.into(), repeat, status, wall_s, ..Run::default() }
    }

    #[test]
    fn the_time_of_an_instance_is_the_median_of_its_repeats() {
        let solved = Status::Solved;
        let runs = vec![run("2", 1, solved, 9.0), run("2", 2, solved, 1.0), run("2", 0, solved, 2.0)];
        let folded = fold(runs);
        assert_eq!(folded, [Run { spread: Some(4.0), ..run("2", 0, solved, 2.0) }]);
    }

    #[test]
    fn of_what_was_asked_for_the_median_counts_where_it_was_measured() {
        let asked = |repeat, count, measured| Run {
            asked: Box::new([Value::Number(count), Value::Measured(measured)]),
            ..run("1", repeat, Status::Solved, 1.0)
        };
        let folded = fold(vec![asked(1, 5.0, 9.0), asked(2, 5.0, 1.0), asked(3, 5.0, 2.0)]);
        assert_eq!(*folded[0].asked, [Value::Number(5.0), Value::Measured(2.0)]);
    }

    #[test]
    fn of_several_seeds_the_one_in_the_middle_speaks() {
        let seeded = |seed, status, generated| Run { seed, generated, ..run("2", 1, status, 1.0) };
        let runs = vec![
            seeded(1, Status::Solved, 90),
            seeded(2, Status::NodeLimit, 100),
            seeded(3, Status::Solved, 10),
            seeded(4, Status::Solved, 30),
        ];
        assert_eq!(fold(runs), [seeded(4, Status::Solved, 30)]);
    }

    #[test]
    fn a_crash_in_any_repeat_is_what_is_told() {
        let runs = vec![run("a", 0, Status::Solved, 1.0), run("a", 1, Status::Crashed, 0.5)];
        assert_eq!(fold(runs), [run("a", 1, Status::Crashed, 0.5)]);
    }

    #[test]
    fn instances_come_in_the_order_of_their_numbers_and_then_of_their_names() {
        let runs = ["b", "10", "9", "a"].map(|instance| run(instance, 0, Status::Solved, 1.0)).to_vec();
        let order: Vec<_> = fold(runs).into_iter().map(|run| run.instance.to_string()).collect();
        assert_eq!(order, ["9", "10", "a", "b"]);
    }

    #[test]
    fn quantiles_lie_between_neighbours() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 4.0], 0.5), Some(2.5));
        assert_eq!(quantile(&[1.0, 2.0, 3.0, 5.0], 0.75), Some(3.5));
    }
}
