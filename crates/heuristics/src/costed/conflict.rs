//! Manhattan distance with costs plus linear conflict with costs.
//!
//! Tiles in their goal line in the wrong order cannot all stay in it. Each tile that leaves makes two moves that Manhattan
//! distance does not count, at twice its cost. For each line the least total cost of tiles is counted whose leaving puts the others in
//! order: all tiles of the line without the increasing subsequence of greatest cost.
//!
//! Admissible and consistent: a move of a tile with cost c changes its distance by one and the least cost of its goal line by at most
//! 2 c in the opposite direction. The number of moves d is linear conflict without costs.

use core::fmt;

use tilebench_core::{Cost, Heuristic};
use tilebench_puzzle::{CostedPuzzle, Grid, Op, Word};

use super::tile_sum::{CostAndMoves, CostedTileSum, costed_manhattan};
use crate::{Axis, ConflictCache, LinearConflict};

/// Manhattan distance plus twice the cost of every tile that must leave its goal line.
pub struct CostedLinearConflict<W> {
    manhattan: CostedTileSum,
    /// The codes of the lines, and the number of moves.
    moves: LinearConflict<W>,
    /// By line, the rows first: the costs of the tiles by the position of their goals in the line.
    line_costs: Vec<Vec<Cost>>,
    /// By line and code: the least cost of tiles that must leave; empty if the table would be too large.
    removal_costs: Vec<Vec<Cost>>,
}

impl<W> fmt::Debug for CostedLinearConflict<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CostedLinearConflict").finish_non_exhaustive()
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostedConflictCache<W> {
    h: Cost,
    moves: ConflictCache<W>,
}

impl<W: Word> CostedLinearConflict<W> {
    /// The heuristic for the goal of `puzzle`.
    #[must_use]
    pub fn new(puzzle: &CostedPuzzle<W>) -> Self {
        let size = puzzle.puzzle().size();
        let mut tiles = vec![0; size.cells()];
        for tile in 1..size.cells() {
            tiles[puzzle.goal_cell(tile)] = tile;
        }
        // The blank in its goal line has no cost: it never has a digit in a code.
        let cost = |cell: usize| if tiles[cell] == 0 { 0 } else { puzzle.tile_cost(tiles[cell]) };
        let line_costs: Vec<Vec<Cost>> = Axis::BOTH
            .into_iter()
            .flat_map(|axis| {
                let cells = axis.cells(size);
                let lines = cells.chunks(axis.width(size)).map(<[u8]>::to_vec).collect::<Vec<_>>();
                lines.into_iter().map(|line| line.into_iter().map(|cell| cost(usize::from(cell))).collect::<Vec<_>>())
            })
            .collect();
        let moves = LinearConflict::new(puzzle.puzzle());
        let table = |costs: &Vec<Cost>, codes: usize| (0..codes).map(|code| removal_cost(costs, code)).collect();
        let removal_costs = (0..).zip(&line_costs).map(|(line, costs)| table(costs, moves.tabulated_codes(line)));
        Self { manhattan: costed_manhattan(puzzle), removal_costs: removal_costs.collect(), moves, line_costs }
    }

    /// The least cost of tiles that must leave a line.
    #[inline]
    fn removal_cost(&self, cache: ConflictCache<W>, line: usize) -> Cost {
        let code = self.moves.line_code(cache, line);
        self.removal_costs[line].get(code).copied().unwrap_or_else(|| removal_cost(&self.line_costs[line], code))
    }
}

/// The least cost of tiles that must leave a line with this code, so that the others are in order: the cost of all without the
/// increasing subsequence of greatest cost. `costs` has the costs of the tiles by the position of their goals.
fn removal_cost(costs: &[Cost], mut code: usize) -> Cost {
    // kept[g]: the greatest cost of an increasing subsequence so far that ends with the goal position g - 1.
    let mut kept = [0; 16];
    let mut all = 0;
    for _ in costs {
        let goal = code % (costs.len() + 1);
        code /= costs.len() + 1;
        if goal > 0 {
            all += costs[goal - 1];
            kept[goal] = costs[goal - 1] + kept[..goal].iter().copied().max().unwrap_or(0);
        }
    }
    all - kept.iter().copied().max().unwrap_or(0)
}

impl<W: Word> Heuristic<CostedPuzzle<W>> for CostedLinearConflict<W> {
    type Cache = CostedConflictCache<W>;

    fn initial(&self, puzzle: &CostedPuzzle<W>, state: W) -> CostedConflictCache<W> {
        let moves = self.moves.initial(puzzle.puzzle(), state);
        let conflicts: Cost = (0..self.line_costs.len()).map(|line| self.removal_cost(moves, line)).sum();
        CostedConflictCache { h: self.manhattan.sum(puzzle, state).h + 2 * conflicts, moves }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &CostedPuzzle<W>,
        cache: CostedConflictCache<W>,
        parent: W,
        op: Op,
    ) -> CostedConflictCache<W> {
        let tile = parent.tile(op.to());
        let moves = self.moves.step(puzzle.puzzle(), cache.moves, parent, op);
        // Of the lines across the move, only the tile's goal line may gain or lose it.
        let (size, goal) = (puzzle.puzzle().size(), puzzle.goal_cell(tile));
        let line = match Axis::from_op(op) {
            Axis::Vertical => size.row(goal),
            Axis::Horizontal => size.rows() + size.col(goal),
        };
        let CostAndMoves { h: change, .. } = self.manhattan.change(op, tile);
        let (before, after) = (self.removal_cost(cache.moves, line), self.removal_cost(moves, line));
        CostedConflictCache { h: cache.h.wrapping_add(change) + 2 * after - 2 * before, moves }
    }

    #[inline]
    fn h(&self, cache: CostedConflictCache<W>) -> Cost {
        cache.h
    }

    #[inline]
    fn d(&self, cache: CostedConflictCache<W>) -> Cost {
        Heuristic::<tilebench_puzzle::Puzzle<W>>::h(&self.moves, cache.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_tiles_leave() {
        // The goals 2 1: the cheaper of both leaves. The code has base 3, the first cell lowest.
        assert_eq!(removal_cost(&[5, 3], 2 + 3), 3);
        assert_eq!(removal_cost(&[3, 5], 2 + 3), 3);
        assert_eq!(removal_cost(&[3, 5], 1 + 3 * 2), 0);
        // 4 1 2 3: one expensive tile stays if three cheap ones cost less.
        let code = 4 + 5 + 25 * 2 + 125 * 3;
        assert_eq!(removal_cost(&[1, 1, 1, 9], code), 3);
        assert_eq!(removal_cost(&[1, 1, 1, 2], code), 2);
    }
}
