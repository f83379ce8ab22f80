//! Folds several runs of the same configuration on the same instance into one.
//!
//! *Repeats* of one seed run the same search. The instance counts as solved if all of them solved it, and its time is the
//! median over all of them; repeats stopped by the time limit count with that limit. A repeat that crashed or was wrong
//! represents its instance with its own time, so that a successful repeat does not hide a fault.
//!
//! *Seeds* run different searches. The median run represents the instance; runs are ordered by status, then by nodes
//! generated, and the lower of two medians is used.

use std::sync::Arc;

use tilebench_record::Status;

use crate::run::{ReportRun, RequestedValue};
use crate::stats::quantile;

/// Folds the runs of each instance into one, ordered by instance: numbers by value, then names.
pub(crate) fn fold(mut runs: Vec<ReportRun>) -> Vec<ReportRun> {
    runs.sort_by_cached_key(|run| {
        let number: Option<u64> = run.instance.parse().ok();
        (number.is_none(), number.unwrap_or(0), Arc::clone(&run.instance))
    });
    let repeats = |runs: &[ReportRun]| runs.windows(2).any(|pair| pair[0].instance == pair[1].instance);
    // A million runs without repeats are not copied.
    if repeats(&runs) {
        runs.chunk_by_mut(|a, b| a.instance == b.instance).filter_map(fold_instance).collect()
    } else {
        runs
    }
}

fn fold_instance(runs: &mut [ReportRun]) -> Option<ReportRun> {
    runs.sort_by_key(|run| (run.seed, run.repeat));
    let mut seeds: Vec<ReportRun> = runs.chunk_by(|a, b| a.seed == b.seed).filter_map(fold_seed).collect();
    seeds.sort_by_key(|run| (!run.status.is_unexplained(), run.status, run.generated, run.seed));
    let has_fault = seeds.first()?.status.is_unexplained();
    let middle = if has_fault { 0 } else { (seeds.len() - 1) / 2 };
    let [repeats, solved] =
        [|run: &ReportRun| run.repeats, |run: &ReportRun| run.solved_repeats].map(|of| seeds.iter().map(of).sum());
    let mut folded = seeds.swap_remove(middle);
    (folded.repeats, folded.solved_repeats) = (repeats, solved);
    Some(folded)
}

/// Folds the repeats of one seed, in their order.
fn fold_seed(repeats: &[ReportRun]) -> Option<ReportRun> {
    let fault = repeats.iter().find(|run| run.status.is_unexplained());
    let failure = repeats.iter().find(|run| run.status != Status::Solved);
    let mut folded = fault.or(failure).or(repeats.first())?.clone();
    folded.repeats = repeats.iter().map(|run| run.repeats).sum();
    folded.solved_repeats = repeats.iter().map(|run| run.solved_repeats).sum();
    if repeats.len() == 1 || fault.is_some() {
        return Some(folded);
    }
    let times = sorted(repeats.iter().map(time_at_limit));
    folded.wall_s = quantile(&times, 0.5)?;
    for place in 0..folded.requested.len() {
        let RequestedValue::Measured(_) = folded.requested[place] else { continue };
        let measured = sorted(repeats.iter().filter_map(|run| run.requested[place].number()));
        folded.requested[place] = quantile(&measured, 0.5).map_or(RequestedValue::None, RequestedValue::Measured);
    }
    let (min, max) = times.first().zip(times.last())?;
    folded.spread = Some((max - min) / folded.wall_s).filter(|spread| spread.is_finite());
    Some(folded)
}

/// The time of `run`, or its limit if that stopped it.
fn time_at_limit(run: &ReportRun) -> f64 {
    run.time_limit_s.filter(|_| run.status == Status::TimeLimit).unwrap_or(run.wall_s)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Whether all repeats have the same seed.
pub(crate) fn is_one_seed(repeats: &[ReportRun]) -> bool {
    repeats.windows(2).all(|pair| pair[0].seed == pair[1].seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(instance: &str, repeat: u32, status: Status, wall_s: f64) -> ReportRun {
        let solved_repeats = u32::from(status == Status::Solved);
        ReportRun {
            instance: instance.into(),
            repeat,
            status,
            wall_s,
            repeats: 1,
            solved_repeats,
            ..ReportRun::default()
        }
    }

    #[test]
    fn the_time_of_an_instance_is_the_median_of_its_repeats() {
        let solved = Status::Solved;
        let runs = vec![run("2", 1, solved, 9.0), run("2", 2, solved, 1.0), run("2", 0, solved, 2.0)];
        let folded = fold(runs);
        let expected = ReportRun { spread: Some(4.0), repeats: 3, solved_repeats: 3, ..run("2", 0, solved, 2.0) };
        assert_eq!(folded, [expected]);
    }

    #[test]
    fn an_instance_that_a_repeat_did_not_solve_is_unsolved_and_its_time_includes_the_limit() {
        let limited =
            |repeat, status, wall_s| ReportRun { time_limit_s: Some(60.0), ..run("2", repeat, status, wall_s) };
        let runs = vec![
            limited(1, Status::Solved, 50.0),
            limited(2, Status::TimeLimit, 60.1),
            limited(3, Status::TimeLimit, 60.2),
        ];
        let folded = fold(runs);
        assert_eq!((folded[0].status, folded[0].repeats, folded[0].solved_repeats), (Status::TimeLimit, 3, 1));
        assert!((folded[0].wall_s - 60.0).abs() < 1e-12, "the median of 50, 60 and 60: {}", folded[0].wall_s);
    }

    #[test]
    fn a_crashed_repeat_represents_its_instance_with_its_own_time() {
        let runs =
            vec![run("2", 1, Status::Solved, 9.0), run("2", 2, Status::Crashed, 3.0), run("2", 3, Status::Solved, 9.0)];
        let expected = ReportRun { repeats: 3, solved_repeats: 2, ..run("2", 2, Status::Crashed, 3.0) };
        assert_eq!(fold(runs), [expected]);
    }

    #[test]
    fn repeats_are_folded_within_each_seed() {
        let seeded = |seed, repeat, status| ReportRun { seed, ..run("2", repeat, status, 1.0) };
        let runs = vec![
            seeded(1, 1, Status::Solved),
            seeded(1, 2, Status::NodeLimit),
            seeded(2, 1, Status::NodeLimit),
            seeded(2, 2, Status::Solved),
            seeded(3, 1, Status::Solved),
            seeded(3, 2, Status::Solved),
        ];
        let folded = fold(runs);
        assert_eq!((folded[0].status, folded[0].repeats, folded[0].solved_repeats), (Status::NodeLimit, 6, 4));
    }

    #[test]
    fn the_median_counts_for_requested_values_that_are_measured() {
        let requested = |repeat, count, measured| ReportRun {
            requested: Box::new([RequestedValue::Number(count), RequestedValue::Measured(measured)]),
            ..run("1", repeat, Status::Solved, 1.0)
        };
        let folded = fold(vec![requested(1, 5.0, 9.0), requested(2, 5.0, 1.0), requested(3, 5.0, 2.0)]);
        assert_eq!(*folded[0].requested, [RequestedValue::Number(5.0), RequestedValue::Measured(2.0)]);
    }

    #[test]
    fn the_median_seed_represents_its_instance() {
        let seeded =
            |seed, status, generated| ReportRun { seed, generated: Some(generated), ..run("2", 1, status, 1.0) };
        let runs = vec![
            seeded(1, Status::Solved, 90),
            seeded(2, Status::NodeLimit, 100),
            seeded(3, Status::Solved, 10),
            seeded(4, Status::Solved, 30),
        ];
        let expected = ReportRun { repeats: 4, solved_repeats: 3, ..seeded(4, Status::Solved, 30) };
        assert_eq!(fold(runs), [expected]);
    }

    #[test]
    fn a_crash_in_any_repeat_represents_the_instance() {
        let runs = vec![run("a", 0, Status::Solved, 1.0), run("a", 1, Status::Crashed, 0.5)];
        let folded = fold(runs);
        assert_eq!((folded[0].status, folded[0].repeat), (Status::Crashed, 1));
    }

    #[test]
    fn instances_come_in_the_order_of_their_numbers_and_then_of_their_names() {
        let runs = ["b", "10", "9", "a"].map(|instance| run(instance, 0, Status::Solved, 1.0)).to_vec();
        let order: Vec<_> = fold(runs).into_iter().map(|run| run.instance.to_string()).collect();
        assert_eq!(order, ["9", "10", "a", "b"]);
    }
}
