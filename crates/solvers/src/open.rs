//! Open lists: nodes generated but not expanded, one structure a file.

mod append_sort;
mod binary_heap;
mod bucket_queue;
mod focal;
mod growing;
mod indexed_heap;
mod list;
mod sorted_list;
#[cfg(test)]
mod tests;
mod two_level;

pub use append_sort::AppendSort;
pub use binary_heap::BinaryHeap;
pub use bucket_queue::BucketQueue;
pub use focal::FocalList;
pub(crate) use growing::Growing;
pub use indexed_heap::IndexedHeap;
pub use list::{Entry, Open};
pub use sorted_list::SortedList;
pub use two_level::TwoLevelList;
