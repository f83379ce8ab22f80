//! Whole spaces in one bit per state.
//!
//! **Algorithm.** The blank's cell alternates between the two colours of a chessboard, so the states of layers of even
//! depth have the blank on cells of one colour, and those of odd depth on the other. One bit per state is set if the state is
//! in the *latest* layer of its colour. Layer d + 1 consists of the states that moves reach from layer d, without layer d - 1,
//! which the same bits contained before. No other states need to be excluded, since all neighbours of layer d are in these two
//! layers.
//!
//! Each cell of the blank has a bitmap, with one bit for each sequence of the other tiles ([`SequenceRanking`]). A
//! horizontal move is the union of two bitmaps, word by word; a vertical move is a table ([`VerticalMove`]). A
//! thread computes one new bitmap at a time in its own buffer, from the bitmaps of the other colour, which no thread writes
//! meanwhile.
//!
//! In the multi-tile metric, the colours do not alternate: [`slides`] keeps two bits per state.
//!
//! **Guarantees.** Exact for every rectangle and every goal.
//!
//! **Memory.** Half the factorial of the number of cells in bits, the same number divided by the number of cells for each
//! thread, and the tables: 35 MB on 3x4 with two threads. All memory is allocated at the start, or nothing.
//!
//! **Counting.** The node limit counts the moves from all states, inverse moves included.
//!
//! **References.** Korf and Schultze 2005 (ranking, horizontal moves that keep the rank); Cooperman and
//! Finkelstein 1992 (two bits per state); Myrvold and Ruskey 2001 (ranking in linear time).

mod slides;

use std::sync::Mutex;

use tilebench_core::{Cost, SearchBudget, SearchContext, Termination};
use tilebench_puzzle::{Grid, Metric};

use super::bitmap;
use super::sequence_ranking::SequenceRanking;
use super::vertical_move::{VerticalDirection, VerticalMove};
use super::{EnumerationOutcome, run_parallel};

/// The states of a layer with the blank in one cell: of the latest layer of a colour, or of one of the last two layers.
#[derive(Debug)]
struct LayerBitmap {
    cell: usize,
    bits: Vec<u64>,
    /// The number of these states.
    states: u64,
}

/// The ranking and the tables by which a new bitmap is computed.
#[derive(Debug)]
struct RankedSpace {
    sequences: SequenceRanking,
    /// By the upper one of two cells: the move of the blank up, and the move down.
    vertical: Vec<[VerticalMove; 2]>,
}

/// The memory for the enumeration of a rectangle in bytes, or `None` if the bitmaps alone take 2^48 bytes or more.
pub(crate) fn required_bytes(rows: usize, cols: usize, metric: Metric, jobs: usize) -> Option<u64> {
    let cells = rows * cols;
    let map = (3..cells as u128).product::<u128>().div_ceil(64) * 8;
    let maps = match metric {
        Metric::Single => cells + jobs.clamp(1, cells.div_ceil(2)),
        Metric::Multi => slides::bitmaps(rows, cols, jobs),
    };
    let maps = map * maps as u128;
    // Small enough that no product of a table overflows.
    let maps = u64::try_from(maps).ok().filter(|&bytes| bytes < 1 << 48)?;
    let tables: u64 = (0..cells - cols).map(|first| 2 * VerticalMove::bytes(cells - 1, first, cols)).sum();
    Some(maps + tables)
}

/// Passes to `each` the number of states at each distance from `start`, nearest first.
pub(crate) fn count_states<D: Grid>(
    domain: &D,
    start: D::State,
    metric: Metric,
    jobs: usize,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> EnumerationOutcome {
    let ended = |end, peak_bytes| EnumerationOutcome { end, peak_bytes, peak_disk: 0 };
    let bytes = required_bytes(domain.rows(), domain.cols(), metric, jobs);
    let Some(bytes) = bytes.filter(|&bytes| bytes <= context.limits.bytes) else {
        return ended(Termination::MemoryLimit, 0);
    };
    let budget = context.budget();
    let end = match metric {
        Metric::Single => count_moves(domain, start, jobs, budget, each),
        Metric::Multi => slides::count_slides(domain, start, jobs, budget, each),
    };
    ended(end.err().unwrap_or(Termination::Exhausted), bytes)
}

/// As [`count_states`], if a move is one tile by one cell.
fn count_moves<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    budget: SearchBudget<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<(), Termination> {
    let cells = domain.cells();
    let sequences = SequenceRanking::new(domain);
    let words = sequences.words()?;
    let mut colours = [Vec::new(), Vec::new()];
    for cell in 0..cells {
        colours[colour(cell, &sequences)].push(LayerBitmap { cell, bits: zeros(words)?, states: 0 });
    }
    let jobs = jobs.clamp(1, cells.div_ceil(2));
    let mut gathered = (0..jobs).map(|_| zeros(words)).collect::<Result<Vec<_>, _>>()?;
    let space = RankedSpace::new(domain, sequences);

    let (blank, number) = space.sequences.rank(domain, start);
    let [even, odd] = &mut colours;
    let (layer, other) = if colour(blank, &space.sequences) == 0 { (even, odd) } else { (odd, even) };
    for map in layer.iter_mut().filter(|map| map.cell == blank) {
        bitmap::set(&mut map.bits, number);
        map.states = 1;
    }
    let generated = |map: &LayerBitmap| map.states * domain.ops_at(map.cell).len() as u64;
    space.count_layers([layer, other], &budget, each, generated, |layer, other| {
        advance(&space, layer, other, &mut gathered, &budget)
    })
}

fn colour(cell: usize, sequences: &SequenceRanking) -> usize {
    (cell / sequences.cols + cell % sequences.cols) % 2
}

/// A bitmap without states, if the system has the memory.
fn zeros(words: usize) -> Result<Vec<u64>, Termination> {
    let mut map = Vec::new();
    map.try_reserve_exact(words).map_err(|_| Termination::MemoryLimit)?;
    map.resize(words, 0);
    Ok(map)
}

/// Replaces the layer before `layer`, in the bitmaps of the other colour, by the layer after it.
fn advance(
    space: &RankedSpace,
    layer: &[LayerBitmap],
    other: &mut [LayerBitmap],
    gathered: &mut [Vec<u64>],
    budget: &SearchBudget<'_>,
) -> Result<(), Termination> {
    let maps = Mutex::new(other.iter_mut());
    let work = |gathered: &mut [u64]| {
        loop {
            // The panic of another thread is propagated when that thread is joined.
            let map = maps.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some(map) = map else { return Ok(()) };
            space.update_map(map, layer, gathered, budget)?;
        }
    };
    run_parallel(gathered, |gathered| work(gathered)).into_iter().collect()
}

impl RankedSpace {
    fn new<D: Grid>(domain: &D, sequences: SequenceRanking) -> Self {
        let (cells, cols) = (domain.cells(), domain.cols());
        let vertical = |first| {
            [VerticalDirection::Up, VerticalDirection::Down]
                .map(|direction| VerticalMove::new(cells - 1, first, cols, direction))
        };
        Self { vertical: (0..cells - cols).map(vertical).collect(), sequences }
    }

    /// Passes to `each` the number of states of each layer, from the first one, which `layers` contains first. `generated` is the
    /// number of successors of the states of a bitmap. `advance` replaces the bitmaps of the layer before by those of the layer after.
    fn count_layers(
        &self,
        layers: [&mut Vec<LayerBitmap>; 2],
        budget: &SearchBudget<'_>,
        each: &mut dyn FnMut(Cost, u64),
        generated: impl Fn(&LayerBitmap) -> u64,
        mut advance: impl FnMut(&[LayerBitmap], &mut [LayerBitmap]) -> Result<(), Termination>,
    ) -> Result<(), Termination> {
        let [mut layer, mut other] = layers;
        let mut left = self.sequences.sequences_per_cell() * (self.sequences.tiles() + 1) as u128;
        let mut total = 0_u64;
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
            total += layer.iter().map(&generated).sum::<u64>();
            if total > budget.limits.generated {
                return Err(Termination::NodeLimit);
            }
            advance(layer, other)?;
            (layer, other) = (other, layer);
        }
        Ok(())
    }

    /// Replaces a bitmap by the neighbours of `layer` that are not in it.
    fn update_map(
        &self,
        map: &mut LayerBitmap,
        layer: &[LayerBitmap],
        gathered: &mut [u64],
        budget: &SearchBudget<'_>,
    ) -> Result<(), Termination> {
        let cols = self.sequences.cols;
        gathered.fill(0);
        for from in layer.iter().filter(|from| from.states > 0) {
            let parity = self.sequences.parity(from.cell);
            if from.cell + cols == map.cell {
                self.vertical[from.cell][1].apply(&from.bits, gathered, parity, budget)?;
            } else if map.cell + cols == from.cell {
                self.vertical[map.cell][0].apply(&from.bits, gathered, parity, budget)?;
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
