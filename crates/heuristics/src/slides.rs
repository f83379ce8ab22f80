//! Heuristics for [`SlidePuzzle`](tilebench_puzzle::SlidePuzzle): a slide of several tiles of a row or column costs 1.
//!
//! Heuristics of the metric of single tiles are not admissible here, because a slide moves up to n - 1 tiles. Estimates of different
//! tiles do not add up either: one slide can serve tiles of several patterns.

mod manhattan;
mod pattern_distances;
mod pdbs;

pub use manhattan::SlideManhattan;
pub use pdbs::SlidePdbs;
