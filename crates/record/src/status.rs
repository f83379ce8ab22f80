//! How a run ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::names::{self, UnknownName};

/// How a run ended, in kebab-case wherever it is text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A path to the goal was found, and the checker replayed it.
    Solved,
    /// The goal cannot be reached from this board.
    Unsolvable,
    /// The method came to its own end without an answer, as a greedy search may.
    GaveUp,
    /// The time limit ended the search.
    TimeLimit,
    /// The node limit ended the search.
    NodeLimit,
    /// The memory limit ended the search.
    MemoryLimit,
    /// The depth to which paths were to be searched ended the search.
    DepthLimit,
    /// The limit on the search's files, or a full disk, ended the search.
    DiskLimit,
    /// The search panicked or its process died.
    #[default]
    Crashed,
    /// The checker refused the answer.
    Wrong,
    /// This configuration cannot search this board.
    Unsupported,
    /// The user stopped the search.
    Cancelled,
}

impl Status {
    /// Every status, in the order in which tables list them.
    pub const ALL: &'static [Self] = &[
        Self::Solved,
        Self::Unsolvable,
        Self::GaveUp,
        Self::TimeLimit,
        Self::NodeLimit,
        Self::MemoryLimit,
        Self::DepthLimit,
        Self::DiskLimit,
        Self::Crashed,
        Self::Wrong,
        Self::Unsupported,
        Self::Cancelled,
    ];

    /// Their names, in the same order.
    pub(crate) const NAMES: &'static [&'static str] = &names::names_of!(Self);

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::GaveUp => "gave-up",
            Self::TimeLimit => "time-limit",
            Self::NodeLimit => "node-limit",
            Self::MemoryLimit => "memory-limit",
            Self::DepthLimit => "depth-limit",
            Self::DiskLimit => "disk-limit",
            Self::Crashed => "crashed",
            Self::Wrong => "wrong",
            Self::Unsupported => "unsupported",
            Self::Cancelled => "cancelled",
        }
    }

    /// The meaning, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Solved => "A path to the goal was found, and the checker replayed it.",
            Self::Unsolvable => "The goal cannot be reached from the start.",
            Self::GaveUp => "The method ended without a path before any limit, as an incomplete search may.",
            Self::TimeLimit => "The limit on wall-clock or processor time ended the search.",
            Self::NodeLimit => "The limit on nodes generated ended the search.",
            Self::MemoryLimit => {
                "The limit on memory, or a depth-first search's limit of 4,096 moves, ended the search."
            }
            Self::DepthLimit => "No path within the limit on its length was found.",
            Self::DiskLimit => "The limit on the search's files, or a full disk, ended the search.",
            Self::Crashed => "The search panicked, its process died, or an external solver gave no answer.",
            Self::Wrong => "The checker refused the answer.",
            Self::Unsupported => "The configuration cannot search this board; nothing was run.",
            Self::Cancelled => "The user stopped the search; such a run is not recorded.",
        }
    }

    /// Whether a limit ended the run.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(self, Self::TimeLimit | Self::NodeLimit | Self::MemoryLimit | Self::DepthLimit | Self::DiskLimit)
    }

    /// Whether this end is a fault of the program, which has to be examined before any result is trusted.
    #[must_use]
    pub fn is_unexplained(self) -> bool {
        matches!(self, Self::Crashed | Self::Wrong)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

impl FromStr for Status {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find("status", Self::ALL, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_is_read_back_from_its_name_which_serde_uses_too() {
        for &status in Status::ALL {
            assert_eq!(status.to_string().parse(), Ok(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }

    #[test]
    fn only_crashed_and_wrong_are_unexplained() {
        let unexplained: Vec<_> = Status::ALL.iter().filter(|status| status.is_unexplained()).collect();
        assert_eq!(unexplained, [&Status::Crashed, &Status::Wrong]);
    }

    #[test]
    fn an_unknown_status_is_refused_with_the_valid_names() {
        let error = "solvd".parse::<Status>().unwrap_err().to_string();
        assert!(
            error.starts_with("'solvd' is not a status: use one of solved, unsolvable, gave-up, time-limit"),
            "{error}"
        );
    }
}
