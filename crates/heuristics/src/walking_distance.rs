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
//! at once, with a table of moves: a step is one look-up, and 4x4 boards need 1 MB. A larger one has
//! a byte a state (5x5: 65,650,495, shared by both directions where the goal's blank is on a
//! diagonal; no distance is above 78) and comes from [`Tables`]; a step then numbers the successor
//! anew. Boards with more than 2^27 states are refused: those with eight lines or more in a
//! direction, and 7x3, 6x4 and their like.

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::axis::Axis;
use crate::walking::{FEW, Walk, distance};
use crate::{Tables, Unsuited};

/// The moves that tiles need between rows, plus those between columns.
#[derive(Debug)]
pub struct WalkingDistance {
    walks: [Walk; 2],
}

impl WalkingDistance {
    /// The most states of a table.
    const MOST_STATES: u128 = 1 << 27;

    /// The heuristic for the goal of `puzzle`, with large tables from `tables`.
    ///
    /// # Errors
    ///
    /// Where a table would have more than 2^27 states.
    pub fn new<W: Word>(puzzle: &Puzzle<W>, tables: &Tables) -> Result<Self, Unsuited> {
        Self::with_few(puzzle, tables, FEW)
    }

    /// As [`Self::new`], with moves tabulated for up to `few` states.
    pub(crate) fn with_few<W: Word>(puzzle: &Puzzle<W>, tables: &Tables, few: u32) -> Result<Self, Unsuited> {
        for (axis, lines) in Axis::BOTH.into_iter().zip(["rows", "columns"]) {
            let states = Walk::shape(puzzle, axis).states();
            if states > Self::MOST_STATES {
                return Err(Unsuited(format!(
                    "walking distance needs a table of {} states for the {lines} of a {} board, and {} are the most: \
                     use inversion distance or linear conflict, which need no table",
                    grouped(states),
                    puzzle.size(),
                    grouped(Self::MOST_STATES),
                )));
            }
        }
        Ok(Self { walks: Walk::both(puzzle, tables, few) })
    }

    /// The vertical and the horizontal part.
    #[inline]
    pub(crate) fn parts(cache: [u32; 2]) -> [Cost; 2] {
        cache.map(distance)
    }
}

/// A number with its thousands set apart.
fn grouped(number: u128) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", grouped(number / 1000), number % 1000) }
}

impl<W: Word> Heuristic<Puzzle<W>> for WalkingDistance {
    /// The place in the table of each direction.
    type Cache = [u32; 2];

    fn root(&self, _: &Puzzle<W>, state: W) -> [u32; 2] {
        self.walks.each_ref().map(|walk| walk.place(state))
    }

    #[inline]
    fn step(&self, _: &Puzzle<W>, cache: [u32; 2], parent: W, op: Op) -> [u32; 2] {
        let [vertical, horizontal] = cache;
        match Axis::of(op) {
            Axis::Vertical => [self.walks[0].step(vertical, parent, op), horizontal],
            Axis::Horizontal => [vertical, self.walks[1].step(horizontal, parent, op)],
        }
    }

    #[inline]
    fn h(&self, cache: [u32; 2]) -> Cost {
        let [vertical, horizontal] = Self::parts(cache);
        vertical + horizontal
    }
}

#[cfg(test)]
mod tests {
    use tilebench_puzzle::{Board, Goal, Order, Size};
    use tilebench_testkit::{Declared, Oracle, check_laws};

    use super::*;
    use crate::{LinearConflict, manhattan};

    const CONSISTENT: Declared = Declared { admissible: true, consistent: true };

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    fn goals() -> Vec<Board> {
        let named = [(3, 3), (2, 4), (4, 2), (2, 3)].map(|(rows, cols)| size(rows, cols));
        let named = named.iter().flat_map(|size| [Goal::BlankFirst, Goal::BlankLast].map(|goal| goal.board(*size)));
        named.map(Result::unwrap).chain([Board::parse("8 3 5 1 2 0 7 4 6", None).unwrap()]).collect()
    }

    #[test]
    fn large_tables_obey_the_same_laws() {
        for goal in goals() {
            let make = |puzzle: &Puzzle<u64>| WalkingDistance::with_few(puzzle, &Tables::in_memory(), 0).unwrap();
            check_laws(&Oracle::new(&goal), make, CONSISTENT);
        }
    }

    #[test]
    fn small_and_large_tables_say_the_same() {
        for goal in goals() {
            let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
            let small = WalkingDistance::new(&puzzle, &Tables::in_memory()).unwrap();
            let large = WalkingDistance::with_few(&puzzle, &Tables::in_memory(), 0).unwrap();
            for (board, _) in Oracle::new(&goal).boards() {
                let state = puzzle.state(board).unwrap();
                let parts = [&small, &large].map(|heuristic| WalkingDistance::parts(heuristic.root(&puzzle, state)));
                assert_eq!(parts[0], parts[1], "{board}");
            }
        }
    }

    #[test]
    fn it_dominates_manhattan_distance_and_neither_it_nor_linear_conflict_the_other() {
        let goal = Goal::BlankFirst.board(size(3, 3)).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &Order::default()).unwrap();
        let walking = WalkingDistance::new(&puzzle, &Tables::in_memory()).unwrap();
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
    fn boards_whose_table_would_be_too_large_are_refused_with_its_size() {
        let puzzle = |rows, cols| {
            let goal = Goal::BlankLast.board(size(rows, cols)).unwrap();
            Puzzle::<u128>::new(&goal, &Order::default()).unwrap()
        };
        let error = WalkingDistance::new(&puzzle(4, 6), &Tables::in_memory()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "walking distance needs a table of 2,988,868,680 states for the columns of a 4x6 board, and 134,217,728 \
             are the most: use inversion distance or linear conflict, which need no table"
        );
        for size in Size::packable().filter(|size| size.rows().max(size.cols()) >= 8) {
            let refused = WalkingDistance::new(&puzzle(size.rows(), size.cols()), &Tables::in_memory());
            assert!(refused.is_err(), "{size}");
        }
    }
}
