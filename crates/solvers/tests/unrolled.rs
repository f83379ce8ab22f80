//! The unrolled recursion of IDA* does exactly what the plain one does.

use proptest::prelude::*;
use tilebench_core::{Control, End, Limits, NoObserver, StopFlag, Weight};
use tilebench_heuristics::{LinearConflict, manhattan};
use tilebench_puzzle::{Generator, Goal, Order, Puzzle, Size};
use tilebench_solvers::idastar::{Kernel, solve_by, solve_plainly};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_forms_find_the_same_path_with_the_same_counts(
        seed in any::<u64>(), moves in 0usize..60, limit in 1u64..2_000_000, last in any::<bool>(), strong in any::<bool>(),
    ) {
        let goal = if last { Goal::BlankLast } else { Goal::BlankFirst }.board(Size::new(4, 4).unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
        let start = puzzle.state(&Generator::new(seed).walk(&goal, moves)).unwrap();
        let stop = StopFlag::new();
        let limits = Limits { generated: limit, ..Limits::NONE };
        let mut observer = NoObserver;
        let mut control = Control { limits, stop: &stop, observer: &mut observer, scratch: None };
        let (unrolled, plain) = if strong {
            let h = LinearConflict::new(&puzzle);
            (solve_by(Kernel::Plain, &puzzle, &h, start, Weight::ONE, &mut control), solve_plainly(&puzzle, &h, start, Weight::ONE, &mut control))
        } else {
            let h = manhattan(&puzzle);
            (solve_by(Kernel::Plain, &puzzle, &h, start, Weight::ONE, &mut control), solve_plainly(&puzzle, &h, start, Weight::ONE, &mut control))
        };
        prop_assert!(matches!(plain.end, End::Solved | End::NodeLimit));
        prop_assert_eq!(unrolled, plain);
    }
}
