//! Walking distance: the moves that tiles need between rows, plus those between columns.
//!
//! The abstraction for rows keeps the number of tiles of each goal row in each row, and the row of the
//! blank. A vertical move swaps the blank with any tile of a neighbouring row. The vertical part is the
//! minimum number of such moves to the abstract goal; columns give the horizontal part. A vertical move
//! does not change the abstraction for columns and the reverse, so the parts add up.
//!
//! Admissible and consistent. Never below Manhattan distance, because a move brings one tile at most
//! one line nearer; of the parity of the true distance, because each part has the parity of
//! the number of lines between the blank and its goal line. Neither it nor linear conflict dominates the other.
//! K. Takahashi ("takaken"), around 2001, in the notes of his 15-puzzle solver.
//!
//! Each part is looked up in a table that breadth-first search fills. A table of up to 2^20 states is built
//! with the heuristic, together with a table of moves: a step is one look-up, and 4x4 boards need 1 MB. A
//! table of up to 2^27 states has one byte per state (5x5: 65,650,495, shared by both axes if the goal's blank
//! is on a diagonal; no distance is above 78) and comes from [`Tables`]; a step then changes the contents of two
//! lines, which are numbers, and ranks them all. If these numbers exceed 54 bits, a step counts all tiles again.
//!
//! With eight lines or more on an axis, and on 7x3, 6x4 and their transposes, there are more states
//! (12x2: 119,261,328,828,364,800). The boundaries between lines are then divided into two or three
//! windows (see `walking/windows.rs`), each with a small table, and the part is the sum of the windows'
//! distances. This is not above the value of one table, and still admissible, consistent, of the right
//! parity and not below Manhattan distance.

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::Tables;
use crate::axis::Axis;
use crate::walking::{AxisState, AxisWd, MAX_TABULATED_STATES, WalkingMoves, WdOptions, distance};

/// The moves that tiles need between rows, plus those between columns.
#[derive(Debug)]
pub struct WalkingDistance {
    axes: [AxisWd; 2],
}

impl WalkingDistance {
    /// The maximum number of states with which all lines of an axis are distinguished.
    const MAX_STATES: u128 = 1 << 27;

    /// The heuristic for the goal of `puzzle`, with large tables from `tables`.
    #[must_use]
    pub fn new<W: Word>(puzzle: &Puzzle<W>, tables: &Tables) -> Self {
        Self::with(puzzle, &WdOptions { tables, max_states: Self::MAX_STATES, max_tabulated: MAX_TABULATED_STATES })
    }

    pub(crate) fn with<W: Word>(puzzle: &Puzzle<W>, options: &WdOptions<'_>) -> Self {
        Self { axes: AxisWd::both(puzzle, options) }
    }

    /// The moves of the abstract states along `op`, if all lines of its axis are distinguished and moves are tabulated. A cache
    /// then consists of the entries of both axes.
    #[must_use]
    pub fn moves(&self, op: Op) -> Option<WalkingMoves> {
        self.axes[Axis::from_op(op) as usize].moves(op)
    }

    /// The vertical and the horizontal part.
    #[inline]
    pub(crate) fn parts(cache: [AxisState; 2]) -> [Cost; 2] {
        cache.map(distance)
    }
}

impl<W: Word> Heuristic<Puzzle<W>> for WalkingDistance {
    /// The state on each axis.
    type Cache = [AxisState; 2];

    fn initial(&self, _: &Puzzle<W>, state: W) -> [AxisState; 2] {
        self.axes.each_ref().map(|axis| axis.initial(state))
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: [AxisState; 2], parent: W, op: Op) -> [AxisState; 2] {
        let [vertical, horizontal] = cache;
        match Axis::from_op(op) {
            Axis::Vertical => [self.axes[0].step(vertical, parent, op), horizontal],
            Axis::Horizontal => [vertical, self.axes[1].step(horizontal, parent, op)],
        }
    }

    #[inline]
    fn h(&self, cache: [AxisState; 2]) -> Cost {
        let [vertical, horizontal] = Self::parts(cache);
        vertical + horizontal
    }
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::{Board, Generator, Goal, OperatorOrder, Size};
    use tilebench_testkit::{DeclaredProperties, Oracle, check_laws};

    use super::*;
    use crate::{LinearConflict, manhattan};
    use tilebench_core::HeuristicExt;

    const CONSISTENT: DeclaredProperties = DeclaredProperties { admissible: true, consistent: true };

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    fn goals() -> Vec<Board> {
        let named = [(3, 3), (2, 4), (4, 2), (2, 3)].map(|(rows, cols)| size(rows, cols));
        let named = named.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size)));
        named.map(Result::unwrap).chain([Board::parse("8 3 5 1 2 0 7 4 6", None).unwrap()]).collect()
    }

    /// Options that treat small boards like large ones: moves are not tabulated, or lines are merged, or both.
    const FORCED: [(u128, u32); 3] = [(u128::MAX, 0), (1, MAX_TABULATED_STATES), (1, 0)];

    fn forced<W: Word>(puzzle: &Puzzle<W>, (max_states, max_tabulated): (u128, u32)) -> WalkingDistance {
        WalkingDistance::with(puzzle, &WdOptions { tables: &Tables::in_memory(), max_states, max_tabulated })
    }

    #[test]
    fn the_methods_of_large_boards_obey_the_laws_on_small_ones() {
        for goal in goals() {
            for how in FORCED {
                check_laws(&Oracle::new(&goal), |puzzle: &Puzzle<u64>| forced(puzzle, how), CONSISTENT);
            }
        }
    }

    #[test]
    fn small_and_large_tables_give_the_same_values() {
        for goal in goals() {
            let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
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
    fn windows_are_between_manhattan_distance_and_all_lines_distinguished() {
        for (rows, cols) in [(3, 3), (4, 4), (5, 3), (2, 6)] {
            for goal in [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(size(rows, cols)).unwrap()) {
                let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
                let (whole, windows) =
                    (WalkingDistance::new(&puzzle, &Tables::in_memory()), forced(&puzzle, (1, MAX_TABULATED_STATES)));
                let (manhattan, mut generator, mut above, mut below) = (manhattan(&puzzle), Generator::new(5), 0, 0);
                for _ in 0..1000 {
                    let state = puzzle.state(&generator.board(&goal)).unwrap();
                    let [lower, h, upper] = [
                        manhattan.estimate(&puzzle, state),
                        windows.estimate(&puzzle, state),
                        whole.estimate(&puzzle, state),
                    ];
                    assert!(lower <= h && h <= upper && h % 2 == upper % 2, "{}", puzzle.board(state));
                    above += h - lower;
                    below += upper - h;
                }
                assert!(above > 0, "{goal}: above by {above}, below by {below}");
            }
        }
    }

    #[test]
    fn walking_distance_dominates_manhattan_distance_and_not_linear_conflict_nor_the_reverse() {
        let goal = Goal::BlankFirst.board(size(3, 3)).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
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
            let [short, long] = [size.rows().min(size.cols()), size.rows().max(size.cols())];
            long >= 8 || (short, long) == (3, 7) || (short, long) == (4, 6)
        };
        for size in Size::packable() {
            let puzzle = Puzzle::<u128>::new(&Goal::BlankLast.board(size).unwrap(), &OperatorOrder::default()).unwrap();
            let counts = Axis::BOTH.map(|axis| AxisWd::windows(&puzzle, axis, WalkingDistance::MAX_STATES).len());
            assert_eq!(counts.into_iter().max() > Some(1), many(&size), "{size}: {counts:?}");
            assert!(counts.into_iter().all(|count| count <= 3), "{size}: {counts:?}");
        }
    }
}
