//! Two boards at a time, with the instructions of NEON.

use core::arch::aarch64::{
    uint64x2_t, vaddq_u64, vaddvq_u64, vandq_u64, vceqzq_u64, vcombine_u64, vcreate_u64, vdupq_n_s64, vdupq_n_u64,
    veorq_u64, vld1q_u8, vld1q_u64, vnegq_s64, vqtbl1q_u8, vreinterpretq_s64_u64, vreinterpretq_u8_u64,
    vreinterpretq_u64_u8, vshlq_u64, vst1q_u64, vsubq_u64,
};

use tilebench_heuristics::CUT;

use crate::batched::context_graph::Swap;
use crate::batched::kernel::{Expanded, SoaSlices, Trails};
use crate::batched::line_deltas::LineDelta;

const LANES: usize = 2;

/// By the set of pruned lanes, as bits: the bytes of the other lanes, in order.
static COMPACTION: [[u8; 16]; 1 << LANES] = {
    let order = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let second = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];
    [order, second, order, order]
};

/// A move as vectors. A negative count shifts to the right.
struct VectorSwap {
    to: i64,
    apart: i64,
    slack: uint64x2_t,
    lower: uint64x2_t,
}

impl VectorSwap {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(swap: &Swap) -> Self {
        let [slack, lower] = [swap.slack, swap.lower].map(|mask| vdupq_n_u64(mask));
        Self { to: i64::from(swap.to), apart: i64::from(swap.apart), slack, lower }
    }

    /// The tiles that move.
    #[inline]
    #[target_feature(enable = "neon")]
    fn tiles(&self, boards: uint64x2_t) -> uint64x2_t {
        vandq_u64(vshlq_u64(boards, vdupq_n_s64(-self.to)), vdupq_n_u64(15))
    }

    /// The successors, whose slack is decreased by `rises`, 0 or 1, and the set of lanes in which it was spent before, as bits.
    #[inline]
    #[target_feature(enable = "neon")]
    fn exchanged(&self, boards: uint64x2_t, rises: uint64x2_t) -> (uint64x2_t, usize) {
        let spent = vceqzq_u64(vandq_u64(boards, self.slack));
        let shifted = vshlq_u64(boards, vdupq_n_s64(-self.apart));
        let differing = vandq_u64(veorq_u64(shifted, boards), self.lower);
        let swapped = veorq_u64(veorq_u64(boards, differing), vshlq_u64(differing, vdupq_n_s64(self.apart)));
        let successors = vsubq_u64(swapped, vshlq_u64(rises, vdupq_n_s64(self.to)));
        let weights = vcombine_u64(vcreate_u64(1), vcreate_u64(2));
        // A spent lane is all ones, so the weight of one whose h rises remains.
        let weighted = vandq_u64(vandq_u64(spent, vsubq_u64(vdupq_n_u64(0), rises)), weights);
        (successors, vaddvq_u64(weighted) as usize)
    }
}

/// The lanes beyond the last of `remaining` nodes, as bits.
#[inline]
fn lanes_beyond(remaining: usize) -> usize {
    if remaining < LANES { 0b10 } else { 0 }
}

/// Expands boards by the rule of [`super::ExpandFn`].
///
/// # Safety
///
/// As there; the processor has NEON.
#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand<const CUTS: bool>(
    boards: &[u64],
    count: usize,
    swap: &Swap,
    out: &mut [u64],
    trails: &mut Trails<'_>,
) -> Expanded {
    let increases_h = vdupq_n_u64(swap.increases_h);
    let swap = VectorSwap::new(swap);
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // SAFETY: `at` is a multiple of two below `count`, and so at most `boards.len()` - 2, which is even.
        let board = unsafe { vld1q_u64(boards.as_ptr().add(at)) };
        let right = vnegq_s64(vreinterpretq_s64_u64(swap.tiles(board)));
        let rises = vandq_u64(vshlq_u64(increases_h, right), vdupq_n_u64(1));
        let (successors, spent) = swap.exchanged(board, rises);
        let beyond = lanes_beyond(count - at);
        let mut pruned = spent | beyond;
        if CUTS {
            let (next, cut) = follow(trails, at);
            generated += LANES - (beyond | cut).count_ones() as usize;
            pruned |= cut;
            // SAFETY: as below; there is one state per board.
            unsafe { store(&mut trails.states.into[kept..], next, pruned) };
        }
        // SAFETY: `kept` is at most `at`, so that the stored words end at most at `boards.len()`, which is at most
        // `out.len()`.
        unsafe { store(out.get_unchecked_mut(kept..), successors, pruned) };
        kept += LANES - pruned.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}

/// The states after those of the nodes from `at` on, and the set of cut lanes, as bits.
#[inline]
#[target_feature(enable = "neon")]
fn follow(trails: &Trails<'_>, at: usize) -> (uint64x2_t, usize) {
    let [first, second] = [0, 1].map(|lane| trails.next(trails.states.from[at + lane]));
    let is_cut = |next: u64| usize::from(next == u64::from(CUT));
    (pair(first, second), is_cut(first) | is_cut(second) << 1)
}

/// Both words as a vector.
#[inline]
#[target_feature(enable = "neon")]
fn pair(first: u64, second: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(first), vcreate_u64(second))
}

/// Writes the lanes that are not `pruned` to the beginning of `out`.
///
/// # Safety
///
/// `out` has two words at least, `pruned` is a set of lanes, and the processor has NEON.
#[inline]
#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
unsafe fn store(out: &mut [u64], words: uint64x2_t, pruned: usize) {
    // SAFETY: a row of the table has sixteen bytes, and `out` has two words.
    unsafe {
        let order = vld1q_u8(COMPACTION[pruned].as_ptr());
        let kept = vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(words), order));
        vst1q_u64(out.as_mut_ptr(), kept);
    }
}

/// Expands nodes by the rule of [`super::ExpandCodedFn`].
///
/// # Safety
///
/// As there; the processor has NEON.
#[target_feature(enable = "neon")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(super) unsafe fn expand_coded<const CUTS: bool>(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    lines: &LineDelta,
    trails: &mut Trails<'_>,
) -> Expanded {
    let [boards, codes_along, codes_across] = slices;
    let (to, increases_h) = (swap.to, swap.increases_h);
    let swap = VectorSwap::new(swap);
    let (mut kept, mut generated) = (0, if CUTS { 0 } else { count });
    let mut at = 0;
    while at < count {
        // There are no gathers: the terms of the tile are looked up lane by lane, from the words in memory.
        let tiles = [0, 1].map(|lane| (boards.from[at + lane] >> to & 15) as usize);
        let look_up = |words: &[u64; 16]| pair(words[tiles[0]], words[tiles[1]]);
        let rises = [0, 1].map(|lane| {
            let before = codes_across.from[at + lane];
            let after = before.wrapping_add(lines.across[tiles[lane]]);
            (increases_h >> tiles[lane] & 1) ^ lines.adds_conflict(tiles[lane], before, after)
        });
        // SAFETY: `at` is a multiple of two below `count`, and so at most the length of each slice that is read - 2, as
        // that is even.
        let [board, along, across] =
            unsafe { [&boards, &codes_along, &codes_across].map(|slice| vld1q_u64(slice.from.as_ptr().add(at))) };
        let (successors, spent) = swap.exchanged(board, pair(rises[0], rises[1]));
        let after_along = vaddq_u64(along, look_up(&lines.along));
        let after_across = vaddq_u64(across, look_up(&lines.across));
        let beyond = lanes_beyond(count - at);
        let mut pruned = spent | beyond;
        if CUTS {
            let (next, cut) = follow(trails, at);
            generated += LANES - (beyond | cut).count_ones() as usize;
            pruned |= cut;
            // SAFETY: as below; there is one state per board.
            unsafe { store(&mut trails.states.into[kept..], next, pruned) };
        }
        for (out, words) in [
            (&mut *boards.into, successors),
            (&mut *codes_along.into, after_along),
            (&mut *codes_across.into, after_across),
        ] {
            // SAFETY: `kept` is at most `at`, so that the stored words end at most at the length of the slices that are
            // read, which is at most that of `out`.
            unsafe { store(out.get_unchecked_mut(kept..), words, pruned) };
        }
        kept += LANES - pruned.count_ones() as usize;
        at += LANES;
    }
    Expanded { kept, generated }
}
