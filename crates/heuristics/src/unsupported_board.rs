//! The error for boards that a heuristic does not support.

use core::fmt;

/// A heuristic does not support a board: one sentence with the reason and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedBoard(pub String);

impl fmt::Display for UnsupportedBoard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl core::error::Error for UnsupportedBoard {}
