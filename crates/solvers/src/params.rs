//! What an experiment may set on an algorithm: a table of options.

use tilebench_core::Weight;

use crate::PlanName;

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

/// Where a best-first search keeps its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// In memory.
    Memory,
    /// On disk, once memory is full.
    Disk,
}

/// The options of every algorithm. An algorithm reads those that it declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// The weight on the heuristic.
    pub weight: Weight,
    /// The tie-break of a best-first search.
    pub tie: Tie,
    /// Whether a best-first search re-opens closed nodes.
    pub reopen: bool,
    /// Where a best-first search keeps its lists.
    pub store: Store,
    /// Whether a depth-first search hands estimates up.
    pub bpmx: bool,
    /// The plan of a stage-wise search.
    pub plan: PlanName,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            weight: Weight::ONE,
            tie: Tie::HighG,
            reopen: true,
            store: Store::Memory,
            bpmx: false,
            plan: PlanName::SixTargets,
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
            params.reopen = one_of("reopen", text, &[("true", true), ("false", false)])?;
            Ok(())
        },
    },
    OptionInfo {
        name: "store",
        values: "memory or disk",
        default: "memory",
        summary: "Where open and closed lists are kept: disk writes files once the memory limit is reached.",
        set: |params, text| {
            params.store = one_of("store", text, &[("memory", Store::Memory), ("disk", Store::Disk)])?;
            Ok(())
        },
    },
    OptionInfo {
        name: "bpmx",
        values: "true or false",
        default: "false",
        summary: "Whether a child's h raises its parent's (bidirectional pathmax): for an h that is not consistent.",
        set: |params, text| {
            params.bpmx = one_of("bpmx", text, &[("true", true), ("false", false)])?;
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

/// The value with the name `text`.
fn one_of<T: Copy>(option: &str, text: &str, values: &[(&str, T)]) -> Result<T, String> {
    values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
        format!("{option} '{text}' is not one of {}", names.join(", "))
    })
}
