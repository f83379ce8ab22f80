//! The number of nodes that an iteration of IDA* expands, predicted without a search.
//!
//! An iteration with threshold c expands every node of the brute-force tree whose depth i and estimate h satisfy
//! i + h <= c. So with the blank of the start in cell s it expands, on average over such starts,
//!
//! ```text
//! E(c | s) = sum over i = 0 .. c and cells q of N(i, q | s) P(q, c - i)
//! ```
//!
//! where N(i, q | s) is how many nodes of depth i have the blank in q ([`Levels`], exact), and P(q, x) is the share of
//! all boards with the blank in q whose estimate is at most x ([`Equilibrium`], sampled or enumerated).
//!
//! *Guarantees.* With every board enumerated and a consistent heuristic, E is not an approximation: summed over all
//! starts, it is the number of nodes expanded, for a sequence of moves maps the boards with the blank in s one to one
//! onto those with the blank in q, and all ancestors of a node that is expanded are expanded. Of one start it is
//! an average over others. *Assumes* an iteration that no goal ends, a search that never undoes its last move and has no
//! other way to leave out duplicates. With an inconsistent heuristic a node may be cut off above one that qualifies,
//! and E is an upper bound of the average.
//!
//! *Reference*: Korf and others 2001.
//!
//! ```
//! use tilebench_catalog::prediction::{Equilibrium, Levels};
//! use tilebench_catalog::{Goal, HeuristicChoice, Tables};
//!
//! let goal = Goal::BlankFirst.board("4x4".parse()?)?;
//! let manhattan = HeuristicChoice::new("manhattan")?;
//! let boards = Equilibrium::sampled(&manhattan, &goal, &Tables::in_memory(), 10_000, 1)?;
//! let corner = Levels::new(goal.size(), 0, 60);
//! assert!(boards.expanded(&corner, 50) < boards.expanded(&corner, 52));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equilibrium;
mod levels;

pub use equilibrium::Equilibrium;
pub use levels::Levels;
