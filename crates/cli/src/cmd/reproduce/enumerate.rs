//! Targets whose numbers are counted by enumerating a space, not by runs.
//!
//! The counts are stored in a folder per enumeration ([`EnumerationCounts`]). They are those of completely counted
//! depths: if memory runs out, the last depth was counted only in part. With more memory or disk the enumeration is
//! run again and reaches a greater depth.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use tilebench_report::claims::{EnumerationCounts, EnumerationProvenance};
use tilebench_runner::catalog::{
    Cost, DepthCountOptions, EnumerationMethod, Goal, Limits, Metric, NoObserver, PublishedDepths, SearchContext, Size,
    Termination, count_by_depth, published_depths_of,
};
use tilebench_runner::machine;
use tilebench_sanitize::count::grouped;

use super::work::{ExecutionOutcome, ReproduceSetup, TargetWork};
use crate::targets::EnumerationTarget;
use crate::text::{approximate_duration, bytes};
use crate::{Out, print_stderr, version};

/// The enumerations that measure the speed of each method: they take a fraction of a second, and not only start-up.
const PROBES: [(EnumerationMethod, EnumerationTarget, Cost); 2] = [
    (EnumerationMethod::Ranked, probe("2x5", 1_814_400), Cost::MAX),
    // The boards of 4x4 up to this depth.
    (EnumerationMethod::Frontier, probe("4x4", 1_780_637), 19),
];

const fn probe(size: &'static str, boards: u64) -> EnumerationTarget {
    EnumerationTarget {
        name: size,
        size,
        goal: "blank-first",
        blank: "corner",
        metric: Metric::Single,
        boards,
        memory_mib: 64,
        is_whole: true,
    }
}

/// The limits of an enumeration, by the arguments and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnumerationLimits {
    memory: u64,
    disk: u64,
    /// Beyond this depth nothing is published.
    depth: Cost,
}

impl EnumerationLimits {
    fn new(setup: &ReproduceSetup<'_>, one: &EnumerationTarget) -> Self {
        let memory = setup.arguments.memory_limit.unwrap_or(one.memory_mib);
        let disk = setup.arguments.disk_limit;
        let published = published_of(one);
        let depth = if published.complete { Cost::MAX } else { last(&published) };
        Self { memory: memory.saturating_mul(1 << 20), disk: disk.saturating_mul(1 << 20), depth }
    }

    /// The approximate number of boards that are counted: leading depths are counted as long as two of them fit.
    fn boards(&self, one: &EnumerationTarget) -> f64 {
        let usual = (one.memory_mib << 20) as f64;
        let published = published_of(one);
        let all: u64 = published.states.range(..=self.depth).map(|(_, states)| states).sum();
        if one.is_whole {
            one.boards as f64
        } else {
            (one.boards as f64 * (self.memory as f64 + self.disk as f64) / usual).min(all as f64)
        }
    }
}

/// The last depth up to which all are published.
fn last(published: &PublishedDepths) -> Cost {
    let leading = published.states.keys().zip(0..).take_while(|(depth, place)| **depth == *place);
    leading.last().map_or(0, |(_, place)| place)
}

/// Reports the cost of the missing enumerations, and runs those that the budget affords, the smallest first.
pub(super) fn enumerate_missing(
    setup: &ReproduceSetup<'_>,
    name: &str,
    work: &TargetWork,
    budget: Option<f64>,
    out: &mut Out,
) -> Result<ExecutionOutcome> {
    let mut missing: Vec<(&EnumerationTarget, EnumerationLimits)> = Vec::new();
    for one in &work.enumerations {
        let limits = EnumerationLimits::new(setup, one);
        if is_missing(EnumerationCounts::read(&work.results.join(one.name))?.as_ref(), &limits) {
            missing.push((one, limits));
        }
    }
    missing.sort_by(|(one, limits), (other, others)| limits.boards(one).total_cmp(&others.boards(other)));
    if missing.is_empty() {
        writeln!(out, "{name}: nothing is left to count")?;
        return Ok(ExecutionOutcome { is_done: true, seconds: 0.0 });
    }
    let speeds = speeds(setup)?;
    let seconds = |(one, limits): &(&EnumerationTarget, EnumerationLimits)| {
        let is_ranked = method(one, limits) == EnumerationMethod::Ranked;
        limits.boards(one) / speeds[usize::from(!is_ranked)]
    };
    let max =
        |bytes_of: fn(&EnumerationLimits) -> u64| missing.iter().map(|(_, limits)| bytes_of(limits)).max().unwrap_or(0);
    let disk = match max(|limits| limits.disk) {
        0 => String::new(),
        disk => format!(" and {} of disk", bytes(disk)),
    };
    writeln!(
        out,
        "{name}: {} spaces to count, {} boards, at most {} of memory{disk}; about {} at the measured speed",
        missing.len(),
        rounded(missing.iter().map(|(one, limits)| limits.boards(one)).sum()),
        bytes(max(|limits| limits.memory)),
        approximate_duration(missing.iter().map(seconds).sum())
    )?;
    let mut outcome = ExecutionOutcome { is_done: true, seconds: 0.0 };
    for space in &missing {
        let ((one, limits), expected) = (space, seconds(space));
        if budget.is_some_and(|budget| outcome.seconds + expected > budget) {
            writeln!(out, "{name}: {} and all larger spaces are left out, since they exceed the budget", one.name)?;
            break;
        }
        out.flush()?;
        outcome.seconds += expected;
        let (states, end, how) = count(setup, one, limits)?;
        let extent = match end {
            Termination::Exhausted => "every depth".to_owned(),
            Termination::DepthLimit | Termination::MemoryLimit | Termination::DiskLimit => {
                let reason = if end == Termination::DepthLimit { "no more are published" } else { "no more fit" };
                format!("the depths up to {}, {reason}", states.len().saturating_sub(1))
            }
            end => {
                if let Termination::DiskFailed(kind) = end {
                    print_stderr(&format!("error: the scratch folder failed: {kind}"));
                }
                print_stderr(&format!(
                    "stopped: {} and all later spaces are left; run the same command to resume",
                    one.name
                ));
                outcome.is_done = false;
                break;
            }
        };
        EnumerationCounts::write(&work.results.join(one.name), &states, &how)?;
        let EnumerationTarget { size, blank, metric, .. } = one;
        let unit = if *metric == Metric::Single { "" } else { " in slides" };
        writeln!(out, "{name}: {size}{unit} from a goal with its blank at {blank}, {extent}, in {}", how.held())?;
    }
    Ok(outcome)
}

/// Whether an enumeration has to be run: it was not run yet, or it was stopped by limits, none of which is larger and one
/// smaller.
fn is_missing(counted: Option<&EnumerationCounts>, limits: &EnumerationLimits) -> bool {
    let Some(counted) = counted else { return true };
    let is_short = |how: &EnumerationProvenance| {
        let (before, now) = ([how.memory_limit, how.disk_limit], [limits.memory, limits.disk]);
        how.is_limited && before != now && before.iter().zip(now).all(|(before, now)| *before <= now)
    };
    counted.how.as_ref().is_some_and(is_short)
}

/// The number of boards, written in full; the expected number for leading levels is a round one.
fn rounded(boards: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, far below 2^64")]
    grouped(boards.round() as u64)
}

/// The published numbers of the enumerated space.
fn published_of(one: &EnumerationTarget) -> PublishedDepths {
    published_depths_of(one.size, one.metric, one.blank)
        .expect("enumerations of the table are compared with published numbers")
}

/// The method by which an enumeration is run within its memory limit.
fn method(one: &EnumerationTarget, limits: &EnumerationLimits) -> EnumerationMethod {
    let fits = |size: Size| EnumerationMethod::for_memory(size.rows(), size.cols(), one.metric, jobs(), limits.memory);
    fits(one.size.parse().expect("enumerations of the table name sizes"))
}

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The boards a second that each method counts here, in the order of the probes: the best of three, for the first brings
/// the start of threads and the machine may be busy.
fn speeds(setup: &ReproduceSetup<'_>) -> Result<[f64; 2]> {
    let mut speeds = [0.0f64; 2];
    for (speed, (method, one, depth)) in speeds.iter_mut().zip(&PROBES) {
        for _ in 0..3 {
            let start = Instant::now();
            let limits = EnumerationLimits { memory: one.memory_mib << 20, disk: 0, depth: *depth };
            count_by(setup, one, &limits, Some(*method))?;
            *speed = speed.max(one.boards as f64 / start.elapsed().as_secs_f64().max(1e-3));
        }
    }
    Ok(speeds)
}

/// Counts the boards at each depth: the numbers, how the enumeration ended, and how it was run.
fn count(
    setup: &ReproduceSetup<'_>,
    one: &EnumerationTarget,
    limits: &EnumerationLimits,
) -> Result<(Vec<u64>, Termination, EnumerationProvenance)> {
    count_by(setup, one, limits, None)
}

fn count_by(
    setup: &ReproduceSetup<'_>,
    one: &EnumerationTarget,
    limits: &EnumerationLimits,
    method: Option<EnumerationMethod>,
) -> Result<(Vec<u64>, Termination, EnumerationProvenance)> {
    let goal = Goal::parse(one.goal, Some(one.size.parse()?))?.board(one.size.parse()?)?;
    let search_limits = Limits { bytes: limits.memory, disk: limits.disk, depth: limits.depth, ..Limits::NONE };
    let context = SearchContext {
        limits: search_limits,
        stop: &setup.cancel,
        observer: &mut NoObserver,
        scratch: Some(setup.searches.scratch()),
        seed: 0,
    };
    let mut states = Vec::new();
    let options = DepthCountOptions { method, metric: one.metric, jobs: jobs() };
    let counted = count_by_depth(&goal, &options, &context, &mut |_, count| states.push(count))?;
    let (build, machine) = (version::build(), machine());
    let how = EnumerationProvenance {
        build,
        machine,
        is_limited: matches!(counted.end, Termination::MemoryLimit | Termination::DiskLimit),
        memory_bytes: counted.peak_bytes,
        memory_limit: limits.memory,
        disk_bytes: counted.peak_disk,
        disk_limit: limits.disk,
    };
    Ok((states, counted.end, how))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEADING: EnumerationTarget =
        EnumerationTarget { boards: 1000, memory_mib: 2, is_whole: false, ..PROBES[1].1 };
    const ALLOWED: EnumerationLimits = EnumerationLimits { memory: 2 << 20, disk: 0, depth: Cost::MAX };

    fn counted(is_limited: bool) -> EnumerationCounts {
        let how =
            EnumerationProvenance { is_limited, memory_limit: ALLOWED.memory, ..EnumerationProvenance::default() };
        EnumerationCounts { how: Some(how), ..EnumerationCounts::default() }
    }

    #[test]
    fn an_enumeration_that_a_limit_stopped_is_repeated_only_under_larger_limits() {
        assert!(is_missing(None, &ALLOWED));
        for (limits, is_larger) in [
            (ALLOWED, false),
            (EnumerationLimits { memory: 1 << 20, ..ALLOWED }, false),
            (EnumerationLimits { memory: 3 << 20, ..ALLOWED }, true),
            (EnumerationLimits { disk: 1, ..ALLOWED }, true),
            (EnumerationLimits { memory: 1 << 20, disk: 1, ..ALLOWED }, false),
        ] {
            assert_eq!(is_missing(Some(&counted(true)), &limits), is_larger, "{limits:?}");
            assert!(!is_missing(Some(&counted(false)), &limits), "it was counted to its end");
        }
        assert!(!is_missing(Some(&EnumerationCounts::default()), &ALLOWED), "how it was counted is not known");
    }

    #[test]
    fn leading_depths_grow_with_the_limits_up_to_the_last_published_depth() {
        let boards = |limits: &EnumerationLimits| limits.boards(&LEADING).round();
        assert!((boards(&ALLOWED) - 1000.0).abs() < 0.5);
        assert!((boards(&EnumerationLimits { memory: 1 << 20, disk: 3 << 20, ..ALLOWED }) - 2000.0).abs() < 0.5);
        assert!((boards(&EnumerationLimits { disk: 1 << 40, depth: 2, ..ALLOWED }) - 7.0).abs() < 0.5);
        assert!((EnumerationLimits { disk: 1 << 40, ..ALLOWED }.boards(&PROBES[0].1) - 1_814_400.0).abs() < 0.5);
        let last = |size, blank| last(&published_depths_of(size, Metric::Single, blank).unwrap());
        assert_eq!((last("3x5", "corner"), last("5x5", "corner"), last("4x4", "edge")), (84, 32, 80));
    }
}
