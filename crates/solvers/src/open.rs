//! Open lists: nodes that were generated and not expanded, one structure per file.

mod buckets;
mod focal;
mod growing;
mod indexed_heap;
mod open_list;
mod order_array;
mod order_heap;
mod stacks;
#[cfg(test)]
mod tests;
mod two_level;

pub use buckets::{Buckets, Index};
pub use focal::FocalList;
pub(crate) use growing::Growing;
pub use indexed_heap::IndexedHeap;
pub use open_list::{OpenList, Tie};
pub use two_level::TwoLevelList;
