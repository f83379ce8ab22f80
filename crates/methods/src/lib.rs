//! Methods for rectangles of tiles that place single tiles or enumerate whole spaces, rather than search in a state space.
//!
//! They use rows, columns, tiles and the blank by [`tilebench_puzzle::Grid`]. Counters, limits and hash tables are those of
//! the search algorithms of `tilebench-solvers`.

mod algorithms;
pub mod enumerate;
pub mod jumps;
pub mod staged;
pub mod strategy;
mod tile_layout;

pub use algorithms::{ANY_SIZE_METHODS, TileDomain, algorithms};
pub use tile_layout::{AnySizeSolver, TileLayout};
