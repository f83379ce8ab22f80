//! The options of best-first search.

use tilebench_core::Weight;

use super::{Config, Priority};
pub use crate::options::WEIGHT;
use crate::options::{Kind, OptionSpec, Options, SWITCH};

/// The order of nodes of equal priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Larger g first: closer to the goal by the heuristic's word.
    HighG,
    /// Smaller g first.
    LowG,
    /// First generated, first expanded.
    Fifo,
    /// Last generated, first expanded.
    Lifo,
}

/// The structure of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// A binary heap.
    Heap,
    /// Buckets by priority and g.
    Bucket,
    /// A list kept in order by binary insertion.
    Sorted,
    /// A list that is appended to and sorted whole before it is popped.
    AppendSort,
}

/// The source of a successor's estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The parent's cache, and the operator.
    Parent,
    /// The successor alone.
    Scratch,
}

/// The node store: where generated states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In memory.
    Memory,
    /// In memory, a word per node.
    Packed,
    /// On disk, once memory is full.
    Disk,
}

/// The order of nodes of equal priority.
pub static TIE: OptionSpec<Tie> = OptionSpec {
    name: "tie",
    values: "high-g, low-g, fifo or lifo",
    default: "high-g",
    summary: "Which of several nodes of equal priority is expanded first.",
    kind: Kind::OneOf(&[("high-g", Tie::HighG), ("low-g", Tie::LowG), ("fifo", Tie::Fifo), ("lifo", Tie::Lifo)]),
};

/// Whether closed nodes are reopened.
pub static REOPEN: OptionSpec<bool> = OptionSpec {
    name: "reopen",
    values: "true or false",
    default: "true",
    summary: "Whether a closed node is put back on open when a cheaper path to it is found.",
    kind: SWITCH,
};

/// The open list.
pub static QUEUE: OptionSpec<Queue> = OptionSpec {
    name: "queue",
    values: "heap, bucket, sorted or append-sort",
    default: "heap",
    summary: "The open list; all but bucket (last in, first out among equal f and g) expand in the same order.",
    kind: Kind::OneOf(&[
        ("heap", Queue::Heap),
        ("bucket", Queue::Bucket),
        ("sorted", Queue::Sorted),
        ("append-sort", Queue::AppendSort),
    ]),
};

/// Whether the inverse operator is applied.
pub static UNDO: OptionSpec<bool> = OptionSpec {
    name: "undo",
    values: "true or false",
    default: "false",
    summary: "Whether the move that undoes the last one is produced too, and counted as generated.",
    kind: SWITCH,
};

/// The source of estimates.
pub static ESTIMATE: OptionSpec<Evaluation> = OptionSpec {
    name: "estimate",
    values: "parent or scratch",
    default: "parent",
    summary: "Whether h is computed from the parent's and the move, or anew: the same h in another time.",
    kind: Kind::OneOf(&[("parent", Evaluation::Parent), ("scratch", Evaluation::Scratch)]),
};

/// Whether the hash table is measured.
pub static MEASURE_TABLE: OptionSpec<bool> = OptionSpec {
    name: "measure-table",
    values: "true or false",
    default: "false",
    summary: "Whether the search ends by counting the slots looked at to find each state of its hash table.",
    kind: SWITCH,
};

/// The node store.
pub static STORE: OptionSpec<Store> = OptionSpec {
    name: "store",
    values: "memory, packed or disk",
    default: "memory",
    summary: "Where lists are kept: packed takes a word a node; disk writes files once the memory limit is reached.",
    kind: Kind::OneOf(&[("memory", Store::Memory), ("packed", Store::Packed), ("disk", Store::Disk)]),
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
            undo: options.get(&UNDO),
            estimate: options.get(&ESTIMATE),
            measure_table: options.get(&MEASURE_TABLE),
        }
    }

    /// Greedy search. It never reopens: the order of expansions does not depend on g, so a cheaper path to a closed node
    /// would only set off a cascade of expansions done before.
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

    /// Whether everything is as in the default configuration that only lists in memory can vary.
    pub(crate) fn is_plain(&self) -> bool {
        let Self { queue, undo, estimate, measure_table, .. } = *self;
        (queue, undo, estimate, measure_table) == (Queue::Heap, false, Evaluation::Parent, false)
    }
}
