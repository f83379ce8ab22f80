//! Estimates of the distance to the goal of a sliding-tile puzzle, one file a heuristic.
//!
//! Each is evaluated along a path from its parent's value where the move allows it. What a
//! heuristic claims to be (admissible, consistent) is declared beside its name in the catalog and
//! tested against breadth-first search.

mod hamming;
mod korf_taylor;
mod line;
mod linear_conflict;
mod manhattan;
mod tables;
mod tile_sum;
mod unsuited;

pub use hamming::hamming;
pub use korf_taylor::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, KorfTaylor, KorfTaylorCache,
    ManhattanCornerTiles, ManhattanLastMoves,
};
pub use linear_conflict::LinearConflict;
pub use manhattan::manhattan;
pub use tables::{Event, NoWatch, Recipe, Table, Tables, Watch};
pub use tile_sum::TileSum;
pub use unsuited::Unsuited;
