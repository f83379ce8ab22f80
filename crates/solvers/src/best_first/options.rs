//! The options of best-first search.

use tilebench_core::{Cost, Weight, narrow};

use crate::TieBreak;
use crate::lineage::{EVALUATION, EvaluationMode, HASH_STATISTICS, PARENT_PRUNING};
pub use crate::options::WEIGHT;
use crate::options::{OptionSpec, Options, SWITCH, ValueParser};

/// The priority of nodes on the open list, smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// f = g + w h.
    F(Weight),
    /// h alone.
    H,
}

impl Priority {
    /// The priority of a node: its f in units of the weight's denominator, or h.
    #[inline]
    pub(super) fn value(self, g: Cost, h: Cost) -> Cost {
        match self {
            Self::F(weight) => weight.f(g, h),
            Self::H => h,
        }
    }

    /// The f or h of a priority, rounded down.
    pub(super) fn rounded_down(self, priority: u64) -> Cost {
        let den = if let Self::F(weight) = self { weight.den() } else { 1 };
        narrow(priority / u64::from(den), "a priority has 32 bits")
    }
}

/// The configuration of a best-first search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The priority of the open list.
    pub priority: Priority,
    /// The tie-breaking rule.
    pub tie: TieBreak,
    /// Whether closed nodes are put back on the open list if a cheaper path is found.
    pub reopen: bool,
    /// The node store.
    pub store: Store,
    /// The open list.
    pub queue: Queue,
    /// Whether the operator that undoes the last one is skipped.
    pub parent_pruning: bool,
    /// How successors are evaluated.
    pub evaluation: EvaluationMode,
    /// Whether the hash table is measured at the end.
    pub hash_statistics: bool,
}

/// The structure of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// A binary heap of buckets, or levels of priorities if operators have different costs.
    Heap,
    /// Buckets in arrays by priority and g.
    Bucket,
    /// A binary heap of single entries.
    EntryHeap,
    /// An array that is kept sorted.
    Sorted,
    /// An array that is sorted before a node is taken.
    AppendSort,
}

/// The node store, in which generated states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In memory, one word per node.
    Packed,
    /// In memory, one slot per node with its packed state.
    Plain,
    /// On disk, once memory is full.
    Disk,
}

/// The order of nodes of equal priority.
pub static TIE: OptionSpec<TieBreak> = OptionSpec {
    name: "tie",
    former: None,
    values: "high-g, low-g, fifo, lifo or published",
    default: "high-g",
    summary: "Which of several nodes of equal priority is expanded first; published is high-g, then as in the heap of the C++ \
              standard library.",
    parser: ValueParser::OneOf(&[
        ("high-g", TieBreak::HighG),
        ("low-g", TieBreak::LowG),
        ("fifo", TieBreak::Fifo),
        ("lifo", TieBreak::Lifo),
        ("published", TieBreak::Published),
    ]),
};

/// Whether closed nodes are reopened.
pub static REOPEN: OptionSpec<bool> = OptionSpec {
    name: "reopen",
    former: None,
    values: "true or false",
    default: "true",
    summary: "Whether a closed node is reopened if a cheaper path to it is found.",
    parser: SWITCH,
};

/// The open list.
pub static QUEUE: OptionSpec<Queue> = OptionSpec {
    name: "queue",
    former: None,
    values: "heap or bucket; of store plain also entry-heap, sorted or append-sort",
    default: "heap",
    summary: "The implementation of the open list; all keep the same order, except that the packed store expands fewer nodes of equal order together if a heap grows beyond the cache. If operators have different costs, heap stands for \
              levels of priorities that are sorted when they come first.",
    parser: ValueParser::OneOf(&[
        ("heap", Queue::Heap),
        ("bucket", Queue::Bucket),
        ("entry-heap", Queue::EntryHeap),
        ("sorted", Queue::Sorted),
        ("append-sort", Queue::AppendSort),
    ]),
};

/// The node store.
pub static STORE: OptionSpec<Store> = OptionSpec {
    name: "store",
    former: None,
    values: "packed, plain or disk",
    default: "packed",
    summary: "Node store: packed takes one word per node; disk writes files once the memory limit is reached.",
    parser: ValueParser::OneOf(&[("packed", Store::Packed), ("plain", Store::Plain), ("disk", Store::Disk)]),
};

impl Default for Config {
    /// A* with its default options.
    fn default() -> Self {
        Self::new(&Options::default())
    }
}

impl Config {
    /// A* if the weight is 1, else weighted A*.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self {
            priority: Priority::F(options.get(&WEIGHT)),
            tie: options.get(&TIE),
            reopen: options.get(&REOPEN),
            store: options.get(&STORE),
            queue: options.get(&QUEUE),
            parent_pruning: options.get(&PARENT_PRUNING),
            evaluation: options.get(&EVALUATION),
            hash_statistics: options.get(&HASH_STATISTICS),
        }
    }

    /// Greedy search. It never reopens: the order of expansions does not depend on g, so reopening a node would only repeat
    /// earlier expansions.
    #[must_use]
    pub fn greedy(options: &Options) -> Self {
        Self::new(options).into_greedy()
    }

    /// Greedy search with the other values of this configuration.
    #[must_use]
    pub fn into_greedy(self) -> Self {
        Self { priority: Priority::H, reopen: false, ..self }
    }

    /// The weight: 1 for greedy search, which has none.
    #[must_use]
    pub fn weight(&self) -> Weight {
        match self.priority {
            Priority::F(weight) => weight,
            Priority::H => Weight::ONE,
        }
    }

    /// Whether a search in memory can use this open list with this node store and this order of ties, or why not.
    ///
    /// # Errors
    ///
    /// One sentence that names the value and the remedy.
    pub fn check(&self) -> Result<(), String> {
        let name = match self.queue {
            queue if self.tie == TieBreak::Published && (queue, self.store) != (Queue::Heap, Store::Packed) => {
                return Err("tie published is the order of one heap over the packed store: leave queue and store out"
                    .to_owned());
            }
            Queue::Bucket if self.tie == TieBreak::Fifo => {
                return Err("queue bucket gives the last in first and has no tie fifo: use queue heap".to_owned());
            }
            Queue::Heap | Queue::Bucket => None,
            Queue::EntryHeap => Some("queue entry-heap"),
            Queue::Sorted => Some("queue sorted"),
            Queue::AppendSort => Some("queue append-sort"),
        };
        match name.or(self.hash_statistics.then_some("hash-statistics")) {
            Some(name) if self.store == Store::Packed => {
                Err(format!("{name} is of the plain store: add store = \"plain\""))
            }
            _ => Ok(()),
        }
    }

    /// Whether all options of searches in memory alone have their default.
    pub(crate) fn is_default_in_memory(&self) -> bool {
        let Self { queue, parent_pruning, evaluation, hash_statistics, .. } = *self;
        (queue, parent_pruning, evaluation, hash_statistics) == (Queue::Heap, true, EvaluationMode::Incremental, false)
    }
}
