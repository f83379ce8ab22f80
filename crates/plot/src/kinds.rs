//! The kinds of charts, a file each.

pub mod cactus;
pub mod critical_difference;
pub mod ecdf;
pub mod growth;
pub mod heuristics;
pub mod histogram;
pub mod iterations;
pub mod means;
pub mod points;
pub mod profile;
pub mod ratio;
pub mod scatter;
pub mod seeds;
pub mod spread;
pub mod tradeoff;
pub mod unsolved;
pub mod weights;
pub mod worth;
