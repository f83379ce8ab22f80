//! The table of algorithms: a row makes an algorithm known everywhere.

use core::fmt;

use tilebench_core::{Compact, Control, Domain, Grid, Heuristic, Outcome};

use crate::best_first::{self, Config};
use crate::idastar::Threads;
use crate::{
    AnySize, OptionInfo, Params, Store, bfida, bfs, dfs, external, idastar, jumps, option, packed, staged, strategy,
};

/// What an algorithm promises of the paths it returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Shortest, where the heuristic (if any) is admissible.
    Optimal,
    /// Within the weight of the shortest, where the heuristic is admissible.
    Bounded,
    /// They reach the goal.
    None,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Optimal => "optimal",
            Self::Bounded => "bounded",
            Self::None => "none",
        })
    }
}

/// What is known of an algorithm.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Who described it, where and when.
    pub reference: &'static str,
    /// What it promises.
    pub guarantee: Guarantee,
    /// Whether it takes a heuristic.
    pub guided: bool,
    /// What may be set on it.
    pub options: &'static [&'static OptionInfo],
    /// The algorithm on boards too large for a word, where it searches no states.
    pub any_size: Option<AnySize>,
}

/// The signature that all algorithms share once they are in the table.
pub type Run<D, H> = fn(&D, &H, <D as Domain>::State, &Params, &mut Control<'_>) -> Outcome<<D as Domain>::Op>;

/// An algorithm compiled for a domain and a heuristic.
pub struct Row<D: Compact + Grid, H: Heuristic<D>> {
    /// What is known of it.
    pub algorithm: &'static Algorithm,
    /// Whether it can run on `domain` with this heuristic and these parameters, or why not.
    pub supports: fn(&D, &H, &Params) -> Result<(), String>,
    /// The search.
    pub run: Run<D, H>,
}

impl<D: Compact + Grid, H: Heuristic<D>> fmt::Debug for Row<D, H> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Row").field("algorithm", &self.algorithm.name).finish_non_exhaustive()
    }
}

/// What is known of all algorithms, in the order in which they are listed.
pub const ALGORITHMS: [&Algorithm; 10] =
    [&BFS, &DFS, &ASTAR, &WASTAR, &GREEDY, &IDASTAR, &BFIDASTAR, &STAGED, &STRATEGY, &JUMPS];

const BFS: Algorithm = Algorithm {
    name: "bfs",
    title: "Breadth-first",
    summary: "Expands all states of one depth before the next, with parent pruning.",
    reference: "Moore 1959",
    guarantee: Guarantee::Optimal,
    guided: false,
    options: &[],
    any_size: None,
};

const DFS: Algorithm = Algorithm {
    name: "dfs",
    title: "Depth-first",
    summary: "Tries path after path up to a bound, with parent pruning, and returns the first that reaches the goal.",
    reference: "Tarjan 1972",
    guarantee: Guarantee::None,
    guided: false,
    options: &[option("depth")],
    any_size: None,
};

const ASTAR: Algorithm = Algorithm {
    name: "astar",
    title: "A*",
    summary: "Expands the node of least f = g + h first, with a hash table of all states.",
    reference: "Hart, Nilsson and Raphael 1968",
    guarantee: Guarantee::Optimal,
    guided: true,
    options: &[
        option("tie"),
        option("reopen"),
        option("queue"),
        option("undo"),
        option("estimate"),
        option("measure-table"),
        option("store"),
    ],
    any_size: None,
};

const WASTAR: Algorithm = Algorithm {
    name: "wastar",
    title: "Weighted A*",
    summary: "A* with f = g + w h: paths at most w times the shortest, for far fewer nodes.",
    reference: "Pohl 1970",
    guarantee: Guarantee::Bounded,
    guided: true,
    options: &[
        option("weight"),
        option("tie"),
        option("reopen"),
        option("queue"),
        option("undo"),
        option("estimate"),
        option("measure-table"),
        option("store"),
    ],
    any_size: None,
};

const GREEDY: Algorithm = Algorithm {
    name: "greedy",
    title: "Greedy best-first",
    summary: "Expands the node of least h, never again one it expanded: few nodes, long paths.",
    reference: "Doran and Michie 1966",
    guarantee: Guarantee::None,
    guided: true,
    options: &[option("tie"), option("queue"), option("undo"), option("estimate"), option("measure-table")],
    any_size: None,
};

const IDASTAR: Algorithm = Algorithm {
    name: "idastar",
    title: "IDA*",
    summary: "Depth-first iterations with a growing bound on f = g + w h, in memory for a path and a few megabytes.",
    reference: "Korf 1985",
    guarantee: Guarantee::Bounded,
    guided: true,
    options: &[option("weight"), option("bpmx"), option("kernel"), option("threads"), option("deterministic")],
    any_size: None,
};

const BFIDASTAR: Algorithm = Algorithm {
    name: "bfidastar",
    title: "BFIDA*",
    summary: "Breadth-first iterations with a growing bound on f = g + h, each state of a layer expanded once.",
    reference: "Zhou and Hansen 2006",
    guarantee: Guarantee::Optimal,
    guided: true,
    options: &[],
    any_size: None,
};

const STAGED: Algorithm = Algorithm {
    name: "staged",
    title: "Staged breadth-first",
    summary: "Places the tiles of one target after the other, each by breadth-first search among the tiles still free.",
    reference: "Korf 1985 (Macro-operators); a code-golf answer of 2012",
    guarantee: Guarantee::None,
    guided: false,
    options: &[option("plan")],
    any_size: None,
};

const STRATEGY: Algorithm = Algorithm {
    name: "strategy",
    title: "Human strategy",
    summary: "Places tile by tile along rows and then columns, and rotates the last 2x2: no search among states.",
    reference: "Parberry 1995",
    guarantee: Guarantee::None,
    guided: false,
    options: &[option("hole")],
    any_size: Some(|layout, params, control| strategy::solve_layout(layout, params.hole, control)),
};

const JUMPS: Algorithm = Algorithm {
    name: "jumps",
    title: "Greedy jumps",
    summary: "Breadth-first to a fixed depth, a jump to the state of least weighted distance, and on from there: at most eleven jumps.",
    reference: "Penschuck's code-golf answer of 2012",
    guarantee: Guarantee::None,
    guided: false,
    options: &[option("lookahead"), option("cancel")],
    any_size: None,
};

impl<D: Compact + Grid, H: Heuristic<D>> Row<D, H> {
    /// All algorithms, in the order of [`ALGORITHMS`].
    #[must_use]
    pub fn all() -> [Self; 10] {
        let any: fn(&D, &H, &Params) -> Result<(), String> = |_, _, _| Ok(());
        [
            Self {
                algorithm: &BFS,
                supports: any,
                run: |domain, _, start, _, control| bfs::solve(domain, start, control),
            },
            Self {
                algorithm: &DFS,
                supports: any,
                run: |domain, _, start, params, control| dfs::solve(domain, start, params.depth, control),
            },
            Self { algorithm: &ASTAR, supports: f_supports, run: f_search },
            Self { algorithm: &WASTAR, supports: f_supports, run: f_search },
            Self {
                algorithm: &GREEDY,
                supports: any,
                run: |domain, h, start, params, control| {
                    best_first::solve(domain, h, start, Config::greedy(params), control)
                },
            },
            Self {
                algorithm: &IDASTAR,
                supports: idastar::supports,
                run: |domain, h, start, params, control| {
                    if params.bpmx {
                        idastar::solve_with_bpmx(domain, h, start, params.weight, control)
                    } else {
                        let threads = Threads { count: params.threads, deterministic: params.deterministic };
                        idastar::solve_by_threads(threads, params.kernel, domain, h, start, params.weight, control)
                    }
                },
            },
            Self {
                algorithm: &BFIDASTAR,
                supports: any,
                run: |domain, h, start, _, control| bfida::solve(domain, h, start, control),
            },
            Self {
                algorithm: &STAGED,
                supports: |domain, _, params| params.plan.stages(domain).map(drop),
                run: |domain, _, start, params, control| staged::solve(domain, start, params.plan, control),
            },
            Self {
                algorithm: &STRATEGY,
                supports: any,
                run: |domain, _, start, params, control| strategy::solve(domain, start, params.hole, control),
            },
            Self {
                algorithm: &JUMPS,
                supports: |domain, _, _| jumps::supports(domain),
                run: |domain, _, start, params, control| {
                    jumps::solve(domain, start, params.lookahead, params.cancel, control)
                },
            },
        ]
    }
}

/// Whether A* and weighted A* can keep their lists where the parameters say, or why not.
fn f_supports<D: Compact, H>(domain: &D, _: &H, params: &Params) -> Result<(), String> {
    external::supports(params)?;
    packed::supports(domain, params)
}

/// A* and weighted A*, their lists where the parameters say.
fn f_search<D: Compact, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    params: &Params,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    match params.store {
        Store::Memory => best_first::solve(domain, heuristic, start, Config::f(params), control),
        Store::Packed => packed::solve(domain, heuristic, start, params, control),
        Store::Disk => external::solve(domain, heuristic, start, params, control),
    }
}
