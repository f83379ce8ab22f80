//! The distribution of a heuristic's values over all boards, by the cell of the blank.

use rayon::prelude::*;
use tilebench_core::Cost;
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Generator, Order, Puzzle, Ranking, Word};

use super::Levels;
use crate::audit::estimates;
use crate::heuristics::make;
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicChoice, packable};

/// The number of boards with each value of a heuristic, by the cell of the blank: what Korf and others 2001 call its
/// equilibrium distribution, split so that it stays right about parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equilibrium {
    /// By cell: by value, how many boards have it or a lesser one.
    up_to: Vec<Vec<u64>>,
}

/// Boards that one stream of draws makes; the streams are shared among threads.
const BLOCK: u64 = 1 << 14;

/// Boards that are estimated at once.
const SLICE: usize = 1 << 10;

impl Equilibrium {
    /// Of `samples` boards drawn uniformly from those that reach `goal`. Block n of the boards comes from the generator
    /// whose seed is draw n of `SplitMix64` from `seed`, so they are the same on any number of threads.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn sampled(
        heuristic: &HeuristicChoice,
        goal: &Board,
        tables: &Tables,
        samples: u64,
        seed: u64,
    ) -> Result<Self, CatalogError> {
        of(heuristic, goal, tables, Boards::Drawn { samples, seed })
    }

    /// Of every board that reaches `goal`.
    ///
    /// # Errors
    ///
    /// If the heuristic does not support this board.
    pub fn exhaustive(heuristic: &HeuristicChoice, goal: &Board, tables: &Tables) -> Result<Self, CatalogError> {
        of(heuristic, goal, tables, Boards::All)
    }

    /// The share of the boards with the blank in `cell` whose value is at most `value`; 0 if there are none.
    #[must_use]
    pub fn share(&self, cell: usize, value: Cost) -> f64 {
        let Some((up_to, &all)) = self.up_to.get(cell).and_then(|up_to| Some((up_to, up_to.last()?))) else {
            return 0.0;
        };
        let count = up_to.get(value as usize).copied().unwrap_or(all);
        if all == 0 { 0.0 } else { count as f64 / all as f64 }
    }

    /// The nodes that an iteration with `threshold` expands from a start that `levels` are of, which must reach as
    /// deep as the threshold.
    #[must_use]
    pub fn expanded(&self, levels: &Levels, threshold: Cost) -> f64 {
        let at = |depth: Cost| -> f64 {
            levels.at(depth).iter().enumerate().map(|(cell, nodes)| nodes * self.share(cell, threshold - depth)).sum()
        };
        (0..=threshold).map(at).sum()
    }

    fn of_counts(counts: Counts) -> Self {
        let sums = |values: Vec<u64>| {
            values.into_iter().scan(0, |sum, count| {
                *sum += count;
                Some(*sum)
            })
        };
        Self { up_to: counts.0.into_iter().map(|values| sums(values).collect()).collect() }
    }
}

/// By cell of the blank: by value, how many boards have it.
struct Counts(Vec<Vec<u64>>);

impl Counts {
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

    fn and(mut self, other: &Self) -> Self {
        for (cell, values) in other.0.iter().enumerate() {
            for (value, &boards) in (0..).zip(values) {
                self.add(cell, value, boards);
            }
        }
        self
    }
}

/// Which boards are counted.
#[derive(Clone, Copy)]
enum Boards {
    All,
    Drawn { samples: u64, seed: u64 },
}

fn of(heuristic: &HeuristicChoice, goal: &Board, tables: &Tables, boards: Boards) -> Result<Equilibrium, CatalogError> {
    packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        of_word::<u64>(heuristic, goal, tables, boards)
    } else {
        of_word::<u128>(heuristic, goal, tables, boards)
    }
}

fn of_word<W: CatalogWord>(
    heuristic: &HeuristicChoice,
    goal: &Board,
    tables: &Tables,
    boards: Boards,
) -> Result<Equilibrium, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &Order::default())?;
    let heuristic = make(heuristic, &puzzle, tables)?;
    let cells = goal.size().cells();
    let count = |boards: &mut dyn Iterator<Item = Board>| -> Result<Counts, CatalogError> {
        let mut counts = Counts::none(cells);
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
    let join = |one: Counts, other: Counts| Ok(one.and(&other));
    let counts = match boards {
        Boards::All => {
            let ranking = Ranking::new(goal)?;
            count(&mut (0..ranking.states()).filter_map(|rank| ranking.unrank(rank)))?
        }
        Boards::Drawn { samples, seed } => (0..samples.div_ceil(BLOCK))
            .into_par_iter()
            .map(|block| {
                let mut generator = Generator::new(split_mix(seed, block));
                let boards = BLOCK.min(samples - block * BLOCK);
                count(&mut (0..boards).map(|_| generator.board(goal)))
            })
            .try_reduce(|| Counts::none(cells), join)?,
    };
    Ok(Equilibrium::of_counts(counts))
}

/// Draw `place` of `SplitMix64` (Steele and others 2014) from `seed`.
fn split_mix(seed: u64, place: u64) -> u64 {
    let mut z = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
