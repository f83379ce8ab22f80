//! States that are their own mirror image in the main diagonal.

use tilebench_core::Domain;

use crate::{Direction, Grid, Op, Puzzle, Word};

impl<W: Word> Puzzle<W> {
    /// A first move from `state` that need not be searched, if `state` is its own mirror image in the main diagonal.
    ///
    /// The mirror image of a board has in each cell the tile whose goal cell mirrors that of the tile in the mirrored cell. From a state
    /// that is its own image, the mirrored moves of a path to the goal are a path to the goal, too. Up mirrors left, and right mirrors
    /// down. So a search that leaves out one first move to the left or to the right finds a shortest path.
    ///
    /// So does one that prunes duplicate strings of moves. In their order, up and down come before left and right. Consider the smallest
    /// of the shortest paths that begin with another move than the one left out. If a string of it had a replacement, the path with the
    /// replacement would be smaller. If that path begins with the move left out, its mirror image would be smaller.
    pub(crate) fn mirrored_op(&self, state: W) -> Option<Op> {
        let is_horizontal = |op: &&Op| matches!(op.direction(), Some(Direction::Left | Direction::Right));
        let ops = self.ops(state, self.root_op(state));
        self.is_own_mirror_image(state).then(|| ops.iter().find(is_horizontal).copied())?
    }

    fn is_own_mirror_image(&self, state: W) -> bool {
        let size = self.goal().size();
        let mirrored = |cell| size.transposed(cell);
        let goal_cell = |cell| self.goal_cell(state.tile(cell));
        let is_mirrored = |cell| goal_cell(mirrored(cell)) == mirrored(goal_cell(cell));
        // The blank must mirror itself.
        let blank = self.goal_cell(0);
        size.rows() == size.cols() && mirrored(blank) == blank && (0..self.cells()).all(is_mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Goal, OperatorOrder, Size};

    fn mirrored_direction(start: &str, goal: &str) -> Option<Direction> {
        let [start, goal] = [start, goal].map(|board| Board::parse(board, None).unwrap());
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::Shuffle { seed: 1 }).unwrap();
        puzzle.mirrored_op(puzzle.state(&start).unwrap()).and_then(Op::direction)
    }

    #[test]
    fn a_move_is_left_out_only_if_start_and_goal_are_symmetric() {
        let (first, last) = ("0 1 2 3 4 5 6 7 8", "1 2 3 4 5 6 7 8 0");
        assert_eq!(mirrored_direction("8 7 6 5 4 3 2 1 0", first), Some(Direction::Left), "the goal, turned");
        assert_eq!(mirrored_direction(first, first), Some(Direction::Right), "the goal");
        assert_eq!(mirrored_direction(last, last), Some(Direction::Left), "another goal");
        let one_of_four = mirrored_direction("4 3 2 1 0 5 6 7 8", first);
        assert!(matches!(one_of_four, Some(Direction::Left | Direction::Right)), "{one_of_four:?}");
        assert_eq!(mirrored_direction("1 2 0 3 4 5 6 7 8", first), None, "no symmetric state");
        assert_eq!(mirrored_direction("1 0 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8"), None, "no symmetric goal");
        let rectangle = Goal::BlankFirst.board(Size::new(2, 3).unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&rectangle, &OperatorOrder::default()).unwrap();
        assert_eq!(puzzle.mirrored_op(puzzle.state(&rectangle).unwrap()), None, "no square");
    }
}
