//! Eight boards at a time, with the instructions of AVX-512.

use core::arch::x86_64::{
    _mm_cvtsi64_si128, _mm512_loadu_epi64, _mm512_mask_sub_epi64, _mm512_maskz_compress_epi64, _mm512_rorv_epi64,
    _mm512_set1_epi64, _mm512_sll_epi64, _mm512_srl_epi64, _mm512_storeu_epi64, _mm512_ternarylogic_epi64,
    _mm512_test_epi64_mask, _mm512_testn_epi64_mask,
};

use crate::idastar::batched::graph::Swap;

const LANES: usize = 8;
/// The truth table of (a ^ b) & c.
const DIFFERING: i32 = 0x28;
/// The truth table of a ^ b ^ c.
const XOR: i32 = 0x96;

/// Expands boards by the rule of [`super::Expand`].
///
/// # Safety
///
/// As there; the processor has AVX-512F and POPCNT.
#[target_feature(enable = "avx512f,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand(boards: &[u64], count: usize, swap: &Swap, out: &mut [u64]) -> usize {
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let slack = _mm512_set1_epi64(swap.slack.cast_signed());
    let lower = _mm512_set1_epi64(swap.lower.cast_signed());
    let away = _mm512_set1_epi64(swap.away.cast_signed());
    let (one, one_less) = (_mm512_set1_epi64(1), _mm512_set1_epi64(1 << swap.to));
    let mut kept = 0;
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of eight below `count`, and so at most `boards.len()` - 8.
        let board = unsafe { _mm512_loadu_epi64(boards.as_ptr().add(at).cast()) };
        // A rotation takes its count modulo 64, and the mask of tiles is there four times, so the bits above
        // the tile's nibble need not be cleared.
        let loses = _mm512_test_epi64_mask(_mm512_rorv_epi64(away, _mm512_srl_epi64(board, to)), one);
        let spent = _mm512_testn_epi64_mask(board, slack);
        let differing = _mm512_ternarylogic_epi64::<DIFFERING>(_mm512_srl_epi64(board, apart), board, lower);
        let swapped = _mm512_ternarylogic_epi64::<XOR>(board, differing, _mm512_sll_epi64(differing, apart));
        let child = _mm512_mask_sub_epi64(swapped, loses, swapped, one_less);
        // Lanes behind the last board count as pruned.
        let left = count - at;
        let boards_left = if left < LANES { (1 << left) - 1 } else { u8::MAX };
        let keeps = boards_left & !(loses & spent);
        // SAFETY: `kept` is at most `at`, so that what is stored ends at most at `boards.len()`, which is at most
        // `out.len()`.
        unsafe {
            _mm512_storeu_epi64(out.as_mut_ptr().add(kept).cast(), _mm512_maskz_compress_epi64(keeps, child));
        }
        kept += keeps.count_ones() as usize;
        at += LANES;
    }
    kept
}
