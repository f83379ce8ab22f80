//! Boards with the states of their axes.

use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm256_setzero_si256, _mm512_add_epi64, _mm512_and_si512, _mm512_cmpgt_epu64_mask,
    _mm512_cmplt_epu64_mask, _mm512_cvtepu32_epi64, _mm512_mask_i64gather_epi32, _mm512_max_epu64, _mm512_mul_epu32,
    _mm512_or_si512, _mm512_rorv_epi64, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srl_epi64,
    _mm512_srli_epi64, _mm512_sub_epi64, _mm512_xor_si512,
};

use super::{Table16, expand_three};
use crate::axis_tables::{VALUE, VALUE_BITS};
use crate::batched::context_graph::Swap;
use crate::batched::kernel::{Expanded, SoaSlices, Trails};
use crate::{AxisStep, InversionStep, WalkingStep};

/// Expands nodes by the rule of [`super::super::ExpandAxesFn`].
///
/// # Safety
///
/// As there; the processor has AVX-512F and POPCNT.
#[target_feature(enable = "avx512f,popcnt")]
#[expect(unsafe_code, reason = "the loop has the same requirements")]
pub(in crate::batched) unsafe fn expand_axes<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    step: &AxisStep,
    trails: &mut Trails<'_>,
) -> Expanded {
    let moved = |before, after, other| (_mm512_cmpgt_epu64_mask(value(after), value(before)), [after, other]);
    // SAFETY: as required.
    unsafe {
        match (&step.walking, &step.inversion) {
            (Some(walking), None) => {
                let walking = WalkingLanes::new(walking);
                expand_three::<CUTS>(slices, count, swap, trails, |_, tile, [before, other]| {
                    moved(before, walking.next(tile, before), other)
                })
            }
            (None, Some(inversion)) => {
                let inversion = InversionLanes::new(inversion);
                expand_three::<CUTS>(slices, count, swap, trails, |board, tile, [before, other]| {
                    moved(before, inversion.next(board, tile, before), other)
                })
            }
            (Some(walking), Some(inversion)) => {
                let (walking, inversion) = (WalkingLanes::new(walking), InversionLanes::new(inversion));
                expand_three::<CUTS>(slices, count, swap, trails, |board, tile, [before, other]| {
                    let after = _mm512_or_si512(walking.next(tile, before), inversion.next(board, tile, before));
                    moved(before, after, other)
                })
            }
            (None, None) => unreachable!("the state of an axis has an entry"),
        }
    }
}

/// As [`crate::axis_tables::value`].
#[inline]
#[target_feature(enable = "avx512f")]
fn value(states: __m512i) -> __m512i {
    let mask = _mm512_set1_epi64(VALUE.cast_signed());
    _mm512_max_epu64(_mm512_and_si512(states, mask), _mm512_and_si512(_mm512_srli_epi64::<32>(states), mask))
}

/// The entries of `table` at `index`; 0 beyond its end, since lanes beyond the last node may hold any number.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "entries are gathered by address")]
fn gather(table: &[u32], index: __m512i) -> __m512i {
    let is_inside = _mm512_cmplt_epu64_mask(index, _mm512_set1_epi64((table.len() as u64).cast_signed()));
    // SAFETY: only indices of entries are gathered.
    let entries =
        unsafe { _mm512_mask_i64gather_epi32::<4>(_mm256_setzero_si256(), is_inside, index, table.as_ptr().cast()) };
    _mm512_cvtepu32_epi64(entries)
}

/// A [`WalkingStep`] as vectors.
#[derive(Clone, Copy)]
struct WalkingLanes<'a> {
    moves: &'a [u32],
    row: __m512i,
    exchanges: Table16,
}

impl<'a> WalkingLanes<'a> {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(step: &'a WalkingStep) -> Self {
        let row = _mm512_set1_epi64(step.row.cast_signed());
        Self { moves: &step.moves, row, exchanges: Table16::new(&step.exchanges) }
    }

    /// The lower halves of the states.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn next(self, tile: __m512i, states: __m512i) -> __m512i {
        let entries = _mm512_and_si512(states, _mm512_set1_epi64(i64::from(u32::MAX)));
        let first = _mm512_mul_epu32(_mm512_srli_epi64::<VALUE_BITS>(entries), self.row);
        gather(self.moves, _mm512_add_epi64(first, self.exchanges.look_up(tile)))
    }
}

/// An [`InversionStep`] as vectors.
#[derive(Clone, Copy)]
struct InversionLanes<'a> {
    entries: &'a [u32],
    passed: &'a [u32],
    earlier: Table16,
    /// The change of a count if no tile that is passed is earlier, and the sign of the change per tile: 0 or -1.
    change: __m512i,
    sign: __m512i,
}

impl<'a> InversionLanes<'a> {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new(step: &'a InversionStep) -> Self {
        let change = _mm512_set1_epi64(step.change(0).cast_signed());
        let sign = _mm512_set1_epi64(if step.moves_later { -1 } else { 0 });
        Self { entries: &step.entries[..], passed: &step.passed, earlier: Table16::new(&step.earlier), change, sign }
    }

    /// The upper halves of the states.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn next(self, boards: __m512i, tile: __m512i, states: __m512i) -> __m512i {
        let (one, before) = (_mm512_set1_epi64(1), self.earlier.look_up(tile));
        let mut earlier = _mm512_setzero_si512();
        for &first in self.passed {
            // A rotation takes its count modulo 64, and the mask of tiles is repeated four times.
            let passed = _mm512_srl_epi64(boards, _mm_cvtsi64_si128(i64::from(first)));
            earlier = _mm512_add_epi64(earlier, _mm512_and_si512(_mm512_rorv_epi64(before, passed), one));
        }
        let earlier = _mm512_slli_epi64::<2>(earlier);
        let signed = _mm512_sub_epi64(_mm512_xor_si512(earlier, self.sign), self.sign);
        let counts = _mm512_srli_epi64::<{ 32 + VALUE_BITS }>(states);
        let counts = _mm512_xor_si512(_mm512_add_epi64(counts, _mm512_add_epi64(self.change, signed)), one);
        _mm512_slli_epi64::<32>(gather(self.entries, counts))
    }
}
