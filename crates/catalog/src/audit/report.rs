//! The report of an audit, and its verdicts on the declared properties.

use core::fmt;

use tilebench_core::{Cost, Termination};
use tilebench_puzzle::{Board, CostModel};

use super::{AuditTally, SampleResult};
use crate::HeuristicInfo;

/// The properties that a heuristic declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredProperties {
    /// Never above the true distance.
    pub admissible: bool,
    /// Never decreases by more than the cost of a move, and 0 at the goal.
    pub consistent: bool,
}

impl From<&HeuristicInfo> for DeclaredProperties {
    fn from(info: &HeuristicInfo) -> Self {
        Self { admissible: info.admissible, consistent: info.consistent }
    }
}

/// The verdict on a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyVerdict {
    /// It holds: all states were examined.
    Holds,
    /// No counter-example was found, but not all states were examined.
    NotRefuted,
    /// A counter-example was found.
    Refuted,
}

/// The result of an audit.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditReport {
    /// The name of the heuristic.
    pub heuristic: String,
    /// The properties that it declares.
    pub declared: DeclaredProperties,
    /// The name of the heuristic with which it was compared.
    pub against: Option<String>,
    /// The goal.
    pub goal: Board,
    /// The cost model.
    pub cost_model: &'static CostModel,
    /// The estimate of the goal, which must be 0.
    pub goal_estimate: Cost,
    /// The counts over the states examined.
    pub tally: AuditTally,
    /// The results of the sample, if the plan was not to examine all states.
    pub sample: Option<SampleResult>,
    /// The reason, if the audit ended early: memory, or the stop flag.
    pub stopped: Option<Termination>,
}

impl AuditReport {
    /// Whether all states were examined.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.sample.is_none() && self.stopped.is_none()
    }

    /// Whether no estimate is above the true distance.
    #[must_use]
    pub fn admissible(&self) -> PropertyVerdict {
        self.verdict(self.tally.estimates.overestimates > 0 || self.goal_estimate > 0)
    }

    /// Whether no estimate decreases by more than the cost of a move, and the estimate of the goal is 0.
    #[must_use]
    pub fn consistent(&self) -> PropertyVerdict {
        self.verdict(self.tally.edges.inconsistent > 0 || self.goal_estimate > 0)
    }

    /// Whether no declared property was refuted, and the heuristic obeys the laws of all heuristics: steps equal
    /// recomputation, and the estimate of the goal is 0.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let refuted = [
            self.declared.admissible && self.admissible() == PropertyVerdict::Refuted,
            self.declared.consistent && self.consistent() == PropertyVerdict::Refuted,
            self.tally.edges.defects > 0,
            self.goal_estimate > 0,
        ];
        !refuted.contains(&true)
    }

    fn verdict(&self, has_counter_example: bool) -> PropertyVerdict {
        match (has_counter_example, self.is_complete()) {
            (true, _) => PropertyVerdict::Refuted,
            (false, true) => PropertyVerdict::Holds,
            (false, false) => PropertyVerdict::NotRefuted,
        }
    }
}

impl fmt::Display for PropertyVerdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Holds => "holds",
            Self::NotRefuted => "not refuted",
            Self::Refuted => "refuted",
        })
    }
}
