//! The values of a run that metrics read, from a record or from a run of a report.

use tilebench_record as record;
use tilebench_record::Status;

use crate::proved_lengths::is_proof;
use crate::run::ReportRun;

/// The properties of a run from which metrics are computed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunFacts {
    /// How it ended.
    pub(crate) status: Status,
    /// Whether it proved that its path is optimal.
    pub(crate) is_proof: bool,
    /// Whether its counts were lost because it was killed at a limit.
    pub(crate) lost_counts: bool,
    /// The rows of the board, if there is one.
    pub(crate) rows: Option<u32>,
    /// The columns of the board.
    pub(crate) cols: Option<u32>,
    /// The weight.
    pub(crate) weight: Option<f64>,
    /// The moves of the path found.
    pub(crate) length: Option<u32>,
    /// The cost of the path found, unless every move costs 1.
    pub(crate) cost: Option<u32>,
    /// The known length of an optimal path.
    pub(crate) optimal: Option<u32>,
    /// The heuristic value of the start.
    pub(crate) h0: Option<u32>,
    /// Nodes expanded.
    pub(crate) expanded: Option<u64>,
    /// Nodes generated.
    pub(crate) generated: Option<u64>,
    /// The maximum memory of the algorithm's own structures.
    pub(crate) peak_bytes: Option<u64>,
    /// Wall-clock time of the search.
    pub(crate) wall_s: f64,
    /// The limit on it.
    pub(crate) time_limit_s: Option<f64>,
    /// The limit on nodes generated.
    pub(crate) node_limit: Option<u64>,
    /// The seconds until the first solution, if a run of the folder has several solutions.
    pub(crate) first_solution_s: Option<f64>,
    /// The primal integral in seconds, likewise.
    pub(crate) primal_integral_s: Option<f64>,
    /// The moves of the path, with consecutive equal moves counted once; known for records only, like the following fields.
    pub(crate) move_runs: Option<u32>,
    /// The maximum size of the files of the search.
    pub(crate) peak_disk: Option<u64>,
    /// The lower bound on the cost of every path.
    pub(crate) lower_bound: Option<u64>,
    /// The slots of the hash table at the end.
    pub(crate) table_slots: Option<u64>,
    /// The states in the hash table.
    pub(crate) table_states: Option<u64>,
    /// The slots probed to find each state once.
    pub(crate) table_probes: Option<u64>,
}

impl From<&record::Run> for RunFacts {
    fn from(run: &record::Run) -> Self {
        Self {
            status: run.status,
            is_proof: is_proof(&run.algorithm, run.status, run.proof),
            lost_counts: run.lost_counts(),
            rows: run.rows,
            cols: run.cols,
            weight: run.weight_value(),
            length: run.length,
            cost: run.model_cost(),
            optimal: run.optimal,
            h0: run.h0,
            expanded: run.expanded,
            generated: run.generated,
            peak_bytes: run.peak_bytes,
            wall_s: run.wall_s,
            time_limit_s: run.time_limit_s,
            node_limit: run.node_limit,
            move_runs: run.move_runs,
            peak_disk: run.peak_disk,
            lower_bound: run.lower_bound,
            table_slots: run.table_slots,
            table_states: run.table_states,
            table_probes: run.table_probes,
            ..Self::default()
        }
    }
}

impl From<&ReportRun> for RunFacts {
    fn from(run: &ReportRun) -> Self {
        Self {
            status: run.status,
            is_proof: is_proof(&run.algorithm, run.status, run.proof),
            lost_counts: run.lost_counts,
            rows: run.rows,
            cols: run.cols,
            weight: run.weight_value,
            length: run.length,
            cost: run.cost,
            optimal: run.optimal,
            h0: run.h0,
            expanded: run.expanded,
            generated: run.generated,
            peak_bytes: run.peak_bytes,
            wall_s: run.wall_s,
            time_limit_s: run.time_limit_s,
            node_limit: run.node_limit,
            first_solution_s: run.anytime.as_ref().and_then(|facts| facts.first_solution_s),
            primal_integral_s: run.anytime.as_ref().and_then(|facts| facts.primal_integral_s),
            ..Self::default()
        }
    }
}

impl RunFacts {
    /// Whether the run solved its instance.
    pub(crate) fn is_solved(&self) -> bool {
        self.status == Status::Solved
    }

    /// The cost of the path found: its length if every move costs 1.
    pub(crate) fn path_cost(&self) -> Option<u32> {
        self.cost.or(self.length)
    }

    /// The cost of the path, if the run proved it optimal.
    pub(crate) fn proved(&self) -> Option<u32> {
        self.path_cost().filter(|_| self.is_proof)
    }

    /// The length of the path, if the run solved its instance.
    pub(super) fn solution(&self) -> Result<f64, &'static str> {
        if !self.is_solved() {
            return Err(self.status.name());
        }
        self.length.map(f64::from).ok_or("without a length")
    }

    /// A count of the run, if it is known.
    pub(super) fn counted(&self, count: Option<u64>) -> Result<f64, &'static str> {
        match count {
            Some(count) => Ok(count as f64),
            None if self.lost_counts => Err("killed, counts lost"),
            None if self.is_solved() || self.status.is_limit() => Err("without this count"),
            None => Err(self.status.name()),
        }
    }

    /// The time of the run, which is also known for killed runs; a run that ended before its search has none.
    pub(super) fn timed(&self) -> Result<f64, &'static str> {
        let without = if self.is_solved() { "without a measured time" } else { self.status.name() };
        if self.wall_s > 0.0 { Ok(self.wall_s) } else { Err(without) }
    }
}
