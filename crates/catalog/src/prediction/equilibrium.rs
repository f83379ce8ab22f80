//! The distribution of a heuristic's values over all boards, by the cell of the blank.

use rayon::prelude::*;
use tilebench_core::Cost;
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Generator, OperatorOrder, Puzzle, Ranking, Word};

use super::TreeLevels;
use crate::audit::estimates;
use crate::catalog_domain::make_heuristic;
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicSpec, check_packable};

/// The number of boards with each value of a heuristic, by the cell of the blank: what Korf and others 2001 call its
/// equilibrium distribution, split so that it stays right about parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquilibriumDistribution {
    /// By cell and value: the number of boards with at most this value.
    up_to: Vec<Vec<u64>>,
}

/// The number of boards per stream of random numbers. Threads share the streams.
const BLOCK: u64 = 1 << 14;

/// The number of boards that are evaluated at once.
const SLICE: usize = 1 << 10;

impl EquilibriumDistribution {
    /// The distribution over `samples` boards drawn uniformly from those that reach `goal`. The seed of block n of the boards
    /// is output n of `SplitMix64` from `seed`, so the boards are the same on any number of threads.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn sampled(
        heuristic: &HeuristicSpec,
        goal: &Board,
        tables: &Tables,
        samples: u64,
        seed: u64,
    ) -> Result<Self, CatalogError> {
        count_values(heuristic, goal, tables, BoardSource::Sampled { samples, seed })
    }

    /// The distribution over all boards that reach `goal`.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn exhaustive(heuristic: &HeuristicSpec, goal: &Board, tables: &Tables) -> Result<Self, CatalogError> {
        count_values(heuristic, goal, tables, BoardSource::All)
    }

    /// The fraction of the boards with the blank in `cell` whose value is at most `value`; 0 if there are no boards.
    #[must_use]
    pub fn share(&self, cell: usize, value: Cost) -> f64 {
        let Some((up_to, &all)) = self.up_to.get(cell).and_then(|up_to| Some((up_to, up_to.last()?))) else {
            return 0.0;
        };
        let count = up_to.get(value as usize).copied().unwrap_or(all);
        if all == 0 { 0.0 } else { count as f64 / all as f64 }
    }

    /// The predicted number of nodes that an iteration with `threshold` expands from the start of `levels`, which must
    /// reach down to the depth `threshold`.
    #[must_use]
    pub fn expanded(&self, levels: &TreeLevels, threshold: Cost) -> f64 {
        let at = |depth: Cost| -> f64 {
            levels.at(depth).iter().enumerate().map(|(cell, nodes)| nodes * self.share(cell, threshold - depth)).sum()
        };
        (0..=threshold).map(at).sum()
    }

    fn from_counts(counts: ValueCounts) -> Self {
        let sums = |values: Vec<u64>| {
            values.into_iter().scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            })
        };
        Self { up_to: counts.0.into_iter().map(|values| sums(values).collect()).collect() }
    }
}

/// By cell of the blank and value: the number of boards.
struct ValueCounts(Vec<Vec<u64>>);

impl ValueCounts {
    fn none(cells: usize) -> Self {
        Self(vec![Vec::new(); cells])
    }

    fn add(&mut self, cell: usize, value: Cost, boards: u64) {
        let (values, value) = (&mut self.0[cell], value as usize);
        if values.len() <= value {
            values.resize(value + 1, 0);
        }
        values[value] += boards;
    }

    fn merge(mut self, other: &Self) -> Self {
        for (cell, values) in other.0.iter().enumerate() {
            for (value, &boards) in (0..).zip(values) {
                self.add(cell, value, boards);
            }
        }
        self
    }
}

/// The boards that are counted.
#[derive(Clone, Copy)]
enum BoardSource {
    All,
    Sampled { samples: u64, seed: u64 },
}

fn count_values(
    heuristic: &HeuristicSpec,
    goal: &Board,
    tables: &Tables,
    boards: BoardSource,
) -> Result<EquilibriumDistribution, CatalogError> {
    check_packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        count_values_in::<u64>(heuristic, goal, tables, boards)
    } else {
        count_values_in::<u128>(heuristic, goal, tables, boards)
    }
}

fn count_values_in<W: CatalogWord>(
    heuristic: &HeuristicSpec,
    goal: &Board,
    tables: &Tables,
    boards: BoardSource,
) -> Result<EquilibriumDistribution, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    let heuristic = make_heuristic(heuristic, &puzzle, tables)?;
    let cells = goal.size().cells();
    let count = |boards: &mut dyn Iterator<Item = Board>| -> Result<ValueCounts, CatalogError> {
        let mut counts = ValueCounts::none(cells);
        loop {
            let slice: Vec<Board> = boards.take(SLICE).collect();
            if slice.is_empty() {
                return Ok(counts);
            }
            let states = slice.iter().map(|board| Ok(puzzle.state(board)?.key()));
            let values = estimates(&puzzle, &*heuristic, &states.collect::<Result<Vec<_>, CatalogError>>()?);
            slice.iter().zip(values).for_each(|(board, value)| counts.add(board.blank(), value, 1));
        }
    };
    let join = |one: ValueCounts, other: ValueCounts| Ok(one.merge(&other));
    let counts = match boards {
        BoardSource::All => {
            let ranking = Ranking::new(goal)?;
            count(&mut (0..ranking.states()).filter_map(|rank| ranking.unrank(rank)))?
        }
        BoardSource::Sampled { samples, seed } => (0..samples.div_ceil(BLOCK))
            .into_par_iter()
            .map(|block| {
                let mut generator = Generator::new(split_mix(seed, block));
                let boards = BLOCK.min(samples - block * BLOCK);
                count(&mut (0..boards).map(|_| generator.board(goal)))
            })
            .try_reduce(|| ValueCounts::none(cells), join)?,
    };
    Ok(EquilibriumDistribution::from_counts(counts))
}

/// Output `index` of `SplitMix64` (Steele and others 2014) for `seed`.
fn split_mix(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
