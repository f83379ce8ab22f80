//! The successors of packed states in a metric.

use super::frontier_word::FrontierWord;

/// The operators of a metric on packed states.
pub(crate) trait SuccessorGenerator: Sync {
    /// The maximum number of successors of a state.
    fn max_successors(&self) -> u64;

    /// Calls `each` with the successors of a state by operators that are not used.
    fn expand<W: FrontierWord>(&self, state: W, each: impl FnMut(W));

    /// A copy of a state that excludes it from the next layer, if the expansion of another state of its layer can generate it.
    #[inline]
    fn excluding<W: FrontierWord>(&self, state: W) -> Option<W> {
        let _ = state;
        None
    }

    /// Whether a state is in the layer before, because one of its copies excludes it.
    #[inline]
    fn is_excluded<W: FrontierWord>(&self, state: W) -> bool {
        let _ = state;
        false
    }
}

/// The conversion between the words of the frontier and boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedBoard {
    /// The last cell.
    pub(crate) last: usize,
    /// The exclusive or of all tiles.
    tile_xor: usize,
}

impl PackedBoard {
    /// The conversion for boards of `cells` cells.
    pub(crate) fn new(cells: usize) -> Self {
        Self { last: cells - 1, tile_xor: (0..cells).fold(0, |tile_xor, tile| tile_xor ^ tile) }
    }

    /// The number of boards of one parity class: half the factorial of the number of cells.
    pub(crate) fn states(self) -> u128 {
        (3..=self.last as u128 + 1).product()
    }

    /// The state of the board with the tile `tile_at(cell)` in each cell, without used operators.
    pub(crate) fn pack<W: FrontierWord>(self, tile_at: impl Fn(usize) -> usize) -> W {
        (0..self.last).fold(W::VACANT, |word, cell| word.with(cell, tile_at(cell)))
    }

    /// The tiles of all cells of a state, the last one included.
    #[inline]
    pub(crate) fn unpack<W: FrontierWord>(self, state: W) -> W {
        let tiles = state.tiles();
        tiles.with(self.last, tiles.xor() ^ self.tile_xor)
    }
}
