//! Nodes whose slack is less than the pairs of moves that their boards add.
//!
//! A block of nodes is evaluated term by term, so that a term's table stays in registers and no branch depends on a board.

use core::arch::x86_64::{
    __m512i, __mmask8, _mm_cvtsi64_si128, _mm_set_epi64x, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_cmpeq_epi64_mask, _mm512_cmple_epu64_mask, _mm512_cvtepu8_epi64, _mm512_loadu_epi64, _mm512_mask_add_epi8,
    _mm512_mask_sub_epi8, _mm512_maskz_compress_epi64, _mm512_min_epu8, _mm512_rorv_epi64, _mm512_set1_epi8,
    _mm512_set1_epi64, _mm512_srl_epi64, _mm512_srli_epi64, _mm512_storeu_epi64, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use tilebench_heuristics::{CodeSet, CornerCells, EdgeTerm, EndingTerms, PairTerms};

use super::{LANES, Table16};

/// The number of vectors of a block.
const VECTORS: usize = 32;

/// By vector: a set of lanes, as bits.
type Masks = [__mmask8; VECTORS];

/// By lane of a block: a number.
#[derive(Clone, Copy)]
struct Counts([__m512i; WORDS]);

/// The number of vectors of bytes with one byte per lane of a block.
const WORDS: usize = VECTORS / 8;

impl Counts {
    /// The same number everywhere.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn all(number: i8) -> Self {
        Self([_mm512_set1_epi8(number); WORDS])
    }

    /// Adds 1 in the lanes of `masks`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn add(&mut self, masks: &Masks) {
        for (counts, lanes) in self.0.iter_mut().zip(words(masks)) {
            *counts = _mm512_mask_add_epi8(*counts, lanes, *counts, _mm512_set1_epi8(1));
        }
    }

    /// Subtracts 1 in the lanes of `masks`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn subtract(&mut self, masks: &Masks) {
        for (counts, lanes) in self.0.iter_mut().zip(words(masks)) {
            *counts = _mm512_mask_sub_epi8(*counts, lanes, *counts, _mm512_set1_epi8(1));
        }
    }

    /// The smaller numbers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn min(mut self, others: Self) -> Self {
        for (counts, others) in self.0.iter_mut().zip(others.0) {
            *counts = _mm512_min_epu8(*counts, others);
        }
        self
    }

    /// The numbers of each vector of nodes, a byte per lane.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    #[expect(unsafe_code, reason = "vectors are stored by address")]
    fn bytes(self) -> [u64; VECTORS] {
        let mut bytes = [0; VECTORS];
        for (counts, bytes) in self.0.into_iter().zip(bytes.chunks_exact_mut(LANES)) {
            // SAFETY: a chunk has eight words.
            unsafe { _mm512_storeu_epi64(bytes.as_mut_ptr().cast(), counts) };
        }
        bytes
    }
}

/// The masks of `mask` for each vector of `words`.
#[inline]
#[target_feature(enable = "avx512f")]
#[expect(unsafe_code, reason = "vectors are loaded by address")]
fn masks(words: &[u64], mut mask: impl FnMut(__m512i) -> __mmask8) -> Masks {
    let mut masks = [0; VECTORS];
    for (words, lanes) in words.chunks_exact(LANES).zip(&mut masks) {
        // SAFETY: a chunk has eight words.
        *lanes = mask(unsafe { _mm512_loadu_epi64(words.as_ptr().cast()) });
    }
    masks
}

/// The masks of eight vectors each, as words.
#[inline]
fn words(masks: &Masks) -> impl Iterator<Item = u64> {
    masks.as_chunks::<8>().0.iter().map(|masks| u64::from_le_bytes(*masks))
}

/// Keeps nodes by the rule of [`super::super::RetainFn`].
///
/// # Safety
///
/// As there; the processor has AVX-512F, AVX-512BW and POPCNT.
#[target_feature(enable = "avx512f,avx512bw,popcnt")]
#[expect(unsafe_code, reason = "vectors are loaded and stored by address")]
pub(in crate::batched) unsafe fn retain(words: &mut [&mut [u64]], count: usize, pairs: &PairTerms, to: u32) -> usize {
    let mut kept = 0;
    for first in (0..count).step_by(VECTORS * LANES) {
        let vectors = (count - first).div_ceil(LANES).min(VECTORS);
        let [boards, rows, columns] = [0, 1, 2].map(|word| &words[word][first..first + vectors * LANES]);
        let fits = Block { boards, codes: [rows, columns], to }.fits(pairs);
        for (vector, fits) in fits[..vectors].iter().enumerate() {
            let at = first + vector * LANES;
            let remaining = count - at;
            let remaining_lanes = if remaining < LANES { (1 << remaining) - 1 } else { u8::MAX };
            let keeps = remaining_lanes & fits;
            for words in &mut *words {
                // SAFETY: `at` is a multiple of eight below `count`, and arrays have that number of items, rounded up to a multiple of
                // eight. `kept` is at most `at`, so only words that have been read are overwritten.
                unsafe {
                    let start = words.as_mut_ptr();
                    let nodes = _mm512_loadu_epi64(start.add(at).cast());
                    _mm512_storeu_epi64(start.add(kept).cast(), _mm512_maskz_compress_epi64(keeps, nodes));
                }
            }
            kept += keeps.count_ones() as usize;
        }
    }
    kept
}

/// At most [`VECTORS`] vectors of nodes, whose blank is in the cell of bit `to`.
#[derive(Clone, Copy)]
struct Block<'a> {
    boards: &'a [u64],
    /// The codes of rows and columns.
    codes: [&'a [u64]; 2],
    to: u32,
}

impl Block<'_> {
    /// The lanes for which [`PairTerms::fits`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn fits(self, terms: &PairTerms) -> Masks {
        let must_move = self.must_move(terms);
        let edges: [[Masks; 2]; 8] = core::array::from_fn(|edge| {
            terms.edges.get(edge).map_or([[0; VECTORS]; 2], |term| self.edge(term, &must_move))
        });
        let mut beside_corners = Counts::all(0);
        for ([first, second], term) in edges.iter().zip(&terms.edges) {
            beside_corners.add(first);
            if matches!(term, EdgeTerm::Two { .. }) {
                beside_corners.add(second);
            }
        }
        let mut steps = [[0; VECTORS]; PairTerms::MAX_STEPS];
        for ((saves, step), paid) in terms.steps.iter().zip(0..).zip(&mut steps) {
            *paid = masks(self.codes[0], |rows| _mm512_test_epi64_mask(rows, _mm512_set1_epi64(1 << step)));
            if let Some(set) = saves {
                without(paid, &self.saved(set));
            }
        }
        let mut least = Counts::all(i8::MAX);
        for EndingTerms { steps: of_ending, forced_edges } in &terms.endings {
            let mut pairs = beside_corners;
            for (edge, [forced, _]) in edges.iter().enumerate().filter(|(edge, _)| forced_edges >> edge & 1 == 1) {
                debug_assert!(matches!(terms.edges[edge], EdgeTerm::One { .. }), "an ending forces the only tile");
                pairs.subtract(forced);
            }
            for (_, paid) in steps.iter().enumerate().filter(|(step, _)| of_ending >> step & 1 == 1) {
                pairs.add(paid);
            }
            least = least.min(pairs);
        }
        self.at_most_slack(least, terms.near_goal[(self.to / 4) as usize & 15])
    }

    /// The lanes whose number in `pairs` is at most the slack, or whose board is `near_goal`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn at_most_slack(self, pairs: Counts, near_goal: u64) -> Masks {
        let slack_bits = _mm512_set1_epi64((15_u64 << self.to).cast_signed());
        let near_goal = _mm512_set1_epi64(near_goal.cast_signed());
        let to = _mm_cvtsi64_si128(i64::from(self.to));
        let mut pairs = pairs.bytes().into_iter();
        masks(self.boards, |board| {
            let pairs = pairs.next().unwrap_or(u64::MAX);
            let pairs = _mm512_cvtepu8_epi64(_mm_set_epi64x(0, pairs.cast_signed()));
            let slack = _mm512_srl_epi64(_mm512_and_si512(board, slack_bits), to);
            let is_near_goal = _mm512_cmpeq_epi64_mask(_mm512_andnot_si512(slack_bits, board), near_goal);
            _mm512_cmple_epu64_mask(pairs, slack) | is_near_goal
        })
    }

    /// The lanes in which a code is in the set.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn saved(self, set: &CodeSet) -> Masks {
        let (table, first) = (Table16::new(&set.codes), _mm_cvtsi64_si128(i64::from(set.first)));
        let one = _mm512_set1_epi64(1);
        masks(self.codes[set.axis & 1], |codes| {
            // Look-ups leave out the bits above a code.
            let code = _mm512_srl_epi64(codes, first);
            let row = table.look_up(_mm512_srli_epi64::<6>(code));
            _mm512_test_epi64_mask(_mm512_rorv_epi64(row, code), one)
        })
    }

    /// The lanes in which an edge adds a first and a second pair.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn edge(self, term: &EdgeTerm, must_move: &[Masks; 8]) -> [Masks; 2] {
        let moves = |tile: u8| &must_move[(tile.trailing_zeros() & 7) as usize];
        match term {
            EdgeTerm::One { tile, saves } => {
                let mut pairs = *moves(*tile);
                if let Some(set) = saves {
                    without(&mut pairs, &self.saved(set));
                }
                [pairs, [0; VECTORS]]
            }
            EdgeTerm::Two { tiles, saves, save_together } => {
                let [first, second] = tiles.map(moves);
                let [saves_first, saves_second] = [self.saved(&saves[0]), self.saved(&saves[1])];
                let [save_one, save_two] = [self.saved(&save_together[0]), self.saved(&save_together[1])];
                let mut pairs = [[0; VECTORS]; 2];
                for vector in 0..VECTORS {
                    let [first, second] = [first[vector], second[vector]];
                    let alone = first & !second & !saves_first[vector] | second & !first & !saves_second[vector];
                    pairs[0][vector] = alone | first & second & !save_two[vector];
                    pairs[1][vector] = first & second & !save_one[vector];
                }
                pairs
            }
        }
    }

    /// By tile beside a corner: the lanes in which it must move.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn must_move(self, terms: &PairTerms) -> [Masks; 8] {
        let mut must_move = [[0; VECTORS]; 8];
        let slack_bits = _mm512_set1_epi64((15_u64 << self.to).cast_signed());
        let goal = _mm512_set1_epi64(terms.goal.cast_signed());
        let cell = |first: u32| _mm512_set1_epi64((15_u64 << first).cast_signed());
        for CornerCells { corner, tile, neighbours, tiles } in &terms.corners {
            for side in (0..2).filter(|&side| tiles[side] != 0) {
                let [here, there] = [neighbours[side], neighbours[1 - side]];
                let (corner_bits, here) = (cell(*corner), cell(here));
                let mut moves = masks(self.boards, |board| {
                    let differing = _mm512_xor_si512(_mm512_andnot_si512(slack_bits, board), goal);
                    _mm512_test_epi64_mask(differing, corner_bits) & _mm512_testn_epi64_mask(differing, here)
                });
                if *corner == self.to {
                    let (expected, there) = (_mm512_set1_epi64((tile << there).cast_signed()), cell(there));
                    let filled =
                        masks(self.boards, |board| _mm512_testn_epi64_mask(_mm512_xor_si512(board, expected), there));
                    without(&mut moves, &filled);
                }
                for (all, moves) in must_move[(tiles[side].trailing_zeros() & 7) as usize].iter_mut().zip(moves) {
                    *all |= moves;
                }
            }
        }
        must_move
    }
}

/// Removes `others` from `masks`.
#[inline]
fn without(masks: &mut Masks, others: &Masks) {
    for (mask, others) in masks.iter_mut().zip(others) {
        *mask &= !others;
    }
}
