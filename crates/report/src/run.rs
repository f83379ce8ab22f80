//! The run of a report: a record without the columns that are never drawn or tabulated.

use std::sync::Arc;

use tilebench_record::{Proof, Status};

use crate::expression::number_text;
use crate::proved_lengths::is_proof;

/// Facts about the solutions that a run found over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AnytimeFacts {
    /// The seconds until its first solution, if it found one.
    pub(crate) first_solution_s: Option<f64>,
    /// Its primal integral in seconds (Berthold 2013), if it had a time limit and the optimal cost is known.
    pub(crate) primal_integral_s: Option<f64>,
    /// The number of its solutions.
    pub(crate) solutions: usize,
    /// The last lower bound that it proved over the optimal cost, if both are known.
    pub(crate) proved_share: Option<f64>,
}

/// A run in memory. A million of them need some hundreds of megabytes, whereas complete records need gigabytes.
///
/// The path, the board and most counts stay in the folder. Equal texts share their memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ReportRun {
    /// The run's name, empty unless it is a fault of the program.
    pub(crate) id: Arc<str>,
    /// The index of its row in `runs.csv`: rows are in the order in which runs ended.
    pub(crate) row: u32,
    /// The instance set's name.
    pub(crate) set: Arc<str>,
    /// The instance's name in its set.
    pub(crate) instance: Arc<str>,
    /// The rows of the board, if there is one.
    pub(crate) rows: Option<u32>,
    /// The columns of the board.
    pub(crate) cols: Option<u32>,
    /// The configuration's display name.
    pub(crate) solver: Arc<str>,
    /// The algorithm's name.
    pub(crate) algorithm: Arc<str>,
    /// The heuristic's name, if any.
    pub(crate) heuristic: Arc<str>,
    /// The weight as exact text, if any.
    pub(crate) weight: Arc<str>,
    /// The weight as a number.
    pub(crate) weight_value: Option<f64>,
    /// Further options of the configuration.
    pub(crate) options: Arc<str>,
    /// The operator order, empty if it has none of its own.
    pub(crate) order: Arc<str>,
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// The number of the repetition.
    pub(crate) repeat: u32,
    /// How the run ended.
    pub(crate) status: Status,
    /// The proof that the run gives for `length`.
    pub(crate) proof: Proof,
    /// The moves of the path found.
    pub(crate) length: Option<u32>,
    /// The cost of the path found, unless every move costs 1.
    pub(crate) cost: Option<u32>,
    /// The known least cost: the length of a shortest path if every move costs 1.
    pub(crate) optimal: Option<u32>,
    /// The heuristic value of the start.
    pub(crate) h0: Option<u32>,
    /// Nodes expanded, if known.
    pub(crate) expanded: Option<u64>,
    /// Nodes generated, if known.
    pub(crate) generated: Option<u64>,
    /// The maximum bytes of the algorithm's own structures, if known.
    pub(crate) peak_bytes: Option<u64>,
    /// Wall-clock seconds of the search.
    pub(crate) wall_s: f64,
    /// (maximum - minimum) / median of the times of the repeats that it represents, if there are several.
    pub(crate) spread: Option<f64>,
    /// The number of runs it represents: repeats and seeds of the same configuration on the same instance.
    pub(crate) repeats: u32,
    /// The number of these that solved the instance.
    pub(crate) solved_repeats: u32,
    /// The error message, empty unless it is a fault of the program.
    pub(crate) message: Arc<str>,
    /// All limits of the run as text, by which limits are compared.
    pub(crate) limits: Arc<str>,
    /// The time limit in seconds.
    pub(crate) time_limit_s: Option<f64>,
    /// The node limit.
    pub(crate) node_limit: Option<u64>,
    /// Whether its counts were lost because it was killed at a limit.
    pub(crate) lost_counts: bool,
    /// Whether a filter on outcomes excludes it: it counts in every n, but is not shown.
    pub(crate) is_outside: bool,
    /// The solutions that it found over time, if any run of the folder has several.
    pub(crate) anytime: Option<Box<AnytimeFacts>>,
    /// Further values that were requested, in the order of the request; none in a report.
    pub(crate) requested: Box<[RequestedValue]>,
}

impl ReportRun {
    /// The cost of the path found: its length if every move costs 1.
    pub(crate) fn path_cost(&self) -> Option<u32> {
        self.cost.or(self.length)
    }

    /// The cost of the path, if the run proved it optimal.
    pub(crate) fn proved(&self) -> Option<u32> {
        self.path_cost().filter(|_| is_proof(&self.algorithm, self.status, self.proof))
    }

    /// Nodes generated, if known.
    pub(crate) fn nodes(&self) -> Option<f64> {
        self.generated.map(|generated| generated as f64)
    }

    /// Whether only some of the repeats that it represents solved the instance.
    pub(crate) fn is_mixed(&self) -> bool {
        (1..self.repeats).contains(&self.solved_repeats)
    }

    /// Seconds of the search, if there was one.
    pub(crate) fn time(&self) -> Option<f64> {
        Some(self.wall_s).filter(|&seconds| seconds > 0.0)
    }
}

/// A requested value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum RequestedValue {
    /// It is missing.
    #[default]
    None,
    /// A number that is the same in every repeat.
    Number(f64),
    /// A measured number; its median over repeats counts.
    Measured(f64),
    /// A text.
    Text(Arc<str>),
}

impl RequestedValue {
    /// The number, if it is one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) | Self::Measured(number) => Some(*number),
            Self::None | Self::Text(_) => None,
        }
    }

    /// The value as text, empty if it is missing.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Number(number) | Self::Measured(number) => number_text(*number),
            Self::Text(text) => text.to_string(),
        }
    }
}
