//! Additive pattern databases (Korf and Felner 2002); the first pattern databases are those of
//! Culberson and Schaeffer 1998.

pub(crate) mod blank_regions;
pub(crate) mod build;
mod compress;
mod incremental_pdbs;
mod partition;
pub(crate) mod partition_lookup;
mod pattern_databases;
mod pattern_lookup;
pub(crate) mod pattern_shape;
mod pdb_spec;
pub(crate) mod placement_ranking;
mod placement_tracker;

pub use incremental_pdbs::{IncrementalPdbCache, IncrementalPdbPending, IncrementalPdbs};
pub use partition::{Partition, named_partitions};
pub use pattern_databases::{PatternCache, PatternDatabases};
pub use pattern_lookup::PdbTable;
pub(crate) use pdb_spec::MAX_LOOKUPS;
pub use pdb_spec::PdbSpec;
pub use placement_ranking::{binomial, factorial};
