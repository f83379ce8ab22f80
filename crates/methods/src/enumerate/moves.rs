//! The effect of a vertical move on the numbers of boards, as a table that is applied to a bit map.
//!
//! The move of the blank between the cells p and p + cols turns the tiles p .. p + cols of the sequence
//! by one place. This changes only the digits p .. p + cols of the number, so a bit map falls into
//! *regions*, one for each choice of the digits before, in each of which bits change places in the same
//! way. If enough digits follow, bits move in whole *chunks*, one for each choice of the digits that
//! change: they are copied by words. Otherwise the table has an entry per bit, and each bit that is set
//! is moved on its own. If the move reaches the last two tiles, the table also depends on the parity of
//! the digits before, and there are two tables.

use tilebench_core::{SearchBudget, Termination, narrow};

use super::bits;
use super::sequence::{code, decode, sequence};

/// The shortest chunk that is copied: below, single bits are faster.
const CHUNK: usize = 12;
/// The digits of the smallest regions of single bits, so that there are not too many regions.
const REGION: usize = 7;

/// A vertical move out of or into one cell.
#[derive(Debug)]
pub(crate) struct Vertical {
    shape: Shape,
    /// By parity of the digits before the region, if that matters: the target of each chunk.
    tables: Vec<Vec<u32>>,
}

/// How a bit map falls into regions and chunks.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The tiles of a sequence.
    tiles: usize,
    /// The first digit of the region.
    start: usize,
    /// The first digit that changes.
    first: usize,
    /// The digits that change, and the tiles that turn.
    cols: usize,
    /// The digits that number the chunks of a region.
    digits: usize,
    /// The bits of a chunk.
    chunk: usize,
    /// The chunks of a region.
    chunks: usize,
}

/// Which way the blank moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

impl Shape {
    fn new(tiles: usize, first: usize, cols: usize) -> Self {
        let after = tiles - first - cols;
        let chunk = (3..=after).product::<usize>();
        if after >= 2 && chunk >= CHUNK {
            let chunks = (after + 1..=tiles - first).product();
            return Self { tiles, start: first, first, cols, digits: cols, chunk, chunks };
        }
        let start = first.min(tiles.saturating_sub(REGION));
        let chunks = (3..=tiles - start).product();
        Self { tiles, start, first, cols, digits: tiles - start - 2, chunk: 1, chunks }
    }

    /// Whether the last two tiles can change, and with them what the parity says.
    fn sees_parity(self) -> bool {
        self.first + self.cols > self.tiles - 2
    }

    fn tables(self) -> usize {
        1 + usize::from(self.sees_parity())
    }
}

impl Vertical {
    /// The bytes of the table of a move between `first` and the cell below it.
    pub(crate) fn bytes(tiles: usize, first: usize, cols: usize) -> u64 {
        let shape = Shape::new(tiles, first, cols);
        (shape.chunks * shape.tables() * size_of::<u32>()) as u64
    }

    /// The move between the cell `first` and the one below it, on a board of `cols` columns whose
    /// sequences have `tiles` tiles.
    pub(crate) fn new(tiles: usize, first: usize, cols: usize, way: Way) -> Self {
        let shape = Shape::new(tiles, first, cols);
        let all = tiles - shape.start;
        let turned = |chunk: usize, parity: usize| {
            let mut values =
                if shape.chunk > 1 { decode(chunk, all, shape.digits).0 } else { sequence(chunk, all, parity) };
            let window = &mut values[first - shape.start..][..cols];
            match way {
                Way::Up => window.rotate_left(1),
                Way::Down => window.rotate_right(1),
            }
            narrow(code(&values, all, shape.digits), "a bit map that fits into memory has fewer than 2^32 chunks")
        };
        let table = |parity| (0..shape.chunks).map(|chunk| turned(chunk, parity)).collect();
        Self { shape, tables: (0..shape.tables()).map(table).collect() }
    }

    /// Sets in `to` the bits to which the move takes those set in `from`, whose sequences have `parity`.
    pub(crate) fn push(
        &self,
        from: &[u64],
        to: &mut [u64],
        parity: usize,
        budget: &SearchBudget<'_>,
    ) -> Result<(), Termination> {
        let Shape { tiles, start, chunk, chunks, .. } = self.shape;
        let mut before = Odometer::new(tiles, start);
        let mut at = 0;
        loop {
            // The rest of the parity for the tiles of the region.
            let table = &self.tables[((parity + before.sum) & 1) % self.tables.len()];
            if chunk > 1 {
                for (piece, targets) in table.chunks(1024).enumerate() {
                    budget.check_stop()?;
                    let mut source = at + 1024 * piece * chunk;
                    for &target in targets {
                        bits::or_range(to, at + target as usize * chunk, from, source, chunk);
                        source += chunk;
                    }
                }
            } else {
                budget.check_stop()?;
                bits::each_set(from, at, chunks, |bit| bits::set(to, at + table[bit] as usize));
            }
            at += chunk * chunks;
            if !before.next() {
                return Ok(());
            }
        }
    }
}

/// The first digits of a number, counted up.
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
