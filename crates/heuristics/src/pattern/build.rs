//! Building a pattern's table: retrograde breadth-first search over placements and blank regions.
//!
//! **Values.** For every placement of the pattern's tiles, the fewest moves of pattern tiles that
//! take them to their goal cells with the blank ending in its goal's region, minimised over the
//! cells in which the blank may begin. Moves of other tiles are free, so the blank wanders at no
//! cost within a region of cells that the pattern leaves free, and a state of the search is a
//! placement with a region (Korf and Felner 2002). Because the blank is minimised away, the table's
//! values are admissible but not consistent.
//!
//! **How.** Layer by layer, by pulling. All placements on the same occupied cells form a block with
//! the same regions, and a move between two blocks changes every arrangement alike: the moved tile
//! passes over the tiles that stand between its two cells in reading order, so arrangements are
//! renumbered by one small table (and a move along a row renumbers nothing). A thread owns blocks,
//! reads the last layer's lists of the neighbouring blocks and writes only to its own: no locks, a
//! working set of one block, and the same result whatever the threads.
//!
//! **Memory.** While building, two bytes per placement and the lists of two layers; the table has
//! half a byte per placement.

use rayon::prelude::*;
use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::compress::{UNREACHED, compress};
use super::numbering::{MOST_TILES, Numbering, arrangement, slots};
use super::regions::Regions;
use super::shape::{self, Shape};
use crate::{Event, Watch};

/// Blocks are distributed to threads in about this many chunks.
const CHUNKS: usize = 512;

/// The table of `shape`: half a byte per placement, the even one in the low half, that says by how
/// many pairs of moves the pattern's cost exceeds its Manhattan distance.
pub(crate) fn build(shape: &Shape, watch: &dyn Watch) -> Vec<u8> {
    let numbering = Numbering::new(shape.size.cells(), shape.cells.len());
    let depths = Search::new(shape, &numbering).run(watch);
    compress(shape, &numbering, &depths)
}

/// The arrangements that a layer added, by region, of the blocks of one chunk.
#[derive(Debug, Default)]
struct Added {
    arrangements: Vec<u16>,
    /// The start of each region's list; one more entry at the end.
    starts: Vec<u32>,
}

/// The part of the search that a thread owns: some consecutive blocks.
struct Chunk {
    /// The first block.
    first: usize,
    /// By block and arrangement: the regions with which the placement was reached, as bits.
    reached: Vec<u8>,
    /// By block and arrangement: the layer that reached it first.
    depths: Vec<u8>,
}

struct Search<'a> {
    size: Size,
    numbering: &'a Numbering,
    regions: Regions,
    neighbours: Vec<u32>,
    /// By the slot that a tile leaves and the one it enters: the new number of each arrangement;
    /// empty if nothing changes.
    renumbered: Vec<Vec<u16>>,
    chunks: Vec<Chunk>,
    blocks_a_chunk: usize,
    /// The last layer, by chunk.
    layer: Vec<Added>,
}

impl<'a> Search<'a> {
    /// A search whose first layer is the goal.
    fn new(shape: &Shape, numbering: &'a Numbering) -> Self {
        let regions = Regions::new(shape.size, numbering);
        let blocks = regions.occupied.len();
        let arrangements = numbering.arrangements();
        // Even, so that a chunk's entries fill whole bytes.
        let blocks_a_chunk = blocks.div_ceil(CHUNKS).next_multiple_of(2);
        let mut chunks: Vec<Chunk> = (0..blocks)
            .step_by(blocks_a_chunk)
            .map(|first| {
                let length = blocks_a_chunk.min(blocks - first) * arrangements;
                Chunk { first, reached: vec![0; length], depths: vec![UNREACHED; length] }
            })
            .collect();
        let block = numbering.combination(shape::occupied(&shape.cells));
        let region = regions.labels[block][usize::from(shape.blank)];
        let goal: Vec<u8> = (0..).take(shape.cells.len()).collect();
        let goal = arrangement(&goal);
        let chunk = &mut chunks[block / blocks_a_chunk];
        let at = (block - chunk.first) * arrangements + goal;
        chunk.reached[at] = 1 << region;
        chunk.depths[at] = 0;
        let layer = chunks.iter().map(|chunk| {
            let last = (chunk.first + blocks_a_chunk).min(blocks);
            let mut added = Added { arrangements: Vec::new(), starts: vec![0] };
            for number in regions.first[chunk.first]..regions.first[last] {
                if number == regions.first[block] + u32::from(region) {
                    added.arrangements.push(number_of_arrangement(goal));
                }
                added.starts.push(start(&added));
            }
            added
        });
        Self {
            size: shape.size,
            numbering,
            neighbours: (0..shape.size.cells()).map(|cell| shape::neighbours(shape.size, cell)).collect(),
            renumbered: renumbered(numbering.tiles(), shape.size.cols()),
            layer: layer.collect(),
            regions,
            chunks,
            blocks_a_chunk,
        }
    }

    /// Searches to the end; the depth of every placement, by its number.
    fn run(mut self, watch: &dyn Watch) -> Vec<Vec<u8>> {
        let regions = self.regions.first.last().expect("there is an entry after the last combination");
        let all = u64::from(*regions) * self.numbering.arrangements() as u64;
        let mut done = 1;
        let mut depth = 0u8;
        while self.layer.iter().any(|added| !added.arrangements.is_empty()) {
            depth += 1;
            assert!(depth < UNREACHED, "the tiles of a pattern have fewer than {UNREACHED} moves to make");
            let mut chunks = std::mem::take(&mut self.chunks);
            let next: Vec<Added> = chunks.par_iter_mut().map(|chunk| self.pull(chunk, depth)).collect();
            self.chunks = chunks;
            self.layer = next;
            done += self.layer.iter().map(|added| added.arrangements.len() as u64).sum::<u64>();
            watch.event(&Event::Progress { done, of: all });
        }
        self.chunks.into_iter().map(|chunk| chunk.depths).collect()
    }

    /// The states of a chunk's blocks that the last layer reaches.
    fn pull(&self, chunk: &mut Chunk, depth: u8) -> Added {
        let arrangements = self.numbering.arrangements();
        let mut added = Added { arrangements: Vec::new(), starts: vec![0] };
        let blocks = chunk.reached.chunks_exact_mut(arrangements).zip(chunk.depths.chunks_exact_mut(arrangements));
        for (block, (reached, depths)) in (chunk.first..).zip(blocks) {
            let labels = &self.regions.labels[block];
            let regions = self.regions.first[block + 1] - self.regions.first[block];
            for region in 0..narrow::<u8, _>(regions, "regions are told apart by the bits of a byte") {
                let cells = (0..self.size.cells()).filter(|cell| labels[*cell] == region);
                for vacated in cells {
                    let mut entered = self.neighbours[vacated] & self.regions.occupied[block];
                    while entered != 0 {
                        let cell = entered.trailing_zeros() as usize;
                        entered &= entered - 1;
                        self.pull_move(block, vacated, cell, 1 << region, depth, (reached, depths), &mut added);
                    }
                }
                added.starts.push(start(&added));
            }
        }
        added
    }

    /// The states of `block` that the last layer reaches when a tile moves from `vacated` to
    /// `entered`, leaving the blank in the region with the bit `region`.
    #[expect(clippy::too_many_arguments, reason = "they are the loop variables of `pull`")]
    #[inline]
    fn pull_move(
        &self,
        block: usize,
        vacated: usize,
        entered: usize,
        region: u8,
        depth: u8,
        (reached, depths): (&mut [u8], &mut [u8]),
        added: &mut Added,
    ) {
        let after = self.regions.occupied[block];
        let before = after & !(1 << entered) | 1 << vacated;
        let source = self.numbering.combination(before);
        let list = self.list(source, self.regions.labels[source][entered]);
        if list.is_empty() {
            return;
        }
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as usize;
        let renumbered = &self.renumbered[slot(before, vacated) * MOST_TILES + slot(after, entered)];
        let mut reach = |at: u16| {
            let place = &mut reached[usize::from(at)];
            if *place & region == 0 {
                *place |= region;
                added.arrangements.push(at);
                let known = &mut depths[usize::from(at)];
                *known = depth.min(*known);
            }
        };
        if renumbered.is_empty() {
            for &at in list {
                reach(at);
            }
        } else {
            for &at in list {
                reach(renumbered[usize::from(at)]);
            }
        }
    }

    /// The arrangements that the last layer added to a region of a block.
    #[inline]
    fn list(&self, block: usize, region: u8) -> &[u16] {
        let chunk = block / self.blocks_a_chunk;
        let Added { arrangements, starts } = &self.layer[chunk];
        let first = self.regions.first[chunk * self.blocks_a_chunk];
        let at = (self.regions.first[block] - first) as usize + usize::from(region);
        &arrangements[starts[at] as usize..starts[at + 1] as usize]
    }
}

/// The number of an arrangement in as many bits as lists keep.
fn number_of_arrangement(number: usize) -> u16 {
    narrow(number, "a pattern has at most 8 tiles, and 8! is below 2^16")
}

/// The start of the next region's list.
fn start(added: &Added) -> u32 {
    narrow(added.arrangements.len(), "a chunk has fewer placements than a table, which has at most 2^32")
}

/// By the slot that a tile leaves and the one it enters: the new number of each arrangement. Tiles
/// pass over fewer others than a row has cells.
fn renumbered(tiles: usize, cols: usize) -> Vec<Vec<u16>> {
    let count = Numbering::new(tiles + 1, tiles).arrangements();
    let table = |from: usize, to: usize| -> Vec<u16> {
        if from == to || from.abs_diff(to) >= cols || from.max(to) >= tiles {
            return Vec::new();
        }
        let [from, to] = [from, to].map(|slot| narrow::<u8, _>(slot, "a pattern has at most 8 tiles"));
        let moved = |slot: u8| match slot {
            slot if slot == from => to,
            slot if from < slot && slot <= to => slot - 1,
            slot if to <= slot && slot < from => slot + 1,
            slot => slot,
        };
        (0..count).map(|number| number_of_arrangement(arrangement(&slots(number, tiles).map(moved)[..tiles]))).collect()
    };
    (0..MOST_TILES * MOST_TILES).map(|pair| table(pair / MOST_TILES, pair % MOST_TILES)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoWatch;
    use std::collections::{BTreeMap, HashMap, VecDeque};

    /// The cost of every placement by Dijkstra's algorithm over placements with the blank's cell,
    /// where only moves of pattern tiles cost.
    fn reference(shape: &Shape) -> BTreeMap<Vec<u8>, u8> {
        let start = (shape.cells.clone(), shape.blank);
        let mut costs = HashMap::from([(start.clone(), 0u8)]);
        let mut best = BTreeMap::new();
        let mut queue = VecDeque::from([(start, 0u8)]);
        while let Some(((cells, blank), cost)) = queue.pop_front() {
            if costs[&(cells.clone(), blank)] < cost {
                continue;
            }
            let known = best.entry(cells.clone()).or_insert(cost);
            *known = cost.min(*known);
            for to in (0..25).filter(|to| shape::neighbours(shape.size, usize::from(blank)) >> to & 1 == 1) {
                let mut next = cells.clone();
                let moved = next.iter_mut().find(|cell| **cell == to);
                let step = u8::from(moved.is_some());
                if let Some(cell) = moved {
                    *cell = blank;
                }
                let state = (next, to);
                if costs.get(&state).is_none_or(|known| cost + step < *known) {
                    costs.insert(state.clone(), cost + step);
                    if step == 0 { queue.push_front((state, cost)) } else { queue.push_back((state, cost + 1)) }
                }
            }
        }
        best
    }

    #[test]
    fn every_entry_is_what_dijkstras_algorithm_finds() {
        let patterns: [(usize, usize, &[u8], u8); 10] = [
            (3, 3, &[4], 0),
            (5, 5, &[7], 0),
            (3, 3, &[1, 2, 3, 4], 0),
            (3, 3, &[5, 6, 7, 8], 0),
            (3, 3, &[1, 3], 0),
            (3, 3, &[0, 1, 2, 3, 5, 6], 4),
            (2, 4, &[1, 2, 3], 0),
            (2, 3, &[1, 2, 3, 4, 5], 0),
            (3, 4, &[1, 2, 5, 6], 0),
            (5, 2, &[0, 3, 4], 9),
        ];
        for (rows, cols, cells, blank) in patterns {
            let (shape, _) = Shape::new(Size::new(rows, cols).unwrap(), cells, blank);
            let (numbering, table) = (shape.numbering(), build(&shape, &NoWatch));
            assert_eq!(table.len() as u64, shape.numbering().placements().div_ceil(2));
            for (places, cost) in reference(&shape) {
                let number = numbering.number(|tile| places[tile]);
                let excess = table[number / 2] >> (number % 2 * 4) & 15;
                let goals = shape.cells.iter().map(|cell| usize::from(*cell));
                let apart = places.iter().zip(goals).map(|(at, goal)| shape.size.distance(usize::from(*at), goal));
                assert_eq!(
                    usize::from(cost),
                    apart.sum::<usize>() + 2 * usize::from(excess),
                    "{places:?} of {shape:?}"
                );
            }
        }
    }
}
