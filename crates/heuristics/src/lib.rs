//! Estimates of the distance to the goal of a sliding-tile puzzle, one file a heuristic.
//!
//! Each is evaluated along a path from its parent's value where the move allows it. What a
//! heuristic claims to be (admissible, consistent) is declared beside its name in the catalog and
//! tested against breadth-first search.

mod hamming;
mod line;
mod linear_conflict;
mod manhattan;
mod tile_sum;

pub use hamming::hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::manhattan;
pub use tile_sum::TileSum;
