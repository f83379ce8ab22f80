//! The result of an audit, and its verdicts on the heuristic's claims.

use core::fmt;

use tilebench_core::{Cost, Termination};
use tilebench_puzzle::Board;

use super::{Sample, Tally};
use crate::HeuristicInfo;

/// The properties that a heuristic declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// Never above the true distance.
    pub admissible: bool,
    /// Never falls by more than a move along a move, and 0 at the goal.
    pub consistent: bool,
}

impl From<&HeuristicInfo> for Claims {
    fn from(info: &HeuristicInfo) -> Self {
        Self { admissible: info.admissible, consistent: info.consistent }
    }
}

/// The verdict on a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds: all states were examined.
    Holds,
    /// No counter-example is among the states examined, which were not all.
    NotRefuted,
    /// There is a counter-example.
    Refuted,
}

/// The findings on a heuristic.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// Its name.
    pub heuristic: String,
    /// The properties that it declares.
    pub claims: Claims,
    /// The heuristic it was compared with.
    pub against: Option<String>,
    /// The goal.
    pub goal: Board,
    /// The estimate of the goal, which must be 0.
    pub goal_estimate: Cost,
    /// The counts over the states examined.
    pub tally: Tally,
    /// The sample, if not all states were to be examined.
    pub sample: Option<Sample>,
    /// The reason why the audit ended early, if it did: memory, or the stop flag.
    pub stopped: Option<Termination>,
}

impl Audit {
    /// Whether all states were examined.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.sample.is_none() && self.stopped.is_none()
    }

    /// Whether no estimate is above the true distance.
    #[must_use]
    pub fn admissible(&self) -> Verdict {
        self.verdict(self.tally.estimates.overestimates > 0 || self.goal_estimate > 0)
    }

    /// Whether no estimate falls by more than a move along a move, and that of the goal is 0.
    #[must_use]
    pub fn consistent(&self) -> Verdict {
        self.verdict(self.tally.edges.inconsistent > 0 || self.goal_estimate > 0)
    }

    /// Whether the heuristic has the properties that it declares, as far as was examined, and keeps
    /// the laws of all heuristics: its steps equal recomputation, and the goal's estimate is 0.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let refuted = [
            self.claims.admissible && self.admissible() == Verdict::Refuted,
            self.claims.consistent && self.consistent() == Verdict::Refuted,
            self.tally.edges.defects > 0,
            self.goal_estimate > 0,
        ];
        !refuted.contains(&true)
    }

    fn verdict(&self, has_counter_example: bool) -> Verdict {
        match (has_counter_example, self.is_complete()) {
            (true, _) => Verdict::Refuted,
            (false, true) => Verdict::Holds,
            (false, false) => Verdict::NotRefuted,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Holds => "holds",
            Self::NotRefuted => "not refuted",
            Self::Refuted => "refuted",
        })
    }
}
