//! The state of a stage: the cells of the blank and of the stage's tiles.

use tilebench_core::narrow;
use tilebench_puzzle::Grid;

/// The cells of the blank and of a stage's tiles, five bits each, the blank's lowest.
///
/// Unused fields contain 31, which is not a cell. The other tiles are not distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StageState(u64);

const BITS: u32 = 5;
const FIELD: u64 = (1 << BITS) - 1;
/// A one in each of twelve fields.
const ONES: u64 = 0x0084_2108_4210_8421;

impl StageState {
    /// The maximum number of tiles of a stage.
    pub(crate) const MAX_TILES: usize = 11;

    /// No tiles and no blank.
    const EMPTY: Self = Self(ONES * FIELD);

    fn with(self, field: usize, cell: usize) -> Self {
        let shift = BITS * narrow::<u32, _>(field, "a word has 12 fields");
        Self(self.0 & !(FIELD << shift) | (cell as u64) << shift)
    }

    /// The cells, in `state`, of the blank and of the tiles that belong in `cells`.
    pub(crate) fn from_state<D: Grid>(domain: &D, state: D::State, cells: &[usize]) -> Self {
        let cell_of = |tile| {
            let cell = (0..domain.cells()).find(|&cell| domain.tile_at(state, cell) == tile);
            cell.expect("every tile is on the board")
        };
        let tile_for = |goal| {
            let tile = (1..domain.cells()).find(|&tile| domain.goal_cell(tile) == goal);
            tile.expect("a stage fills cells where tiles belong")
        };
        let blank = Self::EMPTY.with(0, cell_of(0));
        (1..).zip(cells).fold(blank, |stage_state, (field, &goal)| stage_state.with(field, cell_of(tile_for(goal))))
    }

    /// All tiles that belong in `cells` in their cells, and no blank.
    pub(crate) fn goal(cells: &[usize]) -> Self {
        (1..).zip(cells).fold(Self::EMPTY, |stage_state, (field, &goal)| stage_state.with(field, goal))
    }

    /// Whether the tiles are in their cells of `goal`. The cell of the blank is ignored.
    #[inline]
    pub(crate) fn fills(self, goal: Self) -> bool {
        self.0 >> BITS == goal.0 >> BITS
    }

    /// The blank's cell.
    #[inline]
    pub(crate) fn blank(self) -> usize {
        (self.0 & FIELD) as usize
    }

    /// The state after the blank moved to the cell `to`. A tile of the stage in this cell moves to the blank's cell.
    #[inline]
    pub(crate) fn moved(self, to: usize) -> Self {
        let to = to as u64;
        // At most one field contains `to`: it is the lowest field that is zero after the exclusive or.
        let differs = self.0 ^ (ONES * to);
        let zero = differs.wrapping_sub(ONES) & !differs & (ONES << (BITS - 1));
        let mut word = self.0;
        if zero != 0 {
            let shift = zero.trailing_zeros() + 1 - BITS;
            word ^= (to ^ (self.0 & FIELD)) << shift;
        }
        Self(word & !FIELD | to)
    }

    /// A hash key.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_in_the_blanks_way_moves_to_its_cell_and_others_stay() {
        let stage_state = StageState::EMPTY.with(0, 5).with(1, 6).with(2, 24);
        let past_a_tile = stage_state.moved(6);
        assert_eq!(past_a_tile, StageState::EMPTY.with(0, 6).with(1, 5).with(2, 24));
        assert_eq!(past_a_tile.moved(5), stage_state);
        assert_eq!(stage_state.moved(4), StageState::EMPTY.with(0, 4).with(1, 6).with(2, 24));
        assert_eq!(stage_state.moved(0).blank(), 0);
        assert!(stage_state.fills(StageState::goal(&[6, 24])));
        assert!(!past_a_tile.fills(StageState::goal(&[6, 24])));
    }
}
