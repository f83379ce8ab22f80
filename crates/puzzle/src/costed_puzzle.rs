//! A sliding-tile puzzle whose moves have the costs of a cost model.

use tilebench_core::{Bidirectional, BitPacked, Cost, Domain, narrow};

use crate::cost_model::{TileCosts, gcd};
use crate::{CostModel, Grid, Op, Puzzle, PuzzleError, Word};

/// A [`Puzzle`] in which the cost of a move depends on the tile that moves.
#[derive(Clone, Debug)]
pub struct CostedPuzzle<W: Word> {
    puzzle: Puzzle<W>,
    costs: TileCosts,
    min_cost: Cost,
    cost_gcd: Cost,
}

impl<W: Word> CostedPuzzle<W> {
    /// The states of `puzzle` with the costs of `model`.
    ///
    /// # Errors
    ///
    /// If the costs of paths exceed 31 bits on boards of this size.
    pub fn new(puzzle: Puzzle<W>, model: &CostModel) -> Result<Self, PuzzleError> {
        let costs = model.tile_costs(puzzle.size())?;
        let of_tiles = &costs[1..puzzle.size().cells()];
        let min_cost = of_tiles.iter().copied().min().unwrap_or(1);
        let divisor = of_tiles.iter().fold(0, |divisor, &cost| gcd(divisor, u128::from(cost)));
        // Two paths between the same states move each tile a number of times of the same parity.
        let cost_gcd = narrow(2 * divisor, "costs are below 2^31");
        Ok(Self { puzzle, costs, min_cost, cost_gcd })
    }

    /// The puzzle without costs.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle<W> {
        &self.puzzle
    }

    /// The cost of moving `tile` by one cell.
    #[inline]
    #[must_use]
    pub fn tile_cost(&self, tile: usize) -> Cost {
        self.costs[tile & 31]
    }

    /// The maximum cost of a move.
    #[must_use]
    pub fn max_cost(&self) -> Cost {
        self.costs.iter().copied().max().unwrap_or(1)
    }
}

impl<W: Word> Domain for CostedPuzzle<W> {
    type State = W;
    type Key = W::Key;
    type Op = Op;

    const MAX_BRANCHING: u64 = Puzzle::<W>::MAX_BRANCHING;
    const UNIT_COST: bool = false;

    #[inline]
    fn cost(&self, state: W, op: Op) -> Cost {
        self.tile_cost(state.tile(op.to()))
    }

    fn min_cost(&self) -> Cost {
        self.min_cost
    }

    fn cost_gcd(&self) -> Cost {
        self.cost_gcd
    }

    #[inline]
    fn root_op(&self, start: W) -> Op {
        self.puzzle.root_op(start)
    }

    #[inline]
    fn ops(&self, state: W, parent_op: Op) -> &[Op] {
        self.puzzle.ops(state, parent_op)
    }

    #[inline]
    fn apply(&self, state: W, op: Op) -> W {
        self.puzzle.apply(state, op)
    }

    fn inverse(&self, op: Op) -> Op {
        self.puzzle.inverse(op)
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.puzzle.is_goal(state)
    }

    #[inline]
    fn pack(&self, state: W) -> W::Key {
        self.puzzle.pack(state)
    }

    #[inline]
    fn unpack(&self, key: W::Key) -> W {
        self.puzzle.unpack(key)
    }
}

impl<W: Word> Bidirectional for CostedPuzzle<W> {
    fn goal(&self) -> W {
        Bidirectional::goal(&self.puzzle)
    }

    fn with_goal(&self, goal: W) -> Self {
        Self { puzzle: self.puzzle.with_goal(goal), ..self.clone() }
    }
}

impl<W: Word> BitPacked for CostedPuzzle<W> {
    type Code = W;

    const OP_BITS: u32 = Puzzle::<W>::OP_BITS;

    fn code_bits(&self) -> u32 {
        self.puzzle.code_bits()
    }

    #[inline]
    fn encode(&self, state: W) -> W {
        self.puzzle.encode(state)
    }

    #[inline]
    fn decode(&self, code: W) -> W {
        self.puzzle.decode(code)
    }

    #[inline]
    fn rank(&self, code: W) -> W {
        self.puzzle.rank(code)
    }

    #[inline]
    fn op_number(op: Op) -> u32 {
        Puzzle::<W>::op_number(op)
    }

    #[inline]
    fn incoming_op(&self, state: W, number: u32) -> Op {
        self.puzzle.incoming_op(state, number)
    }
}

impl<W: Word> Grid for CostedPuzzle<W> {
    fn rows(&self) -> usize {
        self.puzzle.rows()
    }

    fn cols(&self) -> usize {
        self.puzzle.cols()
    }

    #[inline]
    fn tile_at(&self, state: W, cell: usize) -> usize {
        self.puzzle.tile_at(state, cell)
    }

    #[inline]
    fn goal_cell(&self, tile: usize) -> usize {
        self.puzzle.goal_cell(tile)
    }

    #[inline]
    fn ops_at(&self, cell: usize) -> &[Op] {
        self.puzzle.ops_at(cell)
    }

    #[inline]
    fn destination(&self, op: Op) -> usize {
        self.puzzle.destination(op)
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::path_cost;

    use super::*;
    use crate::{COST_MODELS, Goal, OperatorOrder};

    #[test]
    fn a_path_costs_the_sum_of_its_tiles_and_as_much_when_reversed() {
        let goal = Goal::BlankFirst.board("2x3".parse().unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let heavy = COST_MODELS.iter().find(|model| model.name == "heavy").unwrap();
        let costed = CostedPuzzle::new(puzzle.clone(), heavy).unwrap();
        assert_eq!((costed.min_cost(), costed.cost_gcd(), costed.max_cost()), (1, 2, 5));
        let start = Bidirectional::goal(&costed);
        let mut state = start;
        let (mut ops, mut cost, mut parent_op) = (Vec::new(), 0, costed.root_op(state));
        for step in 0..40 {
            let choices = costed.ops(state, parent_op);
            let op = choices[step * 5 % choices.len()];
            let tile = puzzle.board(state).tiles()[op.to()];
            assert_eq!(costed.cost(state, op), Cost::from(tile));
            let next = costed.apply(state, op);
            assert_eq!(costed.cost(next, costed.inverse(op)), costed.cost(state, op));
            cost += Cost::from(tile);
            ops.push(op);
            (state, parent_op) = (next, op);
        }
        assert_eq!(path_cost(&costed, start, &ops), cost);
    }

    #[test]
    fn costs_of_paths_with_equal_ends_differ_by_a_multiple_of_the_divisor() {
        let goal = Goal::BlankFirst.board("2x2".parse().unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        for model in COST_MODELS {
            let costed = CostedPuzzle::new(puzzle.clone(), model).unwrap();
            // The states of 2x2 form a ring of 12: one path goes around in each direction.
            let start = Bidirectional::goal(&costed);
            let around = |first: usize| {
                let (mut state, mut parent_op, mut costs) = (start, costed.root_op(start), vec![0]);
                for step in 0..12 {
                    let ops = costed.ops(state, parent_op);
                    let op = ops[if step == 0 { first } else { 0 }];
                    costs.push(costs[step] + costed.cost(state, op));
                    (state, parent_op) = (costed.apply(state, op), op);
                }
                assert_eq!(state, start);
                costs
            };
            let (one, other) = (around(0), around(1));
            for at in 0..=12 {
                assert!(one[at].abs_diff(other[12 - at]).is_multiple_of(costed.cost_gcd()), "{model}");
            }
        }
    }
}
