//! The table of a pattern whose tiles have costs: retrograde uniform-cost search over placements and blank regions.
//!
//! **Values.** For every placement of the pattern's tiles, the minimum cost of the moves of pattern tiles that take them to their
//! goal cells, as in [`pattern::build`](crate::pattern::build). An entry is half the excess over Manhattan distance with costs, in
//! units of the greatest common divisor of the costs: a move away from the goal cell adds nothing to it, and a move towards it, seen
//! from the goal, adds its cost. So the search orders states by their excess, and most moves stay in a bucket (Dial 1969).
//!
//! **Memory.** Two bytes per placement, or four if the costs differ by more than a factor of 512; while building, one more byte and
//! the states of the open buckets. Symmetric patterns have different costs, so each pattern has a table of its own.

use std::collections::BTreeMap;

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::Size;

use crate::pattern::blank_regions::{BlankRegions, OCCUPIED};
use crate::pattern::pattern_shape::{self, occupied};
use crate::pattern::permutation_maps::permutation_maps;
use crate::pattern::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking, permutation_rank, unrank_permutation};
use crate::{TableEvent, TableObserver, TableSpec};

/// A pattern with the costs of its tiles.
#[derive(Clone, Debug)]
pub(super) struct PatternCosts {
    pub(super) size: Size,
    /// The goal cells of the tiles.
    pub(super) cells: Vec<u8>,
    /// The first cell of the region of the goal's blank.
    pub(super) blank: u8,
    /// The costs of the tiles, in the order of the cells, divided by their greatest common divisor.
    pub(super) costs: Vec<Cost>,
}

impl PatternCosts {
    /// The maximum number of placements: states are numbered with 32 bits, eight regions per placement.
    pub(super) const MAX_PLACEMENTS: u64 = 1 << 29;

    /// Entries of two bytes hold costs up to this one: a pattern makes fewer than 128 moves more than Manhattan distance.
    const MAX_NARROW_COST: Cost = 512;

    pub(super) fn ranking(&self) -> PlacementRanking {
        PlacementRanking::new(self.size.cells(), self.cells.len())
    }

    /// The number of bytes of an entry.
    pub(super) fn width(&self) -> usize {
        if self.costs.iter().all(|cost| *cost <= Self::MAX_NARROW_COST) { 2 } else { 4 }
    }

    fn joined(numbers: impl Iterator<Item = Cost>, separator: &str) -> String {
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(separator)
    }
}

impl TableSpec for PatternCosts {
    fn identity(&self) -> String {
        let cells = Self::joined(self.cells.iter().copied().map(Cost::from), ",");
        let costs = Self::joined(self.costs.iter().copied(), ",");
        let bits = 8 * self.width();
        format!("pattern {} cells={cells} costs={costs} blank={} entries=half-excess-{bits}-bit", self.size, self.blank)
    }

    fn name(&self) -> String {
        let cells = Self::joined(self.cells.iter().copied().map(Cost::from), "-");
        let costs = Self::joined(self.costs.iter().copied(), "-");
        format!("pattern-{}-{cells}-costs-{costs}-blank-{}", self.size, self.blank)
    }

    fn bytes(&self) -> u64 {
        self.ranking().placements() * self.width() as u64
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        Builder::new(self).run(observer)
    }
}

/// A search from the goal.
struct Builder<'a> {
    pattern: &'a PatternCosts,
    ranking: PlacementRanking,
    regions: BlankRegions,
    neighbours: Vec<u32>,
    permutation_maps: Vec<Vec<u16>>,
    /// By placement: the regions with which it was settled, as bits.
    settled: Vec<u8>,
    /// By half the excess: states, as placement times 8 plus region.
    buckets: BTreeMap<Cost, Vec<u32>>,
}

impl<'a> Builder<'a> {
    fn new(pattern: &'a PatternCosts) -> Self {
        let ranking = pattern.ranking();
        let regions = BlankRegions::new(pattern.size, &ranking);
        let block = ranking.cell_set_rank(occupied(&pattern.cells));
        // The cells of a pattern ascend, so its goal is the identity.
        let identity: Vec<u8> = (0..).take(pattern.cells.len()).collect();
        let goal = block * ranking.permutations() + permutation_rank(&identity);
        let region = regions.labels[block][usize::from(pattern.blank)];
        let settled = vec![0; narrow(ranking.placements(), "at most 2^29 placements")];
        Self {
            neighbours: (0..pattern.size.cells()).map(|cell| pattern_shape::neighbours(pattern.size, cell)).collect(),
            permutation_maps: permutation_maps(ranking.tiles(), pattern.size.cols()),
            buckets: BTreeMap::from([(0, vec![state(goal, region)])]),
            pattern,
            ranking,
            regions,
            settled,
        }
    }

    fn run(mut self, observer: &dyn TableObserver) -> Vec<u8> {
        let width = self.pattern.width();
        let mut entries = vec![0; self.settled.len() * width];
        let (mut done, all) = (0, self.settled.len() as u64);
        while let Some((half_excess, mut states)) = self.buckets.pop_first() {
            // Moves without excess add states to this bucket.
            while let Some(found) = states.pop() {
                let (placement, region) = (found as usize / 8, found % 8);
                if self.settled[placement] >> region & 1 == 1 {
                    continue;
                }
                if self.settled[placement] == 0 {
                    let entry = &mut entries[placement * width..][..width];
                    entry.copy_from_slice(&half_excess.to_le_bytes()[..width]);
                    assert!(width == 4 || half_excess <= Cost::from(u16::MAX), "an entry exceeds two bytes");
                    done += 1;
                }
                self.settled[placement] |= 1 << region;
                self.expand(placement, region, half_excess, &mut states);
            }
            observer.event(&TableEvent::Progress { done, of: all });
        }
        entries
    }

    /// Adds the states one move away.
    fn expand(&mut self, placement: usize, region: u32, half_excess: Cost, states: &mut Vec<u32>) {
        let permutations = self.ranking.permutations();
        let (block, permutation) = (placement / permutations, placement % permutations);
        let (occupied, tiles) = (self.regions.occupied[block], self.ranking.tiles());
        let slots = unrank_permutation(permutation, tiles);
        for (tile, &slot) in slots[..tiles].iter().enumerate() {
            let slot = usize::from(slot);
            let cell = nth_cell(occupied, slot);
            let goal = usize::from(self.pattern.cells[tile]);
            let mut free = self.neighbours[cell] & !occupied;
            while free != 0 {
                let into = free.trailing_zeros() as usize;
                free &= free - 1;
                let label = self.regions.labels[block][into];
                debug_assert_ne!(label, OCCUPIED);
                if u32::from(label) != region {
                    continue;
                }
                let after = occupied & !(1 << cell) | 1 << into;
                let next_block = self.ranking.cell_set_rank(after);
                let next_slot = (after & ((1 << into) - 1)).count_ones() as usize;
                let map = &self.permutation_maps[slot * MAX_PATTERN_TILES + next_slot];
                let next_permutation = map.get(permutation).map_or(permutation, |&to| usize::from(to));
                let next = next_block * permutations + next_permutation;
                let next_region = self.regions.labels[next_block][cell];
                if self.settled[next] >> next_region & 1 == 1 {
                    continue;
                }
                let size = self.pattern.size;
                let is_nearer = size.distance(into, goal) < size.distance(cell, goal);
                let state = state(next, next_region);
                if is_nearer {
                    let excess = half_excess + self.pattern.costs[tile];
                    self.buckets.entry(excess).or_default().push(state);
                } else {
                    states.push(state);
                }
            }
        }
    }
}

/// The cell of a slot: the occupied cell with this number of occupied cells before it.
fn nth_cell(mut occupied: u32, slot: usize) -> usize {
    for _ in 0..slot {
        occupied &= occupied - 1;
    }
    occupied.trailing_zeros() as usize
}

fn state(placement: usize, region: u8) -> u32 {
    narrow(placement * 8 + usize::from(region), "at most 2^29 placements with at most 8 regions")
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::NoTableObserver;

    /// The cost of every placement by the Bellman-Ford algorithm over placements with the blank's cell.
    fn reference(pattern: &PatternCosts) -> BTreeMap<Vec<u8>, Cost> {
        let cells = u8::try_from(pattern.size.cells()).unwrap();
        let mut costs = BTreeMap::from([((pattern.cells.clone(), pattern.blank), 0)]);
        let mut changed = VecDeque::from([(pattern.cells.clone(), pattern.blank)]);
        while let Some((places, blank)) = changed.pop_front() {
            let cost = costs[&(places.clone(), blank)];
            for to in (0..cells).filter(|to| pattern_shape::neighbours(pattern.size, usize::from(blank)) >> to & 1 == 1)
            {
                let mut next = places.clone();
                let mut next_cost = cost;
                if let Some(tile) = next.iter().position(|cell| *cell == to) {
                    next[tile] = blank;
                    next_cost += pattern.costs[tile];
                }
                let known = costs.entry((next.clone(), to)).or_insert(Cost::MAX);
                if next_cost < *known {
                    *known = next_cost;
                    changed.push_back((next, to));
                }
            }
        }
        let mut best = BTreeMap::new();
        for ((places, _), cost) in costs {
            let known = best.entry(places).or_insert(cost);
            *known = cost.min(*known);
        }
        best
    }

    #[test]
    fn every_entry_equals_the_least_cost_of_the_placement() {
        let patterns: [(&str, &[u8], u8, &[Cost]); 6] = [
            ("3x3", &[1, 2, 4], 0, &[1, 2, 4]),
            ("3x3", &[1, 3], 0, &[7, 3]),
            ("2x3", &[1, 2, 3, 4, 5], 0, &[1, 2, 3, 4, 5]),
            ("2x4", &[1, 2, 6], 0, &[1, 1000, 6]),
            ("3x3", &[5, 6, 7, 8], 0, &[9, 5, 3, 1]),
            ("3x4", &[1, 2, 5], 0, &[4, 4, 1]),
        ];
        for (size, cells, blank, costs) in patterns {
            let pattern =
                PatternCosts { size: size.parse().unwrap(), cells: cells.to_vec(), blank, costs: costs.to_vec() };
            let (ranking, width) = (pattern.ranking(), pattern.width());
            let table = pattern.build(&NoTableObserver);
            assert_eq!(table.len() as u64, pattern.bytes());
            for (places, cost) in reference(&pattern) {
                let rank = ranking.rank(|tile| places[tile]);
                let mut entry = [0; 4];
                entry[..width].copy_from_slice(&table[rank * width..][..width]);
                let apart = |tile: usize| pattern.size.distance(places[tile].into(), cells[tile].into());
                let manhattan: Cost =
                    (0..cells.len()).map(|tile| Cost::try_from(apart(tile)).unwrap() * costs[tile]).sum();
                assert_eq!(manhattan + 2 * Cost::from_le_bytes(entry), cost, "{places:?} of {pattern:?}");
            }
        }
    }
}
