//! One board at a time, without a branch: what is pruned is overwritten by what comes next.

use crate::idastar::batched::graph::Swap;

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
