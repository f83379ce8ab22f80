//! The unrolled recursion of IDA* equals the plain one.

use proptest::prelude::*;
use tilebench_core::{Heuristic, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination, Weight};
use tilebench_heuristics::{LinearConflict, manhattan};
use tilebench_kernels::plain;
use tilebench_puzzle::{Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::Side;
use tilebench_solvers::ida_star::{Config, solve, solve_recursively};

/// The outcomes of the unrolled recursion, and of the one that looks operators up.
fn solve_both<H: Heuristic<Puzzle<u64>> + 'static>(
    puzzle: &Puzzle<u64>,
    heuristic: &H,
    start: u64,
    context: &mut SearchContext<'_>,
) -> (Outcome<Op>, Outcome<Op>) {
    let side = Side { domain: puzzle, heuristic, root: start };
    (solve(side, &Config::default(), plain, context), solve_recursively(side, Weight::ONE, context))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_recursions_find_the_same_path_with_the_same_counts(
        seed in any::<u64>(), moves in 0usize..60, limit in 1u64..2_000_000, last in any::<bool>(), strong in any::<bool>(),
    ) {
        let goal = if last { Goal::BlankLast } else { Goal::BlankFirst }.board(Size::new(4, 4).unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let start = puzzle.state(&Generator::new(seed).walk(&goal, moves)).unwrap();
        let stop = StopFlag::new();
        let limits = Limits { generated: limit, ..Limits::NONE };
        let mut observer = NoObserver;
        let mut context = SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
        let (unrolled, recursion) = if strong {
            solve_both(&puzzle, &LinearConflict::new(&puzzle), start, &mut context)
        } else {
            solve_both(&puzzle, &manhattan(&puzzle), start, &mut context)
        };
        prop_assert!(matches!(recursion.end, Termination::Solved | Termination::NodeLimit));
        prop_assert_eq!(unrolled, recursion);
    }
}
