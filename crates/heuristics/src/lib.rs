//! Heuristics for sliding-tile puzzles, one file or folder per heuristic.
//!
//! A heuristic is evaluated incrementally along a path. The catalog declares for each heuristic whether it is
//! admissible and consistent, and tests check this against breadth-first search.

mod axis;
mod hamming;
mod inversion_distance;
mod korf_taylor;
mod line_codes;
mod linear_conflict;
mod manhattan;
mod pattern;
mod reversed_pairs;
mod sum;
pub mod tables;
mod tile_sum;
mod unsupported_board;
mod walking;
mod walking_distance;
mod walking_inversion;

pub use axis::Axis;
pub use hamming::hamming;
pub use inversion_distance::InversionDistance;
pub use korf_taylor::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, KorfTaylor, KorfTaylorCache,
    ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles,
};
pub use line_codes::LineCodes;
pub use linear_conflict::{ConflictCache, LinearConflict};
pub use manhattan::manhattan;
pub use pattern::{
    IncrementalPdbCache, IncrementalPdbPending, IncrementalPdbs, Partition, PatternCache, PatternDatabases, PdbSpec,
    PdbTable, binomial, factorial, named_partitions,
};
pub use reversed_pairs::ReversedPairs;
pub use sum::Sum;
pub use tables::{LookupTable, NoTableObserver, TableEvent, TableObserver, TableSpec, Tables};
pub use tile_sum::TileSum;
pub use unsupported_board::UnsupportedBoard;
pub use walking_distance::WalkingDistance;
pub use walking_inversion::WalkingInversion;
