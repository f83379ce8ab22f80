//! One board at a time, without branches: a pruned board is overwritten by the next one.

use tilebench_heuristics::{CUT, PairTerms};

use crate::AxisStep;
use crate::axis_tables::value;
use crate::batched::context_graph::Swap;
use crate::batched::kernel::{Expanded, SoaSlices, Trails};
use crate::batched::line_deltas::LineDelta;

/// The two cells of a move.
#[derive(Clone, Copy)]
struct SwapCells {
    /// The first bit of the cell that the blank leaves, which contains the slack.
    from: u32,
    /// The first bit of the one that it enters.
    to: u32,
    /// The word with 1 in the cell that the blank leaves and -1 in the other: times the difference of their contents, it exchanges
    /// them.
    exchange: u64,
}

impl From<&Swap> for SwapCells {
    fn from(swap: &Swap) -> Self {
        let (from, to) = (swap.slack.trailing_zeros(), swap.to);
        Self { from, to, exchange: (1_u64 << from).wrapping_sub(1 << to) }
    }
}

impl SwapCells {
    /// The tile that moves and the slack.
    #[inline]
    fn read(self, board: u64) -> (usize, u64) {
        ((board >> self.to & 15) as usize, board >> self.from & 15)
    }

    /// The board with the two exchanged, and the slack decreased by `rises`.
    #[inline]
    fn exchanged(self, board: u64, tile: usize, slack: u64, rises: u64) -> u64 {
        board.wrapping_add((tile as u64).wrapping_sub(slack).wrapping_mul(self.exchange)).wrapping_sub(rises << self.to)
    }
}

/// Expands boards by the rule of [`super::ExpandFn`]; it needs no special instructions.
pub(super) fn expand<const CUTS: bool>(
    boards: &[u64],
    count: usize,
    swap: &Swap,
    out: &mut [u64],
    trails: &mut Trails<'_>,
) -> Expanded {
    let cells = SwapCells::from(swap);
    let out = &mut out[..count];
    let mut expanded = Expanded { kept: 0, generated: 0 };
    for (at, &board) in boards[..count].iter().enumerate() {
        let (tile, slack) = cells.read(board);
        let rises = swap.increases_h >> tile & 1;
        out[expanded.kept] = cells.exchanged(board, tile, slack, rises);
        expanded.count(slack >= rises, !CUTS || follow(trails, at, expanded.kept));
    }
    expanded
}

/// Expands nodes by the rule of [`super::ExpandCodedFn`]; it needs no special instructions.
pub(super) fn expand_coded<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    lines: &LineDelta,
    trails: &mut Trails<'_>,
) -> Expanded {
    expand_three::<CUTS>(slices, count, swap, trails, |_, tile, [along, before]| {
        let after = before.wrapping_add(lines.across[tile]);
        let rises = (swap.increases_h >> tile & 1) ^ lines.adds_conflict(tile, before, after);
        (rises, [along.wrapping_add(lines.along[tile]), after])
    })
}

/// Expands nodes by the rule of [`super::ExpandAxesFn`]; it needs no special instructions.
pub(super) fn expand_axes<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    step: &AxisStep,
    trails: &mut Trails<'_>,
) -> Expanded {
    expand_three::<CUTS>(slices, count, swap, trails, |board, tile, [before, other]| {
        let after = step.next(board, tile, before);
        (u64::from(value(after) > value(before)), [after, other])
    })
}

/// Expands nodes of three words. `step` gets the board, the moved tile and the other two words; it returns 1 if h rises and 0 if it
/// falls, and the two words after the move.
#[inline]
fn expand_three<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    trails: &mut Trails<'_>,
    step: impl Fn(u64, usize, [u64; 2]) -> (u64, [u64; 2]),
) -> Expanded {
    let cells = SwapCells::from(swap);
    // Equal lengths, so that bounds are checked once for all three.
    let [boards, first, second] = slices.map(|slice| (&slice.from[..count], &mut slice.into[..count]));
    let mut expanded = Expanded { kept: 0, generated: 0 };
    for (at, ((&board, &before_first), &before_second)) in boards.0.iter().zip(first.0).zip(second.0).enumerate() {
        let (tile, slack) = cells.read(board);
        let (rises, after) = step(board, tile, [before_first, before_second]);
        let kept = expanded.kept;
        boards.1[kept] = cells.exchanged(board, tile, slack, rises);
        [first.1[kept], second.1[kept]] = after;
        expanded.count(slack >= rises, !CUTS || follow(trails, at, kept));
    }
    expanded
}

/// Keeps nodes by the rule of [`super::RetainFn`]; it needs no special instructions.
pub(super) fn retain(words: &mut [&mut [u64]], count: usize, pairs: &PairTerms, to: u32) -> usize {
    let mut kept = 0;
    for at in 0..count {
        let board = words[0][at];
        let slack = board >> to & 15;
        let codes = [words[1][at], words[2][at]];
        let is_kept = pairs.fits(board ^ slack << to, to as usize / 4, codes, slack as u32);
        for words in &mut *words {
            words[kept] = words[at];
        }
        kept += usize::from(is_kept);
    }
    kept
}

/// Writes the state of the successor of node `at` to place `kept`, and returns whether its path is not cut.
#[inline]
fn follow(trails: &mut Trails<'_>, at: usize, kept: usize) -> bool {
    let next = trails.next(trails.states.from[at]);
    trails.states.into[kept] = next;
    next != u64::from(CUT)
}

impl Expanded {
    /// Counts a successor.
    #[inline]
    fn count(&mut self, is_within: bool, is_uncut: bool) {
        self.kept += usize::from(is_within & is_uncut);
        self.generated += usize::from(is_uncut);
    }
}
