//! Four patterns per vector, with the instructions of AVX2.
//!
//! **Method.** The cells of the tiles of the patterns are gathered as bytes, eight per pattern, and mapped by the symmetries of the
//! patterns to values that are larger in lower cells. Comparing the vector with itself, shifted by one to seven tiles, gives for
//! every tile the number of earlier tiles in lower cells, its digit in the rank of the permutation. A byte of the word of occupied
//! cells is the sum of the bits of its cells. This takes about a hundred instructions for four patterns.

#![expect(unsafe_code, reason = "the processor is checked once, and vectors are loaded and stored by address")]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi64_si128, _mm_loadu_si128, _mm256_add_epi32, _mm256_add_epi64, _mm256_and_si256,
    _mm256_blend_epi32, _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64,
    _mm256_slli_epi16, _mm256_slli_epi32, _mm256_slli_epi64, _mm256_storeu_si256, _mm256_sub_epi8,
};

use tilebench_core::narrow;

use super::super::pattern_lookup::PatternLookup;
use super::super::pdb_spec::MAX_PARTITIONS;
use super::super::placement_ranking::{FACTORIALS, MAX_PATTERN_TILES};
use super::TileWords;

/// The patterns per vector.
const LANES: usize = 4;

/// The vectors of a tile.
const BLOCKS: usize = MAX_PARTITIONS / LANES;

/// The bytes of half a vector, in which a shuffle looks up.
const HALF: usize = 16;

/// A byte per pattern and tile.
type Bytes = [u8; LANES * MAX_PATTERN_TILES];

/// The byte of a missing tile, whose sign bit makes a shuffle return 0.
const MISSING: u8 = 0x80;

/// The value of the first cell: those of all others are smaller, and that of a missing tile, 0, is that of no cell of a board.
const FIRST_CELL: u8 = 31;

/// The shift of the upper part of a weight, each part being a signed byte.
const WEIGHT_SHIFT: u32 = 6;

/// The patterns of every tile, as vectors.
#[derive(Clone, Debug)]
pub(in super::super) struct Vectors {
    /// The weights of the digits, in two parts.
    weights: [Bytes; 2],
    /// By tile.
    tiles: Box<[TileBlocks; 32]>,
    /// All patterns, in their order.
    all: Vec<Block>,
    /// The maximum number of tiles of a pattern.
    max_tiles: usize,
}

/// The patterns of a tile, as vectors.
#[derive(Clone, Copy, Debug)]
struct TileBlocks {
    count: usize,
    blocks: [Block; BLOCKS],
}

/// Four patterns.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// Their tiles.
    tiles: Bytes,
    /// The values of the cells of the board, in halves like those of a vector: of cells below 16 for the first pattern of the half,
    /// and for the second; of other cells for the first, and for the second.
    values: [[Bytes; 2]; 2],
}

impl Block {
    /// A block without patterns.
    const EMPTY: Self = Self { tiles: [MISSING; 32], values: [[[0; 32]; 2]; 2] };

    /// At most four patterns.
    fn new<'a>(patterns: impl Iterator<Item = &'a PatternLookup>) -> Self {
        let mut block = Self::EMPTY;
        for (lane, pattern) in patterns.enumerate() {
            block.tiles[MAX_PATTERN_TILES * lane..][..pattern.tiles().len()].copy_from_slice(pattern.tiles());
            for (cell, &mapped) in pattern.map().iter().enumerate() {
                let byte = HALF * (lane / 2) + cell % HALF;
                block.values[cell / HALF][lane % 2][byte] = FIRST_CELL - mapped.min(FIRST_CELL);
            }
        }
        block
    }
}

impl Vectors {
    /// The vectors for `patterns`, of which each tile is in those with the indices in `of_tile`; `None` if the processor does not
    /// have the instructions.
    pub(super) fn new<'a>(patterns: &[&PatternLookup], of_tile: impl Fn(usize) -> &'a [u8]) -> Option<Self> {
        if !is_x86_feature_detected!("avx2") {
            return None;
        }
        let tiles = core::array::from_fn(|tile| {
            let of_tile = of_tile(tile);
            let mut blocks = [Block::EMPTY; BLOCKS];
            for (block, numbers) in blocks.iter_mut().zip(of_tile.chunks(LANES)) {
                *block = Block::new(numbers.iter().map(|number| patterns[usize::from(*number)]));
            }
            TileBlocks { count: of_tile.len().div_ceil(LANES), blocks }
        });
        let weight = |byte: usize| FACTORIALS[byte % MAX_PATTERN_TILES];
        Some(Self {
            weights: [
                core::array::from_fn(|byte| narrow(weight(byte) % (1 << WEIGHT_SHIFT), "a part of a weight")),
                core::array::from_fn(|byte| narrow(weight(byte) >> WEIGHT_SHIFT, "5040 is below 2^13")),
            ],
            tiles: Box::new(tiles),
            all: patterns.chunks(LANES).map(|patterns| Block::new(patterns.iter().copied())).collect(),
            max_tiles: patterns.iter().map(|pattern| pattern.tiles().len()).max().unwrap_or_default(),
        })
    }

    /// Writes the words of the patterns of `tile`: see [`super::VectorPlacements::place`].
    #[inline]
    pub(super) fn place(&self, tile: usize, cell: u8, cells: &[u8; 32], words: &mut TileWords) {
        let TileBlocks { count, blocks } = &self.tiles[tile % 32];
        let moved: u8 = narrow(tile % 32, "a tile is below 32");
        // SAFETY: `new` constructs the vectors only if the processor has the instructions.
        unsafe { self.place_blocks(&blocks[..*count], cells, (moved, cell), words) }
    }

    /// Writes the words of all patterns: see [`super::VectorPlacements::place_all`].
    #[inline]
    pub(super) fn place_all(&self, cells: &[u8; 32], words: &mut [u64]) {
        // SAFETY: `new` constructs the vectors only if the processor has the instructions.
        unsafe { self.place_blocks(&self.all, cells, (u8::MAX, 0), words) }
    }

    /// Writes the words of the patterns of `blocks` after the tile `moved.0` moved to the cell `moved.1`.
    #[target_feature(enable = "avx2")]
    fn place_blocks(&self, blocks: &[Block], cells: &[u8; 32], moved: (u8, u8), words: &mut [u64]) {
        let (low, high) = cells.split_at(HALF);
        let cells = [low, high].map(|half| _mm256_broadcastsi128_si256(load_half(half)));
        let moved = [moved.0, moved.1].map(|byte| _mm256_set1_epi8(byte.cast_signed()));
        for (block, words) in blocks.iter().zip(words.chunks_exact_mut(LANES)) {
            let placed = self.placed(block, cells, moved);
            // SAFETY: four words are a vector.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), placed) }
        }
    }

    /// The words of four patterns.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn placed(&self, block: &Block, [low, high]: [__m256i; 2], [tile, cell]: [__m256i; 2]) -> __m256i {
        let tiles = load(&block.tiles);
        // Bit 4 of each byte as its sign bit.
        let is_high = _mm256_slli_epi16::<3>(tiles);
        let before = _mm256_blendv_epi8(_mm256_shuffle_epi8(low, tiles), _mm256_shuffle_epi8(high, tiles), is_high);
        let cells = _mm256_blendv_epi8(before, cell, _mm256_cmpeq_epi8(tiles, tile));
        let [low, high] = block.values.each_ref().map(|[first, second]| {
            // The first pattern of a half is in its lower half.
            _mm256_blend_epi32::<0b1100_1100>(
                _mm256_shuffle_epi8(load(first), cells),
                _mm256_shuffle_epi8(load(second), cells),
            )
        });
        let is_used = _mm256_cmpgt_epi8(tiles, _mm256_set1_epi8(-1));
        let values = _mm256_blendv_epi8(low, high, _mm256_slli_epi16::<3>(cells));
        let values = _mm256_and_si256(values, is_used);
        let mut digits = _mm256_setzero_si256();
        for distance in (1..).take(self.max_tiles - 1) {
            let earlier = _mm256_sll_epi64(values, _mm_cvtsi64_si128(8 * distance));
            digits = _mm256_sub_epi8(digits, _mm256_cmpgt_epi8(earlier, values));
        }
        let digits = _mm256_and_si256(digits, is_used);
        let [low, high] = self.weights.each_ref().map(|weights| weighted(digits, load(weights)));
        let halves = _mm256_add_epi32(low, _mm256_slli_epi32::<{ WEIGHT_SHIFT.cast_signed() }>(high));
        let permutation = _mm256_and_si256(
            _mm256_add_epi32(halves, _mm256_slli_epi64::<32>(halves)),
            _mm256_set1_epi64x(!i64::from(u32::MAX)),
        );
        _mm256_or_si256(permutation, occupied(values, is_used))
    }
}

/// The words of the occupied cells with these values.
#[inline]
#[target_feature(enable = "avx2")]
fn occupied(values: __m256i, is_used: __m256i) -> __m256i {
    // By the lower bits of a value: the bit of its cell in a byte.
    const BITS: [u8; HALF] = {
        let mut bits = [0; HALF];
        let mut value = 0;
        while value < HALF {
            bits[value] = 0x80 >> (value % 8);
            value += 1;
        }
        bits
    };
    let bits = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load_half(&BITS)), values), is_used);
    let octets = _mm256_and_si256(values, _mm256_set1_epi8(0x18));
    let mut words = _mm256_setzero_si256();
    // The values of the first cells are the largest.
    for octet in 0..4 {
        let is_there = _mm256_cmpeq_epi8(octets, _mm256_set1_epi8(8 * octet));
        let byte = _mm256_sad_epu8(_mm256_and_si256(bits, is_there), _mm256_setzero_si256());
        words = _mm256_add_epi64(_mm256_slli_epi64::<8>(words), byte);
    }
    words
}

/// The sums of four bytes times their weights, in words of 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn weighted(bytes: __m256i, weights: __m256i) -> __m256i {
    _mm256_madd_epi16(_mm256_maddubs_epi16(bytes, weights), _mm256_set1_epi16(1))
}

/// Bytes as a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &Bytes) -> __m256i {
    // SAFETY: a vector has 32 bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Sixteen bytes as half a vector.
#[inline]
#[target_feature(enable = "avx2")]
fn load_half(bytes: &[u8]) -> __m128i {
    let bytes: &[u8; HALF] = bytes.first_chunk().expect("half a vector has 16 bytes");
    // SAFETY: as checked.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}
