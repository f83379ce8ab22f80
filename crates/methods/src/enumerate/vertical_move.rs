//! The effect of a vertical move on the ranks of boards, as a table that is applied to a bitmap.
//!
//! The move of the blank between the cells p and p + cols rotates the tiles p .. p + cols of the sequence
//! by one position. This changes only the digits p .. p + cols of the rank, so a bitmap consists of
//! *regions*, one for each choice of the digits before, in each of which bits are permuted in the same
//! way. If enough digits follow, bits move in whole *chunks*, one for each choice of the digits that
//! change: chunks are copied by words. Otherwise the table has one entry per bit, and each bit that is set
//! is moved individually. If the move reaches the last two tiles, the table also depends on the parity of
//! the digits before, and there are two tables.

use tilebench_core::{SearchBudget, Termination, narrow};

use super::bitmap;
use super::sequence_ranking::{lehmer_rank, lehmer_unrank, unrank_sequence};

/// The minimum number of bits of a chunk that is copied. For fewer bits, single bits are faster.
const MIN_CHUNK: usize = 12;
/// The minimum number of digits of a region of single bits, which limits the number of regions.
const MIN_REGION_DIGITS: usize = 7;

/// A vertical move from or to one cell.
#[derive(Debug)]
pub(crate) struct VerticalMove {
    layout: RegionLayout,
    /// By parity of the digits before the region, if the table depends on it: the target of each chunk.
    tables: Vec<Vec<u32>>,
}

/// The division of a bitmap into regions and chunks.
#[derive(Clone, Copy, Debug)]
struct RegionLayout {
    /// The number of tiles of a sequence.
    tiles: usize,
    /// The first digit of the region.
    start: usize,
    /// The first digit that changes.
    first: usize,
    /// The number of digits that change, and of tiles that are rotated.
    cols: usize,
    /// The number of digits that rank the chunks of a region.
    digits: usize,
    /// The number of bits of a chunk.
    chunk: usize,
    /// The number of chunks of a region.
    chunks: usize,
}

/// The direction in which the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerticalDirection {
    Up,
    Down,
}

impl RegionLayout {
    fn new(tiles: usize, first: usize, cols: usize) -> Self {
        let after = tiles - first - cols;
        let chunk = (3..=after).product::<usize>();
        if after >= 2 && chunk >= MIN_CHUNK {
            let chunks = (after + 1..=tiles - first).product();
            return Self { tiles, start: first, first, cols, digits: cols, chunk, chunks };
        }
        let start = first.min(tiles.saturating_sub(MIN_REGION_DIGITS));
        let chunks = (3..=tiles - start).product();
        Self { tiles, start, first, cols, digits: tiles - start - 2, chunk: 1, chunks }
    }

    /// Whether the last two tiles can change, so that the table depends on the parity.
    fn depends_on_parity(self) -> bool {
        self.first + self.cols > self.tiles - 2
    }

    fn tables(self) -> usize {
        1 + usize::from(self.depends_on_parity())
    }
}

impl VerticalMove {
    /// The bytes of the table of a move between `first` and the cell below it.
    pub(crate) fn bytes(tiles: usize, first: usize, cols: usize) -> u64 {
        let layout = RegionLayout::new(tiles, first, cols);
        (layout.chunks * layout.tables() * size_of::<u32>()) as u64
    }

    /// The move between the cell `first` and the cell below it, on a board of `cols` columns whose
    /// sequences have `tiles` tiles.
    pub(crate) fn new(tiles: usize, first: usize, cols: usize, direction: VerticalDirection) -> Self {
        let layout = RegionLayout::new(tiles, first, cols);
        let all = tiles - layout.start;
        let turned = |chunk: usize, parity: usize| {
            let mut values = if layout.chunk > 1 {
                lehmer_unrank(chunk, all, layout.digits).0
            } else {
                unrank_sequence(chunk, all, parity)
            };
            let window = &mut values[first - layout.start..][..cols];
            match direction {
                VerticalDirection::Up => window.rotate_left(1),
                VerticalDirection::Down => window.rotate_right(1),
            }
            narrow(
                lehmer_rank(&values, all, layout.digits),
                "a bit map that fits into memory has fewer than 2^32 chunks",
            )
        };
        let table = |parity| (0..layout.chunks).map(|chunk| turned(chunk, parity)).collect();
        Self { layout, tables: (0..layout.tables()).map(table).collect() }
    }

    /// Sets in `to` the bits to which the move takes the bits set in `from`, whose sequences have `parity`.
    pub(crate) fn apply(
        &self,
        from: &[u64],
        to: &mut [u64],
        parity: usize,
        budget: &SearchBudget<'_>,
    ) -> Result<(), Termination> {
        let RegionLayout { tiles, start, chunk, chunks, .. } = self.layout;
        let mut before = Odometer::new(tiles, start);
        let mut at = 0;
        loop {
            // The parity that the digits before leave for the tiles of the region.
            let table = &self.tables[((parity + before.sum) & 1) % self.tables.len()];
            if chunk > 1 {
                for (piece, targets) in table.chunks(1024).enumerate() {
                    budget.check_stop()?;
                    let mut source = at + 1024 * piece * chunk;
                    for &target in targets {
                        bitmap::or_range(to, at + target as usize * chunk, from, source, chunk);
                        source += chunk;
                    }
                }
            } else {
                budget.check_stop()?;
                bitmap::for_each_set(from, at, chunks, |bit| bitmap::set(to, at + table[bit] as usize));
            }
            at += chunk * chunks;
            if !before.next() {
                return Ok(());
            }
        }
    }
}

/// The first digits of a rank, counted up.
#[derive(Debug)]
struct Odometer {
    tiles: usize,
    digits: Vec<usize>,
    sum: usize,
}

impl Odometer {
    fn new(tiles: usize, digits: usize) -> Self {
        Self { tiles, digits: vec![0; digits], sum: 0 }
    }

    /// Counts up by one; returns whether that was possible.
    fn next(&mut self) -> bool {
        for (at, digit) in self.digits.iter_mut().enumerate().rev() {
            if *digit + 1 < self.tiles - at {
                *digit += 1;
                self.sum += 1;
                return true;
            }
            self.sum -= *digit;
            *digit = 0;
        }
        false
    }
}
