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
//! **Entries.** A tile's number of moves has the parity of its distance, so a pattern's cost exceeds its Manhattan distance by an
//! even number. An entry is half of this excess, in half a byte.
//!
//! **Algorithm.** Breadth-first, layer by layer, by pulling. All placements on the same occupied cells
//! form a block with the same regions, and a move between two blocks changes every permutation in the
//! same way: the moved tile passes the tiles between its two cells in reading order, so one small table
//! maps the permutations (and a move along a row changes none). The states of a block with a region are a row of bits, one per
//! permutation.
//!
//! A move takes a tile to a cell of the other colour of a chessboard, so the blocks have two parities, and the layers contain
//! blocks of one parity in turn. Since every move can be taken back, the successors of a layer are the next layer and the previous
//! one, which is of the same parity as the next. So the rows of each parity contain the last layer of this parity, and the next
//! layer of a row is every successor that is not in the row. No set of all reached states is needed.
//!
//! A thread owns blocks, reads the rows of the other parity and writes only to its own blocks. There are no locks, and the result
//! does not depend on the number of threads.
//!
//! **Memory.** While building, the table, which has half a byte per placement (zero-aware: per state), and one bit per state.

mod chunk;

use rayon::prelude::*;
use tilebench_core::{narrow, prefetch};

use super::blank_regions::BlankRegions;
use super::pattern_shape::{self, PatternShape};
use super::permutation_distances::PermutationSlots;
use super::permutation_maps::permutation_maps;
use super::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking, permutation_rank};
use super::reached_row::{ReachedRow, mark_place};
use crate::{TableEvent, TableObserver, TableSpec};
use chunk::{Chunk, Layer};

/// The words of a cache line.
const LINE_WORDS: usize = 8;

/// The maximum entry. Larger ones are reduced to it, which keeps them admissible. It is also the entry of placements that no state
/// has, which are never read.
const MAX_HALF_EXCESS: u8 = 15;

/// The table of a shape: half a byte per placement, the even one in the low half. An entry is half the excess of the
/// pattern's cost over its Manhattan distance.
impl TableSpec for PatternShape {
    fn identity(&self) -> String {
        let cells = self.joined_cells(",");
        format!("pattern {} cells={cells} blank={} entries=half-excess-4-bit unreached=15", self.size, self.blank)
    }

    fn name(&self) -> String {
        format!("pattern-{}-{}-blank-{}", self.size, self.joined_cells("-"), self.blank)
    }

    fn bytes(&self) -> u64 {
        self.ranking().placements().div_ceil(2)
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        PlacementSearch::new(self, false).run(observer)
    }
}

/// The zero-aware table of `shape`: the same, with an entry per row of [`super::blank_rows::BlankRows`] and permutation.
pub(crate) fn build_zero_aware(shape: &PatternShape, observer: &dyn TableObserver) -> Vec<u8> {
    PlacementSearch::new(shape, true).run(observer)
}

/// A row of the last layer from which a move leads to the row that is searched.
struct Source {
    row: usize,
    /// The slot that the tile leaves and the slot that it enters.
    slots: usize,
}

struct PlacementSearch<'a> {
    shape: &'a PatternShape,
    /// Whether every region of a block has entries of its own.
    zero_aware: bool,
    ranking: PlacementRanking,
    regions: BlankRegions,
    neighbours: Vec<u32>,
    /// By the slot that a tile leaves and the slot that it enters: the place of the mark of each permutation after the move;
    /// empty if no rank changes.
    mark_places: Vec<Vec<u16>>,
    slots: PermutationSlots,
    /// By block: the row of its first region among those of its parity.
    first_row: Vec<u32>,
    /// By parity: the number of rows.
    rows: [usize; 2],
    /// The cells of one colour of a chessboard.
    coloured: u32,
}

impl<'a> PlacementSearch<'a> {
    fn new(shape: &'a PatternShape, zero_aware: bool) -> Self {
        let ranking = shape.ranking();
        assert!(!zero_aware || ranking.tiles() > 1, "rows are whole bytes if there are two tiles or more");
        let (size, regions) = (shape.size, BlankRegions::new(shape.size, &ranking));
        let cells = 0..size.cells();
        let mut mark_places = permutation_maps(ranking.tiles(), size.cols());
        mark_places.iter_mut().flatten().for_each(|permutation| *permutation = mark_place(*permutation));
        let coloured = cells.clone().filter(|cell| (size.row(*cell) + size.col(*cell)) % 2 == 1);
        let mut search = Self {
            shape,
            zero_aware,
            neighbours: cells.map(|cell| pattern_shape::neighbours(size, cell)).collect(),
            mark_places,
            slots: PermutationSlots::new(ranking.tiles()),
            first_row: Vec::with_capacity(regions.occupied.len()),
            rows: [0; 2],
            coloured: coloured.fold(0, |cells, cell| cells | 1 << cell),
            ranking,
            regions,
        };
        for block in 0..search.regions.occupied.len() {
            let rows = &mut search.rows[search.parity(block)];
            search.first_row.push(narrow(*rows, "a cell set has fewer regions than cells"));
            *rows += usize::from(search.regions.count(block));
        }
        search
    }

    /// The parity of a block: the number of its tiles on cells of one colour, modulo two.
    fn parity(&self, block: usize) -> usize {
        (self.regions.occupied[block] & self.coloured).count_ones() as usize % 2
    }

    /// The row of a block with a region among those of the block's parity.
    fn row(&self, block: usize, region: u8) -> usize {
        self.first_row[block] as usize + usize::from(region)
    }

    /// The number of regions, except first ones, of all blocks before `block`.
    fn other_rows(&self, block: usize) -> usize {
        self.regions.first[block] as usize - block
    }

    /// The words of a row.
    fn row_words(&self) -> usize {
        self.ranking.permutations().div_ceil(64)
    }

    /// Searches until a layer is empty; returns the table.
    fn run(self, observer: &dyn TableObserver) -> Vec<u8> {
        let permutations = self.ranking.permutations();
        let states = self.rows.iter().sum::<usize>() as u64 * permutations as u64;
        let entries = if self.zero_aware { states } else { self.ranking.placements() };
        let entries: usize = narrow(entries.div_ceil(2), "a table fits in memory");
        let mut table = vec![MAX_HALF_EXCESS << 4 | MAX_HALF_EXCESS; entries];
        let mut layers = self.rows.map(|rows| Layer::empty(rows, self.row_words()));

        // The cells of a pattern ascend, so its goal is the identity.
        let identity: Vec<u8> = (0..).take(self.shape.cells.len()).collect();
        let goal = permutation_rank(&identity);
        let block = self.ranking.cell_set_rank(pattern_shape::occupied(&self.shape.cells));
        let mut parity = self.parity(block);
        let mut chunks = Chunk::all(&self, parity, &mut layers[parity], &mut table);
        let chunk = chunks.iter_mut().find(|chunk| chunk.blocks.contains(&block)).expect("chunks have all blocks");
        let row = chunk.row(&self, block, self.regions.labels[block][usize::from(self.shape.blank)]);
        row.states[goal / 64] = 1 << (goal % 64);
        *row.is_filled = true;
        reduce(row.entries, row.first_entry + goal, 0);

        let mut done = 1;
        for depth in 1.. {
            parity ^= 1;
            let [even, odd] = &mut layers;
            let (next, last) = if parity == 0 { (even, &*odd) } else { (odd, &*even) };
            let chunks = Chunk::all(&self, parity, next, &mut table).into_par_iter();
            let added: u64 = chunks.map(|chunk| self.pull(chunk, last, depth)).sum();
            if added == 0 {
                break;
            }
            done += added;
            observer.event(&TableEvent::Progress { done, of: states });
        }
        table
    }

    /// Replaces the rows of a chunk by the states that the last layer reaches, and enters them in the table; returns their number.
    fn pull(&self, mut chunk: Chunk<'_>, last: &Layer, depth: u8) -> u64 {
        let mut sources = Vec::new();
        let mut reached = ReachedRow::new(self.row_words());
        let mut distances = self.slots.distances();
        let mut added = 0;
        let parity = chunk.parity;
        for block in chunk.blocks.clone().filter(|block| self.parity(*block) == parity) {
            let mut are_distances_set = false;
            for region in 0..self.regions.count(block) {
                let row = chunk.row(self, block, region);
                self.find_sources(block, region, last, &mut sources);
                if sources.is_empty() && !*row.is_filled {
                    continue;
                }
                self.pull_row(&sources, last, &mut reached);
                let new = reached.replace(row.states);
                *row.is_filled = !new.is_empty();
                added += new.len() as u64;
                if !new.is_empty() && !std::mem::replace(&mut are_distances_set, true) {
                    distances.set_cells(self.shape, self.regions.occupied[block]);
                }
                for &permutation in new {
                    let permutation = usize::from(permutation);
                    reduce(row.entries, row.first_entry + permutation, (depth - distances.of(permutation)) / 2);
                }
            }
        }
        added
    }

    /// Adds all states after a move from one of `sources`.
    fn pull_row(&self, sources: &[Source], last: &Layer, reached: &mut ReachedRow) {
        let words = |row: usize| row * self.row_words()..(row + 1) * self.row_words();
        for (at, source) in sources.iter().enumerate() {
            // The rows are far apart in memory.
            if let Some(next) = sources.get(at + 1) {
                words(next.row).step_by(LINE_WORDS).for_each(|word| prefetch(&last.rows, word));
            }
            let states = &last.rows[words(source.row)];
            match &self.mark_places[source.slots][..] {
                [] => reached.join(states),
                mark_places => reached.mark(states, mark_places),
            }
        }
    }

    /// The rows of the last layer with states from which a move leads to a block with a region.
    fn find_sources(&self, block: usize, region: u8, last: &Layer, sources: &mut Vec<Source>) {
        sources.clear();
        let labels = &self.regions.labels[block];
        let after = self.regions.occupied[block];
        for vacated in (0..self.shape.size.cells()).filter(|cell| labels[*cell] == region) {
            let mut entered = self.neighbours[vacated] & after;
            while entered != 0 {
                let cell = entered.trailing_zeros() as usize;
                entered &= entered - 1;
                let before = after & !(1 << cell) | 1 << vacated;
                let source = self.ranking.cell_set_rank(before);
                let row = self.row(source, self.regions.labels[source][cell]);
                if last.is_filled[row] {
                    let slot = |occupied: u32, cell: usize| (occupied & ((1 << cell) - 1)).count_ones() as usize;
                    let slots = slot(before, vacated) * MAX_PATTERN_TILES + slot(after, cell);
                    sources.push(Source { row, slots });
                }
            }
        }
    }
}

/// Reduces an entry of a table to half an excess, if this is less.
#[inline]
fn reduce(table: &mut [u8], entry: usize, half_excess: u8) {
    let (pair, shift) = (&mut table[entry / 2], entry % 2 * 4);
    let known = *pair >> shift & 15;
    if half_excess < known {
        *pair ^= (known ^ half_excess) << shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoTableObserver;
    use crate::pattern::blank_rows::BlankRows;
    use std::collections::{BTreeMap, HashMap, VecDeque};
    use tilebench_puzzle::Size;

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
