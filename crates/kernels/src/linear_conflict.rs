//! Linear conflict as data: the codes of lines, and the positions in which a tile adds a conflict.

use tilebench_heuristics::{Axis, LineCodes, LinearConflict};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::{LineCrossing, LineTables, MoveEffect, UnitDelta, UnitDeltaTables};

impl<W: Word> UnitDelta<Puzzle<W>> for LinearConflict<W> {
    /// The tables of Manhattan distance. A tile that leaves its goal line removes at most the conflicts that it added, and one
    /// that enters it adds at most two moves. So the estimate changes by the opposite of Manhattan distance exactly if the tile
    /// adds a conflict to the line that holds it.
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        let mut tables = self.manhattan().unit_delta(puzzle)?;
        let mut terms = Box::new([[[0; 2]; 16]; 16]);
        for (cell, terms) in terms.iter_mut().enumerate().take(puzzle.cells()) {
            for (tile, terms) in terms.iter_mut().enumerate().take(puzzle.cells()).skip(1) {
                let [row, column] = self.terms(puzzle, tile, cell);
                *terms = [u64::try_from(row).ok()?, u64::try_from(column).ok()?];
            }
        }
        let crossings =
            tables.contexts.iter().map(|context| crossing(self, puzzle, context.op, &terms)).collect::<Option<_>>()?;
        tables.effect = MoveEffect::Lines(LineTables { terms, crossings });
        Some(tables)
    }
}

/// The lines across `op`, where tiles add `terms` to codes; `None` if lines have too many codes.
fn crossing<W: Word>(
    heuristic: &LinearConflict<W>,
    puzzle: &Puzzle<W>,
    op: Op,
    terms: &[[[u64; 2]; 16]; 16],
) -> Option<LineCrossing> {
    let size = puzzle.size();
    let axis = Axis::from_op(op);
    // Rows are numbered 0 and columns 1, as in the words of codes.
    let (across, lines): (usize, &LineCodes) = match axis {
        Axis::Vertical => (0, heuristic.rows()),
        Axis::Horizontal => (1, heuristic.columns()),
    };
    let between = [op.from(), op.to()].map(|cell| axis.line(size, cell));
    // Beyond the codes of all lines, a word is 0.
    let mut first = [lines.first_bit(axis.lines(size)); 16];
    for (tile, first) in first.iter_mut().enumerate().take(puzzle.cells()).skip(1) {
        let line = axis.line(size, puzzle.goal_cell(tile));
        if between.contains(&line) {
            *first = lines.first_bit(line);
        }
    }
    let [after, before] = [op.from(), op.to()].map(|cell| &terms[cell & 15]);
    let change = |tile: usize, axis: usize| after[tile][axis].wrapping_sub(before[tile][axis]);
    let changes = core::array::from_fn(|tile| [change(tile, 0), change(tile, 1)]);
    let adds_conflict = lines.adds_conflict(axis.position(size, op.to()))?;
    Some(LineCrossing { across, changes, first, code: lines.mask() as u64, adds_conflict })
}
