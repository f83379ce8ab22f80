//! Several runs of the same configuration on the same instance become one.
//!
//! *Repeats* of one seed run the same search again. The instance counts as solved if all of them solved it, and its time is
//! the median over all of them, with those that the time limit stopped at that limit. If a repeat crashed or was wrong, it
//! represents its instance, so that no fault is hidden by a successful repeat.
//!
//! *Seeds* run different searches. The median run represents the instance: ordered by how it ended, then by nodes
//! generated; the lower of two medians.

use std::rc::Rc;

use tilebench_record::Status;

use crate::run::{Run, Value};
use crate::stats::quantile;

/// Folds the runs of each instance into one, in the order of the instances: numbers by value, then names.
pub(crate) fn fold(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by_cached_key(|run| {
        let number: Option<u64> = run.instance.parse().ok();
        (number.is_none(), number.unwrap_or(0), Rc::clone(&run.instance))
    });
    let repeats = |runs: &[Run]| runs.windows(2).any(|pair| pair[0].instance == pair[1].instance);
    // A million runs that nothing repeats need no second place in memory.
    if repeats(&runs) {
        runs.chunk_by_mut(|a, b| a.instance == b.instance).filter_map(fold_instance).collect()
    } else {
        runs
    }
}

fn fold_instance(runs: &mut [Run]) -> Option<Run> {
    runs.sort_by_key(|run| (run.seed, run.repeat));
    let mut seeds: Vec<Run> = runs.chunk_by(|a, b| a.seed == b.seed).filter_map(fold_seed).collect();
    seeds.sort_by_key(|run| (!run.status.is_unexplained(), run.status, run.generated, run.seed));
    let has_fault = seeds.first()?.status.is_unexplained();
    let middle = if has_fault { 0 } else { (seeds.len() - 1) / 2 };
    let [repeats, solved] =
        [|run: &Run| run.repeats, |run: &Run| run.solved_repeats].map(|of| seeds.iter().map(of).sum());
    let mut folded = seeds.swap_remove(middle);
    (folded.repeats, folded.solved_repeats) = (repeats, solved);
    Some(folded)
}

/// Folds the repeats of one seed, in their order.
fn fold_seed(repeats: &[Run]) -> Option<Run> {
    let fault = repeats.iter().find(|run| run.status.is_unexplained());
    let failure = repeats.iter().find(|run| run.status != Status::Solved);
    let mut folded = fault.or(failure).or(repeats.first())?.clone();
    folded.repeats = repeats.iter().map(|run| run.repeats).sum();
    folded.solved_repeats = repeats.iter().map(|run| run.solved_repeats).sum();
    if let [_] = repeats {
        return Some(folded);
    }
    let times = sorted(repeats.iter().map(time_at_limit));
    folded.wall_s = quantile(&times, 0.5)?;
    for place in 0..folded.asked.len() {
        let Value::Measured(_) = folded.asked[place] else { continue };
        let measured = sorted(repeats.iter().filter_map(|run| run.asked[place].number()));
        folded.asked[place] = quantile(&measured, 0.5).map_or(Value::None, Value::Measured);
    }
    let (shortest, longest) = times.first().zip(times.last())?;
    folded.spread = Some((longest - shortest) / folded.wall_s).filter(|spread| spread.is_finite());
    Some(folded)
}

/// The time of `run`, or its limit if that stopped it.
fn time_at_limit(run: &Run) -> f64 {
    run.time_limit_s.filter(|_| run.status == Status::TimeLimit).unwrap_or(run.wall_s)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Whether all have the same seed.
pub(crate) fn is_one_seed(repeats: &[Run]) -> bool {
    repeats.windows(2).all(|pair| pair[0].seed == pair[1].seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(instance: &str, repeat: u32, status: Status, wall_s: f64) -> Run {
        let solved_repeats = u32::from(status == Status::Solved);
        Run { instance: instance.into(), repeat, status, wall_s, repeats: 1, solved_repeats, ..Run::default() }
    }

    #[test]
    fn the_time_of_an_instance_is_the_median_of_its_repeats() {
        let solved = Status::Solved;
        let runs = vec![run("2", 1, solved, 9.0), run("2", 2, solved, 1.0), run("2", 0, solved, 2.0)];
        let folded = fold(runs);
        let expected = Run { spread: Some(4.0), repeats: 3, solved_repeats: 3, ..run("2", 0, solved, 2.0) };
        assert_eq!(folded, [expected]);
    }

    #[test]
    fn an_instance_that_some_repeats_did_not_solve_is_unsolved_and_its_time_has_them_at_their_limit() {
        let limited = |repeat, status, wall_s| Run { time_limit_s: Some(60.0), ..run("2", repeat, status, wall_s) };
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
    fn repeats_are_folded_within_each_seed() {
        let seeded = |seed, repeat, status| Run { seed, ..run("2", repeat, status, 1.0) };
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
        let seeded = |seed, status, generated| Run { seed, generated: Some(generated), ..run("2", 1, status, 1.0) };
        let runs = vec![
            seeded(1, Status::Solved, 90),
            seeded(2, Status::NodeLimit, 100),
            seeded(3, Status::Solved, 10),
            seeded(4, Status::Solved, 30),
        ];
        let expected = Run { repeats: 4, solved_repeats: 3, ..seeded(4, Status::Solved, 30) };
        assert_eq!(fold(runs), [expected]);
    }

    #[test]
    fn a_crash_in_any_repeat_is_what_is_told() {
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
