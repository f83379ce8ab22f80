//! The table of metrics: the quantities measured of a run.
//!
//! Tables, rankings, survival curves, claims and the computed columns of charts use these definitions. A metric of a run has
//! a value or a reason for a missing one, so that every statistic can state the runs that it leaves out. A length exists for
//! solved runs only. An effort exists for every run with a known count or time; the effort of a stopped run is the effort
//! until it was stopped. A mean of efforts with stopped runs is too low, so the number of stopped runs is shown with it. The
//! counts of a killed run are lost but its time is known, so both have their own number of runs. A penalised average (PAR2:
//! the SAT competitions; Hutter and others 2009) exists for all runs on solvable instances, or for none if any had no limit.

mod branching;
mod run_facts;

use tilebench_record::{Scale, Status};

use crate::number;
use crate::run::ReportRun;
use crate::stats::Timing;
pub(crate) use branching::branching_factor;
pub(crate) use run_facts::RunFacts;

/// A metric.
#[derive(Debug)]
pub(crate) struct Metric {
    /// The name in tables and files.
    pub(crate) name: &'static str,
    /// The title of an axis, also used in sentences.
    pub(crate) title: &'static str,
    /// The unit of its values in files.
    pub(crate) unit: &'static str,
    /// The scale of an axis.
    pub(crate) scale: Scale,
    /// Which values are better.
    pub(crate) better: Better,
    /// The value of a run, or the description of a run without one.
    pub(crate) value: fn(&RunFacts) -> Result<f64, &'static str>,
    /// The limit of a run on it.
    limit: fn(&RunFacts) -> Option<f64>,
    /// Whether it is a row of the table "All measures".
    is_measure: bool,
    /// Whether its absence from that table needs no note.
    pub(crate) is_optional: bool,
    /// The runs that a statistic is over.
    pub(crate) over: RunScope,
    /// Whether its values span orders of magnitude. Then the geometric mean is the main statistic and has the interval, since
    /// no interval of the arithmetic mean reaches its level.
    pub(crate) is_skewed: bool,
}

/// Which values of a metric are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Better {
    /// Lower values.
    Lower,
    /// Higher values.
    Higher,
}

/// The runs that a statistic of a metric is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunScope {
    /// The runs with a value.
    Known,
    /// The runs with a value; a stopped run counts with its value when it was stopped.
    Effort,
    /// All runs on solvable instances: if one lacks a value, the statistic is missing.
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
    is_measure: false,
    is_optional: false,
    over: RunScope::Known,
    is_skewed: false,
};
const MEASURE: Metric = Metric { is_measure: true, ..METRIC };
const EFFORT: Metric = Metric { scale: Scale::Log, over: RunScope::Effort, is_skewed: true, ..MEASURE };
const PAR2: Metric = Metric { over: RunScope::All, is_skewed: true, ..MEASURE };
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
    Metric { name: "time", title: "time", unit: "s", value: RunFacts::timed, limit: |run| run.time_limit_s, ..EFFORT };

/// All metrics, the measures in the order of reading.
const METRICS: &[Metric] = &[
    Metric { name: "length", unit: "moves", value: RunFacts::solution, ..MEASURE },
    // If every move costs 1, the length is the cost.
    Metric {
        name: "cost",
        unit: "of the cost model",
        is_optional: true,
        value: |run| {
            run.solution()?;
            known(run.cost)
        },
        ..MEASURE
    },
    Metric {
        name: "suboptimality",
        title: "length / optimal length",
        unit: "ratio",
        value: |run| {
            run.solution()?;
            suboptimality(run.path_cost(), run.optimal).ok_or("without a known optimal length")
        },
        ..MEASURE
    },
    Metric { name: "expanded", unit: "nodes", value: |run| run.counted(run.expanded), ..EFFORT },
    GENERATED,
    TIME,
    Metric {
        name: "nodes/s",
        title: "nodes generated per second",
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
        ..MEASURE
    },
    Metric { name: "PAR2 time", unit: "s", value: |run| penalised_value(run, &TIME, "without a time limit"), ..PAR2 },
    Metric {
        name: "PAR2 nodes",
        unit: "nodes",
        value: |run| penalised_value(run, &GENERATED, "without a node limit"),
        ..PAR2
    },
    Metric {
        name: "first solution",
        title: "time to the first solution",
        unit: "s",
        scale: Scale::Log,
        is_skewed: true,
        is_optional: true,
        value: |run| {
            run.solution()?;
            run.first_solution_s.ok_or(UNKNOWN)
        },
        ..MEASURE
    },
    // Berthold 2013.
    Metric {
        name: "primal integral",
        unit: "s",
        is_optional: true,
        value: |run| run.primal_integral_s.ok_or("without a time limit, a known optimal length or recorded solutions"),
        ..MEASURE
    },
    Metric {
        name: "error",
        title: "optimal length - h0 (moves)",
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
        title: "optimal length, given or proved (moves)",
        unit: "moves",
        value: |run| known(run.optimal.or(run.proved())),
        ..METRIC
    },
    Metric { name: "excess", unit: "moves", value: |run| Ok(known(run.path_cost())? - known(run.optimal)?), ..METRIC },
    // The length / the cube of the side of a square with the same number of cells.
    Metric {
        name: "length per cube",
        unit: "ratio",
        value: |run| Ok(known(run.length)? / (known(run.rows)? * known(run.cols)?).powf(1.5)),
        ..METRIC
    },
    Metric { name: "move runs", unit: "moves", value: |run| known(run.move_runs), ..METRIC },
    // As generated, without the start, which not all programs count.
    Metric { name: "successors", unit: "nodes", value: |run| Ok(count(run.generated)? - 1.0), ..METRIC },
    Metric { name: "wall time", unit: "s", value: |run| Ok(run.wall_s), ..METRIC },
    Metric { name: "memory", unit: "bytes", value: |run| count(run.peak_bytes), ..METRIC },
    Metric { name: "disk", unit: "bytes", value: |run| count(run.peak_disk), ..METRIC },
    Metric {
        name: "lower bound",
        unit: "of the cost model",
        better: Better::Higher,
        value: |run| count(run.lower_bound),
        ..METRIC
    },
    // The load of the hash table at the end.
    Metric {
        name: "load",
        unit: "ratio",
        value: |run| Ok(count(run.table_states)? / count(run.table_slots)?),
        ..METRIC
    },
    // The mean number of slots probed to find a state.
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
    Metric { name: "optimal", value: |run| flag(run.path_cost().is_some() && run.path_cost() == run.optimal), ..SHARE },
    Metric {
        name: "optimal if known",
        value: |run| flag(known(run.path_cost())?.total_cmp(&known(run.optimal)?).is_eq()),
        ..SHARE
    },
    // Values of heuristics, enumerations and tables, which no run has.
    Metric { name: "eta", unit: "share", ..METRIC },
    Metric { name: "states", unit: "states", ..METRIC },
    Metric { name: "strings", unit: "strings", ..METRIC },
    Metric { name: "table bytes", unit: "bytes", ..METRIC },
];

impl Metric {
    /// Its value of `run`, or the description of a run without one.
    pub(crate) fn evaluate(&self, run: impl Into<RunFacts>) -> Result<f64, &'static str> {
        (self.value)(&run.into())
    }

    /// Its value of `run` for a statistic; a penalised value only if all runs of the set had the same limits.
    pub(crate) fn comparable_value(&self, run: &ReportRun, has_equal_limits: bool) -> Result<f64, &'static str> {
        if self.over == RunScope::All && !has_equal_limits {
            Err("limits of this set differ")
        } else {
            self.evaluate(run)
        }
    }

    /// Whether a statistic is a lower bound if runs were stopped. A speed is not: it is the speed until the run was stopped.
    pub(crate) fn is_bounded(&self) -> bool {
        self.over == RunScope::Effort && self.is_skewed
    }

    /// Its values of the `runs` that have one.
    pub(crate) fn values(&self, runs: &[ReportRun]) -> Vec<f64> {
        runs.iter().filter_map(|run| self.evaluate(run).ok()).collect()
    }

    /// Its value of `run` as penalised averages need it.
    pub(crate) fn timing(&self, run: impl Into<RunFacts>) -> Timing {
        let run = run.into();
        Timing { seconds: (self.value)(&run).ok(), limit: (self.limit)(&run), solved: run.is_solved() }
    }

    /// The format of its values in tables.
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

/// The metrics of the table "All measures".
pub(crate) fn measures() -> impl Iterator<Item = &'static Metric> {
    METRICS.iter().filter(|metric| metric.is_measure)
}

const UNKNOWN: &str = "without a value";

fn known(value: Option<u32>) -> Result<f64, &'static str> {
    value.map(f64::from).ok_or(UNKNOWN)
}

fn count(value: Option<u64>) -> Result<f64, &'static str> {
    value.map(|value| value as f64).ok_or(UNKNOWN)
}

/// The length / the optimal length, if both are known.
pub(crate) fn suboptimality(cost: Option<u32>, optimal: Option<u32>) -> Option<f64> {
    match (cost?, optimal?) {
        // The start is the goal.
        (0, 0) => Some(1.0),
        (_, 0) => None,
        (cost, optimal) => Some(f64::from(cost) / f64::from(optimal)),
    }
}

/// 1 for true, 0 for false.
#[expect(clippy::unnecessary_wraps, reason = "a value of a run")]
fn flag(is: bool) -> Result<f64, &'static str> {
    Ok(f64::from(u8::from(is)))
}

fn memory(run: &RunFacts) -> Result<f64, &'static str> {
    let bytes = run.counted(run.peak_bytes)?;
    if bytes > 0.0 { Ok(bytes) } else { Err("without a measured memory") }
}

/// The penalised cost, of which PAR2 is the mean. It is defined only if every run had a limit, so a solved run without one
/// has no value.
pub(crate) fn penalised(timing: Timing) -> Option<f64> {
    timing.limit.and_then(|_| timing.penalised())
}

/// The penalised `cost` of `run`; an unsolvable instance has none.
fn penalised_value(run: &RunFacts, cost: &Metric, without_limit: &'static str) -> Result<f64, &'static str> {
    if run.status == Status::Unsolvable {
        return Err(run.status.name());
    }
    penalised(cost.timing(*run)).ok_or(without_limit)
}

/// The time of `run` as penalised averages need it.
pub(crate) fn time(run: &ReportRun) -> Timing {
    TIME.timing(run)
}

/// The nodes of `run`, which are penalised as times are: twice the limit.
pub(crate) fn nodes(run: &ReportRun) -> Timing {
    GENERATED.timing(run)
}

/// Whether `run` was stopped before its search ended by itself.
pub(crate) fn is_cut(run: &ReportRun) -> bool {
    run.status.is_limit() || run.status.is_unexplained() || run.status == Status::Cancelled
}

/// Whether `run` solved its instance.
pub(crate) fn is_solved(run: &ReportRun) -> bool {
    run.status == Status::Solved
}

/// Whether `run` attempted its instance: it was neither cancelled nor refused before the search.
pub(crate) fn is_attempt(run: &ReportRun) -> bool {
    is_solvable(run) && !matches!(run.status, Status::Cancelled | Status::Unsupported)
}

/// Whether the instance of `run` may have a solution. Parity decides it before any search, so a run on another instance
/// says nothing about its configuration.
pub(crate) fn is_solvable(run: &ReportRun) -> bool {
    run.status != Status::Unsolvable
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, run: &ReportRun) -> Result<f64, &'static str> {
        named(name).evaluate(run)
    }

    #[test]
    fn a_run_without_a_value_has_a_reason() {
        let stopped =
            ReportRun { status: Status::MemoryLimit, generated: Some(5), length: Some(7), ..ReportRun::default() };
        assert_eq!(value("length", &stopped), Err("memory-limit"));
        assert_eq!(value("generated", &stopped), Ok(5.0));
        assert_eq!(value("nodes/s", &stopped), Err("memory-limit"));
        assert_eq!(value("PAR2 time", &stopped), Err("without a time limit"));
        let solved = ReportRun { status: Status::Solved, ..stopped };
        assert_eq!(value("suboptimality", &solved), Err("without a known optimal length"));
        assert_eq!(value("PAR2 nodes", &solved), Err("without a node limit"), "although it is solved");
    }

    #[test]
    fn a_killed_run_has_a_time_and_no_counts() {
        let killed = ReportRun { status: Status::TimeLimit, lost_counts: true, wall_s: 60.2, ..ReportRun::default() };
        assert_eq!(value("time", &killed), Ok(60.2));
        assert_eq!(value("generated", &killed), Err("killed, counts lost"));
        let external = ReportRun { status: Status::Solved, wall_s: 1.0, ..ReportRun::default() };
        assert_eq!(value("expanded", &external), Err("without this count"));
    }

    #[test]
    fn a_stopped_run_costs_twice_its_limit() {
        let run = ReportRun {
            status: Status::NodeLimit,
            node_limit: Some(30),
            time_limit_s: Some(4.0),
            ..ReportRun::default()
        };
        assert_eq!([value("PAR2 time", &run), value("PAR2 nodes", &run)], [Ok(8.0), Ok(60.0)]);
        let run = ReportRun { status: Status::Solved, generated: Some(9), wall_s: 1.0, ..run };
        assert_eq!([value("PAR2 time", &run), value("PAR2 nodes", &run)], [Ok(1.0), Ok(9.0)]);
    }
}
