//! Walking distance: the moves that tiles need between rows, plus those between columns.
//!
//! Of the board only this is kept: how many tiles of each goal row are in each row, and in which row
//! the blank is. A vertical move exchanges the blank with any tile of a neighbouring row. The fewest
//! such moves to the goal's counts are the vertical part; columns give the horizontal part. A
//! vertical move leaves all columns as they are and the reverse, so the parts add up.
//!
//! Admissible and consistent. Never below Manhattan distance, because an exchange brings one tile
//! one line nearer at most; of the parity of the true distance, because each part has the parity of
//! the blank's way in its direction. Neither it nor linear conflict is always above the other.
//! K. Takahashi ("takaken"), around 2001, in the notes of his 15-puzzle solver.
//!
//! Every part is looked up in a table by breadth-first search. A table of up to 2^20 states is built
//! at once, with a table of moves: a step is one look-up, and 4x4 boards need 1 MB. One of up to 2^27
//! has a byte per state (5x5: 65,650,495, shared by both directions if the goal's blank is on a
//! diagonal; no distance is above 78) and comes from [`Tables`]; a step then numbers the successor
//! from scratch.
//!
//! With eight lines or more in a direction, and on 7x3, 6x4 and their like, there are more states
//! (12x2: 119,261,328,828,364,800). There the boundaries between lines are divided into two or three
//! windows (see `walking/windows.rs`); each has a small table of its own, and the part is the sum of
//! the windows' distances. This is not above the value of one table, and still admissible,
//! consistent, of the right parity and not below Manhattan distance.

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::Tables;
use crate::axis::Axis;
use crate::walking::{FEW, Making, Spot, Walk, distance};

/// The moves that tiles need between rows, plus those between columns.
#[derive(Debug)]
pub struct WalkingDistance {
    walks: [Walk; 2],
}

impl WalkingDistance {
    /// The maximum number of states with which all lines of a direction are distinguished.
    const MOST_STATES: u128 = 1 << 27;

    /// The heuristic for the goal of `puzzle`, with large tables from `tables`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>, tables: &Tables) -> Self {
        Self::with(puzzle, &Making { tables, most: Self::MOST_STATES, few: FEW })
    }

    pub(crate) fn with<W: Word>(puzzle: &Puzzle<W>, making: &Making<'_>) -> Self {
        Self { walks: Walk::both(puzzle, making) }
    }

    /// The vertical and the horizontal part.
    #[inline]
    pub(crate) fn parts(cache: [Spot; 2]) -> [Cost; 2] {
        cache.map(distance)
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for WalkingDistance {
    /// The spot in each direction.
    type Cache = [Spot; 2];

    fn initial(&self, _: &Puzzle<W>, state: W) -> [Spot; 2] {
        self.walks.each_ref().map(|walk| walk.spot(state))
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: [Spot; 2], parent: W, op: Op) -> [Spot; 2] {
        let [vertical, horizontal] = cache;
        match Axis::of(op) {
            Axis::Vertical => [self.walks[0].step(vertical, parent, op), horizontal],
            Axis::Horizontal => [vertical, self.walks[1].step(horizontal, parent, op)],
        }
    }

    #[inline]
    fn h(&self, cache: [Spot; 2]) -> Cost {
        let [vertical, horizontal] = Self::parts(cache);
        vertical + horizontal
    }
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::{Board, Generator, Goal, Order, Size};
    use tilebench_testkit::{Declared, Oracle, check_laws};

    use super::*;
    use crate::{LinearConflict, manhattan};
    use tilebench_core::HeuristicExt;

    const CONSISTENT: Declared = Declared { admissible: true, consistent: true };

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    fn goals() -> Vec<Board> {
        let named = [(3, 3), (2, 4), (4, 2), (2, 3)].map(|(rows, cols)| size(rows, cols));
        let named = named.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size)));
        named.map(Result::unwrap).chain([Board::parse("8 3 5 1 2 0 7 4 6", None).unwrap()]).collect()
    }

    /// How small boards are made to be treated as large ones: no moves are tabulated, or lines are
    /// merged, or both.
    const FORCED: [(u128, u32); 3] = [(u128::MAX, 0), (1, FEW), (1, 0)];

    fn forced<W: Word>(puzzle: &Puzzle<W>, (most, few): (u128, u32)) -> WalkingDistance {
        WalkingDistance::with(puzzle, &Making { tables: &Tables::in_memory(), most, few })
    }

    #[test]
    fn large_boards_would_obey_the_same_laws() {
        for goal in goals() {
            for how in FORCED {
                check_laws(&Oracle::new(&goal), |puzzle: &Puzzle<u64>| forced(puzzle, how), CONSISTENT);
            }
        }
    }

    #[test]
    fn small_and_large_tables_say_the_same() {
        for goal in goals() {
            let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
            let small = WalkingDistance::new(&puzzle, &Tables::in_memory());
            let large = forced(&puzzle, (u128::MAX, 0));
            for (board, _) in Oracle::new(&goal).boards() {
                let state = puzzle.state(board).unwrap();
                let parts = [&small, &large].map(|heuristic| WalkingDistance::parts(heuristic.initial(&puzzle, state)));
                assert_eq!(parts[0], parts[1], "{board}");
            }
        }
    }

    #[test]
    fn windows_are_between_manhattan_distance_and_all_lines_told_apart() {
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 6)] {
            for goal in [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(size(rows, cols)).unwrap()) {
                let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
                let (whole, windows) = (WalkingDistance::new(&puzzle, &Tables::in_memory()), forced(&puzzle, (1, FEW)));
                let (manhattan, mut generator, mut above, mut below) = (manhattan(&puzzle), Generator::new(5), 0, 0);
                for _ in 0..1000 {
                    let state = puzzle.state(&generator.board(&goal)).unwrap();
                    let [least, h, most] = [
                        manhattan.estimate(&puzzle, state),
                        windows.estimate(&puzzle, state),
                        whole.estimate(&puzzle, state),
                    ];
                    assert!(least <= h && h <= most && h % 2 == most % 2, "{}", puzzle.board(state));
                    above += h - least;
                    below += most - h;
                }
                assert!(above > 0, "{goal}: above by {above}, below by {below}");
            }
        }
    }

    #[test]
    fn it_dominates_manhattan_distance_and_neither_it_nor_linear_conflict_the_other() {
        let goal = Goal::BlankFirst.board(size(3, 3)).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
        let walking = WalkingDistance::new(&puzzle, &Tables::in_memory());
        let (manhattan, conflict) = (manhattan(&puzzle), LinearConflict::new(&puzzle));
        let (mut above, mut below) = (0, 0);
        for (board, distance) in Oracle::new(&goal).boards() {
            let state = puzzle.state(board).unwrap();
            let h = walking.estimate(&puzzle, state);
            assert!(h >= manhattan.estimate(&puzzle, state), "{board}");
            assert_eq!(h % 2, distance % 2, "{board}");
            above += u32::from(h > conflict.estimate(&puzzle, state));
            below += u32::from(h < conflict.estimate(&puzzle, state));
        }
        assert!(above > 0 && below > 0, "above on {above} boards, below on {below}");
    }

    #[test]
    fn windows_are_used_on_the_boards_that_the_documentation_names() {
        let many = |size: &Size| {
            let [least, most] = [size.rows().min(size.cols()), size.rows().max(size.cols())];
            most >= 8 || (least, most) == (3, 7) || (least, most) == (4, 6)
        };
        for size in Size::packable() {
            let puzzle = Puzzle::<u128>::new(&Goal::BlankLast.board(size).unwrap(), &Order::default()).unwrap();
            let counts = Axis::BOTH.map(|axis| Walk::windows(&puzzle, axis, WalkingDistance::MOST_STATES).len());
            assert_eq!(counts.into_iter().max() > Some(1), many(&size), "{size}: {counts:?}");
            assert!(counts.into_iter().all(|count| count <= 3), "{size}: {counts:?}");
        }
    }
}
