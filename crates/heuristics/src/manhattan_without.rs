//! Manhattan distance without the tiles 1 to k: a heuristic that is weakened on purpose.
//!
//! It shows how an algorithm depends on the accuracy of its heuristic: k = 0 is Manhattan distance, and without all tiles it
//! is 0 for every state. GAP-k, the gap heuristic of Helmert 2010 without the gaps of k pancakes, serves the same purpose
//! (Holte and others 2016). Admissible and consistent, because a move changes the distance of one tile by one, or moves a tile
//! that does not count. The same tiles are left out for every goal, so both directions of a search use the same distance.

use core::fmt;

use tilebench_core::narrow;
use tilebench_puzzle::{Grid, Puzzle, Word};
use tilebench_sanitize::message::excerpt;

use crate::{TileSum, UnsupportedBoard};

/// The tiles that Manhattan distance is weakened by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilesLeftOut {
    /// The tiles 1 to this number.
    UpTo(usize),
    /// All tiles.
    All,
}

impl TilesLeftOut {
    /// Reads a number of tiles, or `all`.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Self, UnsupportedBoard> {
        match (text, text.parse()) {
            ("all", _) => Ok(Self::All),
            (_, Ok(last)) => Ok(Self::UpTo(last)),
            _ => Err(UnsupportedBoard(format!(
                "'{}' is not a number of tiles: use 0 to leave out none, or all",
                excerpt(text)
            ))),
        }
    }
}

/// In the form that [`TilesLeftOut::parse`] reads.
impl fmt::Display for TilesLeftOut {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(last) => write!(out, "{last}"),
            Self::All => out.write_str("all"),
        }
    }
}

/// The last tile that is left out; 0 if none is.
///
/// # Errors
///
/// If more tiles are left out than the board has.
pub(crate) fn last_left_out<W: Word>(puzzle: &Puzzle<W>, left_out: TilesLeftOut) -> Result<usize, UnsupportedBoard> {
    let tiles = puzzle.cells() - 1;
    match left_out {
        TilesLeftOut::UpTo(last) if last > tiles => Err(UnsupportedBoard(format!(
            "Manhattan distance cannot leave out {last} tiles of {}, which has {tiles}: use at most {tiles}, or all",
            puzzle.size()
        ))),
        TilesLeftOut::UpTo(last) => Ok(last),
        TilesLeftOut::All => Ok(tiles),
    }
}

/// The sum over the tiles that are not left out of rows apart plus columns apart.
///
/// # Errors
///
/// If more tiles are left out than the board has.
pub fn manhattan_without<W: Word>(puzzle: &Puzzle<W>, left_out: TilesLeftOut) -> Result<TileSum, UnsupportedBoard> {
    let last = last_left_out(puzzle, left_out)?;
    Ok(TileSum::new(puzzle, |tile, cell| match tile {
        _ if tile <= last => 0,
        _ => narrow(puzzle.size().distance(cell, puzzle.goal_cell(tile)), "boards in words have at most 25 cells"),
    }))
}
