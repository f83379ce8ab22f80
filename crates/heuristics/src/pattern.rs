//! Additive pattern databases (Korf and Felner 2002); the first pattern databases are those of
//! Culberson and Schaeffer 1998.

mod bit_list;
pub(crate) mod blank_regions;
mod blank_rows;
pub(crate) mod build;
mod incremental_pdbs;
mod memo;
mod multiple_pdbs;
mod partition;
pub(crate) mod partition_lookup;
mod partition_sums;
mod pattern_databases;
mod pattern_lookup;
pub(crate) mod pattern_shape;
mod pdb_spec;
mod permutation_distances;
pub(crate) mod permutation_maps;
pub(crate) mod placement_ranking;
mod placement_tracker;
mod reached_row;
mod tile_patterns;
mod vector_placements;
mod zero_aware_shape;

pub use incremental_pdbs::{IncrementalPdbCache, IncrementalPdbPending, IncrementalPdbs};
pub use multiple_pdbs::{MultiplePdbCache, MultiplePdbPending, MultiplePdbs};
pub use partition::{Partition, named_partitions};
pub use pattern_databases::{PatternCache, PatternDatabases};
pub use pattern_lookup::PdbTable;
pub(crate) use pdb_spec::MAX_LOOKUPS;
pub use pdb_spec::PdbSpec;
pub use placement_ranking::{binomial, factorial};
