//! The memo of a state: its entries in the tables of at most eight patterns, four bits each.

use tilebench_core::Memo;

/// The maximum number of patterns.
pub(super) const MAX_MEMO_PATTERNS: usize = 8;

/// The memo with these entries.
#[inline]
pub(super) fn memo_of(entries: impl IntoIterator<Item = u8>) -> Memo {
    entries.into_iter().enumerate().fold(0, |memo, (pattern, entry)| with_entry(memo, pattern, entry))
}

/// The entry of a pattern.
#[inline]
pub(super) fn entry_of(memo: Memo, pattern: usize) -> u8 {
    (memo >> shift(pattern)).to_le_bytes()[0] & 15
}

/// The memo with another entry of a pattern.
#[inline]
pub(super) fn with_entry(memo: Memo, pattern: usize, entry: u8) -> Memo {
    debug_assert!(entry < 16);
    memo & !(15 << shift(pattern)) | Memo::from(entry) << shift(pattern)
}

/// The sum of all entries.
#[inline]
pub(super) fn sum_of_entries(memo: Memo) -> u8 {
    const LOWER_HALVES: Memo = 0x0F0F_0F0F;
    let pairs = (memo & LOWER_HALVES) + ((memo >> 4) & LOWER_HALVES);
    // The highest byte of the product is the sum of all bytes, at most 120.
    pairs.wrapping_mul(0x0101_0101).to_be_bytes()[0]
}

/// The first bit of a pattern's entry.
#[inline]
fn shift(pattern: usize) -> usize {
    debug_assert!(pattern < MAX_MEMO_PATTERNS);
    pattern % MAX_MEMO_PATTERNS * 4
}
