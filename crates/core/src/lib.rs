//! The traits that searches are written for, and the results of a search.
//!
//! Algorithms see a [`Domain`] (states, operators, a goal) and a [`Heuristic`] over it. A [`SearchContext`] sets their limits,
//! and they return an [`Outcome`] with its [`Counters`]. This crate contains no puzzle, name, file or clock.
//!
//! # Counting
//!
//! All algorithms count by the same rules, so that counts can be compared with each other and with Korf's: see
//! [`Counters`].
//!
//! # Example
//!
//! A domain of ten states:
//!
//! ```
//! use tilebench_core::{Blind, Cost, Domain, HeuristicExt};
//!
//! /// The integers from 0 to 9, with the goal 9. An operator adds 1 or -1.
//! struct Line;
//!
//! impl Domain for Line {
//!     type State = i8;
//!     type Key = u64;
//!     type Op = i8;
//!
//!     const MAX_BRANCHING: u64 = 2;
//!
//!     fn root_op(&self, _: i8) -> i8 {
//!         0
//!     }
//!     fn ops(&self, state: i8, parent_op: i8) -> &[i8] {
//!         match (state, parent_op) {
//!             (0, -1) | (9, 1) => &[],
//!             (0, _) | (_, 1) => &[1],
//!             (9, _) | (_, -1) => &[-1],
//!             _ => &[1, -1],
//!         }
//!     }
//!     fn apply(&self, state: i8, op: i8) -> i8 {
//!         state + op
//!     }
//!     fn inverse(&self, op: i8) -> i8 {
//!         -op
//!     }
//!     fn is_goal(&self, state: i8) -> bool {
//!         state == 9
//!     }
//!     fn pack(&self, state: i8) -> u64 {
//!         state as u64
//!     }
//!     fn unpack(&self, key: u64) -> i8 {
//!         key as i8
//!     }
//! }
//!
//! assert_eq!(Line.ops(3, 1), [1], "the inverse of the last operator is left out");
//! assert_eq!(tilebench_core::path_cost(&Line, 7, &[1, 1]), 2 as Cost);
//! assert_eq!(Blind.estimate(&Line, 7), 0);
//! ```

mod batch_evaluation;
mod bit_packed;
mod chunk_counts;
mod counters;
mod domain;
mod heuristic;
mod limbs;
mod narrow;
mod outcome;
mod prefetch;
mod search_context;
mod shortcuts;
mod state_key;
mod unit_parts;
mod unit_store;
mod weight;

pub use batch_evaluation::Prefetch;
pub use bit_packed::{BitPacked, StateCode};
pub use chunk_counts::ChunkCounts;
pub use counters::{BackwardCounters, Counters};
pub use domain::{Bidirectional, Domain, path_cost, step_cost};
pub use heuristic::{Blind, Estimate, Heuristic, HeuristicExt, Memo, Parent};
pub use limbs::Limbs;
pub use narrow::narrow;
pub use outcome::{Outcome, Termination};
pub use prefetch::prefetch;
pub use search_context::{Incumbent, Limits, NoObserver, Observer, SearchBudget, SearchContext, StopFlag, StopReason};
pub use shortcuts::shortcut_defect;
pub use state_key::StateKey;
pub use unit_parts::UnitParts;
pub use unit_store::{NextUnit, UnitPart, UnitPlan, UnitSizes, UnitSplit, UnitStore};
pub use weight::{Weight, WeightError};

/// A path cost, an estimate of one, or a bound on one. Unit: that of [`Domain::cost`].
pub type Cost = u32;
