//! Eight boards at a time, with the instructions of AVX-512.
//!
//! **Ranking.** The cells of a pattern's tiles are the bytes of a word. Comparing the word with its rotations by one to seven
//! bytes gives for every tile the tiles in lower cells. The number of these tiles is the tile's rank among the occupied cells. The
//! number of those that are earlier in the pattern is its digit in the rank of the arrangement. A look-up in 128 bytes maps cell
//! and rank to a binomial coefficient. Ranking eight boards takes about sixty instructions, whichever patterns they use.

use core::arch::x86_64::{
    __m512i, __mmask8, _mm_cvtsi64_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpgt_epi64_mask,
    _mm512_cmple_epi64_mask, _mm512_cmplt_epi64_mask, _mm512_cmplt_epu8_mask, _mm512_loadu_epi64, _mm512_madd_epi16,
    _mm512_maddubs_epi16, _mm512_mask_add_epi8, _mm512_mask_blend_epi64, _mm512_mask_min_epi64, _mm512_mask_mov_epi8,
    _mm512_mask_reduce_min_epi64, _mm512_maskz_compress_epi64, _mm512_max_epi64, _mm512_movepi8_mask, _mm512_mul_epu32,
    _mm512_multishift_epi64_epi8, _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_permutex2var_epi64,
    _mm512_reduce_min_epi64, _mm512_rolv_epi64, _mm512_rorv_epi64, _mm512_sad_epu8, _mm512_set1_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sll_epi64, _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srl_epi64,
    _mm512_srli_epi64, _mm512_srlv_epi64, _mm512_storeu_epi64, _mm512_sub_epi64, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use tilebench_core::narrow;

use super::node::{ALLOWANCE_SHIFT, MANHATTAN_SHIFT, SUBTREE_SHIFT};
use super::rank_tables::{PARTITION_SHIFT, RankTables, SLOT_SHIFT};
use super::{NodeArrays, PendingSuccessors};
use crate::batched::Swap;
use crate::grouped::Subtrees;

/// The number of boards per vector.
pub(super) const LANES: usize = 8;

/// The result of an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpansionResult {
    /// The number of successors kept.
    pub(super) kept: usize,
    /// The minimum f above the threshold, minus the threshold.
    pub(super) excess: i64,
    /// The first subtree with the goal, or [`Subtrees::NONE`].
    pub(super) goal_subtree: u32,
}

/// Whether this processor has the instructions that the functions of this module need.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("popcnt")
}

/// The eight words from `at` on.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "vectors are loaded by address")]
fn load(words: &[u64], at: usize) -> __m512i {
    let words: &[u64; LANES] = words[at..].first_chunk().expect("arrays are padded to whole vectors");
    // SAFETY: eight words are a vector.
    unsafe { _mm512_loadu_epi64(words.as_ptr().cast()) }
}

/// Writes eight words from `at` on, if there are that many.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "vectors are stored by address")]
fn store(words: &mut [u64], at: usize, vector: __m512i) {
    if let Some(words) = words[at..].first_chunk_mut::<LANES>() {
        // SAFETY: eight words are a vector.
        unsafe { _mm512_storeu_epi64(words.as_mut_ptr().cast(), vector) }
    }
}

/// The same word in all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
fn all(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

/// The lanes from `at` on that are below `count`.
#[inline]
fn lanes(at: usize, count: usize) -> __mmask8 {
    let remaining = count - at;
    if remaining < LANES { (1 << remaining) - 1 } else { __mmask8::MAX }
}

/// By partition: half of the sum of the excesses of its patterns.
#[inline]
#[target_feature(enable = "avx512f")]
fn sums(info: __m512i) -> [__m512i; 2] {
    let nibbles = all(0x0F0F_0F0F);
    let pairs =
        _mm512_add_epi64(_mm512_and_si512(info, nibbles), _mm512_and_si512(_mm512_srli_epi64::<4>(info), nibbles));
    let sums = _mm512_add_epi64(pairs, _mm512_srli_epi64::<8>(pairs));
    let low = all(0xFF);
    [_mm512_and_si512(sums, low), _mm512_and_si512(_mm512_srli_epi64::<16>(sums), low)]
}

/// The amount by which f exceeds the threshold if half of the excess is `sum`.
#[inline]
#[target_feature(enable = "avx512f")]
fn excess(info: __m512i, sum: __m512i) -> __m512i {
    let byte = all(0xFF);
    let manhattan = _mm512_and_si512(_mm512_srli_epi64::<{ MANHATTAN_SHIFT }>(info), byte);
    let allowance = _mm512_and_si512(_mm512_srli_epi64::<{ ALLOWANCE_SHIFT }>(info), byte);
    _mm512_sub_epi64(_mm512_add_epi64(manhattan, _mm512_slli_epi64::<1>(sum)), allowance)
}

/// The info with the entry of the look-up `word`, which is one half of the byte `value`.
#[inline]
#[target_feature(enable = "avx512f")]
fn with_entry(info: __m512i, word: __m512i, value: __m512i) -> __m512i {
    let nibble = all(15);
    let upper = _mm512_slli_epi64::<2>(_mm512_and_si512(word, all(1)));
    let half = _mm512_and_si512(_mm512_srlv_epi64(value, upper), nibble);
    let slot = _mm512_and_si512(_mm512_srli_epi64::<{ SLOT_SHIFT }>(word), all(31));
    let before = _mm512_and_si512(_mm512_srlv_epi64(info, slot), nibble);
    _mm512_add_epi64(info, _mm512_sllv_epi64(_mm512_sub_epi64(half, before), slot))
}

/// Looks up sixteen words by the lowest four bits of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
fn by_tile(words: &[u64; 16], tile: __m512i) -> __m512i {
    _mm512_permutex2var_epi64(load(words, 0), tile, load(words, LANES))
}

/// The look-ups of boards with the given inverse after `tile` was moved, in the second partition if the bit in `second` is set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn word<const TWO_PARTITIONS: bool>(
    rank_tables: &RankTables<'_>,
    inverse: __m512i,
    tile: __m512i,
    second: __mmask8,
) -> __m512i {
    let [first_partition, second_partition] = &rank_tables.partitions;
    let pick = |first: &[u64; 16], other: &[u64; 16]| {
        let first = by_tile(first, tile);
        if TWO_PARTITIONS { _mm512_mask_blend_epi64(second, first, by_tile(other, tile)) } else { first }
    };
    let places = pick(&first_partition.places, &second_partition.places);
    let maps = pick(&first_partition.maps, &second_partition.maps);
    let cells = _mm512_and_si512(_mm512_multishift_epi64_epi8(places, inverse), _mm512_set1_epi8(15));
    let mapped = by_byte(&rank_tables.maps, _mm512_or_si512(cells, maps));
    let cells =
        _mm512_mask_mov_epi8(mapped, _mm512_movepi8_mask(maps), _mm512_set1_epi8(RankTables::MISSING.cast_signed()));

    // Ranks are counted in units of 16, so that rank and cell together are one index.
    let (one, sixteen) = (_mm512_set1_epi8(1), _mm512_set1_epi8(16));
    let (mut ranks, mut digits) = (_mm512_setzero_si512(), _mm512_setzero_si512());
    for rotation in 1..8 {
        let others = _mm512_rolv_epi64(cells, all(8 * rotation));
        let before = _mm512_cmplt_epu8_mask(others, cells);
        // Those that come from a lower byte.
        let earlier = 0x0101_0101_0101_0101 * (0xFF << rotation & 0xFF);
        ranks = _mm512_mask_add_epi8(ranks, before, ranks, sixteen);
        digits = _mm512_mask_add_epi8(digits, before & earlier, digits, one);
    }
    let at = _mm512_or_si512(ranks, _mm512_and_si512(cells, _mm512_set1_epi8(15)));
    let [low, high] =
        rank_tables.choose.each_ref().map(|bytes| _mm512_sad_epu8(by_byte(bytes, at), _mm512_setzero_si512()));
    let combination = _mm512_add_epi64(low, _mm512_slli_epi64::<8>(high));
    // Digits times 0!, 1!, ..., 5!, 6! / 6!, 7! / 6!, and the remainders of the last two.
    let pairs = _mm512_maddubs_epi16(digits, all(0x0701_7818_0602_0100));
    let halves = _mm512_madd_epi16(pairs, all(0x02D0_0001_0001_0001));
    let arrangement = _mm512_add_epi64(_mm512_and_si512(halves, all(0xFFFF_FFFF)), _mm512_srli_epi64::<32>(halves));
    let rank = _mm512_add_epi64(
        _mm512_mul_epu32(combination, pick(&first_partition.arrangements, &second_partition.arrangements)),
        arrangement,
    );
    _mm512_add_epi64(rank, pick(&first_partition.addend, &second_partition.addend))
}

/// Looks up 128 bytes by the bytes of `at`.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
#[expect(unsafe_code, reason = "vectors are loaded by address")]
fn by_byte(bytes: &[u8; 128], at: __m512i) -> __m512i {
    // SAFETY: two vectors are 128 bytes.
    let halves = unsafe { [0, 64].map(|first| _mm512_loadu_epi64(bytes.as_ptr().add(first).cast())) };
    _mm512_permutex2var_epi8(halves[0], at, halves[1])
}

/// Writes the successors by `swap` of the first `count` nodes of `group` to `pending`, each with its first look-up: in the
/// partition with the larger value for its parent.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn first_lookup<const TWO_PARTITIONS: bool>(
    rank_tables: &RankTables<'_>,
    group: &NodeArrays,
    count: usize,
    swap: &Swap,
    cell_change: u64,
    pending: &mut PendingSuccessors,
) {
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let rises = all((1u64 << MANHATTAN_SHIFT).wrapping_sub(1 << ALLOWANCE_SHIFT));
    let falls = all(0u64.wrapping_sub((1 << MANHATTAN_SHIFT) + (1 << ALLOWANCE_SHIFT)));
    for at in (0..count).step_by(LANES) {
        let [board, inverse, info] = group.each_ref().map(|array| load(array, at));
        let tile = _mm512_srl_epi64(board, to);
        let differing = _mm512_and_si512(_mm512_xor_si512(_mm512_srl_epi64(board, apart), board), all(swap.lower));
        let board = _mm512_xor_si512(_mm512_xor_si512(board, differing), _mm512_sll_epi64(differing, apart));
        let place = _mm512_slli_epi64::<2>(_mm512_and_si512(tile, all(15)));
        let inverse = _mm512_xor_si512(inverse, _mm512_sllv_epi64(all(cell_change), place));
        let increases_h = _mm512_test_epi64_mask(_mm512_rorv_epi64(all(swap.increases_h), tile), all(1));
        let [first, second] = sums(info);
        let second_first = if TWO_PARTITIONS { _mm512_cmpgt_epi64_mask(second, first) } else { 0 };
        let info = _mm512_add_epi64(info, _mm512_mask_blend_epi64(increases_h, falls, rises));
        for (array, vector) in pending.arrays.iter_mut().zip([board, inverse, info]) {
            store(array, at, vector);
        }
        store(&mut pending.words, at, word::<TWO_PARTITIONS>(rank_tables, inverse, tile, second_first));
        prefetch(rank_tables, &pending.words[at.saturating_sub(LANES)..at]);
    }
    prefetch(rank_tables, &pending.words[last_vector(count)..count]);
    pending.len = count;
}

/// Prunes those for which the first partition, whose entries are `values`, proves that f exceeds the threshold by at least
/// `bound`, and writes the look-ups of the others in the other partition. The moved tile is at bit `moved`.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn second_lookup(
    rank_tables: &RankTables<'_>,
    bound: i64,
    values: &[u64],
    moved: u32,
    pending: &mut PendingSuccessors,
) {
    let (count, mut kept) = (pending.len, 0);
    let partition = all(1 << PARTITION_SHIFT);
    for at in (0..count).step_by(LANES) {
        let [board, inverse, info] = pending.arrays.each_ref().map(|array| load(array, at));
        let word = load(&pending.words, at);
        let info = with_entry(info, word, load(values, at));
        let [first, second] = sums(info);
        let known = _mm512_mask_blend_epi64(_mm512_test_epi64_mask(word, partition), first, second);
        let stays = _mm512_cmplt_epi64_mask(excess(info, known), _mm512_set1_epi64(bound)) & lanes(at, count);
        for (array, vector) in pending.arrays.iter_mut().zip([board, inverse, info]) {
            store(array, kept, _mm512_maskz_compress_epi64(stays, vector));
        }
        store(&mut pending.words, kept, _mm512_maskz_compress_epi64(stays, word));
        kept += stays.count_ones() as usize;
    }
    let moved = _mm_cvtsi64_si128(i64::from(moved));
    for at in (0..kept).step_by(LANES) {
        let [board, inverse, _] = pending.arrays.each_ref().map(|array| load(array, at));
        let other = _mm512_testn_epi64_mask(load(&pending.words, at), partition);
        store(&mut pending.words, at, word_of_two(rank_tables, inverse, _mm512_srl_epi64(board, moved), other));
        prefetch(rank_tables, &pending.words[at.saturating_sub(LANES)..at]);
    }
    prefetch(rank_tables, &pending.words[last_vector(kept)..kept]);
    pending.len = kept;
}

/// Prefetches the memory of these look-ups. Called for the vector before the one just computed: its words are no longer on their way
/// to memory, and the processor reads the tables while it computes the next.
#[inline]
fn prefetch(rank_tables: &RankTables<'_>, words: &[u64]) {
    for &word in words {
        rank_tables.prefetch(word);
    }
}

/// The start of the last vector of `count` words.
fn last_vector(count: usize) -> usize {
    count.saturating_sub(1) / LANES * LANES
}

/// [`word`] with two partitions.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn word_of_two(rank_tables: &RankTables<'_>, inverse: __m512i, tile: __m512i, second: __mmask8) -> __m512i {
    word::<true>(rank_tables, inverse, tile, second)
}

/// Writes the successors within the threshold to `kept`; `values` are the entries of the last partition.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,popcnt")]
pub(super) fn finish(pending: &PendingSuccessors, values: &[u64], kept: &mut NodeArrays) -> ExpansionResult {
    let mut finished = ExpansionResult { kept: 0, excess: i64::MAX, goal_subtree: Subtrees::NONE };
    let mut min_excess = _mm512_set1_epi64(i64::MAX);
    for at in (0..pending.len).step_by(LANES) {
        let [board, inverse, info] = pending.arrays.each_ref().map(|array| load(array, at));
        let info = with_entry(info, load(&pending.words, at), load(values, at));
        let [first, second] = sums(info);
        let excess = excess(info, _mm512_max_epi64(first, second));
        let within = _mm512_cmple_epi64_mask(excess, _mm512_setzero_si512());
        let lanes = lanes(at, pending.len);
        let stays = within & lanes;
        min_excess = _mm512_mask_min_epi64(min_excess, lanes & !within, min_excess, excess);
        let goals = _mm512_testn_epi64_mask(info, all(0xFF << MANHATTAN_SHIFT)) & stays;
        if goals != 0 {
            let subtree = _mm512_mask_reduce_min_epi64(goals, _mm512_srli_epi64::<{ SUBTREE_SHIFT }>(info));
            finished.goal_subtree = finished.goal_subtree.min(narrow(subtree, "subtrees are numbered with 32 bits"));
        }
        for (array, vector) in kept.iter_mut().zip([board, inverse, info]) {
            store(array, finished.kept, _mm512_maskz_compress_epi64(stays, vector));
        }
        finished.kept += stays.count_ones() as usize;
    }
    finished.excess = _mm512_reduce_min_epi64(min_excess);
    finished
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The look-up of a board with this inverse of which `tile` was moved.
    #[expect(unsafe_code, reason = "as the search calls it")]
    pub(in crate::vector_pdb) fn word(rank_tables: &RankTables<'_>, inverse: u64, tile: u64, partition: usize) -> u64 {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
        fn word(rank_tables: &RankTables<'_>, inverse: u64, tile: u64, partition: usize) -> u64 {
            let mut words = [0; LANES];
            let second = if partition == 0 { 0 } else { __mmask8::MAX };
            store(&mut words, 0, super::word::<true>(rank_tables, all(inverse), all(tile), second));
            words[3]
        }
        assert!(is_available());
        // SAFETY: this was just checked.
        unsafe { word(rank_tables, inverse, tile, partition) }
    }
}
