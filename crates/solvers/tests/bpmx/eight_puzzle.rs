//! The 8-puzzle with a random heuristic that is admissible and hardly ever consistent.

use std::collections::HashMap;
use std::sync::LazyLock;

use tilebench_core::{Cost, Domain, Heuristic};
use tilebench_puzzle::{Board, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_testkit::Oracle;

/// The puzzle with the distance of each of its states.
pub(crate) struct EightPuzzle {
    pub(crate) puzzle: Puzzle<u64>,
    oracle: Oracle,
    distances: HashMap<u64, Cost>,
}

/// Created once per process.
pub(crate) static EIGHT_PUZZLE: LazyLock<EightPuzzle> = LazyLock::new(|| {
    let size = Size::new(3, 3).expect("a board size");
    let goal = Goal::BlankFirst.board(size).expect("a goal of that size");
    let puzzle = Puzzle::new(&goal, &OperatorOrder::default()).expect("a board that fits");
    let oracle = Oracle::new(&goal);
    let state = |board: &Board| puzzle.state(board).expect("a board that reaches the goal");
    let distances = oracle.boards().iter().map(|(board, distance)| (state(board), *distance)).collect();
    EightPuzzle { puzzle, oracle, distances }
});

impl EightPuzzle {
    /// The states from 1 to `max_distance` moves from the goal, each `every`th, with their distances.
    pub(crate) fn sample(&self, max_distance: Cost, every: usize) -> impl Iterator<Item = (u64, Cost)> {
        let boards = self.oracle.boards().iter().take_while(move |(_, distance)| *distance <= max_distance);
        boards.skip(1).step_by(every).map(|(board, distance)| (self.puzzle.state(board).expect("a state"), *distance))
    }
}

/// A fraction of the distance, in quarters, that depends on a hash of the state.
#[derive(Debug)]
pub(crate) struct RandomFraction {
    /// The seed of the hash.
    pub(crate) seed: u64,
    /// The minimum of the fraction, in quarters.
    pub(crate) min_quarters: u64,
}

impl Heuristic<Puzzle<u64>> for RandomFraction {
    type Cache = Cost;

    fn initial(&self, _: &Puzzle<u64>, state: u64) -> Cost {
        let distance = u64::from(EIGHT_PUZZLE.distances[&state]);
        let mixed = (state ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
        let quarters = self.min_quarters + mixed % (5 - self.min_quarters);
        Cost::try_from(distance * quarters / 4).expect("a distance")
    }

    fn step(&self, puzzle: &Puzzle<u64>, _: Cost, parent: u64, op: Op) -> Cost {
        self.initial(puzzle, puzzle.apply(parent, op))
    }

    fn h(&self, cache: Cost) -> Cost {
        cache
    }
}
