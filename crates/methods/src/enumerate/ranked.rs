//! Whole spaces in one bit per state.
//!
//! **What it does.** The blank's cell alternates between the two colours of a chessboard, so the cells
//! of one colour hold the states of the layers of even depth, those of the other the odd ones. One bit
//! per state says whether it is in the *latest* layer of its colour: the layer of depth d + 1 consists
//! of the states that the moves out of layer d reach, less layer d - 1, which the same bits held
//! before. Nothing else is needed, since all neighbours of layer d are in these two.
//!
//! Each cell of the blank has a bit map of its own, with a bit for each sequence of the other tiles
//! ([`Sequences`]). A horizontal move is the or of two maps, word by word; a vertical one is a table
//! ([`Vertical`]). A thread makes one new map at a time in a map of its own, from the maps of the other
//! colour, which no thread writes meanwhile.
//!
//! **Guarantees.** Exact for every rectangle and every goal.
//!
//! **Memory.** Half the factorial of the cells in bits, as many again divided by the cells for each
//! thread, and the tables: 35 MB on 3x4 with two threads. All of it is taken at once, or nothing.
//!
//! **Counting.** The node limit counts the moves out of all states, also those that lead back.
//!
//! **References.** Korf and Schultze 2005 (ranking, horizontal moves that keep the rank); Cooperman and
//! Finkelstein 1992 (two bits per state); Myrvold and Ruskey 2001 (ranking in linear time).

use std::sync::Mutex;

use tilebench_core::{Cost, SearchBudget, SearchContext, Termination};
use tilebench_puzzle::Grid;

use super::bits;
use super::moves::{Vertical, Way};
use super::sequence::Sequences;
use super::{Enumeration, side_by_side};

/// The states of the latest layer of a colour whose blank is in one cell.
#[derive(Debug)]
struct Map {
    cell: usize,
    bits: Vec<u64>,
    /// The number of these states.
    states: u64,
}

/// The numbering and the tables by which a new map is made.
#[derive(Debug)]
struct Space {
    sequences: Sequences,
    /// By the upper one of two cells: the move of the blank up, and the one down.
    vertical: Vec<[Vertical; 2]>,
}

/// The bytes that the enumeration of a rectangle holds, or `None` if the maps alone take 2^48 bytes or more.
pub(crate) fn bytes(rows: usize, cols: usize, jobs: usize) -> Option<u64> {
    let cells = rows * cols;
    let map = (3..cells as u128).product::<u128>().div_ceil(64) * 8;
    let maps = map * (cells + jobs.clamp(1, cells.div_ceil(2))) as u128;
    // Small enough that no product of a table overflows.
    let maps = u64::try_from(maps).ok().filter(|&bytes| bytes < 1 << 48)?;
    let tables: u64 = (0..cells - cols).map(|first| 2 * Vertical::bytes(cells - 1, first, cols)).sum();
    Some(maps + tables)
}

/// Passes to `each` the number of states at each distance from `start`, nearest first.
pub(crate) fn count<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Enumeration {
    let ended = |end, peak_bytes| Enumeration { end, peak_bytes, peak_disk: 0 };
    let Some(bytes) = bytes(domain.rows(), domain.cols(), jobs).filter(|&bytes| bytes <= context.limits.bytes) else {
        return ended(Termination::MemoryLimit, 0);
    };
    let end = count_in(domain, start, jobs, context.budget(), each).err().unwrap_or(Termination::Exhausted);
    ended(end, bytes)
}

fn count_in<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    budget: SearchBudget<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<(), Termination> {
    let cells = domain.cells();
    let sequences = Sequences::new(domain);
    let words = usize::try_from(sequences.each_cell().div_ceil(64)).map_err(|_| Termination::MemoryLimit)?;
    let mut colours = [Vec::new(), Vec::new()];
    for cell in 0..cells {
        colours[colour(cell, &sequences)].push(Map { cell, bits: zeros(words)?, states: 0 });
    }
    let jobs = jobs.clamp(1, cells.div_ceil(2));
    let mut gathered = (0..jobs).map(|_| zeros(words)).collect::<Result<Vec<_>, _>>()?;
    let cols = domain.cols();
    let vertical = |first| [Way::Up, Way::Down].map(|way| Vertical::new(cells - 1, first, cols, way));
    let space = Space { vertical: (0..cells - cols).map(vertical).collect(), sequences };

    let (blank, number) = space.sequences.rank(domain, start);
    let [even, odd] = &mut colours;
    let (mut layer, mut other) = if colour(blank, &space.sequences) == 0 { (even, odd) } else { (odd, even) };
    for map in layer.iter_mut().filter(|map| map.cell == blank) {
        bits::set(&mut map.bits, number);
        map.states = 1;
    }
    let mut left = space.sequences.each_cell() * cells as u128;
    let mut generated = 0_u64;
    for depth in 0.. {
        let states: u64 = layer.iter().map(|map| map.states).sum();
        each(depth, states);
        left -= u128::from(states);
        if left == 0 {
            break;
        }
        if depth == budget.limits.depth {
            return Err(Termination::DepthLimit);
        }
        generated += layer.iter().map(|map| map.states * domain.ops_at(map.cell).len() as u64).sum::<u64>();
        if generated > budget.limits.generated {
            return Err(Termination::NodeLimit);
        }
        advance(&space, layer, other, &mut gathered, &budget)?;
        (layer, other) = (other, layer);
    }
    Ok(())
}

fn colour(cell: usize, sequences: &Sequences) -> usize {
    (cell / sequences.cols + cell % sequences.cols) % 2
}

/// A map of no states, if the system has the memory.
fn zeros(words: usize) -> Result<Vec<u64>, Termination> {
    let mut map = Vec::new();
    map.try_reserve_exact(words).map_err(|_| Termination::MemoryLimit)?;
    map.resize(words, 0);
    Ok(map)
}

/// Makes what lies before `layer`, in the maps of the other colour, what lies behind it.
fn advance(
    space: &Space,
    layer: &[Map],
    other: &mut [Map],
    gathered: &mut [Vec<u64>],
    budget: &SearchBudget<'_>,
) -> Result<(), Termination> {
    let maps = Mutex::new(other.iter_mut());
    let work = |gathered: &mut [u64]| {
        loop {
            // A thread that panicked took its map with it, and the panic comes up when it is joined.
            let map = maps.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some(map) = map else { return Ok(()) };
            space.renew(map, layer, gathered, budget)?;
        }
    };
    side_by_side(gathered, |gathered| work(gathered)).into_iter().collect()
}

impl Space {
    /// Replaces a map by the neighbours of `layer` that are not in it.
    fn renew(
        &self,
        map: &mut Map,
        layer: &[Map],
        gathered: &mut [u64],
        budget: &SearchBudget<'_>,
    ) -> Result<(), Termination> {
        let cols = self.sequences.cols;
        gathered.fill(0);
        for from in layer.iter().filter(|from| from.states > 0) {
            let parity = self.sequences.parity(from.cell);
            if from.cell + cols == map.cell {
                self.vertical[from.cell][1].push(&from.bits, gathered, parity, budget)?;
            } else if map.cell + cols == from.cell {
                self.vertical[map.cell][0].push(&from.bits, gathered, parity, budget)?;
            } else if from.cell.abs_diff(map.cell) == 1 && from.cell / cols == map.cell / cols {
                for (word, &more) in gathered.iter_mut().zip(&from.bits) {
                    *word |= more;
                }
            }
        }
        map.states = 0;
        for (word, &found) in map.bits.iter_mut().zip(&*gathered) {
            *word = found & !*word;
            map.states += u64::from(word.count_ones());
        }
        Ok(())
    }
}
