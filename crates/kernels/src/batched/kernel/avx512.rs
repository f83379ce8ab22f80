//! Eight boards at a time, with the instructions of AVX-512.

mod axes;
mod pairs;

use core::arch::x86_64::{
    __m512i, __mmask8, _mm_cvtsi64_si128, _mm256_set1_epi32, _mm512_add_epi64, _mm512_and_si512,
    _mm512_cmplt_epu64_mask, _mm512_cmpneq_epi64_mask, _mm512_cvtepu32_epi64, _mm512_loadu_epi64,
    _mm512_mask_i64gather_epi32, _mm512_mask_sub_epi64, _mm512_maskz_compress_epi64, _mm512_max_epu64,
    _mm512_permutex2var_epi64, _mm512_rorv_epi64, _mm512_set1_epi64, _mm512_sll_epi64, _mm512_slli_epi64,
    _mm512_srl_epi64, _mm512_srli_epi64, _mm512_storeu_epi64, _mm512_ternarylogic_epi64, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask,
};

use tilebench_heuristics::CUT;

use crate::batched::context_graph::Swap;
use crate::batched::kernel::{Expanded, SoaSlices, Trails};
use crate::batched::line_deltas::LineDelta;

pub(super) use axes::expand_axes;
pub(super) use pairs::retain;

const LANES: usize = 8;
/// The truth table of (a ^ b) & c.
const DIFFERING: i32 = 0x28;
/// The truth table of a ^ b ^ c.
const XOR: i32 = 0x96;

/// Expands boards by the rule of [`super::ExpandFn`].
///
/// # Safety
///
/// As there; the processor has AVX-512F and POPCNT.
#[target_feature(enable = "avx512f,popcnt")]
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
    let slack = _mm512_set1_epi64(swap.slack.cast_signed());
    let lower = _mm512_set1_epi64(swap.lower.cast_signed());
    let increases_h = _mm512_set1_epi64(swap.increases_h.cast_signed());
    let (one, one_less) = (_mm512_set1_epi64(1), _mm512_set1_epi64(1 << swap.to));
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of eight below `count`, and so at most `boards.len()` - 8.
        let board = unsafe { _mm512_loadu_epi64(boards.as_ptr().add(at).cast()) };
        // A rotation takes its count modulo 64, and the mask of tiles is repeated four times, so the bits above
        // the tile's nibble need not be cleared.
        let rises = _mm512_test_epi64_mask(_mm512_rorv_epi64(increases_h, _mm512_srl_epi64(board, to)), one);
        let spent = _mm512_testn_epi64_mask(board, slack);
        let differing = _mm512_ternarylogic_epi64::<DIFFERING>(_mm512_srl_epi64(board, apart), board, lower);
        let swapped = _mm512_ternarylogic_epi64::<XOR>(board, differing, _mm512_sll_epi64(differing, apart));
        let child = _mm512_mask_sub_epi64(swapped, rises, swapped, one_less);
        // Lanes beyond the last board count as pruned.
        let remaining = count - at;
        let remaining_lanes = if remaining < LANES { (1 << remaining) - 1 } else { u8::MAX };
        let keeps = remaining_lanes & !(rises & spent);
        let keeps = if CUTS {
            // SAFETY: there is one state per board, and each vector of their successors is stored as that of the boards.
            let uncut = unsafe { follow(trails, at, kept, keeps) };
            generated += (remaining_lanes & uncut).count_ones() as usize;
            keeps & uncut
        } else {
            keeps
        };
        // SAFETY: `kept` is at most `at`, so that the stored words end at most at `boards.len()`, which is at
        // most `out.len()`.
        unsafe {
            _mm512_storeu_epi64(out.as_mut_ptr().add(kept).cast(), _mm512_maskz_compress_epi64(keeps, child));
        }
        kept += keeps.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}

/// The lanes of the nodes from `at` on whose paths are not cut, as bits. Stores the states after those in `keeps` to place `kept`.
///
/// # Safety
///
/// There are eight states from `at` on, and room for eight from `kept` on; the processor has AVX-512F.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "states are loaded and stored, and transitions gathered, by address")]
unsafe fn follow(trails: &mut Trails<'_>, at: usize, kept: usize, keeps: u8) -> u8 {
    // SAFETY: required.
    let states = unsafe { _mm512_loadu_epi64(trails.states.from.as_ptr().add(at).cast()) };
    let index =
        _mm512_add_epi64(_mm512_slli_epi64::<2>(states), _mm512_set1_epi64((trails.direction as u64).cast_signed()));
    // Lanes beyond the last node may hold any number.
    let is_inside = _mm512_cmplt_epu64_mask(index, _mm512_set1_epi64((trails.transitions.len() as u64).cast_signed()));
    let cut = _mm256_set1_epi32(CUT.cast_signed());
    // SAFETY: only indices of transitions are gathered.
    let next = unsafe { _mm512_mask_i64gather_epi32::<4>(cut, is_inside, index, trails.transitions.as_ptr().cast()) };
    let next = _mm512_cvtepu32_epi64(next);
    let uncut = _mm512_cmpneq_epi64_mask(next, _mm512_set1_epi64(i64::from(CUT)));
    // SAFETY: required.
    unsafe {
        let out = trails.states.into.as_mut_ptr().add(kept);
        _mm512_storeu_epi64(out.cast(), _mm512_maskz_compress_epi64(keeps & uncut, next));
    }
    uncut
}

/// A table of sixteen words, indexed by the lowest four bits of a lane.
#[derive(Clone, Copy)]
struct Table16(__m512i, __m512i);

impl Table16 {
    #[target_feature(enable = "avx512f")]
    #[expect(unsafe_code, reason = "vectors are loaded by address")]
    fn new(words: &[u64; 16]) -> Self {
        // SAFETY: two vectors are sixteen words.
        unsafe { Self(_mm512_loadu_epi64(words.as_ptr().cast()), _mm512_loadu_epi64(words.as_ptr().add(LANES).cast())) }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn look_up(self, at: __m512i) -> __m512i {
        _mm512_permutex2var_epi64(self.0, at, self.1)
    }
}

/// Expands nodes by the rule of [`super::ExpandCodedFn`].
///
/// # Safety
///
/// As there; the processor has AVX-512F and POPCNT.
#[target_feature(enable = "avx512f,popcnt")]
#[expect(unsafe_code, reason = "the loop has the same requirements")]
pub(super) unsafe fn expand_coded<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    lines: &LineDelta,
    trails: &mut Trails<'_>,
) -> Expanded {
    let increases_h = _mm512_set1_epi64(swap.increases_h.cast_signed());
    let one = _mm512_set1_epi64(1);
    let [along, across] = [&lines.along, &lines.across].map(|words| Table16::new(words));
    let [first, adds_conflict] = [&lines.first, &lines.adds_conflict].map(|words| Table16::new(words));
    let mask = _mm512_set1_epi64(lines.code.cast_signed());
    let step = |_, tile, [before_along, before]: [__m512i; 2]| {
        let after_along = _mm512_add_epi64(before_along, along.look_up(tile));
        let after = _mm512_add_epi64(before, across.look_up(tile));
        // Of all lines across only the tile's goal line changes, and its code is larger with the tile in it.
        let with_tile = _mm512_rorv_epi64(_mm512_max_epu64(before, after), first.look_up(tile));
        let code = _mm512_and_si512(with_tile, mask);
        let row = _mm512_rorv_epi64(adds_conflict.look_up(_mm512_srli_epi64::<6>(code)), code);
        let adds_conflict = _mm512_test_epi64_mask(row, one);
        let rises = adds_conflict ^ _mm512_test_epi64_mask(_mm512_rorv_epi64(increases_h, tile), one);
        (rises, [after_along, after])
    };
    // SAFETY: as required.
    unsafe { expand_three::<CUTS>(slices, count, swap, trails, step) }
}

/// Expands nodes of three words. `step` gets the boards, the boards with the moved tile in their lowest four bits, and the other two
/// words; it returns the lanes in which h rises, and the two words after the move.
///
/// # Safety
///
/// As [`expand_coded`].
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
unsafe fn expand_three<const CUTS: bool>(
    [boards, first, second]: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    trails: &mut Trails<'_>,
    step: impl Fn(__m512i, __m512i, [__m512i; 2]) -> (__mmask8, [__m512i; 2]),
) -> Expanded {
    let to = _mm_cvtsi64_si128(i64::from(swap.to));
    let apart = _mm_cvtsi64_si128(i64::from(swap.apart));
    let slack = _mm512_set1_epi64(swap.slack.cast_signed());
    let lower = _mm512_set1_epi64(swap.lower.cast_signed());
    let one_less = _mm512_set1_epi64(1 << swap.to);
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of eight below `count`, and so at most the length of each slice that is read - 8.
        let [board, before_first, before_second] =
            unsafe { [&boards, &first, &second].map(|slice| _mm512_loadu_epi64(slice.from.as_ptr().add(at).cast())) };
        // Rotations and look-ups by tile leave out the bits above the tile's nibble, as in `expand`.
        let (rises, after) = step(board, _mm512_srl_epi64(board, to), [before_first, before_second]);
        let spent = _mm512_testn_epi64_mask(board, slack);
        let differing = _mm512_ternarylogic_epi64::<DIFFERING>(_mm512_srl_epi64(board, apart), board, lower);
        let swapped = _mm512_ternarylogic_epi64::<XOR>(board, differing, _mm512_sll_epi64(differing, apart));
        let child = _mm512_mask_sub_epi64(swapped, rises, swapped, one_less);
        // Lanes beyond the last board count as pruned.
        let remaining = count - at;
        let remaining_lanes = if remaining < LANES { (1 << remaining) - 1 } else { u8::MAX };
        let keeps = remaining_lanes & !(rises & spent);
        let keeps = if CUTS {
            // SAFETY: there is one state per board, and each vector of their successors is stored as that of the boards.
            let uncut = unsafe { follow(trails, at, kept, keeps) };
            generated += (remaining_lanes & uncut).count_ones() as usize;
            keeps & uncut
        } else {
            keeps
        };
        for (out, words) in [(&mut *boards.into, child), (&mut *first.into, after[0]), (&mut *second.into, after[1])] {
            // SAFETY: `kept` is at most `at`, so that the stored words end at most at the length of the slices that
            // are read, which is at most that of `out`.
            unsafe {
                _mm512_storeu_epi64(out.as_mut_ptr().add(kept).cast(), _mm512_maskz_compress_epi64(keeps, words));
            }
        }
        kept += keeps.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}
