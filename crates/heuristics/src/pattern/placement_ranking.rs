//! Ranking of the placements of a pattern's tiles, without gaps.
//!
//! A placement of k tiles is a set of occupied cells and a permutation of the tiles among them. Its rank
//! is `cell_set_rank * k! + permutation_rank`. All placements on the same cells are consecutive in the
//! table, and everything that depends on the occupied cells alone, such as the moves of the blank, is the
//! same for a whole block of k! entries.
//!
//! Cell sets are ranked in colexicographic order (the combinatorial number system, Knuth 2011,
//! section 7.2.1.3), permutations by their Lehmer codes in
//! the factorial number system.

use tilebench_core::narrow;

/// The maximum number of tiles of a pattern: 8! permutations fit 16 bits, and nine tiles of a
/// 15-puzzle would take 2 GB.
pub(crate) const MAX_PATTERN_TILES: usize = 8;

pub(super) const FACTORIALS: [u32; MAX_PATTERN_TILES + 1] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/// The ranking of the placements of a number of tiles on a number of cells.
#[derive(Clone, Debug)]
pub(crate) struct PlacementRanking {
    cells: usize,
    tiles: usize,
    /// The number of permutations of the tiles.
    permutations: usize,
    /// The number of cells that are looked up in `low`; the others are looked up in `high`.
    low_cells: u32,
    /// The bits of these cells.
    low_mask: u32,
    /// By the occupied low cells: their part of the rank of the cell set.
    low: Vec<u16>,
    /// By the occupied high cells, all other tiles being in low cells: the part of the high cells. Both tables together have at
    /// most 32 KiB, so they stay in the cache of the processor.
    high: Vec<u32>,
}

impl PlacementRanking {
    /// The placements of up to [`MAX_PATTERN_TILES`] tiles on up to 25 cells.
    pub(crate) fn new(cells: usize, tiles: usize) -> Self {
        debug_assert!(tiles <= MAX_PATTERN_TILES && tiles < cells && cells <= 25);
        let low_cells = cells.div_ceil(2);
        let partial_rank = |occupied: u32, first: usize, before: usize| {
            let places = (0..32).filter(|place| occupied >> place & 1 == 1);
            places.zip(before + 1..).map(|(place, at)| binomial(first + place, at)).sum::<u64>()
        };
        let low = (0..1u32 << low_cells)
            .map(|occupied| narrow(partial_rank(occupied, 0, 0), "there are fewer sets of 13 cells than 2^13"))
            .collect();
        let high = (0..1u32 << (cells - low_cells))
            .map(|occupied| {
                let before = tiles.saturating_sub(occupied.count_ones() as usize);
                narrow(partial_rank(occupied, low_cells, before), "there are fewer sets of 25 cells than 2^25")
            })
            .collect();
        let low_mask = (1 << low_cells) - 1;
        let low_cells = narrow(low_cells, "a board has at most 25 cells");
        Self { cells, tiles, permutations: FACTORIALS[tiles] as usize, low_cells, low_mask, low, high }
    }

    /// The number of tiles.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// The number of sets of occupied cells.
    pub(crate) fn cell_sets(&self) -> u64 {
        binomial(self.cells, self.tiles)
    }

    /// The number of permutations of the tiles.
    pub(crate) fn permutations(&self) -> usize {
        self.permutations
    }

    /// The number of placements.
    pub(crate) fn placements(&self) -> u64 {
        self.cell_sets() * u64::from(FACTORIALS[self.tiles])
    }

    /// The rank of the set of occupied cells, one per tile.
    #[inline]
    pub(crate) fn cell_set_rank(&self, occupied: u32) -> usize {
        let low = self.low[(occupied & self.low_mask) as usize];
        (u32::from(low) + self.high[(occupied >> (self.low_cells & 31)) as usize]) as usize
    }

    /// All sets of occupied cells, by rank.
    pub(crate) fn all_cell_sets(&self) -> Vec<u32> {
        let mut all = Vec::new();
        let mut occupied = (1u32 << self.tiles) - 1;
        while occupied < 1 << self.cells {
            all.push(occupied);
            // The next larger number with the same number of ones (Gosper), which is the next in colexicographic order.
            let lowest = occupied & occupied.wrapping_neg();
            let carried = occupied + lowest;
            occupied = carried | (((occupied ^ carried) >> 2) / lowest);
        }
        all
    }

    /// The rank of the placement with each tile in the cell given by `cell`.
    #[inline]
    pub(crate) fn rank(&self, cell: impl Fn(usize) -> u8) -> usize {
        let (occupied, permutation) = self.cells_and_permutation(cell);
        self.rank_from_parts(occupied, permutation)
    }

    /// The rank of the placement with these occupied cells and this rank of the permutation.
    #[inline]
    pub(crate) fn rank_from_parts(&self, occupied: u32, permutation: u32) -> usize {
        self.cell_set_rank(occupied) * self.permutations() + permutation as usize
    }

    /// The occupied cells and the rank of the permutation, from the cells given by `cell`.
    #[inline]
    pub(crate) fn cells_and_permutation(&self, cell: impl Fn(usize) -> u8) -> (u32, u32) {
        // One unrolled loop per number of tiles.
        match self.tiles {
            2 => cells_and_permutation_of::<2>(cell),
            3 => cells_and_permutation_of::<3>(cell),
            4 => cells_and_permutation_of::<4>(cell),
            5 => cells_and_permutation_of::<5>(cell),
            6 => cells_and_permutation_of::<6>(cell),
            7 => cells_and_permutation_of::<7>(cell),
            8 => cells_and_permutation_of::<8>(cell),
            _ => cells_and_permutation_of::<1>(cell),
        }
    }
}

/// The occupied cells and the rank of the permutation of `TILES` tiles.
///
/// Each tile is compared with all earlier ones at once, one per byte: the top bit of a byte of
/// `own + 128 - other` is set if the other is in a lower cell. This needs no population count instruction,
/// which the oldest processors that the compiler targets do not have.
#[inline]
fn cells_and_permutation_of<const TILES: usize>(cell: impl Fn(usize) -> u8) -> (u32, u32) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = EACH << 7;
    let mut occupied = 0;
    let mut permutation = 0;
    let mut places = 0u64;
    for (at, factorial) in FACTORIALS.into_iter().enumerate().take(TILES) {
        let own = u64::from(cell(at) & 31);
        occupied |= 1u32 << own;
        // The bytes of later tiles are empty, and their comparisons are masked out.
        let before = (((own * EACH) | TOPS) - places) & TOPS & ((1u64 << (8 * at)) - 1);
        let before = ((before >> 7).wrapping_mul(EACH) >> 56) as u32;
        permutation += factorial * before;
        places |= own << (8 * at);
    }
    (occupied, permutation)
}

/// The rank of the permutation with the tiles in these slots, in order. Slots are indices of occupied cells.
pub(crate) fn permutation_rank(slots: &[u8]) -> usize {
    let digit = |at: usize| slots[..at].iter().filter(|slot| **slot < slots[at]).count();
    (0..slots.len()).map(|at| FACTORIALS[at] as usize * digit(at)).sum()
}

/// The slots of the tiles in the permutation of a rank, in order.
pub(crate) fn unrank_permutation(permutation: usize, tiles: usize) -> [u8; MAX_PATTERN_TILES] {
    let mut slots = [0u8; MAX_PATTERN_TILES];
    for at in 0..tiles {
        let digit = permutation / FACTORIALS[at] as usize % (at + 1);
        // The new tile takes the slot after `digit` of the earlier tiles and moves the others up.
        let slot: u8 = narrow(digit, "a digit is at most the place of its tile");
        slots[..at].iter_mut().filter(|earlier| **earlier >= slot).for_each(|earlier| *earlier += 1);
        slots[at] = slot;
    }
    slots
}

/// The number of permutations of `tiles` tiles.
///
/// # Panics
///
/// If there are more than eight.
#[must_use]
pub fn factorial(tiles: usize) -> u64 {
    u64::from(FACTORIALS[tiles])
}

/// The number of ways to choose `k` of `n`.
#[must_use]
pub fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, at| ways * n.saturating_sub(at) as u64 / (at as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_placements_are_unique_and_without_gaps() {
        for (cells, tiles) in [(4, 3), (6, 2), (8, 4), (9, 1), (7, 5)] {
            let ranking = PlacementRanking::new(cells, tiles);
            let mut seen = vec![false; usize::try_from(ranking.placements()).unwrap()];
            let mut places = vec![0; tiles];
            for code in 0..cells.pow(u32::try_from(tiles).unwrap()) {
                for (at, place) in places.iter_mut().enumerate() {
                    *place = code / cells.pow(u32::try_from(at).unwrap()) % cells;
                }
                let distinct = (0..tiles).all(|at| !places[..at].contains(&places[at]));
                if distinct {
                    let number = ranking.rank(|at| u8::try_from(places[at]).unwrap());
                    assert!(!std::mem::replace(&mut seen[number], true), "{places:?}");
                }
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn large_tables_have_their_known_numbers_of_placements() {
        assert_eq!(PlacementRanking::new(16, 7).placements(), 57_657_600);
        assert_eq!(PlacementRanking::new(16, 8).placements(), 518_918_400);
        assert_eq!(PlacementRanking::new(25, 6).placements(), 127_512_000);
    }

    #[test]
    fn cell_sets_are_listed_by_rank() {
        for (cells, tiles) in [(16, 8), (25, 4), (9, 8), (12, 1)] {
            let ranking = PlacementRanking::new(cells, tiles);
            let all = ranking.all_cell_sets();
            assert_eq!(all.len() as u64, ranking.cell_sets());
            assert!(all.iter().enumerate().all(|(at, occupied)| ranking.cell_set_rank(*occupied) == at));
        }
    }

    #[test]
    fn unranking_a_permutation_inverts_its_rank() {
        for (tiles, &permutations) in FACTORIALS.iter().enumerate() {
            for number in (0..permutations as usize).step_by(7) {
                assert_eq!(permutation_rank(&unrank_permutation(number, tiles)[..tiles]), number);
            }
        }
    }
}
