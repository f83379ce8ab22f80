//! Open lists: nodes generated but not expanded, one structure a file.

mod append_sort;
mod binary_heap;
mod bucket_queue;
mod growing;
mod list;
mod sorted_list;
#[cfg(test)]
mod tests;

pub use append_sort::AppendSort;
pub use binary_heap::BinaryHeap;
pub use bucket_queue::BucketQueue;
pub(crate) use growing::Growing;
pub use list::{Entry, Open};
pub use sorted_list::SortedList;
