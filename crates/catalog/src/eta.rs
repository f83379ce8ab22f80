//! The quality eta of a heuristic: the share of the brute-force tree that it leaves to IDA*.
//!
//! ```text
//! eta = mean over all states v of w(v) b^-h(v)
//! ```
//!
//! where b is the asymptotic branching factor of the brute-force tree without inverse moves ([`branching_factor`]), and w weights
//! the states by the blank's cell, with a mean of 1 ([`BlankWeighting`]). On hard instances IDA* with h expands about eta times
//! the nodes of brute-force iterative deepening, so the ratio of two etas estimates the ratio of the nodes.
//!
//! *Estimates.* Almost all of eta is due to rare states of low h. On 5x5 they are so rare that no uniform sample of feasible size
//! contains them: its estimate is far too low, and so is its standard error. Therefore boards are drawn in proportion to
//! b^-(Manhattan distance), and eta is the exact eta of Manhattan distance times the mean of b^(Manhattan distance - h) over these
//! boards (importance sampling; [`ManhattanSums`]). If h is at least Manhattan distance, each term is at most w, so that the mean
//! is approximately normal. The standard error is that of a mean of independent terms, the sample deviation over the root of the
//! number of boards. [`EtaEstimate::largest_share`] shows whether single boards decide the sum.
//!
//! *Reference*: Clausecker 2020, Clausecker and Schintke 2021. They draw boards by their distance from the goal instead.
//!
//! ```
//! use tilebench_catalog::eta::{EtaBoards, ManhattanSums, eta};
//! use tilebench_catalog::{Goal, HeuristicSpec, Tables};
//!
//! let goal = Goal::BlankFirst.board("3x3".parse()?)?;
//! let sums = ManhattanSums::new(&goal)?;
//! let boards = EtaBoards::ByManhattan { sums: &sums, samples: 10_000, seed: 1 };
//! let sampled = eta(&HeuristicSpec::new("linear-conflict")?, &goal, &Tables::in_memory(), &boards)?;
//! let all = eta(&HeuristicSpec::new("linear-conflict")?, &goal, &Tables::in_memory(), &EtaBoards::All)?;
//! let (sampled, exact) = (&sampled.estimates[0], all.estimates[0].value);
//! assert!((sampled.value - exact).abs() < 4.0 * sampled.standard_error);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blank_weighting;
mod exponents;
mod manhattan;

use tilebench_heuristics::Tables;
use tilebench_puzzle::Board;

pub use self::blank_weighting::{BlankWeighting, branching_factor};
use self::exponents::ExponentCounts;
pub use self::manhattan::ManhattanSums;
use crate::board_values::{BoardSource, UniformBoards, tally_values};
use crate::{CatalogError, HeuristicSpec};

/// The boards from which eta is computed.
#[derive(Clone, Copy, Debug)]
pub enum EtaBoards<'a> {
    /// All boards, so that eta is exact.
    All,
    /// Boards drawn uniformly.
    Uniform {
        /// The number of boards.
        samples: u64,
        /// The seed.
        seed: u64,
    },
    /// Boards drawn in proportion to b^-(Manhattan distance).
    ByManhattan {
        /// The sums by which they are drawn.
        sums: &'a ManhattanSums,
        /// The number of boards.
        samples: u64,
        /// The seed.
        seed: u64,
    },
}

/// An estimate of eta for one weighting of the blank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EtaEstimate {
    /// The estimate, or the exact value if all boards were evaluated.
    pub value: f64,
    /// The standard error; without meaning if all boards were evaluated.
    pub standard_error: f64,
    /// The share of the largest term in the sum. A standard error is reliable only if this is small.
    pub largest_share: f64,
}

/// The quality of a heuristic.
#[derive(Clone, Debug, PartialEq)]
pub struct Eta {
    /// The number of boards that were evaluated.
    pub boards: u64,
    /// The estimates, in the order of [`BlankWeighting::ALL`].
    pub estimates: [EtaEstimate; 3],
}

/// The quality of `heuristic` for `goal`. The same seed gives the same estimate on any number of threads.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn eta(
    heuristic: &HeuristicSpec,
    goal: &Board,
    tables: &Tables,
    boards: &EtaBoards<'_>,
) -> Result<Eta, CatalogError> {
    let (scale, counts) = match *boards {
        EtaBoards::All => (1.0, tally_values(heuristic, goal, tables, &BoardSource::All, &ExponentCounts::of_values)?),
        EtaBoards::Uniform { samples, seed } => {
            let boards = BoardSource::Random { of: &UniformBoards(goal), samples, seed };
            (1.0, tally_values(heuristic, goal, tables, &boards, &ExponentCounts::of_values)?)
        }
        EtaBoards::ByManhattan { sums, samples, seed } => {
            let boards = BoardSource::Random { of: sums, samples, seed };
            let none = || ExponentCounts::of_excess(goal);
            (sums.eta(BlankWeighting::Uniform), tally_values(heuristic, goal, tables, &boards, &none)?)
        }
    };
    let b = branching_factor(goal.size());
    let estimate = |weighting: BlankWeighting| counts.estimate(scale, &weighting.weights(goal.size()), b);
    Ok(Eta { boards: counts.total(), estimates: BlankWeighting::ALL.map(estimate) })
}
