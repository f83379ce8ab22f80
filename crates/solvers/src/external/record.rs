//! The record of a generated state in a bucket.

use tilebench_core::StateKey;

/// A packed state and the operator that leads back to its parent.
///
/// The operator is stored as its index among all operators of the state. It takes one byte in any
/// domain and identifies the parent without storing it. Records are ordered by key. Of the records with
/// the same key only the least is kept, so that the result does not depend on the order of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Record<K> {
    /// The packed state.
    pub(crate) key: K,
    /// The index of the operator to the parent, or [`Self::ROOT`]; plus [`Self::REOPENED`] if the state
    /// was expanded before.
    op_and_flag: u8,
}

impl<K: StateKey> Record<K> {
    /// Stands for the operator to the parent of the start state, which has no parent.
    const ROOT: u8 = 0x7F;
    /// Flags a state that was expanded before, on a longer path.
    const REOPENED: u8 = 0x80;

    /// The size of a record in a file.
    pub(crate) const BYTES: usize = K::BYTES + 1;

    /// The record of the start state.
    pub(crate) fn root(key: K) -> Self {
        Self { key, op_and_flag: Self::ROOT }
    }

    /// The record of a state whose operator number `op_to_parent` leads to its parent.
    #[inline]
    pub(crate) fn new(key: K, op_to_parent: usize) -> Self {
        debug_assert!(op_to_parent < usize::from(Self::ROOT), "operator number {op_to_parent} of a state");
        #[expect(clippy::cast_possible_truncation, reason = "a state has fewer than 127 operators")]
        let op_and_flag = op_to_parent as u8;
        Self { key, op_and_flag }
    }

    /// The index of the operator to the parent; `None` for the start state.
    #[inline]
    pub(crate) fn op_to_parent(self) -> Option<usize> {
        let op = self.op_and_flag & !Self::REOPENED;
        (op != Self::ROOT).then_some(usize::from(op))
    }

    /// Flags the state as expanded before.
    pub(crate) fn set_reopened(&mut self) {
        self.op_and_flag |= Self::REOPENED;
    }

    /// Whether the state was expanded before.
    #[inline]
    pub(crate) fn is_reopened(self) -> bool {
        self.op_and_flag & Self::REOPENED != 0
    }

    /// Appends the record to `bytes`.
    #[inline]
    pub(crate) fn write(self, bytes: &mut Vec<u8>) {
        let start = bytes.len();
        bytes.resize(start + Self::BYTES, self.op_and_flag);
        self.key.write(&mut bytes[start..]);
    }

    /// Reads the record at the beginning of `bytes`.
    #[inline]
    pub(crate) fn read(bytes: &[u8]) -> Self {
        Self { key: K::read(bytes), op_and_flag: bytes[K::BYTES] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_from_nine_bytes() {
        let mut reopened = Record::new(0x0123_4567_89AB_CDEF_u64, 3);
        reopened.set_reopened();
        let mut bytes = Vec::new();
        for record in [Record::root(7), reopened] {
            bytes.clear();
            record.write(&mut bytes);
            assert_eq!((bytes.len(), Record::read(&bytes)), (9, record));
        }
        assert_eq!((reopened.op_to_parent(), reopened.is_reopened()), (Some(3), true));
        assert_eq!(Record::root(7_u64).op_to_parent(), None);
    }
}
