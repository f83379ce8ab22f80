//! Additive pattern databases (Korf and Felner 2002); the first pattern databases are those of
//! Culberson and Schaeffer 1998.

mod build;
mod compress;
mod databases;
mod lookup;
mod numbering;
mod partition;
mod patterns;
mod regions;
mod shape;
mod track;
mod tracked;
mod way;

pub use databases::{PatternCache, PatternDatabases};
pub use lookup::PdbTable;
pub use numbering::{choose, factorial};
pub use partition::{Partition, named_partitions};
pub use patterns::Patterns;
pub use tracked::{TrackedCache, TrackedPatterns, TrackedPending};
