//! Why a heuristic is not made for a board.

use core::fmt;

/// A heuristic that cannot be made for a board: one sentence that says why and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsuited(pub String);

impl fmt::Display for Unsuited {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl core::error::Error for Unsuited {}
