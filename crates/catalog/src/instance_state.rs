//! The starts and goals of instances, of any domain.

use std::fmt;

use tilebench_puzzle::{Board, Goal, PuzzleError, Size};

/// The name of the domain of sliding tiles.
pub const TILES: &str = "tiles";

/// The start or the goal of an instance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InstanceState {
    /// A board of sliding tiles.
    Board(Board),
    /// A state of another domain.
    Other(DomainState),
}

/// A state of a registered domain, in the form that the domain writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DomainState {
    pub(crate) domain: &'static str,
    pub(crate) text: String,
}

/// The goal of an instance set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetGoal {
    /// A goal of boards of one size.
    Tiles(Goal, Size),
    /// A state of another domain.
    Other(DomainState),
}

impl InstanceState {
    /// The board, if it is one of sliding tiles.
    #[must_use]
    pub fn board(&self) -> Option<&Board> {
        match self {
            Self::Board(board) => Some(board),
            Self::Other(_) => None,
        }
    }

    /// The name of its domain.
    #[must_use]
    pub fn domain(&self) -> &'static str {
        match self {
            Self::Board(_) => TILES,
            Self::Other(state) => state.domain,
        }
    }
}

impl From<Board> for InstanceState {
    fn from(board: Board) -> Self {
        Self::Board(board)
    }
}

impl SetGoal {
    /// The goal as a state.
    ///
    /// # Errors
    ///
    /// If a goal of tiles does not fit the size.
    pub fn state(&self) -> Result<InstanceState, PuzzleError> {
        match self {
            Self::Tiles(goal, size) => goal.board(*size).map(InstanceState::Board),
            Self::Other(state) => Ok(InstanceState::Other(state.clone())),
        }
    }

    /// The size of the boards, if they are of sliding tiles.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        match self {
            Self::Tiles(_, size) => Some(*size),
            Self::Other(_) => None,
        }
    }

    /// The name of its domain.
    #[must_use]
    pub fn domain(&self) -> &'static str {
        match self {
            Self::Tiles(..) => TILES,
            Self::Other(state) => state.domain,
        }
    }
}

impl fmt::Display for InstanceState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.fmt(out),
            Self::Other(state) => out.pad(&state.text),
        }
    }
}

/// A goal of tiles by its name, if it has one.
impl fmt::Display for SetGoal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tiles(goal, _) => goal.fmt(out),
            Self::Other(state) => out.pad(&state.text),
        }
    }
}
