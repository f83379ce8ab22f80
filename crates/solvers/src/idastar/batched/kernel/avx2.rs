//! Four boards at a time, with the instructions of AVX2.

use core::arch::x86_64::{
    _mm_cvtsi64_si128, _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256,
    _mm256_movemask_pd, _mm256_permutevar8x32_epi32, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sll_epi64,
    _mm256_slli_epi64, _mm256_srl_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};

use crate::idastar::batched::graph::Swap;

const LANES: usize = 4;

/// By the lanes that are pruned, as bits: the halves of the other lanes, in order.
#[expect(clippy::cast_possible_truncation, reason = "lanes are four")]
static KEPT: [[u32; 2 * LANES]; 1 << LANES] = {
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

/// Expands boards by the rule of [`super::Expand`].
///
/// # Safety
///
/// As there; the processor has AVX2 and POPCNT.
#[target_feature(enable = "avx2,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand(boards: &[u64], count: usize, swap: &Swap, out: &mut [u64]) -> usize {
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let slack = _mm256_set1_epi64x(swap.slack.cast_signed());
    let lower = _mm256_set1_epi64x(swap.lower.cast_signed());
    let away = _mm256_set1_epi64x(swap.away.cast_signed());
    let (one, nibble) = (_mm256_set1_epi64x(1), _mm256_set1_epi64x(15));
    let mut kept = 0;
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of four below `count`, and so at most `boards.len()` - 4, which is a
        // multiple of eight.
        let board = unsafe { _mm256_loadu_si256(boards.as_ptr().add(at).cast()) };
        let tile = _mm256_and_si256(_mm256_srl_epi64(board, to), nibble);
        let loses = _mm256_and_si256(_mm256_srlv_epi64(away, tile), one);
        let spent = _mm256_cmpeq_epi64(_mm256_and_si256(board, slack), _mm256_setzero_si256());
        let differing = _mm256_and_si256(_mm256_xor_si256(_mm256_srl_epi64(board, apart), board), lower);
        let swapped = _mm256_xor_si256(_mm256_xor_si256(board, differing), _mm256_sll_epi64(differing, apart));
        let child = _mm256_sub_epi64(swapped, _mm256_sll_epi64(loses, to));
        let pruned = _mm256_and_si256(spent, _mm256_slli_epi64::<63>(loses));
        let pruned = _mm256_movemask_pd(_mm256_castsi256_pd(pruned)).cast_unsigned() as usize;
        // Lanes behind the last board count as pruned.
        let left = count - at;
        let pruned = if left < LANES { pruned | (15 << left & 15) } else { pruned };
        // SAFETY: a row of the table has eight numbers. `kept` is at most `at`, so that what is stored ends at
        // most at `boards.len()`, which is at most `out.len()`.
        unsafe {
            let order = _mm256_loadu_si256(KEPT[pruned].as_ptr().cast());
            _mm256_storeu_si256(out.as_mut_ptr().add(kept).cast(), _mm256_permutevar8x32_epi32(child, order));
        }
        kept += LANES - pruned.count_ones() as usize;
        at += LANES;
    }
    kept
}
