//! One board at a time, without a branch: what is pruned is overwritten by what comes next.

use crate::idastar::batched::codes::Lines;
use crate::idastar::batched::graph::Swap;
use crate::idastar::batched::nodes::Plane;

/// Expands boards by the rule of [`super::Expand`]; it asks nothing of the processor.
pub(super) fn expand(boards: &[u64], count: usize, swap: &Swap, out: &mut [u64]) -> usize {
    let swap = *swap;
    let mut kept = 0;
    for &board in &boards[..count] {
        let away = swap.away(board);
        out[kept] = swap.applied(board).wrapping_sub(away << swap.to);
        let spent = u64::from(board & swap.slack == 0);
        kept += usize::from(away & spent == 0);
    }
    kept
}

/// Expands nodes by the rule of [`super::ExpandCoded`]; it asks nothing of the processor.
pub(super) fn expand_coded(planes: [Plane<'_>; 3], count: usize, swap: &Swap, lines: &Lines) -> usize {
    let swap = *swap;
    let [boards, along, across] = planes;
    let mut kept = 0;
    for ((&board, &along_before), &before) in boards.from[..count].iter().zip(along.from).zip(across.from) {
        let tile = (board >> swap.to & 15) as usize;
        let after = before.wrapping_add(lines.across[tile]);
        let rises = swap.away(board) ^ lines.hinders(tile, before, after);
        boards.into[kept] = swap.applied(board).wrapping_sub(rises << swap.to);
        along.into[kept] = along_before.wrapping_add(lines.along[tile]);
        across.into[kept] = after;
        let spent = u64::from(board & swap.slack == 0);
        kept += usize::from(rises & spent == 0);
    }
    kept
}
