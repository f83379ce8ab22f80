//! Walking and inversion distance as data: the state of an axis, and the effect of a move on it.

use std::sync::Arc;

use tilebench_core::narrow;
use tilebench_heuristics::{Axis, InversionDistance, InversionMove, WalkingDistance, WalkingInversion, WalkingMoves};
use tilebench_puzzle::{Op, Puzzle, Word};

use crate::unit_delta::all_ops;
use crate::{MoveEffect, UnitDelta, UnitDeltaTables};

/// The effect of moves on an estimate that is the sum of a vertical and a horizontal part.
///
/// A move changes only the part of its axis. The part is the larger of two entries, which are the two halves of one word, the
/// state of the axis. The lowest bits of an entry are its value, and the bits above them determine the entry of the successor.
#[derive(Clone, Debug)]
pub struct AxisTables {
    /// By context: the move that leads to it.
    pub steps: Vec<AxisStep>,
}

/// The effect of a move on the state of its axis. An estimate without one of the two halves has no entries for it.
#[derive(Clone, Debug)]
pub struct AxisStep {
    /// 0 if the move is vertical, 1 if it is horizontal.
    pub axis: usize,
    /// The lower half, if the estimate has one.
    pub walking: Option<WalkingStep>,
    /// The upper half, if the estimate has one.
    pub inversion: Option<InversionStep>,
}

/// The number of bits of the value of an entry.
pub(crate) const VALUE_BITS: u32 = WalkingMoves::DISTANCE_BITS;

/// The mask of the value of an entry.
pub(crate) const VALUE: u64 = (1 << VALUE_BITS) - 1;

/// The effect on the entry of walking distance.
#[derive(Clone, Debug)]
pub struct WalkingStep {
    /// By rank and move, one row per rank: the entry of the successor.
    pub moves: Arc<[u32]>,
    /// The length of a row; below 2^16.
    pub row: u64,
    /// By tile: the index of its move in the row.
    pub exchanges: [u64; 16],
}

/// The effect on the entry of inversion distance, which is the number of moves below a count: twice the inversions, plus the parity
/// of the blank's line.
#[derive(Clone, Debug)]
pub struct InversionStep {
    /// By count: its entry.
    pub entries: Arc<[u32; InversionDistance::MAX_COUNTS]>,
    /// The first bits of the cells that the tile passes.
    pub passed: Vec<u32>,
    /// By tile: the tiles before it in the goal, as 16 bits, repeated four times.
    pub earlier: [u64; 16],
    /// Whether the tile moves to a later place in the order of its axis, so that it is then inverted with the later tiles that it
    /// passed.
    pub moves_later: bool,
}

impl AxisStep {
    /// The state after the move of `tile` on `board`; `state` is the one before it.
    #[inline]
    pub(crate) fn next(&self, board: u64, tile: usize, state: u64) -> u64 {
        let walking = self.walking.as_ref().map_or(0, |walking| walking.next(tile, state & u64::from(u32::MAX)));
        let inversion = self.inversion.as_ref().map_or(0, |inversion| inversion.next(board, tile, state >> 32));
        walking | inversion << 32
    }
}

/// The part of the estimate for the state of an axis.
#[inline]
pub(crate) fn value(state: u64) -> u64 {
    (state & VALUE).max(state >> 32 & VALUE)
}

impl WalkingStep {
    fn new(moves: WalkingMoves) -> Self {
        let exchanges = core::array::from_fn(|tile| u64::from(moves.exchanges[tile]));
        Self { moves: moves.entries, row: moves.row as u64, exchanges }
    }

    #[inline]
    fn next(&self, tile: usize, entry: u64) -> u64 {
        let index = (entry >> VALUE_BITS) * self.row + self.exchanges[tile & 15];
        u64::from(self.moves[narrow::<usize, _>(index, "addresses have 64 bits")])
    }
}

impl InversionStep {
    fn new(effect: InversionMove<'_>, op: Op, entries: Arc<[u32; InversionDistance::MAX_COUNTS]>) -> Self {
        let passed = effect.passed.iter().map(|&cell| 4 * u32::from(cell)).collect();
        let earlier = core::array::from_fn(|tile| u64::from(effect.earlier[tile] & 0xFFFF) * 0x0001_0001_0001_0001);
        Self { entries, passed, earlier, moves_later: op.to() < op.from() }
    }

    /// The number that the move adds to a count, modulo 2^64, with `earlier` tiles passed that are before the tile in the goal;
    /// the parity changes too.
    #[inline]
    pub(crate) fn change(&self, earlier: u64) -> u64 {
        // The tile was inverted with one part of the tiles that it passes, and is then with the other: twice the
        // inversions change by twice the difference.
        let change = (2 * self.passed.len() as u64).wrapping_sub(4 * earlier);
        if self.moves_later { change } else { change.wrapping_neg() }
    }

    #[inline]
    fn next(&self, board: u64, tile: usize, entry: u64) -> u64 {
        let before = self.earlier[tile & 15];
        let earlier = self.passed.iter().map(|&first| before >> (board >> first & 15) & 1).sum();
        let count = (entry >> VALUE_BITS).wrapping_add(self.change(earlier)) ^ 1;
        u64::from(self.entries[narrow::<usize, _>(count, "addresses have 64 bits")])
    }
}

/// The entries of `effect`, by count.
fn inversion_entries(effect: InversionMove<'_>) -> [u32; InversionDistance::MAX_COUNTS] {
    let mut entries = [0; InversionDistance::MAX_COUNTS];
    for ((count, &moves), entry) in (0..).zip(effect.min_moves).zip(&mut entries) {
        *entry = count << VALUE_BITS | u32::from(moves);
    }
    entries
}

/// The tables of an estimate with these halves; `None` if walking distance tabulates no moves.
fn unit_delta<W: Word>(
    puzzle: &Puzzle<W>,
    walking: Option<&WalkingDistance>,
    inversion: Option<&InversionDistance>,
) -> Option<UnitDeltaTables<W, Op>> {
    let mut entries: [Option<Arc<_>>; 2] = [None, None];
    let steps = all_ops(puzzle).map(|op| {
        let axis = Axis::from_op(op) as usize;
        let walking = match walking {
            Some(walking) => Some(WalkingStep::new(walking.moves(op)?)),
            None => None,
        };
        let inversion = inversion.map(|inversion| {
            let effect = inversion.effect(op);
            let entries = entries[axis].get_or_insert_with(|| Arc::new(inversion_entries(effect)));
            InversionStep::new(effect, op, Arc::clone(entries))
        });
        Some(AxisStep { axis, walking, inversion })
    });
    let effect = MoveEffect::Axes(AxisTables { steps: steps.collect::<Option<_>>()? });
    UnitDeltaTables::new(puzzle, effect, |_| Some(0))
}

/// The entries of the counts of both axes, in the upper half.
fn inversion_states(inversion: &InversionDistance, counts: [u16; 2]) -> [u64; 2] {
    let parts = inversion.parts(counts);
    core::array::from_fn(|axis| u64::from(u32::from(counts[axis]) << VALUE_BITS | parts[axis]) << 32)
}

impl<W: Word> UnitDelta<Puzzle<W>> for WalkingDistance {
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        unit_delta(puzzle, Some(self), None)
    }

    fn axis_states(&self, cache: [u64; 2]) -> [u64; 2] {
        cache
    }
}

impl<W: Word> UnitDelta<Puzzle<W>> for InversionDistance {
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        unit_delta(puzzle, None, Some(self))
    }

    fn axis_states(&self, counts: [u16; 2]) -> [u64; 2] {
        inversion_states(self, counts)
    }
}

impl<W: Word> UnitDelta<Puzzle<W>> for WalkingInversion {
    fn unit_delta(&self, puzzle: &Puzzle<W>) -> Option<UnitDeltaTables<W, Op>> {
        let (walking, inversion) = self.parts();
        unit_delta(puzzle, Some(walking), Some(inversion))
    }

    fn axis_states(&self, (entries, counts): ([u64; 2], [u16; 2])) -> [u64; 2] {
        let inversion = inversion_states(self.parts().1, counts);
        core::array::from_fn(|axis| entries[axis] | inversion[axis])
    }
}
