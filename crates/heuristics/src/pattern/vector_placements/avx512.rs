//! Eight patterns per vector, with the instructions of AVX-512.
//!
//! **Method.** The cells of the tiles of the patterns are gathered as bytes, eight per pattern, and mapped by the symmetries of the
//! patterns. Comparing the vector with itself, shifted by one to seven tiles, gives for every tile the numbers of earlier and later
//! tiles in lower cells. The former is the tile's digit in the rank of the permutation. The sum of both and the cell give a binomial
//! coefficient, by a look-up in 256 entries, and their sum is the rank of the set of cells. This takes about eighty instructions for
//! eight patterns.

#![expect(unsafe_code, reason = "the processor is checked once, and vectors are loaded and stored by address")]

use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm256_loadu_si256, _mm512_add_epi8, _mm512_add_epi64, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_broadcast_i64x4, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_maddubs_epi16,
    _mm512_mask_add_epi8, _mm512_mask_blend_epi8, _mm512_mask_cmpeq_epi8_mask, _mm512_mask_cmplt_epu8_mask,
    _mm512_mask_set1_epi8, _mm512_maskz_mov_epi8, _mm512_movepi8_mask, _mm512_or_si512, _mm512_permutex2var_epi8,
    _mm512_permutexvar_epi8, _mm512_sad_epu8, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_sll_epi64, _mm512_slli_epi16, _mm512_slli_epi64,
    _mm512_srl_epi64, _mm512_storeu_si512,
};

use tilebench_core::narrow;

use super::super::pattern_lookup::PatternLookup;
use super::super::pdb_spec::MAX_PARTITIONS;
use super::super::placement_ranking::{FACTORIALS, MAX_PATTERN_TILES, binomial};
use super::TileWords;

/// The patterns per vector.
const LANES: usize = 8;

/// The vectors of a tile.
const BLOCKS: usize = MAX_PARTITIONS / LANES;

/// The number of symmetries of a square.
const SYMMETRIES: usize = 8;

/// A byte per pattern and tile.
type Bytes = [u8; LANES * MAX_PATTERN_TILES];

/// The shift of the upper part of a weight, each part being a signed byte.
const WEIGHT_SHIFT: u32 = 6;

/// The patterns of every tile, as vectors.
#[derive(Clone, Debug)]
pub(in super::super) struct Vectors {
    /// The cells of shapes, 32 per symmetry of the board, in vectors of two.
    maps: [Bytes; 4],
    /// By cell, and number of tiles in lower cells: the part of the rank of the set of cells, in three bytes.
    binomials: [[Bytes; 4]; 3],
    /// The weights of the digits, in two parts.
    weights: [Bytes; 2],
    /// By tile.
    tiles: Box<[TileVectors; 32]>,
    /// All patterns, in their order.
    all: Vec<Block>,
    /// The maximum number of tiles of a pattern.
    max_tiles: usize,
}

/// The patterns of a tile, as vectors.
#[derive(Clone, Copy, Debug)]
struct TileVectors {
    count: usize,
    blocks: [Block; BLOCKS],
}

/// Eight patterns.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// Their tiles.
    tiles: Bytes,
    /// The start of the map of their symmetry, in all maps together.
    maps: Bytes,
    /// The bytes that are used, as bits.
    used: u64,
}

impl Vectors {
    /// The vectors for `patterns`, of which each tile is in those with the indices in `of_tile`; `None` if the processor does not
    /// have the instructions.
    pub(super) fn new<'a>(patterns: &[&PatternLookup], of_tile: impl Fn(usize) -> &'a [u8]) -> Option<Self> {
        if !is_available() {
            return None;
        }
        let mut symmetries: Vec<[u8; 32]> = Vec::new();
        for pattern in patterns {
            if !symmetries.contains(pattern.map()) {
                symmetries.push(*pattern.map());
            }
        }
        assert!(symmetries.len() <= SYMMETRIES, "a rectangle has at most eight symmetries");
        let block = |patterns_of_tile: &[u8]| {
            let mut block = Block { tiles: [0; 64], maps: [0; 64], used: 0 };
            for (lane, pattern) in patterns_of_tile.iter().enumerate() {
                let pattern = patterns[usize::from(*pattern)];
                let map = symmetries.iter().position(|map| map == pattern.map());
                let map = map.expect("the maps of all patterns are listed");
                for (slot, &tile) in pattern.tiles().iter().enumerate() {
                    let byte = MAX_PATTERN_TILES * lane + slot;
                    block.tiles[byte] = tile;
                    block.maps[byte] = narrow(32 * map, "eight maps have 256 bytes");
                    block.used |= 1 << byte;
                }
            }
            block
        };
        let tiles = core::array::from_fn(|tile| {
            let patterns = of_tile(tile);
            let mut blocks = [block(&[]); BLOCKS];
            for (vector, patterns) in blocks.iter_mut().zip(patterns.chunks(LANES)) {
                *vector = block(patterns);
            }
            TileVectors { count: patterns.len().div_ceil(LANES), blocks }
        });
        let numbers: Vec<u8> = (0..).take(patterns.len()).collect();
        let all = numbers.chunks(LANES).map(block).collect();
        let map_byte = |at: usize| symmetries.get(at / 32).map_or(0, |map| map[at % 32]);
        let binomial_byte = |byte: usize, pair: usize| binomial(pair / 8, pair % 8 + 1).to_le_bytes()[byte];
        let weight = |byte: usize| FACTORIALS[byte % MAX_PATTERN_TILES];
        Some(Self {
            maps: table_of(map_byte),
            binomials: core::array::from_fn(|byte| table_of(|pair| binomial_byte(byte, pair))),
            weights: [
                core::array::from_fn(|byte| narrow(weight(byte) % (1 << WEIGHT_SHIFT), "a part of a weight")),
                core::array::from_fn(|byte| narrow(weight(byte) >> WEIGHT_SHIFT, "5040 is below 2^13")),
            ],
            tiles: Box::new(tiles),
            all,
            max_tiles: patterns.iter().map(|pattern| pattern.tiles().len()).max().unwrap_or_default(),
        })
    }

    /// Writes the words of the patterns of `tile`: see [`super::VectorPlacements::place`].
    #[inline]
    pub(super) fn place(&self, tile: usize, cell: u8, cells: &[u8; 32], words: &mut TileWords) {
        // SAFETY: `new` constructs the vectors only if the processor has the instructions.
        unsafe { self.place_by_vectors(tile % 32, cell, cells, words) }
    }

    /// Writes the words of all patterns: see [`super::VectorPlacements::place_all`].
    #[inline]
    pub(super) fn place_all(&self, cells: &[u8; 32], words: &mut [u64]) {
        // SAFETY: `new` constructs the vectors only if the processor has the instructions.
        unsafe { self.place_blocks::<true>(&self.all, broadcast(cells), words) }
    }

    /// Writes words of all patterns: see [`super::VectorPlacements::cells_of_all`].
    #[inline]
    pub(super) fn cells_of_all(&self, cells: &[u8; 32], words: &mut [u64]) {
        // SAFETY: `new` constructs the vectors only if the processor has the instructions.
        unsafe { self.place_blocks::<false>(&self.all, broadcast(cells), words) }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn place_by_vectors(&self, tile: usize, cell: u8, cells: &[u8; 32], words: &mut TileWords) {
        let cells = _mm512_mask_set1_epi8(broadcast(cells), 1 << tile, cell.cast_signed());
        let TileVectors { count, blocks } = &self.tiles[tile];
        self.place_blocks::<true>(&blocks[..*count], cells, words);
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn place_blocks<const RANKED: bool>(&self, blocks: &[Block], cells: __m512i, words: &mut [u64]) {
        for (block, words) in blocks.iter().zip(words.chunks_exact_mut(LANES)) {
            let placements = self.placements::<RANKED>(block, cells);
            // SAFETY: eight words are a vector.
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), placements) }
        }
    }

    /// The placements of eight patterns, with the rank of the set of cells or with the cells.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn placements<const RANKED: bool>(&self, block: &Block, cells: __m512i) -> __m512i {
        let listed = _mm512_or_si512(_mm512_permutexvar_epi8(load(&block.tiles), cells), load(&block.maps));
        let mapped = look_up(&self.maps, listed);
        let one = _mm512_set1_epi8(1);
        let mut digits = _mm512_setzero_si512();
        let mut later = digits;
        for (distance, have_earlier) in (1..).zip(HAVE_EARLIER).take(self.max_tiles - 1) {
            let shift = _mm_cvtsi64_si128(8 * distance);
            let have_earlier = have_earlier & block.used;
            let is_lower = _mm512_mask_cmplt_epu8_mask(have_earlier, _mm512_sll_epi64(mapped, shift), mapped);
            digits = _mm512_mask_add_epi8(digits, is_lower, digits, one);
            let have_later = have_earlier >> distance;
            let is_lower = _mm512_mask_cmplt_epu8_mask(have_later, _mm512_srl_epi64(mapped, shift), mapped);
            later = _mm512_mask_add_epi8(later, is_lower, later, one);
        }
        let [low, high] = self.weights.each_ref().map(|weights| weighted(digits, load(weights)));
        let halves = _mm512_add_epi64(low, _mm512_slli_epi64::<WEIGHT_SHIFT>(high));
        let permutation = _mm512_add_epi64(halves, _mm512_slli_epi64::<32>(halves));
        let permutation = _mm512_andnot_si512(_mm512_set1_epi64(u32::MAX.into()), permutation);
        let cell_sets = if RANKED {
            // A cell and the number of tiles in lower cells.
            let pairs = _mm512_or_si512(_mm512_slli_epi16::<3>(mapped), _mm512_add_epi8(digits, later));
            self.cell_sets(block.used, pairs)
        } else {
            occupied(block.used, mapped)
        };
        _mm512_or_si512(permutation, cell_sets)
    }

    /// The ranks of sets of cells: the sums of the coefficients of `pairs`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn cell_sets(&self, used: u64, pairs: __m512i) -> __m512i {
        let [low, middle, high] = self.binomials.each_ref().map(|bytes| {
            let bytes = _mm512_maskz_mov_epi8(used, look_up(bytes, pairs));
            _mm512_sad_epu8(bytes, _mm512_setzero_si512())
        });
        let sums = _mm512_add_epi64(_mm512_slli_epi64::<8>(high), middle);
        _mm512_add_epi64(_mm512_slli_epi64::<8>(sums), low)
    }
}

/// The sets of cells, as bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn occupied(used: u64, cells: __m512i) -> __m512i {
    // By the lower four bits of a cell: its bit in a byte.
    const BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
    let bits = _mm512_shuffle_epi8(_mm512_set1_epi64(BITS), cells);
    let byte_of_cell = _mm512_and_si512(cells, _mm512_set1_epi8(0x18));
    let mut sets = _mm512_setzero_si512();
    for byte in [3, 2, 1, 0] {
        let is_in_byte = _mm512_mask_cmpeq_epi8_mask(used, byte_of_cell, _mm512_set1_epi8(8 * byte));
        // Different cells have different bits, so the sum is their union.
        let set = _mm512_sad_epu8(_mm512_maskz_mov_epi8(is_in_byte, bits), _mm512_setzero_si512());
        sets = _mm512_or_si512(_mm512_slli_epi64::<8>(sets), set);
    }
    sets
}

/// By distance, from 1 on: the bytes of tiles with a tile at that distance before them.
const HAVE_EARLIER: [u64; MAX_PATTERN_TILES - 1] = {
    let mut bytes = [0; MAX_PATTERN_TILES - 1];
    let mut at = 0;
    while at < bytes.len() {
        bytes[at] = (u64::MAX / 0xFF) * (0xFE << at & 0xFF);
        at += 1;
    }
    bytes
};

/// The sums of four bytes times their weights, in words of 32 bits.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn weighted(bytes: __m512i, weights: __m512i) -> __m512i {
    _mm512_madd_epi16(_mm512_maddubs_epi16(bytes, weights), _mm512_set1_epi16(1))
}

/// The bytes of a table with the given indices.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn look_up(table: &[Bytes; 4], indices: __m512i) -> __m512i {
    let [first, second, third, fourth] = table.each_ref().map(|bytes| load(bytes));
    _mm512_mask_blend_epi8(
        _mm512_movepi8_mask(indices),
        _mm512_permutex2var_epi8(first, indices, second),
        _mm512_permutex2var_epi8(third, indices, fourth),
    )
}

/// Bytes as a vector.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &Bytes) -> __m512i {
    // SAFETY: a vector has 64 bytes.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}

/// A table of 256 bytes.
fn table_of(byte: impl Fn(usize) -> u8) -> [Bytes; 4] {
    core::array::from_fn(|vector| core::array::from_fn(|at| byte(size_of::<Bytes>() * vector + at)))
}

/// The cells of all tiles, twice.
#[inline]
#[target_feature(enable = "avx512f")]
fn broadcast(cells: &[u8; 32]) -> __m512i {
    // SAFETY: a vector of half the size has 32 bytes.
    _mm512_broadcast_i64x4(unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) })
}

/// Whether this processor has the instructions.
fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
}
