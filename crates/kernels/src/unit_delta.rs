//! Heuristics that every move changes by exactly one, as data for kernels that make one move on many boards at once.

use tilebench_core::{Cost, Domain, Heuristic, narrow};
use tilebench_heuristics::{PairTerms, TileSum};
use tilebench_puzzle::{Grid, Op, Puzzle, Word};

use crate::AxisTables;

/// A heuristic that every move changes by exactly one, up or down, as decided by the tile moved, the two cells, and the order of
/// the tiles in a line or the state of an axis.
pub trait UnitDelta<D: Domain>: Heuristic<D> {
    /// The moves of `domain` as masks; `None` for boards of more than 16 cells, or if a move changes the estimate by another
    /// number.
    fn unit_delta(&self, domain: &D) -> Option<UnitDeltaTables<D::State, D::Op>>;

    /// The part of the estimate to which moves add one or subtract one: all but the pairs of [`MoveEffect::Pairs`].
    fn slack_h(&self, cache: Self::Cache) -> Cost {
        self.h(cache)
    }

    /// The states of the two axes for [`AxisTables`]; zero for other estimates.
    fn axis_states(&self, _: Self::Cache) -> [u64; 2] {
        [0; 2]
    }
}

impl<W: Word> UnitDelta<Puzzle<W>> for TileSum {
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        UnitDeltaTables::new(puzzle, MoveEffect::Tile, |op| increases_h(self, op, puzzle.cells()))
    }
}

/// The tiles, as bits, whose move by `op` increases the sum by one; `None` if a tile changes it by neither 1 nor -1.
fn increases_h(sum: &TileSum, op: Op, cells: usize) -> Option<u16> {
    (1..cells).try_fold(0, |increases, tile| match sum.change(op, tile).cast_signed() {
        1 => Some(increases | 1 << tile),
        -1 => Some(increases),
        _ => None,
    })
}

/// The operator graph of a board of at most 16 cells, with the effect of each move on an estimate
/// that every move changes by exactly one.
///
/// A *context* is the blank's cell together with its last move, as in [`crate::OpAutomaton`]: all boards
/// that a search reaches at one context have the same operators, and a move takes a tile between the same
/// two cells in all of them. So only one bit per board is looked up: whether moving the tile there
/// increases the estimate; and one more for an estimate with [`LineTables`].
#[derive(Clone, Debug)]
pub struct UnitDeltaTables<S, Op> {
    /// A state with four bits per cell, the first cell lowest, the blank as zero.
    pub word: fn(S) -> u64,
    /// The goal in that encoding.
    pub goal: u64,
    /// By context: the operator that leads to it, and the ones that may follow, in operator order and
    /// without its inverse. There is at least one.
    pub contexts: Vec<OpContext<Op>>,
    /// The effect of moves on the estimate beside that of the tile.
    pub effect: MoveEffect,
}

impl<W: Word> UnitDeltaTables<W, Op> {
    /// The graph of `puzzle` with an effect of moves; `increases_h` returns the tiles, as bits, whose move by an operator increases
    /// the estimate by one. `None` if a board does not fit into 64 bits, or if `increases_h` has no answer for an operator.
    pub(crate) fn new(puzzle: &Puzzle<W>, effect: MoveEffect, increases_h: impl Fn(Op) -> Option<u16>) -> Option<Self> {
        let word = W::TO_NIBBLES?;
        let ops: Vec<Op> = all_ops(puzzle).collect();
        let delta = |op: Op| {
            let context = ops.iter().position(|listed| *listed == op)?;
            let [from, to] = [op.from(), op.to()].map(|cell| narrow(cell, "boards in words have at most 25 cells"));
            Some(MoveDelta { op, from, to, increases_h: increases_h(op)?, context })
        };
        // The operators that may follow a move do not depend on the tiles.
        let next = |op: Op| puzzle.ops(W::zero(), op).iter().map(|&op| delta(op)).collect::<Option<Vec<_>>>();
        let contexts = ops.iter().map(|&op| Some(OpContext { op, next: next(op)? })).collect::<Option<_>>()?;
        let goal = puzzle.goal().tiles().iter().zip(0..).map(|(&tile, cell)| u64::from(tile) << (4 * cell)).sum();
        Some(Self { word, goal, contexts, effect })
    }
}

/// The operators of `puzzle`, in the order of contexts.
pub(crate) fn all_ops<W: Word>(puzzle: &Puzzle<W>) -> impl Iterator<Item = Op> {
    (0..puzzle.cells()).flat_map(|cell| puzzle.ops_at(cell)).copied()
}

/// The effect of moves on an estimate, beside that of the tile that moves: [`MoveDelta::increases_h`].
#[derive(Clone, Debug)]
pub enum MoveEffect {
    /// None.
    Tile,
    /// By the order of the tiles in their goal lines.
    Lines(LineTables),
    /// By the states of the two axes; the tile alone has none.
    Axes(AxisTables),
    /// By the order of the tiles in their goal lines, and by pairs of moves that the board adds. The forced steps of the pairs are
    /// the lowest bits of the word of the rows.
    Pairs(LineTables, Box<PairTerms>),
}

/// A context: the move that leads to it and the moves that may follow.
#[derive(Clone, Debug)]
pub struct OpContext<Op> {
    /// The move.
    pub op: Op,
    /// The moves that may follow.
    pub next: Vec<MoveDelta<Op>>,
}

/// A move from a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveDelta<Op> {
    /// The operator.
    pub op: Op,
    /// The cell that the blank leaves, to which the tile goes; below 16.
    pub from: u8,
    /// The cell that the blank enters, from which the tile comes; below 16.
    pub to: u8,
    /// Bit t is set if moving tile t increases the estimate by one. For the other tiles the estimate
    /// decreases by one. [`LineTables`] may invert this.
    pub increases_h: u16,
    /// The index of the context to which it leads.
    pub context: usize,
}

/// The effect of conflicts between tiles in their goal lines on an estimate.
///
/// A row or a column is represented by a number, its code: one digit per cell, which is the position of that tile's goal cell
/// in the line, or 0 if the goal cell is not in the line. The codes of all rows are one word, and those of all columns
/// another. A move adds a constant to each, and whether the estimate rises or falls is a bit of a table, indexed by
/// the code of one line.
#[derive(Clone, Debug)]
pub struct LineTables {
    /// By cell and tile: the amount that the tile adds to the word of the rows and to that of the columns; nothing for the
    /// blank, tile 0.
    pub terms: Box<[[[u64; 2]; 16]; 16]>,
    /// By context: the lines across the move that leads to it.
    pub crossings: Vec<LineCrossing>,
}

/// The lines across a move: the one that the tile leaves and the one that it enters.
#[derive(Clone, Debug)]
pub struct LineCrossing {
    /// 0 if the lines are rows, 1 if they are columns.
    pub across: usize,
    /// By tile: the number added to the word of the rows and to that of the columns.
    pub changes: [[u64; 2]; 16],
    /// By tile: the bit of the word at which its goal line begins, which is one of the two; for a tile of another goal line
    /// one from which on the word is 0. At most [`Self::MAX_FIRST`].
    pub first: [u8; 16],
    /// The bits of a code, from the lowest on; at most ten.
    pub code: u64,
    /// Bit c is set if, in a line of code c, the tile of the move adds a conflict: one more tile has to leave the line than
    /// without it. If that holds for the goal line with the tile in it, before or after the move, the estimate changes by the
    /// opposite of [`MoveDelta::increases_h`].
    pub adds_conflict: [u64; 16],
}

impl LineCrossing {
    /// The maximum number of the bit at which a line begins: ten bits of a code follow.
    pub const MAX_FIRST: u8 = 54;
}
