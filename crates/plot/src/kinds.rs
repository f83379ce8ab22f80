//! The kinds of charts, one file per kind.

pub mod accuracy;
pub mod boxplot;
pub mod cactus;
pub mod critical_difference;
pub mod ecdf;
pub mod expansion_bounds;
pub mod growth;
pub mod heat_map;
pub mod heuristics;
pub mod histogram;
pub mod iterations;
pub mod kaplan_meier;
pub mod mean_lines;
pub mod option_effects;
pub mod points;
pub mod profile;
pub mod quality;
pub mod ratio;
pub mod scatter;
pub mod seeds;
pub mod targets;
pub mod tradeoff;
pub mod weights;
