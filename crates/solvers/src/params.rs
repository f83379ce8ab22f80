//! What an experiment may set on an algorithm: a table of options.

use tilebench_core::{Cost, Weight};
use tilebench_sanitize::message::shown;

use crate::idastar::{Kernel, Threads};
use crate::strategy::Hole;
use crate::{JumpDepth, PlanName};

/// What decides between nodes of equal priority.
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

/// The structure of a best-first search's open list.
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

/// What a best-first search computes a successor's estimate from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate {
    /// What was kept of the parent's, and the operator.
    Parent,
    /// The successor alone.
    Scratch,
}

/// Where a best-first search keeps its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In memory.
    Memory,
    /// In memory, a word a node.
    Packed,
    /// On disk, once memory is full.
    Disk,
}

/// The options of every algorithm. An algorithm reads those that it declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "options that are on or off, each set by its own name")]
pub struct Params {
    /// The weight on the heuristic.
    pub weight: Weight,
    /// The tie-break of a best-first search.
    pub tie: Tie,
    /// Whether a best-first search re-opens closed nodes.
    pub reopen: bool,
    /// The open list of a best-first search.
    pub queue: Queue,
    /// Whether a best-first search produces the move that undoes the last one.
    pub undo: bool,
    /// What a best-first search computes estimates from.
    pub estimate: Estimate,
    /// Whether a best-first search measures its hash table when it is over.
    pub measure_table: bool,
    /// The longest path of a depth-first search, in moves.
    pub depth: Cost,
    /// Where a best-first search keeps its lists.
    pub store: Store,
    /// Whether a depth-first search hands estimates up.
    pub bpmx: bool,
    /// The form in which IDA* expands nodes.
    pub kernel: Kernel,
    /// How many threads search by IDA*.
    pub threads: usize,
    /// Whether several threads answer and count what one does.
    pub deterministic: bool,
    /// The plan of a stage-wise search.
    pub plan: PlanName,
    /// How the blank gets in front of a tile in the human strategy.
    pub hole: Hole,
    /// How deep greedy jumps look.
    pub lookahead: JumpDepth,
    /// Whether greedy jumps leave out moves that undo each other.
    pub cancel: bool,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            weight: Weight::ONE,
            tie: Tie::HighG,
            reopen: true,
            store: Store::Memory,
            queue: Queue::Heap,
            undo: false,
            estimate: Estimate::Parent,
            measure_table: false,
            depth: 80,
            bpmx: false,
            kernel: Kernel::Auto,
            threads: Threads::ONE.count,
            deterministic: Threads::ONE.deterministic,
            plan: PlanName::SixTargets,
            hole: Hole::Shortest,
            lookahead: JumpDepth::Fixed(14),
            cancel: true,
        }
    }
}

/// An option: its name, what it may be, and how it is set.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name in experiment files.
    pub name: &'static str,
    /// What it may be, for people.
    pub values: &'static str,
    /// What it is where it is not set.
    pub default: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Sets it from its text, or says why the text is wrong.
    pub set: fn(&mut Params, &str) -> Result<(), String>,
}

/// Every option of every algorithm.
const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "weight",
        values: "a ratio of at least 1, such as 1.5 or 4/3",
        default: "1",
        summary: "The weight w of f = g + w h; a path found is at most w times as long as the shortest.",
        set: |params, text| {
            params.weight = text.parse::<Weight>().map_err(|error| error.to_string())?;
            Ok(())
        },
    },
    OptionInfo {
        name: "tie",
        values: "high-g, low-g, fifo or lifo",
        default: "high-g",
        summary: "Which of several nodes of equal priority is expanded first.",
        set: |params, text| {
            params.tie = one_of(
                "tie",
                text,
                &[("high-g", Tie::HighG), ("low-g", Tie::LowG), ("fifo", Tie::Fifo), ("lifo", Tie::Lifo)],
            )?;
            Ok(())
        },
    },
    OptionInfo {
        name: "reopen",
        values: "true or false",
        default: "true",
        summary: "Whether a closed node is put back on open when a cheaper path to it is found.",
        set: |params, text| {
            params.reopen = switch("reopen", text)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "queue",
        values: "heap, bucket, sorted or append-sort",
        default: "heap",
        summary: "The open list; all but bucket (last in, first out among equal f and g) expand in the same order.",
        set: |params, text| {
            let queues = [
                ("heap", Queue::Heap),
                ("bucket", Queue::Bucket),
                ("sorted", Queue::Sorted),
                ("append-sort", Queue::AppendSort),
            ];
            params.queue = one_of("queue", text, &queues)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "undo",
        values: "true or false",
        default: "false",
        summary: "Whether the move that undoes the last one is produced too, and counted as generated.",
        set: |params, text| {
            params.undo = switch("undo", text)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "estimate",
        values: "parent or scratch",
        default: "parent",
        summary: "Whether h is computed from the parent's and the move, or anew: the same h in another time.",
        set: |params, text| {
            params.estimate =
                one_of("estimate", text, &[("parent", Estimate::Parent), ("scratch", Estimate::Scratch)])?;
            Ok(())
        },
    },
    OptionInfo {
        name: "measure-table",
        values: "true or false",
        default: "false",
        summary: "Whether the search ends by counting the slots looked at to find each state of its hash table.",
        set: |params, text| {
            params.measure_table = switch("measure-table", text)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "depth",
        values: "a whole number of moves, at least 1",
        default: "80",
        summary: "The longest path that is tried.",
        set: |params, text| {
            let depth = text.parse().ok().filter(|depth| *depth > 0);
            params.depth =
                depth.ok_or_else(|| format!("depth '{}' is not a whole number of at least 1", shown(text)))?;
            Ok(())
        },
    },
    OptionInfo {
        name: "store",
        values: "memory, packed or disk",
        default: "memory",
        summary: "Where lists are kept: packed takes a word a node; disk writes files once the memory limit is reached.",
        set: |params, text| {
            let stores = [("memory", Store::Memory), ("packed", Store::Packed), ("disk", Store::Disk)];
            params.store = one_of("store", text, &stores)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "bpmx",
        values: "true or false",
        default: "false",
        summary: "Whether a child's h raises its parent's (bidirectional pathmax): for an h that is not consistent.",
        set: |params, text| {
            params.bpmx = switch("bpmx", text)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "kernel",
        values: "auto, plain, portable, avx2 or avx512",
        default: "auto",
        summary: "How nodes are expanded: by recursion (plain) or in batches; the same counts and path in another time.",
        set: |params, text| {
            params.kernel = one_of("kernel", text, Kernel::ALL)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "threads",
        values: "a whole number from 1 to 1024",
        default: "1",
        summary: "How many threads search one board, each on a core of its own.",
        set: |params, text| {
            let threads = text.parse().ok().filter(|threads| (1..=Threads::MOST).contains(threads));
            params.threads = threads.ok_or_else(|| {
                format!("threads '{}' is not a whole number from 1 to {}", shown(text), Threads::MOST)
            })?;
            Ok(())
        },
    },
    OptionInfo {
        name: "deterministic",
        values: "true or false",
        default: "true",
        summary: "Whether several threads count and answer what one does, or stop at the first goal that any finds.",
        set: |params, text| {
            params.deterministic = switch("deterministic", text)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "plan",
        values: "six-targets (4x4, the goal's blank in a corner) or rows-columns (any board)",
        default: "six-targets",
        summary: "The ordered list of tiles to place; those placed stay.",
        set: |params, text| {
            params.plan = one_of("plan", text, PlanName::ALL)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "hole",
        values: "shortest, around or fixed",
        default: "shortest",
        summary: "How the blank gets in front of a tile: a shortest way, around it the shorter way, or always clockwise.",
        set: |params, text| {
            params.hole = one_of("hole", text, Hole::ALL)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "lookahead",
        values: "10, 11, 12, 13, 14 or in-turn",
        default: "14",
        summary: "To how many moves a jump looks; in-turn: the first to 10, the next to 11, to 14, then to 10 again.",
        set: |params, text| {
            params.lookahead = one_of("lookahead", text, JumpDepth::ALL)?;
            Ok(())
        },
    },
    OptionInfo {
        name: "cancel",
        values: "true or false",
        default: "true",
        summary: "Whether neighbouring moves that undo each other, where one jump ends and the next begins, are left out.",
        set: |params, text| {
            params.cancel = one_of("cancel", text, &[("true", true), ("false", false)])?;
            Ok(())
        },
    },
];

/// The option called `name`, which the table must have.
///
/// # Panics
///
/// Where there is no such option; evaluated in constants, so that a wrong name fails to build.
#[must_use]
pub const fn option(name: &str) -> &'static OptionInfo {
    let mut at = 0;
    while at < OPTIONS.len() {
        if same(OPTIONS[at].name, name) {
            return &OPTIONS[at];
        }
        at += 1;
    }
    panic!("no such option")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// What is on or off.
fn switch(option: &str, text: &str) -> Result<bool, String> {
    one_of(option, text, &[("true", true), ("false", false)])
}

/// The value with the name `text`.
fn one_of<T: Copy>(option: &str, text: &str, values: &[(&str, T)]) -> Result<T, String> {
    values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        format!("{option} '{}' is not one of {}", shown(text), names.join(", "))
    })
}
