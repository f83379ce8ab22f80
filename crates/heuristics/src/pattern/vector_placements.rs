//! The placements of all patterns of a tile at once, with the vectors of the processor.
//!
//! A move changes the placements of the patterns that contain its tile. The kinds of vectors differ in their results, words of
//! 64 bits: with AVX-512, a word is the placement; with AVX2, it has the occupied cells in place of the rank of their set, which
//! is looked up only for the patterns that are needed.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::pattern_lookup::{PatternLookup, Placement};
use super::pdb_spec::MAX_PARTITIONS;

/// A word per pattern of a tile.
pub(super) type TileWords = [u64; MAX_PARTITIONS];

/// The patterns of every tile, as vectors of one kind.
#[derive(Clone, Debug)]
#[cfg_attr(
    target_arch = "x86_64",
    expect(clippy::large_enum_variant, reason = "there is one per heuristic, and its tables are read at every node")
)]
pub(super) enum VectorPlacements {
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Vectors),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Vectors),
}

impl VectorPlacements {
    /// The vectors for `patterns`, of which each tile is in those with the indices in `of_tile`; `None` if the processor does not
    /// have the instructions.
    pub(super) fn new<'a>(patterns: &[&PatternLookup], of_tile: impl Fn(usize) -> &'a [u8]) -> Option<Self> {
        Self::of_all_kinds(patterns, of_tile).into_iter().next()
    }

    /// The vectors of every kind that the processor has, the fastest first.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn of_all_kinds<'a>(patterns: &[&PatternLookup], of_tile: impl Fn(usize) -> &'a [u8]) -> Vec<Self> {
        let wide = avx512::Vectors::new(patterns, &of_tile).map(Self::Avx512);
        let narrow = avx2::Vectors::new(patterns, &of_tile).map(Self::Avx2);
        wide.into_iter().chain(narrow).collect()
    }

    /// No vectors.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn of_all_kinds<'a>(_: &[&PatternLookup], _: impl Fn(usize) -> &'a [u8]) -> Vec<Self> {
        Vec::new()
    }

    /// Writes the words of the patterns of `tile`, in their order, after it moved to `cell`; `cells` has the cell of each tile
    /// before.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there are no vectors"))]
    pub(super) fn place(&self, tile: usize, cell: u8, cells: &[u8; 32], words: &mut TileWords) {
        match *self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(ref vectors) => vectors.place(tile, cell, cells, words),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(ref vectors) => vectors.place(tile, cell, cells, words),
        }
    }

    /// Writes the words of all patterns, in their order, whose number is at most that of `words`, a multiple of eight. `cells`
    /// has the cell of each tile.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there are no vectors"))]
    pub(super) fn place_all(&self, cells: &[u8; 32], words: &mut [u64]) {
        match *self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(ref vectors) => vectors.place_all(cells, words),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(ref vectors) => vectors.place_all(cells, words),
        }
    }

    /// As [`Self::place_all`], but with the occupied cells in the lower halves of the words, whatever the kind of vectors.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "there are no vectors"))]
    pub(super) fn cells_of_all(&self, cells: &[u8; 32], words: &mut [u64]) {
        match *self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(ref vectors) => vectors.cells_of_all(cells, words),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(ref vectors) => vectors.place_all(cells, words),
        }
    }

    /// Whether a word has the rank of the set of cells, not the cells.
    #[inline]
    pub(super) fn have_ranks(&self) -> bool {
        match *self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => false,
        }
    }

    /// The placement of the pattern of `lookup` with this word.
    #[inline]
    pub(super) fn placement(&self, word: u64, lookup: &PatternLookup) -> Placement {
        if self.have_ranks() { Placement::from_word(word) } else { lookup.placement_from_word(word) }
    }
}
