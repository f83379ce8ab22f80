//! Four boards at a time, with the instructions of AVX2.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_cvtepu32_epi64, _mm256_i64gather_epi32,
    _mm256_i64gather_epi64, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_permutevar8x32_epi32, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_sll_epi64, _mm256_slli_epi64, _mm256_srl_epi64, _mm256_srli_epi64, _mm256_srlv_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};

use tilebench_heuristics::CUT;

use crate::batched::context_graph::Swap;
use crate::batched::kernel::{Expanded, SoaSlices, Trails};
use crate::batched::line_deltas::LineDelta;

const LANES: usize = 4;

/// By the set of pruned lanes, as bits: the halves of the other lanes, in order.
#[expect(clippy::cast_possible_truncation, reason = "lanes are four")]
static COMPACTION: [[u32; 2 * LANES]; 1 << LANES] = {
    let mut table = [[0; 2 * LANES]; 1 << LANES];
    let mut pruned = 0;
    while pruned < 1 << LANES {
        let (mut lane, mut at) = (0, 0);
        while lane < LANES as u32 {
            if pruned >> lane & 1 == 0 {
                table[pruned][at] = 2 * lane;
                table[pruned][at + 1] = 2 * lane + 1;
                at += 2;
            }
            lane += 1;
        }
        pruned += 1;
    }
    table
};

/// Expands boards by the rule of [`super::ExpandFn`].
///
/// # Safety
///
/// As there; the processor has AVX2 and POPCNT.
#[target_feature(enable = "avx2,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand<const CUTS: bool>(
    boards: &[u64],
    count: usize,
    swap: &Swap,
    out: &mut [u64],
    trails: &mut Trails<'_>,
) -> Expanded {
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let slack = _mm256_set1_epi64x(swap.slack.cast_signed());
    let lower = _mm256_set1_epi64x(swap.lower.cast_signed());
    let increases_h = _mm256_set1_epi64x(swap.increases_h.cast_signed());
    let (one, nibble) = (_mm256_set1_epi64x(1), _mm256_set1_epi64x(15));
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of four below `count`, and so at most `boards.len()` - 4, which is a
        // multiple of eight.
        let board = unsafe { _mm256_loadu_si256(boards.as_ptr().add(at).cast()) };
        let tile = _mm256_and_si256(_mm256_srl_epi64(board, to), nibble);
        let rises = _mm256_and_si256(_mm256_srlv_epi64(increases_h, tile), one);
        let spent = _mm256_cmpeq_epi64(_mm256_and_si256(board, slack), _mm256_setzero_si256());
        let differing = _mm256_and_si256(_mm256_xor_si256(_mm256_srl_epi64(board, apart), board), lower);
        let swapped = _mm256_xor_si256(_mm256_xor_si256(board, differing), _mm256_sll_epi64(differing, apart));
        let child = _mm256_sub_epi64(swapped, _mm256_sll_epi64(rises, to));
        let pruned = _mm256_and_si256(spent, _mm256_slli_epi64::<63>(rises));
        let pruned = _mm256_movemask_pd(_mm256_castsi256_pd(pruned)).cast_unsigned() as usize;
        // Lanes beyond the last board count as pruned.
        let remaining = count - at;
        let beyond = if remaining < LANES { 15 << remaining & 15 } else { 0 };
        let mut pruned = pruned | beyond;
        if CUTS {
            // SAFETY: there is one state per board, and there is a transition.
            let (next, cut) = unsafe { follow(trails, at) };
            generated += LANES - (beyond | cut).count_ones() as usize;
            pruned |= cut;
            // SAFETY: as below.
            unsafe { compact(&mut trails.states.into[kept..], next, pruned) };
        }
        // SAFETY: a row of the table has eight items. `kept` is at most `at`, so that the stored words end
        // at most at `boards.len()`, which is at most `out.len()`.
        unsafe {
            let order = _mm256_loadu_si256(COMPACTION[pruned].as_ptr().cast());
            _mm256_storeu_si256(out.as_mut_ptr().add(kept).cast(), _mm256_permutevar8x32_epi32(child, order));
        }
        kept += LANES - pruned.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}

/// The states after those of the nodes from `at` on, and the set of cut lanes, as bits.
///
/// # Safety
///
/// There is a transition, and there are four states from `at` on; the processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "states are loaded and transitions gathered by address")]
unsafe fn follow(trails: &Trails<'_>, at: usize) -> (__m256i, usize) {
    // SAFETY: required.
    let states = unsafe { _mm256_loadu_si256(trails.states.from.as_ptr().add(at).cast()) };
    let index =
        _mm256_add_epi64(_mm256_slli_epi64::<2>(states), _mm256_set1_epi64x((trails.direction as u64).cast_signed()));
    // Lanes beyond the last node may hold any number, and so any sign.
    let is_inside = _mm256_andnot_si256(
        _mm256_cmpgt_epi64(_mm256_setzero_si256(), index),
        _mm256_cmpgt_epi64(_mm256_set1_epi64x((trails.transitions.len() as u64).cast_signed()), index),
    );
    // SAFETY: every index is that of a transition: those outside are replaced by 0.
    let next =
        unsafe { _mm256_i64gather_epi32::<4>(trails.transitions.as_ptr().cast(), _mm256_and_si256(index, is_inside)) };
    let next = _mm256_cvtepu32_epi64(next);
    let is_cut = _mm256_cmpeq_epi64(next, _mm256_set1_epi64x(i64::from(CUT)));
    let uncut = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_andnot_si256(is_cut, is_inside)));
    (next, !uncut.cast_unsigned() as usize & 15)
}

/// Writes the lanes that are not `pruned` to the beginning of `out`.
///
/// # Safety
///
/// `out` has four words at least; the processor has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
unsafe fn compact(out: &mut [u64], words: __m256i, pruned: usize) {
    // SAFETY: a row of the table has eight items, and `out` has four words.
    unsafe {
        let order = _mm256_loadu_si256(COMPACTION[pruned].as_ptr().cast());
        _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm256_permutevar8x32_epi32(words, order));
    }
}

/// Looks up each lane, which is below sixteen, in sixteen words.
#[inline]
#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "words are gathered by address")]
fn look_up(words: &[u64; 16], at: __m256i) -> __m256i {
    let at = _mm256_and_si256(at, _mm256_set1_epi64x(15));
    // SAFETY: no lane reaches beyond the sixteen words.
    unsafe { _mm256_i64gather_epi64::<8>(words.as_ptr().cast(), at) }
}

/// The larger one of two words in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn larger(one: __m256i, other: __m256i) -> __m256i {
    // AVX2 compares signed words only.
    let sign = _mm256_set1_epi64x(i64::MIN);
    let is_one = _mm256_cmpgt_epi64(_mm256_xor_si256(one, sign), _mm256_xor_si256(other, sign));
    _mm256_blendv_epi8(other, one, is_one)
}

/// Expands nodes by the rule of [`super::ExpandCodedFn`].
///
/// # Safety
///
/// As there; the processor has AVX2 and POPCNT.
#[target_feature(enable = "avx2,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand_coded<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    lines: &LineDelta,
    trails: &mut Trails<'_>,
) -> Expanded {
    let [boards, codes_along, codes_across] = slices;
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let slack = _mm256_set1_epi64x(swap.slack.cast_signed());
    let lower = _mm256_set1_epi64x(swap.lower.cast_signed());
    let increases_h = _mm256_set1_epi64x(swap.increases_h.cast_signed());
    let (one, nibble, low) = (_mm256_set1_epi64x(1), _mm256_set1_epi64x(15), _mm256_set1_epi64x(63));
    let mask = _mm256_set1_epi64x(lines.code.cast_signed());
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of four below `count`, and so at most the length of each slice that is read - 4, as
        // that is a multiple of eight.
        let [board, before_along, before] = unsafe {
            [&boards, &codes_along, &codes_across].map(|slice| _mm256_loadu_si256(slice.from.as_ptr().add(at).cast()))
        };
        let tile = _mm256_and_si256(_mm256_srl_epi64(board, to), nibble);
        let after_along = _mm256_add_epi64(before_along, look_up(&lines.along, tile));
        let after = _mm256_add_epi64(before, look_up(&lines.across, tile));
        // Of all lines across only the tile's goal line changes, and its code is larger with the tile in it.
        let with_tile = _mm256_srlv_epi64(larger(before, after), look_up(&lines.first, tile));
        let code = _mm256_and_si256(with_tile, mask);
        let row = look_up(&lines.adds_conflict, _mm256_srli_epi64::<6>(code));
        let adds_conflict = _mm256_srlv_epi64(row, _mm256_and_si256(code, low));
        let rises = _mm256_and_si256(_mm256_xor_si256(adds_conflict, _mm256_srlv_epi64(increases_h, tile)), one);
        let spent = _mm256_cmpeq_epi64(_mm256_and_si256(board, slack), _mm256_setzero_si256());
        let differing = _mm256_and_si256(_mm256_xor_si256(_mm256_srl_epi64(board, apart), board), lower);
        let swapped = _mm256_xor_si256(_mm256_xor_si256(board, differing), _mm256_sll_epi64(differing, apart));
        let child = _mm256_sub_epi64(swapped, _mm256_sll_epi64(rises, to));
        let pruned = _mm256_and_si256(spent, _mm256_slli_epi64::<63>(rises));
        let pruned = _mm256_movemask_pd(_mm256_castsi256_pd(pruned)).cast_unsigned() as usize;
        // Lanes beyond the last node count as pruned.
        let remaining = count - at;
        let beyond = if remaining < LANES { 15 << remaining & 15 } else { 0 };
        let mut pruned = pruned | beyond;
        if CUTS {
            // SAFETY: there is one state per board, and there is a transition.
            let (next, cut) = unsafe { follow(trails, at) };
            generated += LANES - (beyond | cut).count_ones() as usize;
            pruned |= cut;
            // SAFETY: as below.
            unsafe { compact(&mut trails.states.into[kept..], next, pruned) };
        }
        // SAFETY: a row of the table has eight items.
        let order = unsafe { _mm256_loadu_si256(COMPACTION[pruned].as_ptr().cast()) };
        for (out, words) in
            [(&mut *boards.into, child), (&mut *codes_along.into, after_along), (&mut *codes_across.into, after)]
        {
            // SAFETY: `kept` is at most `at`, so that the stored words end at most at the length of the slices that
            // are read, which is at most that of `out`.
            unsafe {
                _mm256_storeu_si256(out.as_mut_ptr().add(kept).cast(), _mm256_permutevar8x32_epi32(words, order));
            }
        }
        kept += LANES - pruned.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}
