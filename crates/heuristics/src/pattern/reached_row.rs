//! The states of one block with one region that a layer reaches.

use super::bit_list::BitList;

/// The maximum number of permutations, and of their marks.
const MAX_MARKS: usize = 1 << 16;

/// The permutations that are reached: some as bits, and those after a move that changes ranks as marks, since a byte is written
/// without reading it first.
pub(super) struct ReachedRow {
    bits: Vec<u64>,
    /// By [`mark_place`] of the permutation: one if it is reached.
    marks: Box<[u8; MAX_MARKS]>,
    is_marked: bool,
    list: BitList,
}

/// The place of the mark of a permutation. Within 64 places, bit `8 * byte + word` of a row is a byte of a word, so that eight shifted
/// words are the bits.
pub(super) fn mark_place(permutation: u16) -> u16 {
    permutation & !63 | (permutation % 8) << 3 | permutation >> 3 & 7
}

impl ReachedRow {
    /// An empty row.
    pub(super) fn new(row_words: usize) -> Self {
        let marks = vec![0; MAX_MARKS].try_into().expect("the lengths are equal");
        Self { bits: vec![0; row_words], marks, is_marked: false, list: BitList::default() }
    }

    /// Adds the states of a row after a move that changes no rank.
    #[inline]
    pub(super) fn join(&mut self, states: &[u64]) {
        self.bits.iter_mut().zip(states).for_each(|(bits, states)| *bits |= states);
    }

    /// Adds the states of a row after a move. `mark_places` are the places of the marks of all permutations after it.
    #[inline]
    pub(super) fn mark(&mut self, states: &[u64], mark_places: &[u16]) {
        for &permutation in self.list.of(states) {
            self.marks[usize::from(mark_places[usize::from(permutation)])] = 1;
        }
        self.is_marked = true;
    }

    /// Replaces a row by all permutations that were added and are not in it. Returns these, and empties this row.
    #[inline]
    pub(super) fn replace(&mut self, row: &mut [u64]) -> &[u16] {
        if std::mem::take(&mut self.is_marked) {
            for (bits, marks) in self.bits.iter_mut().zip(self.marks.as_chunks::<64>().0) {
                let (words, _) = marks.as_chunks::<8>();
                *bits |= words.iter().zip(0..).fold(0, |bits, (word, shift)| bits | u64::from_le_bytes(*word) << shift);
            }
            self.marks[..self.bits.len() * 64].fill(0);
        }
        for (row, bits) in row.iter_mut().zip(&mut self.bits) {
            *row = std::mem::take(bits) & !*row;
        }
        self.list.of(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_replaced_by_what_was_added_and_is_not_in_it() {
        let mut reached = ReachedRow::new(2);
        let reversed: Vec<u16> = (0..128).rev().map(mark_place).collect();
        for _ in 0..2 {
            let mut row = [0b10, 1 << 63];
            reached.join(&[0b110, 0]);
            reached.mark(&[0b1001, 0], &reversed);
            assert_eq!(reached.replace(&mut row), [2, 124]);
            assert_eq!(row, [0b100, 1 << 60]);
        }
    }
}
