//! Axis states that contain the fillings of the lines, so that a move changes two of them and none is counted again.

use std::sync::Arc;

use tilebench_puzzle::{Op, Word};

use super::wd_table::{AxisState, DISTANCE_BITS, WdTable};

/// The places of the fillings in an axis state: above the distance, one per line except the last, which the others determine.
#[derive(Debug)]
pub(super) struct PackedFillings {
    table: Arc<WdTable>,
    /// The number of fillings.
    count: u32,
    /// The bits of each.
    bits: u32,
    /// The number of cells of the board.
    cells: usize,
    /// By cell: 1 in the place of the filling of its line, and 0 for the last line.
    units: [AxisState; 32],
    /// By tile: its term in the filling of a line.
    weights: [u16; 32],
}

impl PackedFillings {
    /// The places for lines of `widths` that consist of `cells` in this order, if moves are not tabulated and the fillings fit.
    pub(super) fn new(table: &Arc<WdTable>, widths: &[usize], cells: &[u8], weights: [u16; 32]) -> Option<Self> {
        let (count, bits) = (u32::try_from(widths.len()).ok()? - 1, table.max_filling().ilog2() + 1);
        if table.moves().is_some() || DISTANCE_BITS + count * bits > AxisState::BITS {
            return None;
        }
        let mut units = [0; 32];
        let mut rest = cells.iter();
        for (line, &width) in (0..count).zip(widths) {
            for &cell in rest.by_ref().take(width) {
                units[usize::from(cell)] = 1 << (DISTANCE_BITS + line * bits);
            }
        }
        Some(Self { table: Arc::clone(table), count, bits, cells: cells.len(), units, weights })
    }

    /// The axis state of `state`.
    #[inline]
    pub(super) fn initial<W: Word>(&self, state: W) -> AxisState {
        self.with_distance((0..self.cells).map(|cell| self.part(cell, state.tile(cell))).sum())
    }

    /// The axis state after `op` moved `tile`; `axis_state` is the one before.
    #[inline]
    pub(super) fn step(&self, axis_state: AxisState, tile: usize, op: Op) -> AxisState {
        let [left, entered] = [op.to(), op.from()].map(|cell| self.part(cell, tile));
        self.with_distance(axis_state.wrapping_sub(left).wrapping_add(entered))
    }

    /// The part of the fillings for `tile` in `cell`.
    #[inline]
    fn part(&self, cell: usize, tile: usize) -> AxisState {
        self.units[cell & 31] * AxisState::from(self.weights[tile & 31])
    }

    /// The axis state with `fillings`, of which the place of the distance is ignored.
    #[expect(clippy::cast_possible_truncation, reason = "a filling has at most `bits` bits, and is an index of memory")]
    #[inline]
    fn with_distance(&self, fillings: AxisState) -> AxisState {
        let (fillings, mask) = (fillings >> DISTANCE_BITS, (1 << self.bits) - 1);
        let entry = self.table.entry((0..self.count).map(|line| (fillings >> (line * self.bits) & mask) as usize));
        fillings << DISTANCE_BITS | AxisState::from(entry)
    }
}
