//! One number per cell, or per tile, of a board.

use core::ops::Deref;
use std::sync::Arc;

use crate::Size;

/// One number below [`Size::MAX_CELLS`] per cell of a board.
///
/// Up to [`Size::WORD_CELLS`] numbers are stored inline, so boards of searches do not allocate. Longer vectors are shared
/// among clones until one of them is changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileVec(Storage);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Storage {
    /// Entries from `count` on are zero.
    Inline {
        numbers: [u16; Size::WORD_CELLS],
        count: u8,
    },
    Shared(Arc<[u16]>),
}

impl TileVec {
    /// The numbers from 0 to the number of cells of `size`, exclusive.
    pub(crate) fn ascending(size: Size) -> Self {
        let mut numbers = Self::zeros(size.cells());
        for (number, entry) in (0..).zip(numbers.to_mut()) {
            *entry = number;
        }
        numbers
    }

    pub(crate) fn zeros(count: usize) -> Self {
        Self(match u8::try_from(count) {
            Ok(short) if count <= Size::WORD_CELLS => Storage::Inline { numbers: [0; Size::WORD_CELLS], count: short },
            _ => Storage::Shared(vec![0; count].into()),
        })
    }

    pub(crate) fn new(numbers: &[u16]) -> Self {
        let mut tiles = Self::zeros(numbers.len());
        tiles.to_mut().copy_from_slice(numbers);
        tiles
    }

    /// The numbers, mutable.
    pub(crate) fn to_mut(&mut self) -> &mut [u16] {
        match &mut self.0 {
            Storage::Inline { numbers, count } => &mut numbers[..usize::from(*count)],
            Storage::Shared(numbers) => Arc::make_mut(numbers),
        }
    }
}

impl Deref for TileVec {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        match &self.0 {
            Storage::Inline { numbers, count } => &numbers[..usize::from(*count)],
            Storage::Shared(numbers) => numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_to_a_clone_leaves_the_original_unchanged_at_every_length() {
        for count in [4, Size::WORD_CELLS, Size::WORD_CELLS + 1, Size::MAX_CELLS] {
            let zeros = TileVec::zeros(count);
            let mut changed = zeros.clone();
            changed.to_mut()[count - 1] = 1;
            assert_eq!((zeros.len(), zeros[count - 1], changed[count - 1]), (count, 0, 1));
            assert!(zeros < changed);
            assert_eq!(TileVec::new(&changed), changed);
        }
    }

    #[test]
    fn numbers_of_packable_boards_are_stored_inline() {
        for (count, inline) in [(4, true), (Size::WORD_CELLS, true), (Size::WORD_CELLS + 1, false)] {
            assert_eq!(matches!(TileVec::zeros(count).0, Storage::Inline { .. }), inline, "{count}");
        }
    }
}
