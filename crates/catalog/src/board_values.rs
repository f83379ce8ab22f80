//! The values of a heuristic over many boards, which are all boards or random ones.

use rayon::prelude::*;
use tilebench_core::Cost;
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, OperatorOrder, Puzzle, Ranking, SeededRng, Word, random_board};

use crate::audit::estimates;
use crate::catalog_domain::make_heuristic;
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicSpec, check_packable};

/// The number of boards per stream of random numbers. Threads share the streams.
const BLOCK: u64 = 1 << 14;

/// The number of boards that are evaluated at once.
const SLICE: usize = 1 << 10;

/// A distribution of boards.
pub(crate) trait BoardDistribution: Sync {
    /// Draws a board.
    fn draw(&self, rng: &mut SeededRng) -> Board;
}

/// The uniform distribution over the boards that reach a goal.
pub(crate) struct UniformBoards<'a>(pub(crate) &'a Board);

impl BoardDistribution for UniformBoards<'_> {
    fn draw(&self, rng: &mut SeededRng) -> Board {
        random_board(self.0, rng)
    }
}

/// The boards that are evaluated.
pub(crate) enum BoardSource<'a> {
    /// All boards that reach the goal.
    All,
    /// Random boards. The seed of block n of the boards is output n of `SplitMix64` from `seed`, so the boards are the same on
    /// any number of threads.
    Random {
        /// The distribution.
        of: &'a dyn BoardDistribution,
        /// The number of boards.
        samples: u64,
        /// The seed.
        seed: u64,
    },
}

/// A summary of boards and values that does not depend on their order.
pub(crate) trait ValueTally: Send {
    /// Adds a board and its value.
    fn add(&mut self, board: &Board, value: Cost);

    /// The tally of the boards of both.
    fn merge(self, other: Self) -> Self;
}

/// The tally of the values of `heuristic` over `boards`; `none` is that of no boards.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub(crate) fn tally_values<T: ValueTally>(
    heuristic: &HeuristicSpec,
    goal: &Board,
    tables: &Tables,
    boards: &BoardSource<'_>,
    none: &(dyn Fn() -> T + Sync),
) -> Result<T, CatalogError> {
    check_packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        tally_values_in::<u64, T>(heuristic, goal, tables, boards, none)
    } else {
        tally_values_in::<u128, T>(heuristic, goal, tables, boards, none)
    }
}

fn tally_values_in<W: CatalogWord, T: ValueTally>(
    heuristic: &HeuristicSpec,
    goal: &Board,
    tables: &Tables,
    boards: &BoardSource<'_>,
    none: &(dyn Fn() -> T + Sync),
) -> Result<T, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    let heuristic = make_heuristic(heuristic, &puzzle, tables)?;
    let tally = |boards: &mut dyn Iterator<Item = Board>| -> Result<T, CatalogError> {
        let mut tally = none();
        loop {
            let slice: Vec<Board> = boards.take(SLICE).collect();
            if slice.is_empty() {
                return Ok(tally);
            }
            let states = slice.iter().map(|board| Ok(puzzle.state(board)?.key()));
            let values = estimates(&puzzle, &*heuristic, &states.collect::<Result<Vec<_>, CatalogError>>()?);
            slice.iter().zip(values).for_each(|(board, value)| tally.add(board, value));
        }
    };
    match *boards {
        BoardSource::All => {
            let ranking = Ranking::new(goal)?;
            tally(&mut (0..ranking.states()).filter_map(|rank| ranking.unrank(rank)))
        }
        BoardSource::Random { of, samples, seed } => (0..samples.div_ceil(BLOCK))
            .into_par_iter()
            .map(|block| {
                let mut rng = SeededRng::new(split_mix(seed, block));
                let boards = BLOCK.min(samples - block * BLOCK);
                tally(&mut (0..boards).map(|_| of.draw(&mut rng)))
            })
            .try_reduce(none, |one, other| Ok(one.merge(other))),
    }
}

/// Output `index` of `SplitMix64` (Steele and others 2014) for `seed`.
fn split_mix(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
