//! Building a pattern's table: retrograde breadth-first search over placements and blank regions.
//!
//! **Values.** For every placement of the pattern's tiles, the minimum number of moves of pattern tiles
//! that take them to their goal cells with the blank ending in the region of its goal, minimised over the
//! cells in which the blank may begin. Moves of other tiles are free, so the blank moves at no
//! cost within a region of cells that the pattern leaves free, and a state of the search is a
//! placement with a region (Korf and Felner 2002). Because the blank is minimised away, the table's
//! values are admissible but not consistent.
//!
//! In a zero-aware table (Clausecker and Reinefeld 2019) the region is kept: an entry is the depth of the state of the search, a
//! placement with the region in which the blank begins. A move changes this depth by one in either direction, so the values are
//! consistent too.
//!
//! **Algorithm.** Breadth-first, layer by layer, by pulling. All placements on the same occupied cells
//! form a block with the same regions, and a move between two blocks changes every permutation in the
//! same way: the moved tile passes the tiles between its two cells in reading order, so one small table
//! maps the permutations (and a move along a row changes none). A thread owns blocks, reads the lists of
//! the last layer of neighbouring blocks and writes only to its own blocks. There are no locks, the working
//! set is one block, and the result does not depend on the number of threads.
//!
//! **Memory.** While building, two bytes per placement and the lists of two layers; the table has
//! half a byte per placement. Zero-aware: one byte per placement, one per entry, the lists, and half a byte per entry.

use rayon::prelude::*;
use tilebench_core::narrow;
use tilebench_puzzle::Size;

use super::blank_regions::BlankRegions;
use super::compress::{UNREACHED, compress};
use super::pattern_shape::{self, PatternShape};
use super::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking, permutation_rank, unrank_permutation};
use crate::{TableEvent, TableObserver, TableSpec};

/// Blocks are distributed to threads in about this many chunks.
const CHUNKS: usize = 512;

/// The table of a shape: half a byte per placement, the even one in the low half. An entry is half the excess of the
/// pattern's cost over its Manhattan distance.
impl TableSpec for PatternShape {
    fn identity(&self) -> String {
        format!("pattern {} cells={} blank={} entries=half-excess-4-bit", self.size, self.joined_cells(","), self.blank)
    }

    fn name(&self) -> String {
        format!("pattern-{}-{}-blank-{}", self.size, self.joined_cells("-"), self.blank)
    }

    fn bytes(&self) -> u64 {
        self.ranking().placements().div_ceil(2)
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        build_rows(self, false, observer)
    }
}

/// The zero-aware table of `shape`: the same, with an entry per row of [`super::blank_rows::BlankRows`] and permutation.
pub(crate) fn build_zero_aware(shape: &PatternShape, observer: &dyn TableObserver) -> Vec<u8> {
    build_rows(shape, true, observer)
}

fn build_rows(shape: &PatternShape, zero_aware: bool, observer: &dyn TableObserver) -> Vec<u8> {
    let ranking = PlacementRanking::new(shape.size.cells(), shape.cells.len());
    let (rows, depths) = PlacementSearch::new(shape, &ranking, zero_aware).run(observer);
    compress(shape, &ranking, &rows, &depths)
}

/// The states that a layer added to the blocks of one chunk: permutations, by region.
#[derive(Debug, Default)]
struct LayerStates {
    permutations: Vec<u16>,
    /// The start of the list of each region, and the end of the last.
    starts: Vec<u32>,
}

/// The part of the search that a thread owns: consecutive blocks.
struct BlockChunk {
    /// The first block.
    first: usize,
    /// By block and permutation: the regions with which the placement was reached, as bits.
    reached: Vec<u8>,
    /// The first row of the table: a block, or a region of one.
    first_row: usize,
    /// By row and permutation: the layer that reached it first.
    depths: Vec<u8>,
}

struct PlacementSearch<'a> {
    size: Size,
    /// Whether every region of a block is a row of the table, rather than every block.
    zero_aware: bool,
    ranking: &'a PlacementRanking,
    regions: BlankRegions,
    neighbours: Vec<u32>,
    /// By the slot that a tile leaves and the slot that it enters: the new rank of each permutation;
    /// empty if no rank changes.
    permutation_maps: Vec<Vec<u16>>,
    chunks: Vec<BlockChunk>,
    blocks_per_chunk: usize,
    /// The last layer, by chunk.
    layer: Vec<LayerStates>,
}

impl<'a> PlacementSearch<'a> {
    /// A search whose first layer is the goal.
    fn new(shape: &PatternShape, ranking: &'a PlacementRanking, zero_aware: bool) -> Self {
        let regions = BlankRegions::new(shape.size, ranking);
        let blocks = regions.occupied.len();
        let permutations = ranking.permutations();
        // Even, so that the entries of a chunk fill whole bytes. Rows have an even number of entries if there are two tiles or more.
        assert!(!zero_aware || permutations.is_multiple_of(2), "patterns have two tiles or more");
        let blocks_per_chunk = blocks.div_ceil(CHUNKS).next_multiple_of(2);
        let mut chunks: Vec<BlockChunk> = (0..blocks)
            .step_by(blocks_per_chunk)
            .map(|first| {
                let last = blocks.min(first + blocks_per_chunk);
                let [first_row, last_row] = [first, last].map(|block| row(&regions, zero_aware, block, 0));
                BlockChunk {
                    first,
                    reached: vec![0; (last - first) * permutations],
                    first_row,
                    depths: vec![UNREACHED; (last_row - first_row) * permutations],
                }
            })
            .collect();
        let block = ranking.cell_set_rank(pattern_shape::occupied(&shape.cells));
        let region = regions.labels[block][usize::from(shape.blank)];
        let goal: Vec<u8> = (0..).take(shape.cells.len()).collect();
        let goal = permutation_rank(&goal);
        let chunk = &mut chunks[block / blocks_per_chunk];
        chunk.reached[(block - chunk.first) * permutations + goal] = 1 << region;
        chunk.depths[(row(&regions, zero_aware, block, region) - chunk.first_row) * permutations + goal] = 0;
        let layer = chunks.iter().map(|chunk| {
            let last = (chunk.first + blocks_per_chunk).min(blocks);
            let mut states = LayerStates { permutations: Vec::new(), starts: vec![0] };
            for number in regions.first[chunk.first]..regions.first[last] {
                if number == regions.first[block] + u32::from(region) {
                    states.permutations.push(permutation_u16(goal));
                }
                states.starts.push(start(&states));
            }
            states
        });
        Self {
            size: shape.size,
            zero_aware,
            ranking,
            neighbours: (0..shape.size.cells()).map(|cell| pattern_shape::neighbours(shape.size, cell)).collect(),
            permutation_maps: permutation_maps(ranking.tiles(), shape.size.cols()),
            layer: layer.collect(),
            regions,
            chunks,
            blocks_per_chunk,
        }
    }

    /// Searches until no state is added; returns the occupied cells of each row, and the depth of every entry, by rank.
    fn run(mut self, observer: &dyn TableObserver) -> (Vec<u32>, Vec<Vec<u8>>) {
        let regions = self.regions.first.last().expect("there is an entry after the last combination");
        let all = u64::from(*regions) * self.ranking.permutations() as u64;
        let mut done = 1;
        let mut depth = 0u8;
        while self.layer.iter().any(|states| !states.permutations.is_empty()) {
            depth += 1;
            assert!(depth < UNREACHED, "the tiles of a pattern have fewer than {UNREACHED} moves to make");
            let mut chunks = std::mem::take(&mut self.chunks);
            let next: Vec<LayerStates> = chunks.par_iter_mut().map(|chunk| self.pull(chunk, depth)).collect();
            self.chunks = chunks;
            self.layer = next;
            done += self.layer.iter().map(|states| states.permutations.len() as u64).sum::<u64>();
            observer.event(&TableEvent::Progress { done, of: all });
        }
        let BlankRegions { occupied, first, .. } = self.regions;
        let copies = |block: usize| if self.zero_aware { (first[block + 1] - first[block]) as usize } else { 1 };
        let rows = occupied.iter().enumerate().flat_map(|(block, &cells)| std::iter::repeat_n(cells, copies(block)));
        (rows.collect(), self.chunks.into_iter().map(|chunk| chunk.depths).collect())
    }

    /// The states of the blocks of a chunk that the last layer reaches.
    fn pull(&self, chunk: &mut BlockChunk, depth: u8) -> LayerStates {
        let permutations = self.ranking.permutations();
        let mut states = LayerStates { permutations: Vec::new(), starts: vec![0] };
        for (block, reached) in (chunk.first..).zip(chunk.reached.chunks_exact_mut(permutations)) {
            let labels = &self.regions.labels[block];
            let regions = self.regions.first[block + 1] - self.regions.first[block];
            for region in 0..narrow::<u8, _>(regions, "each region has a bit of a byte") {
                let row = row(&self.regions, self.zero_aware, block, region) - chunk.first_row;
                let depths = &mut chunk.depths[row * permutations..][..permutations];
                let cells = (0..self.size.cells()).filter(|cell| labels[*cell] == region);
                for vacated in cells {
                    let mut entered = self.neighbours[vacated] & self.regions.occupied[block];
                    while entered != 0 {
                        let cell = entered.trailing_zeros() as usize;
                        entered &= entered - 1;
                        self.pull_move(block, vacated, cell, 1 << region, depth, (reached, depths), &mut states);
                    }
                }
                states.starts.push(start(&states));
            }
        }
        states
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
        states: &mut LayerStates,
    ) {
        let after = self.regions.occupied[block];
        let before = after & !(1 << entered) | 1 << vacated;
        let source = self.ranking.cell_set_rank(before);
        let list = self.list(source, self.regions.labels[source][entered]);
        if list.is_empty() {
            return;
        }
        let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as usize;
        let permutation_maps = &self.permutation_maps[slot(before, vacated) * MAX_PATTERN_TILES + slot(after, entered)];
        let mut reach = |at: u16| {
            let place = &mut reached[usize::from(at)];
            if *place & region == 0 {
                *place |= region;
                states.permutations.push(at);
                let known = &mut depths[usize::from(at)];
                *known = depth.min(*known);
            }
        };
        if permutation_maps.is_empty() {
            for &at in list {
                reach(at);
            }
        } else {
            for &at in list {
                reach(permutation_maps[usize::from(at)]);
            }
        }
    }

    /// The permutations that the last layer added to a region of a block.
    #[inline]
    fn list(&self, block: usize, region: u8) -> &[u16] {
        let chunk = block / self.blocks_per_chunk;
        let LayerStates { permutations, starts } = &self.layer[chunk];
        let first = self.regions.first[chunk * self.blocks_per_chunk];
        let at = (self.regions.first[block] - first) as usize + usize::from(region);
        &permutations[starts[at] as usize..starts[at + 1] as usize]
    }
}

/// The row of a block and a region of it while the table is built; the block after the last begins where its rows end.
fn row(regions: &BlankRegions, zero_aware: bool, block: usize, region: u8) -> usize {
    if zero_aware { regions.first[block] as usize + usize::from(region) } else { block }
}

/// The rank of a permutation in 16 bits, as lists store it.
fn permutation_u16(number: usize) -> u16 {
    narrow(number, "a pattern has at most 8 tiles, and 8! is below 2^16")
}

/// The start of the list of the next region.
fn start(states: &LayerStates) -> u32 {
    narrow(states.permutations.len(), "a chunk has fewer placements than a table, which has at most 2^32")
}

/// By the slot that a tile leaves and the slot that it enters: the new rank of each permutation. A tile
/// passes fewer others than a row has cells.
pub(crate) fn permutation_maps(tiles: usize, cols: usize) -> Vec<Vec<u16>> {
    let count = PlacementRanking::new(tiles + 1, tiles).permutations();
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
        (0..count)
            .map(|number| permutation_u16(permutation_rank(&unrank_permutation(number, tiles).map(moved)[..tiles])))
            .collect()
    };
    (0..MAX_PATTERN_TILES * MAX_PATTERN_TILES)
        .map(|pair| table(pair / MAX_PATTERN_TILES, pair % MAX_PATTERN_TILES))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoTableObserver;
    use crate::pattern::blank_rows::BlankRows;
    use std::collections::{BTreeMap, HashMap, VecDeque};

    /// The cost of every placement with the blank's cell by Dijkstra's algorithm, where only moves of pattern tiles cost.
    fn reference(shape: &PatternShape) -> BTreeMap<(Vec<u8>, u8), u8> {
        let start = (shape.cells.clone(), shape.blank);
        let mut costs = HashMap::from([(start.clone(), 0u8)]);
        let mut queue = VecDeque::from([(start, 0u8)]);
        while let Some(((cells, blank), cost)) = queue.pop_front() {
            if costs[&(cells.clone(), blank)] < cost {
                continue;
            }
            for to in (0..25).filter(|to| pattern_shape::neighbours(shape.size, usize::from(blank)) >> to & 1 == 1) {
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
        costs.into_iter().collect()
    }

    /// Patterns of several tiles.
    const PATTERNS: [(usize, usize, &[u8], u8); 8] = [
        (3, 3, &[1, 2, 3, 4], 0),
        (3, 3, &[5, 6, 7, 8], 0),
        (3, 3, &[1, 3], 0),
        (3, 3, &[0, 1, 2, 3, 5, 6], 4),
        (2, 4, &[1, 2, 3], 0),
        (2, 3, &[1, 2, 3, 4, 5], 0),
        (3, 4, &[1, 2, 5, 6], 0),
        (5, 2, &[0, 3, 4], 9),
    ];

    /// The cost of a placement by the entry `number` of `table`.
    fn cost(shape: &PatternShape, table: &[u8], number: usize, places: &[u8]) -> usize {
        let excess = table[number / 2] >> (number % 2 * 4) & 15;
        let goals = shape.cells.iter().map(|cell| usize::from(*cell));
        let apart = places.iter().zip(goals).map(|(at, goal)| shape.size.distance(usize::from(*at), goal));
        apart.sum::<usize>() + 2 * usize::from(excess)
    }

    #[test]
    fn every_entry_equals_the_result_of_dijkstras_algorithm() {
        let single: [(usize, usize, &[u8], u8); 2] = [(3, 3, &[4], 0), (5, 5, &[7], 0)];
        for (rows, cols, cells, blank) in single.into_iter().chain(PATTERNS) {
            let (shape, _) = PatternShape::new(Size::new(rows, cols).unwrap(), cells, blank);
            let (ranking, table) = (shape.ranking(), shape.build(&NoTableObserver));
            assert_eq!(table.len() as u64, shape.ranking().placements().div_ceil(2));
            let mut best = BTreeMap::new();
            for ((places, _), cost) in reference(&shape) {
                let known = best.entry(places).or_insert(cost);
                *known = cost.min(*known);
            }
            for (places, least) in best {
                let number = ranking.rank(|tile| places[tile]);
                assert_eq!(usize::from(least), cost(&shape, &table, number, &places), "{places:?} of {shape:?}");
            }
        }
    }

    #[test]
    fn every_zero_aware_entry_equals_the_result_of_dijkstras_algorithm_for_its_region() {
        let mut several = 0;
        for (rows, cols, cells, blank) in PATTERNS {
            let (shape, _) = PatternShape::new(Size::new(rows, cols).unwrap(), cells, blank);
            let (ranking, table) = (shape.ranking(), build_zero_aware(&shape, &NoTableObserver));
            let rows = BlankRows::new(shape.size, &ranking);
            assert_eq!(table.len() as u64, rows.entries().div_ceil(2));
            several += rows.entries() - ranking.placements();
            for ((places, blank), least) in reference(&shape) {
                let (occupied, permutation) = ranking.cells_and_permutation(|tile| places[tile]);
                let row = rows.row(ranking.cell_set_rank(occupied), blank);
                let number = row * ranking.permutations() + permutation as usize;
                let found = cost(&shape, &table, number, &places);
                assert_eq!(usize::from(least), found, "{places:?}, blank {blank} of {shape:?}");
            }
        }
        assert!(several > 0);
    }
}
