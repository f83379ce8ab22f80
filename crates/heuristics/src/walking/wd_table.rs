//! The distances and the successors of the abstract states of a shape.

use std::sync::Arc;

use super::state_cursor::StateCursor;
use super::state_ranking::StateRanking;
use super::wd_distances::WdDistances;
use super::wd_shape::WdShape;
use crate::{LookupTable, NoTableObserver, TableSpec, Tables};

/// The abstract states of a shape with their distances.
#[derive(Debug)]
pub(crate) struct WdTable {
    ranking: StateRanking,
    states: StateTable,
}

/// A state on one axis: the distance in the low bits, and above it, per window, the rank of the abstract state, or the fillings of
/// the lines if moves are not tabulated.
pub(crate) type AxisState = u64;

/// The entry of a state: its distance in the low [`DISTANCE_BITS`] bits, and above it its rank, or 0 if moves are not
/// tabulated.
pub(crate) type TableEntry = u32;

/// The number of bits of a distance.
pub(crate) const DISTANCE_BITS: u32 = 10;

/// The maximum number of states for which moves are tabulated. Ranks must fit above a distance.
pub(crate) const MAX_TABULATED_STATES: u32 = 1 << 20;

#[derive(Debug)]
enum StateTable {
    /// Few states: the successor by every move is tabulated.
    Tabulated {
        /// By rank.
        entries: Vec<TableEntry>,
        /// By rank and move, one row per rank.
        moves: Arc<[TableEntry]>,
        row: usize,
    },
    /// Many states: a state is ranked by its fillings, and only its distance is looked up.
    Ranked(Arc<LookupTable>),
}

impl WdTable {
    /// The table of `shape`, with moves tabulated if there are at most `max_tabulated` states.
    pub(crate) fn new(shape: WdShape, tables: &Tables, max_tabulated: u32) -> Self {
        let ranking = StateRanking::new(shape);
        let states = if ranking.states() <= max_tabulated.min(MAX_TABULATED_STATES) {
            tabulate(&ranking)
        } else {
            StateTable::Ranked(tables.get(&WdDistances(&ranking)))
        };
        Self { ranking, states }
    }

    /// The term of a tile of each goal line in the filling of a line.
    pub(crate) fn weights(&self) -> &[usize] {
        self.ranking.weights()
    }

    /// The maximum of a filling.
    pub(crate) fn max_filling(&self) -> usize {
        self.ranking.all()
    }

    /// The entry of the state with these `fillings` of its lines.
    #[inline]
    pub(crate) fn entry(&self, fillings: impl Iterator<Item = usize>) -> TableEntry {
        let rank = self.ranking.rank(fillings) as usize;
        match &self.states {
            StateTable::Tabulated { entries, .. } => entries[rank],
            StateTable::Ranked(distances) => TableEntry::from(distances[rank]),
        }
    }

    /// The entry of the state with `rank`, if moves are tabulated.
    #[inline]
    pub(crate) fn entry_of_rank(&self, rank: usize) -> Option<TableEntry> {
        match &self.states {
            StateTable::Tabulated { entries, .. } => Some(entries[rank]),
            StateTable::Ranked(_) => None,
        }
    }

    /// The number of bits of a rank; 0 if moves are not tabulated.
    pub(crate) fn bits(&self) -> u32 {
        match &self.states {
            StateTable::Tabulated { entries, .. } => entries.len().ilog2() + 1,
            StateTable::Ranked(_) => 0,
        }
    }

    /// By rank and move, one row per rank: the entries of successors, and the length of a row; if moves are tabulated.
    pub(crate) fn moves(&self) -> Option<(&Arc<[TableEntry]>, usize)> {
        match &self.states {
            StateTable::Tabulated { moves, row, .. } => Some((moves, *row)),
            StateTable::Ranked(_) => None,
        }
    }

    /// The entry of the successor by the move with the index `exchange`, if moves are tabulated.
    #[inline]
    pub(crate) fn step(&self, entry: TableEntry, exchange: usize) -> Option<TableEntry> {
        match &self.states {
            StateTable::Tabulated { moves, row, .. } => Some(moves[(entry >> DISTANCE_BITS) as usize * row + exchange]),
            StateTable::Ranked(_) => None,
        }
    }
}

fn tabulate(ranking: &StateRanking) -> StateTable {
    let distances = WdDistances(ranking).build(&NoTableObserver);
    let entries: Vec<TableEntry> =
        (0..).zip(distances).map(|(rank, distance)| rank << DISTANCE_BITS | TableEntry::from(distance)).collect();
    let row = 2 * ranking.shape().lines;
    let mut moves = vec![0; entries.len() * row];
    let mut cursor = StateCursor::new(ranking);
    for (rank, moves) in (0..).zip(moves.chunks_exact_mut(row)) {
        cursor.seek(rank);
        cursor.successors(|exchange, next| moves[exchange] = entries[next as usize]);
    }
    StateTable::Tabulated { entries, moves: moves.into(), row }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances are the true ones if only the goal has distance 0, every move changes the distance by 1, and from every
    /// other state some move decreases it.
    fn check(shape: WdShape) {
        let ranking = StateRanking::new(shape);
        let StateTable::Tabulated { entries, .. } = tabulate(&ranking) else { panic!("moves are tabulated") };
        let distance = |rank: u32| entries[rank as usize] & ((1 << DISTANCE_BITS) - 1);
        let mut cursor = StateCursor::new(&ranking);
        for rank in 0..ranking.states() {
            cursor.seek(rank);
            let mut nearer = 0;
            cursor.successors(|_, next| {
                assert_eq!(distance(rank).abs_diff(distance(next)), 1);
                nearer += u32::from(distance(next) < distance(rank));
            });
            assert_eq!(nearer == 0, rank == ranking.goal());
        }
        assert_eq!(distance(ranking.goal()), 0);
    }

    #[test]
    fn every_state_has_its_true_distance() {
        for (lines, width) in [(2usize, 2), (2, 3), (2, 12), (3, 2), (3, 3), (3, 8), (4, 2), (4, 3), (4, 4), (5, 2)] {
            for blank in 0..lines.div_ceil(2) {
                check(WdShape::even(lines, width, blank));
            }
        }
    }

    #[test]
    fn every_state_of_merged_lines_has_its_true_distance() {
        for widths in [&[4, 2][..], &[3, 6, 3], &[4, 2, 2, 8], &[6, 3, 9], &[2, 2, 4, 2]] {
            for blank in 0..widths.len() {
                check(WdShape::new(widths, blank).0);
            }
        }
    }
}
