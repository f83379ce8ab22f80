//! The table of methods.

use tilebench_puzzle::Grid;
use tilebench_solvers::{Algorithm, AlgorithmRow, Guarantee, SearchDomain};

use crate::{AnySizeSolver, jumps, staged, strategy};

/// A rectangle of tiles that search algorithms can search as well.
pub trait TileDomain: Grid + SearchDomain {}

impl<D: Grid + SearchDomain> TileDomain for D {}

/// All methods, in the order in which they are listed.
#[must_use]
pub fn algorithms<D: TileDomain>() -> Vec<AlgorithmRow<D>> {
    vec![
        AlgorithmRow {
            algorithm: &STAGED,
            check: |domain, _, options| options.get(&staged::PLAN).stages(domain).map(drop),
            looks_up_start: |_| false,
            run: |problem, options, context| {
                staged::solve(problem.domain, problem.start, options.get(&staged::PLAN), context)
            },
        },
        AlgorithmRow {
            algorithm: const { &STRATEGY },
            check: |_, _, _| Ok(()),
            looks_up_start: |_| false,
            run: |problem, options, context| {
                strategy::solve(problem.domain, problem.start, options.get(&strategy::BLANK_ROUTING), context)
            },
        },
        AlgorithmRow {
            algorithm: &JUMPS,
            check: |domain, _, _| jumps::supports(domain),
            looks_up_start: |_| false,
            run: |problem, options, context| {
                let (depth, skip_inverse_pairs) =
                    (options.get(&jumps::LOOKAHEAD), options.get(&jumps::SKIP_INVERSE_PAIRS));
                jumps::solve(problem.domain, problem.start, depth, skip_inverse_pairs, context)
            },
        },
    ]
}

/// The methods that support boards too large for a word, by name.
pub const ANY_SIZE_METHODS: &[(&str, AnySizeSolver)] = &[(STRATEGY.name, |layout, options, context| {
    strategy::solve_layout(layout, options.get(&strategy::BLANK_ROUTING), context)
})];

static STAGED: Algorithm = Algorithm {
    name: "staged",
    title: "Staged breadth-first",
    summary: "Places the tiles of one target after the other, each by breadth-first search over the tiles that are still free.",
    reference: "Korf 1985b; a code-golf answer of 2012",
    guarantee: Guarantee::None,
    informed: false,
    consistent: false,
    unit_cost: false,
    bound: None,
    options: &[&staged::PLAN],
};

const STRATEGY: Algorithm = Algorithm {
    name: "strategy",
    title: "Human strategy",
    summary: "Places tile by tile along rows and then columns, and rotates the last 2x2; it does not search.",
    reference: "Parberry 1995",
    guarantee: Guarantee::None,
    informed: false,
    consistent: false,
    unit_cost: false,
    bound: None,
    options: &[&strategy::BLANK_ROUTING],
};

static JUMPS: Algorithm = Algorithm {
    name: "jumps",
    title: "Greedy jumps",
    summary: "Searches breadth-first to a fixed depth, jumps to the state with minimum weighted distance and repeats this, at most eleven times.",
    reference: "Penschuck's code-golf answer of 2012",
    guarantee: Guarantee::None,
    informed: false,
    consistent: false,
    unit_cost: false,
    bound: None,
    options: &[&jumps::LOOKAHEAD, &jumps::SKIP_INVERSE_PAIRS],
};
