//! Axis states that contain the fillings of the lines, so that a move changes two of them and none is counted again.

use super::axis_wd::AxisState;
use super::wd_table::{DISTANCE_BITS, WdTable};

/// The places of the fillings in an axis state: above the distance, one per line except the last, which the others determine.
#[derive(Debug)]
pub(super) struct PackedFillings {
    /// The number of fillings.
    count: u32,
    /// The bits of each.
    bits: u32,
    /// By cell: 1 in the place of the filling of its line, and 0 for the last line.
    units: [AxisState; 32],
}

impl PackedFillings {
    /// The places for lines of `widths` that consist of `cells` in this order, if moves are not tabulated and the fillings fit.
    pub(super) fn new(table: &WdTable, widths: &[usize], cells: &[u8]) -> Option<Self> {
        let (count, bits) = (u32::try_from(widths.len()).ok()? - 1, table.max_filling().ilog2() + 1);
        if table.moves().is_some() || DISTANCE_BITS + count * bits > AxisState::BITS {
            return None;
        }
        let mut units = [0; 32];
        let mut cells = cells.iter();
        for (line, &width) in (0..count).zip(widths) {
            for &cell in cells.by_ref().take(width) {
                units[usize::from(cell)] = 1 << (DISTANCE_BITS + line * bits);
            }
        }
        Some(Self { count, bits, units })
    }

    /// The part of the fillings for a tile with this `weight` in `cell`.
    #[inline]
    pub(super) fn part(&self, cell: usize, weight: u16) -> AxisState {
        self.units[cell & 31] * AxisState::from(weight)
    }

    /// The axis state with `fillings`, of which the place of the distance is ignored.
    #[expect(clippy::cast_possible_truncation, reason = "a filling has at most `bits` bits, and is an index of memory")]
    #[inline]
    pub(super) fn axis_state(&self, table: &WdTable, fillings: AxisState) -> AxisState {
        let (fillings, mask) = (fillings >> DISTANCE_BITS, (1 << self.bits) - 1);
        let entry = table.entry((0..self.count).map(|line| (fillings >> (line * self.bits) & mask) as usize));
        fillings << DISTANCE_BITS | AxisState::from(entry)
    }
}
