//! Parts of best-first search as in older programs, which do not change the cost of paths.
//!
//! They are here to measure their cost: open lists of single entries, as a [heap](EntryHeap) or [sorted](EntryList), estimates
//! from scratch, the operator that undoes the last one, and a hash table that is measured. The parent of a node is always known
//! at a smaller g, so the operator that undoes the last one only adds to `generated`: one per expanded node but the start, and
//! again if a node is reopened.

mod entry_heap;
mod entry_list;

use core::cmp::{Ordering, Reverse};

pub use self::entry_heap::EntryHeap;
pub use self::entry_list::{EntryList, Sorting};

use crate::options::{FormerOption, OptionSpec, SWITCH, ValueParser};

/// An entry of an open list without buckets.
#[derive(Clone, Copy, Debug)]
struct OpenEntry<R> {
    order: u64,
    /// The number of nodes added before: of equal orders the last in comes first.
    age: u64,
    node: R,
}

impl<R> OpenEntry<R> {
    /// Larger for entries that are popped earlier. No two entries have the same rank.
    fn rank(&self) -> (Reverse<u64>, u64) {
        (Reverse(self.order), self.age)
    }
}

impl<R> PartialEq for OpenEntry<R> {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl<R> Eq for OpenEntry<R> {}

impl<R> PartialOrd for OpenEntry<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R> Ord for OpenEntry<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The evaluation of successors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationMode {
    /// From the parent's cache and the operator.
    Incremental,
    /// From the successor alone.
    FromScratch,
}

/// Whether the inverse of the last operator is skipped.
pub static PARENT_PRUNING: OptionSpec<bool> = OptionSpec {
    name: "parent-pruning",
    former: Some(FormerOption { name: "undo", values: &[("true", "false"), ("false", "true")] }),
    values: "true or false",
    default: "true",
    summary: "Whether the inverse of the last operator is skipped; if not, its successor is counted as generated.",
    parser: SWITCH,
};

/// The evaluation of successors.
pub static EVALUATION: OptionSpec<EvaluationMode> = OptionSpec {
    name: "evaluation",
    former: Some(FormerOption { name: "estimate", values: &[("parent", "incremental"), ("scratch", "from-scratch")] }),
    values: "incremental or from-scratch",
    default: "incremental",
    summary: "Whether h is computed from the h of the parent, or from the state alone; the values are the same, times differ.",
    parser: ValueParser::OneOf(&[
        ("incremental", EvaluationMode::Incremental),
        ("from-scratch", EvaluationMode::FromScratch),
    ]),
};

/// Whether the hash table is measured.
pub static HASH_STATISTICS: OptionSpec<bool> = OptionSpec {
    name: "hash-statistics",
    former: Some(FormerOption::new("measure-table")),
    values: "true or false",
    default: "false",
    summary: "Whether the slots that are read to find each state of the plain store are counted after the search.",
    parser: SWITCH,
};
