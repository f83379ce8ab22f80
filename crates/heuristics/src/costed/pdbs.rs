//! Additive pattern databases built by cost: the sum of the least costs of a partition's patterns.
//!
//! The costs of disjoint patterns add up, because a pattern's table counts the moves of its own tiles only (Korf and Felner 2002).
//! With several partitions, the heuristic is their maximum. Admissible and never below Manhattan distance with costs; not
//! consistent, because the tables are minimised over the cell of the blank. The number of moves d is Manhattan distance.
//!
//! **Memory.** Two or four bytes per placement of each pattern's tiles.

use core::fmt;
use std::sync::Arc;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{CostedPuzzle, Op, Word};

use super::pattern_costs::PatternCosts;
use super::tile_sum::{CostAndMoves, CostedTileSum, costed_manhattan};
use crate::axis::to_byte;
use crate::pattern::MAX_LOOKUPS;
use crate::pattern::partition_lookup::inverse;
use crate::pattern::pattern_shape::{occupied, region};
use crate::pattern::placement_ranking::PlacementRanking;
use crate::{LookupTable, PdbSpec, Tables, UnsupportedBoard};

/// The table of one pattern.
struct PatternLookup {
    table: Arc<LookupTable>,
    ranking: PlacementRanking,
    /// The bytes of an entry.
    width: usize,
    /// The excess that an entry of 1 stands for: twice the greatest common divisor of the costs.
    unit: Cost,
    /// The tiles, in the order of the ranking.
    tiles: Vec<u8>,
}

impl PatternLookup {
    /// The excess over Manhattan distance, given the cell of every tile.
    #[inline]
    fn excess<W: Word>(&self, cells: W) -> Cost {
        let rank = self.ranking.rank(|tile| to_byte(cells.tile(usize::from(self.tiles[tile]))));
        let bytes = &self.table[rank * self.width..][..self.width];
        let mut entry = [0; 4];
        entry[..self.width].copy_from_slice(bytes);
        self.unit * Cost::from_le_bytes(entry)
    }
}

/// The patterns of a partition.
struct PartitionLookup {
    /// By tile: the index of its pattern, if it has one.
    pattern: [usize; 32],
    lookups: Vec<PatternLookup>,
}

/// Additive pattern databases with costs.
pub struct CostedPdbs {
    manhattan: CostedTileSum,
    partitions: Vec<PartitionLookup>,
}

impl fmt::Debug for CostedPdbs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CostedPdbs").field("partitions", &self.partitions.len()).finish_non_exhaustive()
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostedPdbCache<W> {
    /// The cell of every tile.
    cells: W,
    manhattan: CostAndMoves,
    /// By partition: the excess of its patterns.
    excess: [Cost; MAX_LOOKUPS],
}

impl CostedPdbs {
    /// The databases of `patterns`, for the goal of `puzzle`.
    ///
    /// # Errors
    ///
    /// If the databases do not support this board.
    pub fn new<W: Word>(
        puzzle: &CostedPuzzle<W>,
        patterns: &PdbSpec,
        tables: &Tables,
    ) -> Result<Self, UnsupportedBoard> {
        let goal = puzzle.puzzle().goal();
        let mut partitions = Vec::new();
        for groups in patterns.costed_cells(goal)? {
            let mut partition = PartitionLookup { pattern: [usize::MAX; 32], lookups: Vec::new() };
            for mut cells in groups {
                cells.sort_unstable();
                let tiles: Vec<u8> = cells
                    .iter()
                    .map(|&cell| narrow(goal.tiles()[usize::from(cell)], "boards with patterns have at most 25 cells"))
                    .collect();
                for &tile in &tiles {
                    partition.pattern[usize::from(tile)] = partition.lookups.len();
                }
                partition.lookups.push(lookup(puzzle, cells, tiles, tables)?);
            }
            partitions.push(partition);
        }
        Ok(Self { manhattan: costed_manhattan(puzzle), partitions })
    }
}

fn lookup<W: Word>(
    puzzle: &CostedPuzzle<W>,
    cells: Vec<u8>,
    tiles: Vec<u8>,
    tables: &Tables,
) -> Result<PatternLookup, UnsupportedBoard> {
    let size = puzzle.puzzle().size();
    let costs: Vec<Cost> = tiles.iter().map(|&tile| puzzle.tile_cost(tile.into())).collect();
    let divisor = costs.iter().copied().fold(0, gcd);
    let costs = costs.into_iter().map(|cost| cost / divisor).collect();
    let blank = region(size, occupied(&cells), puzzle.puzzle().goal().blank()).trailing_zeros();
    let spec = PatternCosts { size, cells, blank: narrow(blank, "a cell"), costs };
    let ranking = spec.ranking();
    if ranking.placements() > PatternCosts::MAX_PLACEMENTS {
        return Err(UnsupportedBoard(format!(
            "a pattern of {} tiles with costs on a {size} board has {} placements, more than the {} of the largest table: use \
             smaller patterns",
            tiles.len(),
            ranking.placements(),
            PatternCosts::MAX_PLACEMENTS
        )));
    }
    Ok(PatternLookup { table: tables.get(&spec), ranking, width: spec.width(), unit: 2 * divisor, tiles })
}

fn gcd(a: Cost, b: Cost) -> Cost {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<W: Word> Heuristic<CostedPuzzle<W>> for CostedPdbs {
    type Cache = CostedPdbCache<W>;

    fn initial(&self, puzzle: &CostedPuzzle<W>, state: W) -> CostedPdbCache<W> {
        let cells = inverse(puzzle.puzzle(), state);
        let mut excess = [0; MAX_LOOKUPS];
        for (sum, partition) in excess.iter_mut().zip(&self.partitions) {
            *sum = partition.lookups.iter().map(|lookup| lookup.excess(cells)).sum();
        }
        CostedPdbCache { cells, manhattan: self.manhattan.sum(puzzle, state), excess }
    }

    #[inline]
    fn step(&self, _: &CostedPuzzle<W>, mut cache: CostedPdbCache<W>, parent: W, op: Op) -> CostedPdbCache<W> {
        let tile = parent.tile(op.to());
        let before = cache.cells;
        cache.cells = before.with_xor(tile, op.from() ^ op.to());
        cache.manhattan = cache.manhattan.plus(self.manhattan.change(op, tile));
        for (sum, partition) in cache.excess.iter_mut().zip(&self.partitions) {
            if let Some(lookup) = partition.lookups.get(partition.pattern[tile & 31]) {
                *sum = *sum - lookup.excess(before) + lookup.excess(cache.cells);
            }
        }
        cache
    }

    #[inline]
    fn h(&self, cache: CostedPdbCache<W>) -> Cost {
        cache.manhattan.h + cache.excess.iter().copied().fold(0, Cost::max)
    }

    #[inline]
    fn d(&self, cache: CostedPdbCache<W>) -> Cost {
        cache.manhattan.d
    }
}
