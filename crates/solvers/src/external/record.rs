//! A generated state as buckets hold it.

use tilebench_core::Key;

/// A packed state and the way back to where it was generated.
///
/// The way back is the number of the operator that undoes the arrival, among all operators of the
/// state. It names the arrival without the predecessor, in one byte for any domain. Records are
/// ordered by key; of those with one key the least is kept, so that the order in which successors
/// were written does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record<K> {
    /// The packed state.
    pub(crate) key: K,
    /// The number of the operator back, or [`Self::START`]; with [`Self::AGAIN`] added where the state
    /// was expanded before, on a longer path.
    mark: u8,
}

impl<K: Key> Record<K> {
    /// In the place of an operator: the start was not generated from anywhere.
    const START: u8 = 0x7F;
    /// Set where the state was expanded before.
    const AGAIN: u8 = 0x80;

    /// The bytes of a record in a file.
    pub(crate) const BYTES: usize = K::BYTES + 1;

    /// The record of a search's start.
    pub(crate) fn start(key: K) -> Self {
        Self { key, mark: Self::START }
    }

    /// The record of a state whose operator number `back` leads to where it was generated.
    #[inline]
    pub(crate) fn new(key: K, back: usize) -> Self {
        debug_assert!(back < usize::from(Self::START), "a state with {back} operators");
        #[expect(clippy::cast_possible_truncation, reason = "a state has fewer than 127 operators")]
        let mark = back as u8;
        Self { key, mark }
    }

    /// The number of the operator back; there is none at the start.
    #[inline]
    pub(crate) fn back(self) -> Option<usize> {
        let back = self.mark & !Self::AGAIN;
        (back != Self::START).then_some(usize::from(back))
    }

    /// Says that the state was expanded before.
    pub(crate) fn set_again(&mut self) {
        self.mark |= Self::AGAIN;
    }

    /// Whether the state was expanded before.
    #[inline]
    pub(crate) fn is_again(self) -> bool {
        self.mark & Self::AGAIN != 0
    }

    /// Appends the record to `bytes`.
    #[inline]
    pub(crate) fn write(self, bytes: &mut Vec<u8>) {
        let at = bytes.len();
        bytes.resize(at + Self::BYTES, self.mark);
        self.key.write(&mut bytes[at..]);
    }

    /// The record that `bytes` begin with.
    #[inline]
    pub(crate) fn read(bytes: &[u8]) -> Self {
        Self { key: K::read(bytes), mark: bytes[K::BYTES] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_from_nine_bytes() {
        let mut again = Record::new(0x0123_4567_89AB_CDEF_u64, 3);
        again.set_again();
        let mut bytes = Vec::new();
        for record in [Record::start(7), again] {
            bytes.clear();
            record.write(&mut bytes);
            assert_eq!((bytes.len(), Record::read(&bytes)), (9, record));
        }
        assert_eq!((again.back(), again.is_again()), (Some(3), true));
        assert_eq!(Record::start(7_u64).back(), None);
    }
}
