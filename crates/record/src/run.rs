//! One run: a row of `runs.csv`.

use crate::column::Role::{Answer, Counted, Ending, Measured, OfInstance};
use crate::column::Scale::{Linear, Log, LogSeconds};
use crate::csv_row::CsvRow as _;
use crate::schema::schema;
use crate::{CellGetter, Column, EndedBy, Proof, Status};

const NO_PATH: &str = "no path was found";
const NO_COST: &str = "no path was found, or the row is older";
const ONE_DIRECTION: &str = "the search has one direction, or did not report it";
const NOT_COUNTED: &str = "the solver did not report it, or its process was killed";
const NO_TILES: &str = "the domain is not tiles";
const NO_LIMIT: &str = "the run had no such limit";
const NOT_MEASURED: &str = "hash-statistics was not set";

schema! {
    /// One run of one configuration on one instance: a row of `runs.csv`, and the keys of a run as JSON.
    ///
    /// An unknown count is `None` and an empty field, never 0: the counts of a killed run are lost, and an external solver may
    /// report none.
    pub struct Run("runs.csv", "One run of one configuration on one instance.", 34, Run::clear_zero_counts) {
        /// Hash of everything that determines the run; the last row with an id counts.
        run_id: String { title: "run" },
        /// Name of the experiment.
        experiment: String,
        /// Instance set: a built-in set, a rule, or a file.
        set: String { title: "instance set" },
        /// Id of the instance in its set.
        instance: String { role: OfInstance },
        /// Rows of the board.
        rows: Option<u32> { title: "rows of the board", unit: "cells", role: OfInstance, empty: NO_TILES },
        /// Columns of the board.
        cols: Option<u32> { title: "columns of the board", unit: "cells", role: OfInstance, empty: NO_TILES },
        /// Start: tiles in reading order, 0 is the blank, or a state as its domain writes it.
        board: String { title: "start", role: OfInstance },
        /// Goal: blank-first, blank-last, tiles in reading order, or a state of another domain.
        goal: String { role: OfInstance },
        /// Name of the configuration, unique in its experiment.
        solver: String { title: "configuration" },
        /// Algorithm; command for an external solver.
        algorithm: String,
        /// Heuristic.
        heuristic: String { empty: "the algorithm takes none" },
        /// Weight on the heuristic, as a decimal or an exact ratio such as 4/3.
        weight: String { scale: Linear, empty: "the algorithm takes none" },
        /// Operator order: a permutation of U, L, R and D.
        order: String { title: "operator order", empty: "the solver is external, or the domain is not tiles" },
        /// Seed of every random choice of the run.
        seed: u64,
        /// Repetition of the same run, counted from 1.
        repeat: u32,
        /// How the run ended.
        status: Status { role: Ending },
        /// Proof of the length by the run.
        proof: Proof { role: Ending },
        /// Moves of the path found, replayed by the checker.
        length: Option<u32> { title: "solution length (moves)", unit: "moves", role: Answer, empty: NO_PATH },
        /// Known least cost of a path, from the instance set: the length of a shortest path under the cost model unit. Empty in metric multi.
        optimal: Option<u32> {
            title: "optimal length (moves)", unit: "of the cost model", role: OfInstance, empty: "the set does not state it for the cost model",
        },
        /// Heuristic value of the start.
        h0: Option<u32> {
            title: "h0, heuristic value of the start (moves)", unit: "of the cost model", empty: "the run has no heuristic, or h0 is unknown",
        },
        /// Nodes whose successors were produced, without the goal that ends the search.
        expanded: Option<u64> {
            title: "nodes expanded", unit: "nodes", scale: Log, role: Counted, empty: NOT_COUNTED,
        },
        /// Successors produced, duplicates included and inverse moves excluded, plus 1 for the start.
        generated: Option<u64> {
            title: "nodes generated", unit: "nodes", scale: Log, role: Counted, limit: "node_limit", empty: NOT_COUNTED,
        },
        /// Closed nodes that were put back on the open list.
        reopened: Option<u64> {
            title: "nodes reopened", unit: "nodes", scale: Log, role: Counted, empty: NOT_COUNTED,
        },
        /// Heuristic evaluations.
        evaluated: Option<u64> {
            title: "heuristic evaluations", unit: "nodes", scale: Log, role: Counted, empty: NOT_COUNTED,
        },
        /// Iterations of iterative deepening, queries, probes, stages or jumps, or searches of an anytime algorithm.
        iterations: Option<u64> { role: Counted, empty: NOT_COUNTED },
        /// Maximum size of the open list.
        peak_open: Option<u64> {
            title: "maximum size of the open list", unit: "nodes", scale: Log, role: Counted, empty: NOT_COUNTED,
        },
        /// Maximum size of the closed list.
        peak_closed: Option<u64> {
            title: "maximum size of the closed list", unit: "nodes", scale: Log, role: Counted, empty: NOT_COUNTED,
        },
        /// Maximum memory of the algorithm's own data structures.
        peak_bytes: Option<u64> {
            title: "maximum bytes of the algorithm's own structures", unit: "bytes", scale: Log, role: Counted,
            limit: "memory_limit_mib", empty: NOT_COUNTED,
        },
        /// Maximum resident memory of the process.
        peak_rss: Option<u64> {
            title: "maximum resident bytes of the process", unit: "bytes", scale: Log, role: Measured,
            empty: "it is not known for this run alone",
        },
        /// Time to build or load tables, outside of the search.
        setup_s: f64 { title: "time to build or load tables", unit: "s", scale: LogSeconds, role: Measured },
        /// Wall-clock time of the search; of an external solver, of the whole process; in work units, the sum over processes.
        wall_s: f64 {
            title: "wall time of the search", unit: "s", scale: LogSeconds, role: Measured, limit: "time_limit_s",
        },
        /// Processor time of the search, summed over its threads, and in work units over processes.
        cpu_s: f64 {
            title: "processor time of the search", unit: "s", scale: LogSeconds, role: Measured, limit: "cpu_limit_s",
        },
        /// Path found: moves of the blank, U, D, L and R, or the operators of another domain separated by spaces.
        moves: String { role: Answer, empty: NO_PATH },
        /// Description of the failure, in a sentence.
        message: String { role: Ending, empty: "the run has no message" },
        /// Options that differ from their defaults, as name=value separated by semicolons.
        options: String { empty: "all are defaults" },
        /// Limit on wall-clock time.
        time_limit_s: Option<f64> { title: "time limit", unit: "s", scale: LogSeconds, empty: NO_LIMIT },
        /// Limit on nodes generated.
        node_limit: Option<u64> { title: "node limit", unit: "nodes", scale: Log, empty: NO_LIMIT },
        /// Limit on memory.
        memory_limit_mib: Option<u64> {
            former: "memory_limit_mb", title: "memory limit (MiB)", unit: "MiB", scale: Log, empty: "the file states none",
        },
        /// Runs of equal moves in the path found.
        move_runs: Option<u32> {
            title: "moves, consecutive equal ones counted once", unit: "moves", role: Answer, empty: NO_PATH,
        },
        /// Slots of the hash table at the end.
        table_slots: Option<u64> {
            title: "slots of the hash table", scale: Log, role: Counted, empty: NOT_MEASURED,
        },
        /// States in the hash table at the end.
        table_states: Option<u64> {
            title: "states in the hash table", unit: "states", scale: Log, role: Counted, empty: NOT_MEASURED,
        },
        /// Slots probed to find each of these states once, summed.
        table_probes: Option<u64> {
            title: "slots probed for all states", scale: Log, role: Counted, empty: NOT_MEASURED,
        },
        /// Slots probed for the state that is found last.
        table_longest: Option<u64> {
            title: "slots probed for the last state", scale: Log, role: Counted, empty: NOT_MEASURED,
        },
        /// Limit on the files of the search.
        disk_limit_mib: Option<u64> {
            former: "disk_limit_mb", title: "limit on files (MiB)", unit: "MiB", scale: Log, empty: NO_LIMIT,
        },
        /// Maximum size of the files of the search.
        peak_disk: Option<u64> {
            title: "maximum bytes of files", unit: "bytes", scale: Log, role: Counted, limit: "disk_limit_mib",
        },
        /// Limit on processor time.
        cpu_limit_s: Option<f64> { title: "limit on processor time", unit: "s", scale: LogSeconds, empty: NO_LIMIT },
        /// Limit on the length of a path.
        depth_limit: Option<u64> { title: "limit on moves", unit: "moves", empty: NO_LIMIT },
        /// Who ended a run at a limit.
        ended_by: Option<EndedBy> { title: "enforcer of the limit", role: Ending, empty: "no limit ended it" },
        /// How far the run exceeded the limit that ended it: s, nodes, MiB or moves.
        overshoot: Option<f64> {
            title: "overshoot, in the limit's unit", unit: "unit of the limit", role: Measured,
            empty: "no limit ended it, or it is unknown",
        },
        /// Signal that ended its process.
        signal: Option<u32> { role: Ending, empty: "no signal ended it" },
        /// Instructions of the search outside of the system's kernel.
        instructions: Option<u64> {
            title: "instructions of the search", unit: "instructions", scale: Log, role: Measured,
            empty: "they could not be counted",
        },
        /// Cost of the path found; if every move costs 1, and in metric multi, its length.
        cost: Option<u64> { title: "path cost", unit: "of the cost model", role: Answer, empty: NO_COST },
        /// Cost model: unit (every move costs 1), heavy, inverse, sqrt, reverse or unit-fraction.
        cost_model: String { title: "cost model", default: "unit", empty: "the row is older, which means unit" },
        /// Metric: the definition of one move; single means one tile by one cell, multi a slide of one or more tiles of a row or column.
        metric: String { default: "single", empty: "the row is older, which means single" },
        /// Nodes expanded by the backward search, which are part of expanded.
        expanded_backward: Option<u64> {
            title: "nodes expanded backward", unit: "nodes", scale: Log, role: Counted, empty: ONE_DIRECTION,
        },
        /// Nodes generated by the backward search, which are part of generated.
        generated_backward: Option<u64> {
            title: "nodes generated backward", unit: "nodes", scale: Log, role: Counted, empty: ONE_DIRECTION,
        },
        /// Number of incumbents in incumbents.csv.
        incumbents: Option<u64> {
            role: Counted, empty: "the run did not search, the process was killed, or the row is older",
        },
        /// Nodes expanded when the answer was found; the rest of the search proved its cost. All nodes for a search that reports its answer
        /// only at its end, such as `bts`, `idastar-cr`, `hdastar` and the rules of HOG2.
        found_expanded: Option<u64> {
            title: "nodes expanded when the answer was found", unit: "nodes", scale: Log, role: Counted,
            empty: "no path was found, its time is unknown, or the row is older",
        },
        /// Cost from the start to the state in which the two parts of the answer meet.
        meeting_g: Option<u64> { title: "g of the meeting state", unit: "of the cost model", role: Counted, empty: ONE_DIRECTION },
        /// Cost from that state to the goal.
        meeting_g_backward: Option<u64> {
            title: "g of the meeting state, backward", unit: "of the cost model", role: Counted, empty: ONE_DIRECTION,
        },
        /// Lower bound on the cost of every path. An anytime search proves it until its end or its time limit, and IDA* with a weight of 1
        /// until another limit stops it: its threshold.
        lower_bound: Option<u64> {
            title: "proved lower bound on the cost", unit: "of the cost model", role: Ending,
            empty: "the algorithm proved none, IDA* solved the instance, a time limit stopped the search (an anytime search: before its first solution), or the row is older",
        },
        /// Domain of the instance: tiles, or another one such as pancake.
        domain: String { default: "tiles", role: OfInstance, empty: "the row is older, which means tiles" },
        /// Attributes that the algorithm or the program added to the run, as name=value separated by semicolons.
        attributes: String { role: Counted, empty: "it added none" },
    }
}

/// The name of the problems of an instance set under a cost model and in a metric: `korf100`, `korf100 (heavy)`, or
/// `korf100 (multi)`.
#[must_use]
pub fn problem_set(set: &str, cost_model: &str, metric: &str) -> String {
    let set = if cost_model == "unit" { set.to_owned() } else { format!("{set} ({cost_model})") };
    if metric == "multi" { format!("{set} (multi)") } else { set }
}

impl Run {
    /// The columns in order, each with its value in a run.
    pub fn columns() -> impl Iterator<Item = (&'static Column, CellGetter<Self>)> {
        Self::COLUMNS.iter().zip(Self::values().iter().copied())
    }

    /// The name of the column that is, or was formerly, called `name`.
    #[must_use]
    pub fn column_name(name: &str) -> &str {
        let renamed = Self::COLUMNS.iter().find(|column| !column.former.is_empty() && column.former == name);
        renamed.map_or(name, |column| column.name)
    }

    /// The name of the set of problems that its instance belongs to: the instance set, the cost model unless every
    /// move costs 1, and the metric unless it is single.
    #[must_use]
    pub fn problem_set(&self) -> String {
        problem_set(&self.set, &self.cost_model, &self.metric)
    }

    /// The cost of the path found in the unit of the cost model, unless every move costs 1 or it exceeds 32 bits.
    #[must_use]
    pub fn model_cost(&self) -> Option<u32> {
        u32::try_from(self.cost.filter(|_| self.cost_model != "unit")?).ok()
    }

    /// The weight as a number, for axes and means; `None` without a weight.
    #[must_use]
    pub fn weight_value(&self) -> Option<f64> {
        match self.weight.split_once('/') {
            Some((num, den)) => Some(num.parse::<f64>().ok()? / den.parse::<f64>().ok()?),
            None => self.weight.parse().ok(),
        }
        .filter(|value| value.is_finite())
    }

    /// The factor of the least cost within which the run claims its answer to be, unless it is claimed to be optimal: the cost
    /// divided by the lower bound that it proved, or its weight.
    #[must_use]
    pub fn claimed_factor(&self) -> Option<f64> {
        match (self.cost, self.lower_bound) {
            (Some(cost), Some(bound)) => Some(cost as f64 / bound as f64).filter(|factor| factor.is_finite()),
            _ => self.weight_value(),
        }
    }

    /// Whether the counts of the search were lost because the run was killed at a limit.
    #[must_use]
    pub fn lost_counts(&self) -> bool {
        self.generated.is_none() && matches!(self.ended_by, Some(EndedBy::Runner | EndedBy::System))
    }

    /// The run with unknown counts if all are 0: older versions wrote 0 for unknown.
    fn clear_zero_counts(self) -> Self {
        if self.generated != Some(0) || self.expanded != Some(0) {
            return self;
        }
        let (expanded, generated, reopened, evaluated) = (None, None, None, None);
        let (iterations, peak_open, peak_closed, peak_bytes, peak_disk) = (None, None, None, None, None);
        let counts = Self { expanded, generated, reopened, evaluated, iterations, peak_open, ..self };
        Self { peak_closed, peak_bytes, peak_disk, ..counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnKind;

    #[test]
    fn the_keys_of_a_run_as_json_are_the_columns() {
        let json = serde_json::to_value(Run::default()).unwrap();
        let mut keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let mut columns: Vec<&str> = Run::COLUMNS.iter().map(|column| column.name).collect();
        keys.sort_unstable();
        columns.sort_unstable();
        assert_eq!(keys, columns);
    }

    #[test]
    fn one_of_columns_list_exactly_the_existing_names() {
        let names = |name: &str| match Run::COLUMNS.iter().find(|column| column.name == name).unwrap().kind {
            ColumnKind::OneOf(names) => names.to_vec(),
            kind => panic!("{kind}"),
        };
        assert_eq!(names("status"), Status::ALL.iter().map(|status| status.name()).collect::<Vec<_>>());
        assert_eq!(names("proof"), Proof::ALL.iter().map(|proof| proof.name()).collect::<Vec<_>>());
        assert_eq!(names("ended_by"), EndedBy::ALL.iter().map(|by| by.name()).collect::<Vec<_>>());
    }

    #[test]
    fn weights_are_decimals_or_ratios() {
        let value = |weight: &str| Run { weight: weight.into(), ..Run::default() }.weight_value();
        assert_eq!(value("1.5"), Some(1.5));
        assert_eq!(value("9/4"), Some(2.25));
        assert_eq!(value(""), None);
        assert_eq!(value("1/0"), None);
    }
}
