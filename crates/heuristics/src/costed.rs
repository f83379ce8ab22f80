//! Heuristics for [`CostedPuzzle`](tilebench_puzzle::CostedPuzzle): the cost of a move depends on the tile.
//!
//! Every cache holds two estimates: h, the cost to the goal, and d, the number of moves.

mod conflict;
mod pattern_costs;
mod pdbs;
mod scaled;
mod tile_sum;

pub use conflict::CostedLinearConflict;
pub use pdbs::CostedPdbs;
pub use scaled::Scaled;
pub use tile_sum::{CostedTileSum, costed_hamming, costed_manhattan, costed_manhattan_without};
