//! Numbering the placements of a pattern's tiles without gaps.
//!
//! A placement of k tiles is a combination (which cells they occupy) and an arrangement (in which
//! order they stand there): its number is `combination * k! + arrangement`. All placements that
//! occupy the same cells are then neighbours in the table, and whatever depends on the occupied
//! cells alone, such as the moves of the blank, is the same for a whole block of k! entries.
//!
//! Combinations are numbered in colexicographic order (the combinatorial number system, Knuth 2011, section 7.2.1.3),
//! arrangements by their inversion tables in the factorial number system.

use tilebench_core::narrow;

/// The maximum number of tiles of a pattern: 8! arrangements fit 16 bits, and nine tiles of a
/// 15-puzzle would take 2 GB.
pub(crate) const MOST_TILES: usize = 8;

/// Bits of a share of the low cells: there are at most 13, so it is below 2^13.
const SHARE_BITS: u32 = 16;

pub(super) const FACTORIALS: [u32; MOST_TILES + 1] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/// The numbers of the placements of a number of tiles on a number of cells.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    cells: usize,
    tiles: usize,
    /// The number of arrangements of the tiles on the same cells.
    arrangements: usize,
    /// The number of cells that are looked up in `low`; the rest are in `high`.
    low_cells: usize,
    /// By the occupied low cells: the start in `high` of the rows for this number of them, above [`SHARE_BITS`], and
    /// their share of the combination's number.
    low: Vec<u32>,
    /// By how many low cells are occupied, and the occupied high cells: the rest of it.
    high: Vec<u32>,
}

impl Numbering {
    /// The placements of up to [`MOST_TILES`] tiles on up to 25 cells.
    pub(crate) fn new(cells: usize, tiles: usize) -> Self {
        debug_assert!(tiles <= MOST_TILES && tiles < cells && cells <= 25);
        let low_cells = cells.div_ceil(2);
        let share = |occupied: u32, first: usize, before: usize| {
            let places = (0..32).filter(|place| occupied >> place & 1 == 1);
            places.zip(before + 1..).map(|(place, at)| choose(first + place, at)).sum::<u64>()
        };
        let kept = |share: u64| -> u32 { narrow(share, "there are fewer combinations of 25 cells than 2^25") };
        let before = |occupied: u32| (occupied.count_ones() as usize).min(tiles) << (cells - low_cells);
        let low = (0..1u32 << low_cells)
            .map(|occupied| kept(share(occupied, 0, 0)) | kept(before(occupied) as u64) << SHARE_BITS)
            .collect();
        let high = (0..=tiles)
            .flat_map(|before| (0..1u32 << (cells - low_cells)).map(move |occupied| (before, occupied)))
            .map(|(before, occupied)| kept(share(occupied, low_cells, before)))
            .collect();
        Self { cells, tiles, arrangements: FACTORIALS[tiles] as usize, low_cells, low, high }
    }

    /// The number of tiles.
    pub(crate) fn tiles(&self) -> usize {
        self.tiles
    }

    /// The number of combinations of occupied cells.
    pub(crate) fn combinations(&self) -> u64 {
        choose(self.cells, self.tiles)
    }

    /// The number of arrangements of the tiles on the same cells.
    pub(crate) fn arrangements(&self) -> usize {
        self.arrangements
    }

    /// The number of placements.
    pub(crate) fn placements(&self) -> u64 {
        self.combinations() * u64::from(FACTORIALS[self.tiles])
    }

    /// The number of the combination of occupied cells.
    #[inline]
    pub(crate) fn combination(&self, occupied: u32) -> usize {
        let low = self.low[(occupied & ((1 << self.low_cells) - 1)) as usize];
        let high = (low >> SHARE_BITS) | (occupied >> self.low_cells);
        ((low & ((1 << SHARE_BITS) - 1)) + self.high[high as usize]) as usize
    }

    /// The occupied cells of every combination, in order of its number.
    pub(crate) fn all_occupied(&self) -> Vec<u32> {
        let mut all = Vec::new();
        let mut occupied = (1u32 << self.tiles) - 1;
        while occupied < 1 << self.cells {
            all.push(occupied);
            // The next larger number with as many ones (Gosper), which is colexicographic order.
            let lowest = occupied & occupied.wrapping_neg();
            let carried = occupied + lowest;
            occupied = carried | (((occupied ^ carried) >> 2) / lowest);
        }
        all
    }

    /// The number of the placement whose tiles stand in the cells given by `cell`, by tile.
    #[inline]
    pub(crate) fn number(&self, cell: impl Fn(usize) -> u8) -> usize {
        let (occupied, arrangement) = self.placement(cell);
        self.joined(occupied, arrangement)
    }

    /// The number of the placement in these cells, in this arrangement.
    #[inline]
    pub(crate) fn joined(&self, occupied: u32, arrangement: u32) -> usize {
        self.combination(occupied) * self.arrangements() + arrangement as usize
    }

    /// The occupied cells and the number of the arrangement, from the cells given by `cell`.
    #[inline]
    pub(crate) fn placement(&self, cell: impl Fn(usize) -> u8) -> (u32, u32) {
        // Each number of tiles has a loop of its own, which is unrolled.
        match self.tiles {
            2 => ranked::<2>(cell),
            3 => ranked::<3>(cell),
            4 => ranked::<4>(cell),
            5 => ranked::<5>(cell),
            6 => ranked::<6>(cell),
            7 => ranked::<7>(cell),
            8 => ranked::<8>(cell),
            _ => ranked::<1>(cell),
        }
    }
}

/// The occupied cells and the number of the arrangement of `TILES` tiles.
///
/// Each tile is compared with all earlier ones at once, a byte each: the top bit of a byte of
/// `own + 128 - other` says that the other stands before it. That needs no instruction for counting
/// bits, which the oldest processors that the compiler aims at do not have.
#[inline]
fn ranked<const TILES: usize>(cell: impl Fn(usize) -> u8) -> (u32, u32) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = EACH << 7;
    let mut occupied = 0;
    let mut arrangement = 0;
    let mut places = 0u64;
    for (at, factorial) in FACTORIALS.into_iter().enumerate().take(TILES) {
        let own = u64::from(cell(at) & 31);
        occupied |= 1u32 << own;
        // Bytes of tiles still to come are empty; their comparisons are masked away.
        let before = (((own * EACH) | TOPS) - places) & TOPS & ((1u64 << (8 * at)) - 1);
        let before = ((before >> 7).wrapping_mul(EACH) >> 56) as u32;
        arrangement += factorial * before;
        places |= own << (8 * at);
    }
    (occupied, arrangement)
}

/// The arrangement of the tiles that stand in these slots, one after the other; slots are counted
/// along the occupied cells.
pub(crate) fn arrangement(slots: &[u8]) -> usize {
    let digit = |at: usize| slots[..at].iter().filter(|slot| **slot < slots[at]).count();
    (0..slots.len()).map(|at| FACTORIALS[at] as usize * digit(at)).sum()
}

/// The slots of the tiles in an arrangement, one after the other.
pub(crate) fn slots(arrangement: usize, tiles: usize) -> [u8; MOST_TILES] {
    let mut slots = [0u8; MOST_TILES];
    for at in 0..tiles {
        let digit = arrangement / FACTORIALS[at] as usize % (at + 1);
        // The new tile takes the place after `digit` of the earlier ones and moves the rest up.
        let slot: u8 = narrow(digit, "a digit is at most the place of its tile");
        slots[..at].iter_mut().filter(|earlier| **earlier >= slot).for_each(|earlier| *earlier += 1);
        slots[at] = slot;
    }
    slots
}

/// The number of orders of `tiles` tiles.
///
/// # Panics
///
/// If there are more than eight.
#[must_use]
pub fn factorial(tiles: usize) -> u64 {
    u64::from(FACTORIALS[tiles])
}

/// The number of ways to choose `few` of `many`.
#[must_use]
pub fn choose(many: usize, few: usize) -> u64 {
    (0..few).fold(1, |ways, at| ways * many.saturating_sub(at) as u64 / (at as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_a_number_of_its_own_without_gaps() {
        for (cells, tiles) in [(4, 3), (6, 2), (8, 4), (9, 1), (7, 5)] {
            let numbering = Numbering::new(cells, tiles);
            let mut seen = vec![false; usize::try_from(numbering.placements()).unwrap()];
            let mut places = vec![0; tiles];
            for code in 0..cells.pow(u32::try_from(tiles).unwrap()) {
                for (at, place) in places.iter_mut().enumerate() {
                    *place = code / cells.pow(u32::try_from(at).unwrap()) % cells;
                }
                let distinct = (0..tiles).all(|at| !places[..at].contains(&places[at]));
                if distinct {
                    let number = numbering.number(|at| u8::try_from(places[at]).unwrap());
                    assert!(!std::mem::replace(&mut seen[number], true), "{places:?}");
                }
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }

    #[test]
    fn the_large_tables_have_their_known_numbers_of_placements() {
        assert_eq!(Numbering::new(16, 7).placements(), 57_657_600);
        assert_eq!(Numbering::new(16, 8).placements(), 518_918_400);
        assert_eq!(Numbering::new(25, 6).placements(), 127_512_000);
    }

    #[test]
    fn combinations_are_listed_in_order_of_their_numbers() {
        for (cells, tiles) in [(16, 8), (25, 4), (9, 8), (12, 1)] {
            let numbering = Numbering::new(cells, tiles);
            let all = numbering.all_occupied();
            assert_eq!(all.len() as u64, numbering.combinations());
            assert!(all.iter().enumerate().all(|(at, occupied)| numbering.combination(*occupied) == at));
        }
    }

    #[test]
    fn an_arrangement_gives_its_slots_back() {
        for (tiles, &arrangements) in FACTORIALS.iter().enumerate() {
            for number in (0..arrangements as usize).step_by(7) {
                assert_eq!(arrangement(&slots(number, tiles)[..tiles]), number);
            }
        }
    }
}
