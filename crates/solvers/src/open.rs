//! Open lists: nodes that were generated and not expanded, one structure per file.

mod block_stack;
mod bucket_list;
mod focal;
mod grouped_buckets;
mod growable_vec;
mod indexed_heap;
mod level_list;
mod open_list;
mod order_array;
mod order_heap;
mod ranked_buckets;
mod std_heap;
#[cfg(test)]
mod tests;
mod tournament;
mod two_level;

pub(crate) use bucket_list::Bucket;
pub use bucket_list::{BucketIndex, BucketList};
pub use focal::FocalList;
pub use grouped_buckets::{Group, GroupedBuckets};
pub(crate) use growable_vec::GrowableVec;
pub use indexed_heap::IndexedHeap;
pub use level_list::LevelList;
pub use open_list::{OpenList, TieBreak};
pub use ranked_buckets::RankedBuckets;
pub use std_heap::StdHeap;
pub(crate) use tournament::Tournament;
pub use two_level::TwoLevelList;
