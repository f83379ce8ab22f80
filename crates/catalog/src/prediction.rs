//! The number of nodes that an iteration of IDA* expands, predicted without a search.
//!
//! An iteration with threshold c expands every node of the brute-force tree whose depth i and estimate h satisfy
//! i + h <= c. So with the blank of the start in cell s it expands, on average over such starts,
//!
//! ```text
//! E(c | s) = sum over i = 0 .. c and cells q of N(i, q | s) P(q, c - i)
//! ```
//!
//! where N(i, q | s) is the number of nodes of depth i with the blank in q ([`TreeLevels`], exact), and P(q, x) is the
//! fraction of all boards with the blank in q whose estimate is at most x ([`EquilibriumDistribution`], sampled or
//! enumerated).
//!
//! *Guarantees.* With every board enumerated and a consistent heuristic, E is exact: summed over all starts, it is the
//! number of expanded nodes. The reason is that a sequence of moves maps the boards with the blank in s one-to-one onto
//! the boards with the blank in q, and all ancestors of an expanded node are expanded. For a single start E is an
//! average over other starts. *Assumptions.* No goal ends the iteration, and the search prunes inverse moves and no
//! other duplicates. With an inconsistent heuristic an ancestor of a qualifying node may be pruned, and E is an upper
//! bound on the average.
//!
//! *Reference*: Korf and others 2001.
//!
//! ```
//! use tilebench_catalog::prediction::{EquilibriumDistribution, TreeLevels};
//! use tilebench_catalog::{Goal, HeuristicSpec, Tables};
//!
//! let goal = Goal::BlankFirst.board("4x4".parse()?)?;
//! let manhattan = HeuristicSpec::new("manhattan")?;
//! let boards = EquilibriumDistribution::sampled(&manhattan, &goal, &Tables::in_memory(), 10_000, 1)?;
//! let corner = TreeLevels::new(goal.size(), 0, 60);
//! assert!(boards.expanded(&corner, 50) < boards.expanded(&corner, 52));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equilibrium;
mod levels;

pub use equilibrium::EquilibriumDistribution;
pub use levels::TreeLevels;
pub(crate) use levels::{LevelByMove, first_level, next_level};
