//! A number for each cell, or for each tile, of a board.

use core::ops::Deref;
use std::sync::Arc;

use crate::Size;

/// Numbers below [`Size::MOST_CELLS`], as many as a board has cells.
///
/// As many as a word's cells are held inline, so that boards which are searched allocate nothing;
/// more are shared among clones until one is changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Numbers(Held);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Held {
    /// Zero beyond the last of `count`.
    Inline {
        numbers: [u16; Size::WORD_CELLS],
        count: u8,
    },
    Shared(Arc<[u16]>),
}

impl Numbers {
    /// The numbers from 0 up to `size`'s cells.
    pub(crate) fn counting(size: Size) -> Self {
        let mut numbers = Self::zeros(size.cells());
        for (number, entry) in (0..).zip(numbers.to_mut()) {
            *entry = number;
        }
        numbers
    }

    pub(crate) fn zeros(count: usize) -> Self {
        Self(match u8::try_from(count) {
            Ok(few) if count <= Size::WORD_CELLS => Held::Inline { numbers: [0; Size::WORD_CELLS], count: few },
            _ => Held::Shared(vec![0; count].into()),
        })
    }

    pub(crate) fn new(numbers: &[u16]) -> Self {
        let mut held = Self::zeros(numbers.len());
        held.to_mut().copy_from_slice(numbers);
        held
    }

    /// The numbers, to be changed in place.
    pub(crate) fn to_mut(&mut self) -> &mut [u16] {
        match &mut self.0 {
            Held::Inline { numbers, count } => &mut numbers[..usize::from(*count)],
            Held::Shared(numbers) => Arc::make_mut(numbers),
        }
    }
}

impl Deref for Numbers {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        match &self.0 {
            Held::Inline { numbers, count } => &numbers[..usize::from(*count)],
            Held::Shared(numbers) => numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_to_a_clone_leaves_the_original_alone_however_many_there_are() {
        for count in [4, Size::WORD_CELLS, Size::WORD_CELLS + 1, Size::MOST_CELLS] {
            let zeros = Numbers::zeros(count);
            let mut changed = zeros.clone();
            changed.to_mut()[count - 1] = 1;
            assert_eq!((zeros.len(), zeros[count - 1], changed[count - 1]), (count, 0, 1));
            assert!(zeros < changed);
            assert_eq!(Numbers::new(&changed), changed);
        }
    }

    #[test]
    fn numbers_of_packed_boards_are_held_inline() {
        for (count, inline) in [(4, true), (Size::WORD_CELLS, true), (Size::WORD_CELLS + 1, false)] {
            assert_eq!(matches!(Numbers::zeros(count).0, Held::Inline { .. }), inline, "{count}");
        }
    }
}
