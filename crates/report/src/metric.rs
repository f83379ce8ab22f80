//! The table of metrics: the quantities measured of a run.
//!
//! Tables, figures, rankings, survival curves, claims and the computed columns of charts all take their values from
//! here. A metric has a value of a run or a reason why there is none, so that every figure can state which runs it
//! leaves out. A length exists for solved runs only. An effort exists for every run whose count or time is known; that
//! of a stopped run is the effort until it was stopped. A mean of efforts with stopped runs is too low, and the number
//! of stopped runs is shown with it. The counts of a killed run are lost but its time is known, so each has its own
//! number of runs. A penalised average (PAR2: the SAT competitions; Hutter and others 2009) exists for every run, and
//! for none if any run had no limit.

mod branching;
mod facts;

use tilebench_record::{Scale, Status};

use crate::number;
use crate::run::Run;
use crate::stats::Timing;
pub(crate) use branching::branching_factor;
pub(crate) use facts::Facts;

/// A metric.
#[derive(Debug)]
pub(crate) struct Metric {
    /// Its name in tables and files.
    pub(crate) name: &'static str,
    /// Its title along an axis and in sentences.
    pub(crate) title: &'static str,
    /// The unit of its values in files.
    pub(crate) unit: &'static str,
    /// How an axis shows it.
    pub(crate) scale: Scale,
    /// Which values are better.
    pub(crate) better: Better,
    /// Its value of a run, or how runs without one are described.
    pub(crate) value: fn(&Facts) -> Result<f64, &'static str>,
    /// The limit on it that the run had.
    limit: fn(&Facts) -> Option<f64>,
    /// Whether it is a row of the table "Every figure".
    is_figure: bool,
    /// Which runs a figure is over.
    pub(crate) over: Over,
    /// Whether its values span orders of magnitude, so that the geometric mean is its headline and has the interval: no
    /// interval of the arithmetic mean holds its level there.
    pub(crate) is_skewed: bool,
}

/// Which values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    /// Lower ones.
    Lower,
    /// Higher ones.
    Higher,
}

/// Which runs a figure of a metric is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// Those that have a value.
    Known,
    /// The same; a stopped run counts with its value when it was stopped.
    Effort,
    /// All: one run without a value leaves no figure of the others.
    All,
}

/// The default of a metric; a row states its differences.
const METRIC: Metric = Metric {
    name: "",
    title: "",
    unit: "",
    scale: Scale::Linear,
    better: Better::Lower,
    value: |_| Err("without a value"),
    limit: |_| None,
    is_figure: false,
    over: Over::Known,
    is_skewed: false,
};
const FIGURE: Metric = Metric { is_figure: true, ..METRIC };
const EFFORT: Metric = Metric { scale: Scale::Log, over: Over::Effort, is_skewed: true, ..FIGURE };
const PAR2: Metric = Metric { over: Over::All, is_skewed: true, ..FIGURE };
/// The share of runs for which something holds.
const SHARE: Metric = Metric { unit: "share", better: Better::Higher, ..METRIC };

/// Nodes generated.
pub(crate) const GENERATED: Metric = Metric {
    name: "generated",
    title: "nodes generated",
    unit: "nodes",
    value: |run| run.counted(run.generated),
    limit: |run| run.node_limit.map(|nodes| nodes as f64),
    ..EFFORT
};
/// Time by the clock.
pub(crate) const TIME: Metric =
    Metric { name: "time", title: "time", unit: "s", value: Facts::timed, limit: |run| run.time_limit_s, ..EFFORT };

/// Every metric; the figures in the order of reading.
const METRICS: &[Metric] = &[
    Metric { name: "length", unit: "moves", value: Facts::solution, ..FIGURE },
    Metric {
        name: "suboptimality",
        title: "length / shortest length",
        unit: "ratio",
        value: |run| {
            run.solution()?;
            suboptimality(run.length, run.optimal).ok_or("without a known shortest length")
        },
        ..FIGURE
    },
    Metric { name: "expanded", unit: "nodes", value: |run| run.counted(run.expanded), ..EFFORT },
    GENERATED,
    TIME,
    Metric {
        name: "nodes/s",
        title: "nodes generated a second",
        unit: "nodes/s",
        better: Better::Higher,
        value: |run| Ok(run.counted(run.generated)? / run.timed()?),
        is_skewed: false,
        ..EFFORT
    },
    Metric { name: "peak memory", unit: "bytes", value: memory, ..EFFORT },
    Metric {
        name: "h0",
        unit: "moves",
        better: Better::Higher,
        value: |run| run.h0.map(f64::from).ok_or("without h0"),
        ..FIGURE
    },
    Metric {
        name: "PAR2 time",
        unit: "s",
        value: |run| penalised(TIME.timing(*run)).ok_or("without a time limit"),
        ..PAR2
    },
    Metric {
        name: "PAR2 nodes",
        unit: "nodes",
        value: |run| penalised(GENERATED.timing(*run)).ok_or("without a node limit"),
        ..PAR2
    },
    Metric {
        name: "error",
        title: "shortest length - h0 (moves)",
        unit: "moves",
        value: |run| Ok(known(run.optimal)? - known(run.h0)?),
        ..METRIC
    },
    Metric {
        name: "branching",
        title: "effective branching factor",
        value: |run| {
            run.generated.zip(run.length).and_then(|(nodes, moves)| branching_factor(nodes, moves)).ok_or(UNKNOWN)
        },
        ..METRIC
    },
    Metric {
        name: "shortest",
        title: "shortest length, told or proved (moves)",
        unit: "moves",
        value: |run| known(run.optimal.or(run.proved())),
        ..METRIC
    },
    Metric { name: "excess", unit: "moves", value: |run| Ok(known(run.length)? - known(run.optimal)?), ..METRIC },
    // The length over the cube of the side of a square of as many cells.
    Metric {
        name: "length per cube",
        unit: "ratio",
        value: |run| Ok(known(run.length)? / (f64::from(run.rows) * f64::from(run.cols)).powf(1.5)),
        ..METRIC
    },
    Metric { name: "move runs", unit: "moves", value: |run| known(run.move_runs), ..METRIC },
    // As generated, without the start, which some count and some do not.
    Metric { name: "successors", unit: "nodes", value: |run| Ok(count(run.generated)? - 1.0), ..METRIC },
    Metric { name: "wall time", unit: "s", value: |run| Ok(run.wall_s), ..METRIC },
    Metric { name: "memory", unit: "bytes", value: |run| count(run.peak_bytes), ..METRIC },
    Metric { name: "disk", unit: "bytes", value: |run| count(run.peak_disk), ..METRIC },
    // How full the table of states was in the end.
    Metric {
        name: "load",
        unit: "ratio",
        value: |run| Ok(count(run.table_states)? / count(run.table_slots)?),
        ..METRIC
    },
    // How many slots it takes to find a state.
    Metric {
        name: "probes",
        unit: "ratio",
        value: |run| Ok(count(run.table_probes)? / count(run.table_states)?),
        ..METRIC
    },
    Metric { name: "solved", value: |run| flag(run.is_solved()), ..SHARE },
    Metric { name: "depth-limit", value: |run| flag(run.status == Status::DepthLimit), better: Better::Lower, ..SHARE },
    Metric {
        name: "memory-limit",
        value: |run| flag(run.status == Status::MemoryLimit),
        better: Better::Lower,
        ..SHARE
    },
    Metric { name: "optimal", value: |run| flag(run.length.is_some() && run.length == run.optimal), ..SHARE },
    Metric {
        name: "optimal if known",
        value: |run| flag(known(run.length)?.total_cmp(&known(run.optimal)?).is_eq()),
        ..SHARE
    },
    // Of an enumeration, and of its tables: no run has them.
    Metric { name: "states", unit: "states", ..METRIC },
    Metric { name: "table bytes", unit: "bytes", ..METRIC },
];

impl Metric {
    /// Its value of `run`, or how runs without one are described.
    pub(crate) fn of(&self, run: impl Into<Facts>) -> Result<f64, &'static str> {
        (self.value)(&run.into())
    }

    /// Its value of `run` for a figure; a penalised one only if all runs of the set had the same limits.
    pub(crate) fn figure(&self, run: &Run, has_equal_limits: bool) -> Result<f64, &'static str> {
        if self.over == Over::All && !has_equal_limits { Err("limits of this set differ") } else { self.of(run) }
    }

    /// Whether a figure is a lower bound if runs were stopped. A speed is not one: it is the speed over the nodes until the
    /// run was stopped.
    pub(crate) fn is_bounded(&self) -> bool {
        self.over == Over::Effort && self.is_skewed
    }

    /// Its values of those of `runs` that have one.
    pub(crate) fn values(&self, runs: &[Run]) -> Vec<f64> {
        runs.iter().filter_map(|run| self.of(run).ok()).collect()
    }

    /// Its value of `run` as penalised averages need it.
    pub(crate) fn timing(&self, run: impl Into<Facts>) -> Timing {
        let run = run.into();
        Timing { seconds: (self.value)(&run).ok(), limit: (self.limit)(&run), solved: run.is_solved() }
    }

    /// How people read its values in tables.
    pub(crate) fn show(&self) -> fn(f64) -> String {
        match self.unit {
            "moves" => |value| number::fixed(value, 2),
            "ratio" => |value| number::fixed(value, 4),
            "bytes" => number::mean_bytes,
            "s" => number::seconds,
            _ => number::compact,
        }
    }
}

/// The metric called `name`.
pub(crate) fn named(name: &str) -> &'static Metric {
    METRICS.iter().find(|metric| metric.name == name).expect("callers name metrics of the table")
}

/// The metrics of the table "Every figure".
pub(crate) fn figures() -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().filter(|metric| metric.is_figure)
}

const UNKNOWN: &str = "without a value";

fn known(value: Option<u32>) -> Result<f64, &'static str> {
    value.map(f64::from).ok_or(UNKNOWN)
}

fn count(value: Option<u64>) -> Result<f64, &'static str> {
    value.map(|value| value as f64).ok_or(UNKNOWN)
}

/// The length over the optimal length, if both are known.
pub(crate) fn suboptimality(length: Option<u32>, optimal: Option<u32>) -> Option<f64> {
    let optimal = optimal.filter(|&optimal| optimal > 0)?;
    Some(f64::from(length?) / f64::from(optimal))
}

/// 1 for true, 0 for false.
#[expect(clippy::unnecessary_wraps, reason = "a value of a run")]
fn flag(is: bool) -> Result<f64, &'static str> {
    Ok(f64::from(u8::from(is)))
}

fn memory(run: &Facts) -> Result<f64, &'static str> {
    let bytes = run.counted(run.peak_bytes)?;
    if bytes > 0.0 { Ok(bytes) } else { Err("without a measured memory") }
}

/// The penalised cost, of which PAR2 is the mean. It is defined only if every run had a limit, so a solved run without one
/// has no value.
pub(crate) fn penalised(timing: Timing) -> Option<f64> {
    timing.limit.and_then(|_| timing.penalised())
}

/// The time of `run` as penalised averages need it.
pub(crate) fn time(run: &Run) -> Timing {
    TIME.timing(run)
}

/// The nodes of `run`, which are penalised as times are: twice the limit.
pub(crate) fn nodes(run: &Run) -> Timing {
    GENERATED.timing(run)
}

/// Whether `run` was ended before it came to its own end.
pub(crate) fn is_cut(run: &Run) -> bool {
    run.status.is_limit() || run.status.is_unexplained() || run.status == Status::Cancelled
}

/// Whether `run` solved its instance.
pub(crate) fn is_solved(run: &Run) -> bool {
    run.status == Status::Solved
}

/// Whether `run` tried its instance: it was neither cancelled nor refused beforehand.
pub(crate) fn is_attempt(run: &Run) -> bool {
    !matches!(run.status, Status::Cancelled | Status::Unsupported)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, run: &Run) -> Result<f64, &'static str> {
        named(name).of(run)
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
