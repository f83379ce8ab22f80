//! Targets whose numbers are counted by enumerating a space, not by runs.
//!
//! The counts are kept in a folder of the enumeration's own ([`Counted`]). They are those of completely counted
//! depths: if memory runs out, the last depth was counted only in part. With more memory or disk the enumeration is
//! run again and reaches a greater depth.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use tilebench_report::claims::{Counted, How};
use tilebench_runner::catalog::{
    Cost, DepthsOptions, Goal, Limits, Method, NoObserver, PublishedDepths, SearchContext, Size, Termination, depths,
    published_depths_of,
};
use tilebench_runner::machine;

use super::work::{Made, Setup, Work};
use crate::targets::Enumeration;
use crate::text::{bytes, grouped, took};
use crate::{Out, tell, version};

/// By what the speed of each method is measured: complete within a fraction of a second, and not all start-up.
const PROBES: [(Method, Enumeration, Cost); 2] = [
    (Method::Ranked, probe("2x5", 1_814_400), Cost::MAX),
    // The boards of 4x4 up to this depth.
    (Method::Frontier, probe("4x4", 1_780_637), 19),
];

const fn probe(size: &'static str, boards: u64) -> Enumeration {
    Enumeration { name: size, size, goal: "blank-first", blank: "corner", boards, memory_mb: 64, is_whole: true }
}

/// The limits of an enumeration, by the arguments and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowed {
    memory: u64,
    disk: u64,
    /// Beyond this depth nothing is published.
    depth: Cost,
}

impl Allowed {
    fn new(setup: &Setup<'_>, one: &Enumeration) -> Self {
        let memory = setup.arguments.memory_limit.unwrap_or(one.memory_mb);
        let disk = setup.arguments.disk_limit;
        let published = published_of(one);
        let depth = if published.complete { Cost::MAX } else { last(&published) };
        Self { memory: memory.saturating_mul(1 << 20), disk: disk.saturating_mul(1 << 20), depth }
    }

    /// About how many boards are counted: the first levels of a space are as many as there is space for two of them.
    fn boards(&self, one: &Enumeration) -> f64 {
        let usual = (one.memory_mb << 20) as f64;
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
pub(super) fn make(setup: &Setup<'_>, name: &str, work: &Work, budget: Option<f64>, out: &mut Out<'_>) -> Result<Made> {
    let mut missing: Vec<(&Enumeration, Allowed)> = Vec::new();
    for one in &work.enumerations {
        let allowed = Allowed::new(setup, one);
        if is_missing(Counted::read(&work.results.join(one.name))?.as_ref(), &allowed) {
            missing.push((one, allowed));
        }
    }
    missing.sort_by(|(one, allowed), (other, others)| allowed.boards(one).total_cmp(&others.boards(other)));
    if missing.is_empty() {
        writeln!(out, "{name}: nothing is left to count")?;
        return Ok(Made { is_done: true, seconds: 0.0 });
    }
    let speeds = speeds(setup)?;
    let seconds = |(one, allowed): &(&Enumeration, Allowed)| {
        let is_ranked = method(one, allowed) == Method::Ranked;
        allowed.boards(one) / speeds[usize::from(!is_ranked)]
    };
    let most = |bytes_of: fn(&Allowed) -> u64| missing.iter().map(|(_, allowed)| bytes_of(allowed)).max().unwrap_or(0);
    let disk = match most(|allowed| allowed.disk) {
        0 => String::new(),
        disk => format!(" and {} of disk", bytes(disk)),
    };
    writeln!(
        out,
        "{name}: {} spaces to be counted, {} boards, at most {} of memory{disk}; about {} at the speed measured here",
        missing.len(),
        about(missing.iter().map(|(one, allowed)| allowed.boards(one)).sum()),
        bytes(most(|allowed| allowed.memory)),
        took(missing.iter().map(seconds).sum())
    )?;
    let mut made = Made { is_done: true, seconds: 0.0 };
    for space in &missing {
        let ((one, allowed), expected) = (space, seconds(space));
        if budget.is_some_and(|budget| made.seconds + expected > budget) {
            writeln!(out, "{name}: {} and what is larger is left out, beyond the budget", one.name)?;
            break;
        }
        out.flush()?;
        made.seconds += expected;
        let (states, end, how) = count(setup, one, allowed)?;
        let extent = match end {
            Termination::Exhausted => "every depth".to_owned(),
            Termination::DepthLimit | Termination::MemoryLimit | Termination::DiskLimit => {
                let reason = if end == Termination::DepthLimit { "no more are published" } else { "no more fit" };
                format!("the depths up to {}, {reason}", states.len().saturating_sub(1))
            }
            end => {
                if let Termination::DiskFailed(kind) = end {
                    tell(&format!("error: the scratch folder failed: {kind}"));
                }
                tell(&format!("stopped: {} and what follows remain; the same command goes on with them", one.name));
                made.is_done = false;
                break;
            }
        };
        Counted::write(&work.results.join(one.name), &states, &how)?;
        let Enumeration { size, blank, .. } = one;
        writeln!(out, "{name}: {size} from a goal with its blank at {blank}, {extent}, in {}", how.held())?;
    }
    Ok(made)
}

/// Whether an enumeration has to be run: it was not run yet, or limits stopped it of which none is larger and one
/// smaller.
fn is_missing(counted: Option<&Counted>, allowed: &Allowed) -> bool {
    let Some(counted) = counted else { return true };
    let is_short = |how: &How| {
        let (before, now) = ([how.memory_limit, how.disk_limit], [allowed.memory, allowed.disk]);
        how.is_limited && before != now && before.iter().zip(now).all(|(before, now)| *before <= now)
    };
    counted.how.as_ref().is_some_and(is_short)
}

/// The number of boards, written in full; the expected number for leading levels is a round one.
fn about(boards: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count, far below 2^64")]
    grouped(boards.round() as u64)
}

/// The published numbers of the enumerated space.
fn published_of(one: &Enumeration) -> PublishedDepths {
    published_depths_of(one.size, one.blank).expect("enumerations of the table are compared with published numbers")
}

/// The method by which an enumeration is run within its memory limit.
fn method(one: &Enumeration, allowed: &Allowed) -> Method {
    let fits = |size: Size| Method::fitting(size.rows(), size.cols(), jobs(), allowed.memory);
    fits(one.size.parse().expect("enumerations of the table name sizes"))
}

fn jobs() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The boards a second that each method counts here, in the order of the probes: the best of three, for the first brings
/// the start of threads and the machine may be busy.
fn speeds(setup: &Setup<'_>) -> Result<[f64; 2]> {
    let mut speeds = [0.0f64; 2];
    for (speed, (method, one, depth)) in speeds.iter_mut().zip(&PROBES) {
        for _ in 0..3 {
            let start = Instant::now();
            let allowed = Allowed { memory: one.memory_mb << 20, disk: 0, depth: *depth };
            count_by(setup, one, &allowed, Some(*method))?;
            *speed = speed.max(one.boards as f64 / start.elapsed().as_secs_f64().max(1e-3));
        }
    }
    Ok(speeds)
}

/// Counts the boards at each depth: the numbers, how the enumeration ended, and how it was run.
fn count(setup: &Setup<'_>, one: &Enumeration, allowed: &Allowed) -> Result<(Vec<u64>, Termination, How)> {
    count_by(setup, one, allowed, None)
}

fn count_by(
    setup: &Setup<'_>,
    one: &Enumeration,
    allowed: &Allowed,
    method: Option<Method>,
) -> Result<(Vec<u64>, Termination, How)> {
    let goal = Goal::parse(one.goal, Some(one.size.parse()?))?.board(one.size.parse()?)?;
    let limits = Limits { bytes: allowed.memory, disk: allowed.disk, depth: allowed.depth, ..Limits::NONE };
    let context = SearchContext {
        limits,
        stop: &setup.cancel,
        observer: &mut NoObserver,
        scratch: Some(setup.searches.scratch()),
    };
    let mut states = Vec::new();
    let options = DepthsOptions { method, jobs: jobs() };
    let counted = depths(&goal, &options, &context, &mut |_, count| states.push(count))?;
    let (build, machine) = (version::build(), machine());
    let how = How {
        build,
        machine,
        is_limited: matches!(counted.end, Termination::MemoryLimit | Termination::DiskLimit),
        memory_bytes: counted.peak_bytes,
        memory_limit: allowed.memory,
        disk_bytes: counted.peak_disk,
        disk_limit: allowed.disk,
    };
    Ok((states, counted.end, how))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEADING: Enumeration = Enumeration { boards: 1000, memory_mb: 2, is_whole: false, ..PROBES[1].1 };
    const ALLOWED: Allowed = Allowed { memory: 2 << 20, disk: 0, depth: Cost::MAX };

    fn counted(is_limited: bool) -> Counted {
        let how = How { is_limited, memory_limit: ALLOWED.memory, ..How::default() };
        Counted { how: Some(how), ..Counted::default() }
    }

    #[test]
    fn what_limits_stopped_is_made_again_under_larger_ones_only() {
        assert!(is_missing(None, &ALLOWED));
        for (allowed, is_larger) in [
            (ALLOWED, false),
            (Allowed { memory: 1 << 20, ..ALLOWED }, false),
            (Allowed { memory: 3 << 20, ..ALLOWED }, true),
            (Allowed { disk: 1, ..ALLOWED }, true),
            (Allowed { memory: 1 << 20, disk: 1, ..ALLOWED }, false),
        ] {
            assert_eq!(is_missing(Some(&counted(true)), &allowed), is_larger, "{allowed:?}");
            assert!(!is_missing(Some(&counted(false)), &allowed), "it was counted to its end");
        }
        assert!(!is_missing(Some(&Counted::default()), &ALLOWED), "how it was counted is not known");
    }

    #[test]
    fn a_leading_part_grows_with_its_limits_up_to_what_is_published() {
        let boards = |allowed: &Allowed| allowed.boards(&LEADING).round();
        assert!((boards(&ALLOWED) - 1000.0).abs() < 0.5);
        assert!((boards(&Allowed { memory: 1 << 20, disk: 3 << 20, ..ALLOWED }) - 2000.0).abs() < 0.5);
        assert!((boards(&Allowed { disk: 1 << 40, depth: 2, ..ALLOWED }) - 7.0).abs() < 0.5);
        assert!((Allowed { disk: 1 << 40, ..ALLOWED }.boards(&PROBES[0].1) - 1_814_400.0).abs() < 0.5);
        let last = |size, blank| last(&published_depths_of(size, blank).unwrap());
        assert_eq!((last("3x5", "corner"), last("5x5", "corner"), last("4x4", "edge")), (34, 32, 27));
    }
}
