//! Open lists: nodes generated but not expanded, one structure a file.

mod binary_heap;

pub use binary_heap::{BinaryHeap, Entry};
