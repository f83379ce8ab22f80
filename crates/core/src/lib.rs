//! The traits that searches are written for, and the results of a search.
//!
//! Algorithms see a [`Domain`] (states, operators, a goal) and a [`Heuristic`] over it. A [`SearchContext`] sets their limits,
//! and they return an [`Outcome`] with its [`Counters`]. This crate contains no puzzle, name, file or clock.
//!
//! # Counting
//!
//! All algorithms count by the same rules, so that counts can be compared with each other and with Korf's: see
//! [`Counters`].

mod bit_packed;
mod counters;
mod domain;
mod heuristic;
mod narrow;
mod outcome;
mod prefetch;
mod search_context;
mod state_key;
mod weight;

pub use bit_packed::{BitPacked, StateCode};
pub use counters::{BackwardCounters, Counters};
pub use domain::{Bidirectional, Domain, path_cost, step_cost};
pub use heuristic::{Blind, Heuristic, HeuristicExt, Prefetch};
pub use narrow::narrow;
pub use outcome::{Outcome, Termination};
pub use prefetch::prefetch;
pub use search_context::{Incumbent, Limits, NoObserver, Observer, SearchBudget, SearchContext, StopFlag, StopReason};
pub use state_key::StateKey;
pub use weight::{Weight, WeightError};

/// A path cost, an estimate of one, or a bound on one. Unit: that of [`Domain::cost`].
pub type Cost = u32;
