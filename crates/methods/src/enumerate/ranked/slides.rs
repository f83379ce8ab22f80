//! Whole spaces in the multi-tile metric: two bits per state, for the last two layers.
//!
//! **Algorithm.** All neighbours of a state of layer d are in the layers d - 1, d and d + 1, so layer d + 1 consists of the states
//! that slides reach from layer d, without the layers d - 1 and d. The bitmap of layer d + 1 replaces that of layer d - 1.
//!
//! A thread computes the bitmaps of one column of blank cells at a time, in a buffer per row. The buffers begin as copies of the
//! layer. A sweep moves the blank down by one cell, from each buffer to the next one, and so by any number of cells, because the
//! next buffer contains the states of all cells above. A sweep up does the same. A column of a board takes the same
//! number of vertical moves as in the metric of single tiles. A horizontal slide keeps the rank: it is the union of the bitmaps of the row.
//!
//! **Counting.** The node limit counts the slides from all states, those along the line of the last slide included.

use std::sync::Mutex;

use tilebench_core::{Cost, SearchBudget, Termination};
use tilebench_puzzle::Grid;

use super::{LayerBitmap, RankedSpace, zeros};
use crate::enumerate::sequence_ranking::SequenceRanking;
use crate::enumerate::{bitmap, run_parallel};

/// The bitmaps of a thread: one per row.
type ColumnBuffers = Vec<Vec<u64>>;

/// The number of bitmaps of an enumeration with `jobs` threads.
pub(super) fn bitmaps(rows: usize, cols: usize, jobs: usize) -> usize {
    2 * rows * cols + threads(cols, jobs) * rows
}

/// The number of threads that have a column to compute.
fn threads(cols: usize, jobs: usize) -> usize {
    jobs.clamp(1, cols)
}

/// As [`super::count_states`], if a slide of several tiles is one move.
pub(super) fn count_slides<D: Grid>(
    domain: &D,
    start: D::State,
    jobs: usize,
    budget: SearchBudget<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<(), Termination> {
    let (rows, cols) = (domain.rows(), domain.cols());
    let sequences = SequenceRanking::new(domain);
    let words = sequences.words()?;
    let empty_map = |cell| Ok(LayerBitmap { cell, bits: zeros(words)?, states: 0 });
    let empty_layer = || (0..rows * cols).map(empty_map).collect::<Result<Vec<LayerBitmap>, Termination>>();
    let (mut layer, mut before) = (empty_layer()?, empty_layer()?);
    let buffers = |_| (0..rows).map(|_| zeros(words)).collect();
    let mut buffers: Vec<ColumnBuffers> = (0..threads(cols, jobs)).map(buffers).collect::<Result<_, _>>()?;
    let space = RankedSpace::new(domain, sequences);

    let (blank, number) = space.sequences.rank(domain, start);
    bitmap::set(&mut layer[blank].bits, number);
    layer[blank].states = 1;
    let slides = (rows + cols - 2) as u64;
    space.count_layers(
        [&mut layer, &mut before],
        &budget,
        each,
        |map| slides * map.states,
        |layer, before| {
            let mut columns: Vec<Vec<&mut LayerBitmap>> = (0..cols).map(|_| Vec::new()).collect();
            for map in before {
                columns[map.cell % cols].push(map);
            }
            let queue = Mutex::new(columns.into_iter());
            let work = |buffers: &mut ColumnBuffers| {
                loop {
                    // The panic of another thread is propagated when that thread is joined.
                    let column = queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                    let Some(column) = column else { return Ok(()) };
                    space.update_column(column, layer, buffers, &budget)?;
                }
            };
            run_parallel(&mut buffers, work).into_iter().collect()
        },
    )
}

impl RankedSpace {
    /// Replaces the bitmaps of a column of blank cells, which contain the layer before `layer`, by those of the layer after it.
    fn update_column(
        &self,
        column: Vec<&mut LayerBitmap>,
        layer: &[LayerBitmap],
        buffers: &mut [Vec<u64>],
        budget: &SearchBudget<'_>,
    ) -> Result<(), Termination> {
        let cols = self.sequences.cols;
        for (map, buffer) in column.iter().zip(buffers.iter_mut()) {
            buffer.copy_from_slice(&layer[map.cell].bits);
        }
        for row in 1..column.len() {
            let (above, below) = buffers.split_at_mut(row);
            let cell = column[row - 1].cell;
            self.vertical[cell][1].apply(&above[row - 1], &mut below[0], self.sequences.parity(cell), budget)?;
        }
        for row in (1..column.len()).rev() {
            let (above, below) = buffers.split_at_mut(row);
            let (to, from) = (column[row - 1].cell, column[row].cell);
            self.vertical[to][0].apply(&below[0], &mut above[row - 1], self.sequences.parity(from), budget)?;
        }
        for (map, buffer) in column.into_iter().zip(buffers) {
            let first = map.cell / cols * cols;
            for from in layer[first..first + cols].iter().filter(|from| from.states > 0 && from.cell != map.cell) {
                for (word, &more) in buffer.iter_mut().zip(&from.bits) {
                    *word |= more;
                }
            }
            map.states = 0;
            for ((word, &found), &latest) in map.bits.iter_mut().zip(&*buffer).zip(&layer[map.cell].bits) {
                *word = found & !latest & !*word;
                map.states += u64::from(word.count_ones());
            }
        }
        Ok(())
    }
}
