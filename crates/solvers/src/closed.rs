//! Closed lists: nodes that were generated, one structure a file.

mod table;

pub(crate) use table::Slot;
pub use table::{Probes, Table};
