//! What is measured of a run: the rows of the table "Every figure".
//!
//! A measure has a value of a run or a reason why there is none, so that every figure can say what it leaves out.
//! A length is of solved runs only. An effort is of every run whose count or time is known, a stopped one up to where it
//! was stopped: a mean of efforts with stopped runs is too low, and the number of stopped runs stands beside it. The
//! counts of a killed run are lost, its time is not, so each has its own number of runs. A penalised
//! average (PAR2: the SAT competitions; Hutter et al. 2009) is of every run, and of none where one had no limit.

use tilebench_record::Status;

use crate::frame::suboptimality;
use crate::number;
use crate::run::Run;
use crate::stats::Timing;

/// A measure.
#[derive(Debug)]
pub(crate) struct Measure {
    /// Its name in tables and files.
    pub(crate) name: &'static str,
    /// The unit of its values in files.
    pub(crate) unit: &'static str,
    /// Its value of a run, or what such runs are told to be left out as.
    pub(crate) value: fn(&Run) -> Result<f64, &'static str>,
    /// Whether a stopped run counts up to where it was stopped.
    pub(crate) is_effort: bool,
    /// Whether its values span orders of magnitude, so that the geometric mean is its headline and has the interval: no
    /// interval of the arithmetic mean holds its level there.
    pub(crate) is_skewed: bool,
    /// Whether one run without a value leaves no figure of the others.
    pub(crate) of_all: bool,
    /// A value as people read it.
    pub(crate) show: fn(f64) -> String,
}

/// Every measure, in the order of reading.
pub(crate) const MEASURES: &[Measure] = &[
    Measure {
        name: "length",
        unit: "moves",
        value: length,
        is_effort: false,
        is_skewed: false,
        of_all: false,
        show: two,
    },
    Measure {
        name: "suboptimality",
        unit: "ratio",
        value: |run| suboptimality(Some(solved(run)?), run.optimal).ok_or("without a known shortest length"),
        is_effort: false,
        is_skewed: false,
        of_all: false,
        show: |value| number::fixed(value, 4),
    },
    effort("expanded", "nodes", |run| counted(run, run.expanded), number::compact),
    effort("generated", "nodes", |run| counted(run, run.generated), number::compact),
    effort("time", "s", timed, number::seconds),
    Measure { is_skewed: false, ..effort("nodes/s", "nodes/s", speed, number::compact) },
    effort("peak memory", "bytes", memory, number::mean_bytes),
    Measure {
        name: "h0",
        unit: "moves",
        value: |run| run.h0.map(f64::from).ok_or("without h0"),
        is_effort: false,
        is_skewed: false,
        of_all: false,
        show: two,
    },
    Measure {
        name: "PAR2 time",
        unit: "s",
        value: |run| penalised(time(run)).ok_or("without a time limit"),
        is_effort: false,
        is_skewed: true,
        of_all: true,
        show: number::seconds,
    },
    Measure {
        name: "PAR2 nodes",
        unit: "nodes",
        value: |run| penalised(nodes(run)).ok_or("without a node limit"),
        is_effort: false,
        is_skewed: true,
        of_all: true,
        show: number::compact,
    },
];

impl Measure {
    /// Its values of those of `runs` that have one.
    pub(crate) fn values(&self, runs: &[Run]) -> Vec<f64> {
        runs.iter().filter_map(|run| (self.value)(run).ok()).collect()
    }
}

/// The measure called `name`.
pub(crate) fn named(name: &str) -> &'static Measure {
    MEASURES.iter().find(|measure| measure.name == name).expect("callers name measures of the table")
}

/// A measure of the effort of a search.
const fn effort(
    name: &'static str,
    unit: &'static str,
    value: fn(&Run) -> Result<f64, &'static str>,
    show: fn(f64) -> String,
) -> Measure {
    Measure { name, unit, value, is_effort: true, is_skewed: true, of_all: false, show }
}

fn length(run: &Run) -> Result<f64, &'static str> {
    solved(run).map(f64::from)
}

/// The length of a run that solved its instance.
fn solved(run: &Run) -> Result<u32, &'static str> {
    if is_solved(run) { run.length.ok_or("without a length") } else { Err(run.status.name()) }
}

/// A count of `run`, if it is known.
fn counted(run: &Run, count: Option<u64>) -> Result<f64, &'static str> {
    match count {
        Some(count) => Ok(count as f64),
        None if run.lost_counts => Err("killed, counts lost"),
        None if is_solved(run) || run.status.is_limit() => Err("without this count"),
        None => Err(run.status.name()),
    }
}

/// The time of `run`, which is known of killed runs too.
fn timed(run: &Run) -> Result<f64, &'static str> {
    run.time().ok_or(if is_solved(run) { "without a measured time" } else { run.status.name() })
}

fn speed(run: &Run) -> Result<f64, &'static str> {
    Ok(counted(run, run.generated)? / timed(run)?)
}

fn memory(run: &Run) -> Result<f64, &'static str> {
    let bytes = counted(run, run.peak_bytes)?;
    if bytes > 0.0 { Ok(bytes) } else { Err("without a measured memory") }
}

/// What PAR2 is the mean of: it is told only where every run had a limit, so a solved run without one has no value.
pub(crate) fn penalised(timing: Timing) -> Option<f64> {
    timing.limit.and_then(|_| timing.penalised())
}

/// Whether `run` was ended before it came to its own end.
pub(crate) fn is_cut(run: &Run) -> bool {
    run.status.is_limit() || run.status.unexplained() || run.status == Status::Cancelled
}

/// Whether `run` solved its instance.
pub(crate) fn is_solved(run: &Run) -> bool {
    run.status == Status::Solved
}

/// Whether `run` tried its instance: it was neither cancelled nor refused beforehand.
pub(crate) fn is_attempt(run: &Run) -> bool {
    !matches!(run.status, Status::Cancelled | Status::Unsupported)
}

/// The time of `run` as penalised averages need it.
pub(crate) fn time(run: &Run) -> Timing {
    Timing { seconds: run.time(), limit: run.time_limit_s, solved: is_solved(run) }
}

/// The nodes of `run`, which are penalised as times are: twice the limit.
pub(crate) fn nodes(run: &Run) -> Timing {
    let limit = run.node_limit.map(|limit| limit as f64);
    Timing { seconds: run.nodes(), limit, solved: is_solved(run) }
}

fn two(value: f64) -> String {
    number::fixed(value, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, run: &Run) -> Result<f64, &'static str> {
        (named(name).value)(run)
    }

    #[test]
    fn a_run_without_a_value_says_why() {
        let stopped = Run { status: Status::MemoryLimit, generated: Some(5), length: Some(7), ..Run::default() };
        assert_eq!(value("length", &stopped), Err("memory-limit"));
        assert_eq!(value("generated", &stopped), Ok(5.0));
        assert_eq!(value("nodes/s", &stopped), Err("memory-limit"));
        assert_eq!(value("PAR2 time", &stopped), Err("without a time limit"));
        let solved = Run { status: Status::Solved, ..stopped };
        assert_eq!(value("suboptimality", &solved), Err("without a known shortest length"));
        assert_eq!(value("PAR2 nodes", &solved), Err("without a node limit"), "though it solved");
    }

    #[test]
    fn a_killed_run_has_a_time_and_no_counts() {
        let killed = Run { status: Status::TimeLimit, lost_counts: true, wall_s: 60.2, ..Run::default() };
        assert_eq!(value("time", &killed), Ok(60.2));
        assert_eq!(value("generated", &killed), Err("killed, counts lost"));
        let external = Run { status: Status::Solved, wall_s: 1.0, ..Run::default() };
        assert_eq!(value("expanded", &external), Err("without this count"));
    }

    #[test]
    fn a_stopped_run_costs_twice_its_limit() {
        let run = Run { status: Status::NodeLimit, node_limit: Some(30), time_limit_s: Some(4.0), ..Run::default() };
        assert_eq!([value("PAR2 time", &run), value("PAR2 nodes", &run)], [Ok(8.0), Ok(60.0)]);
        let run = Run { status: Status::Solved, generated: Some(9), wall_s: 1.0, ..run };
        assert_eq!([value("PAR2 time", &run), value("PAR2 nodes", &run)], [Ok(1.0), Ok(9.0)]);
    }
}
