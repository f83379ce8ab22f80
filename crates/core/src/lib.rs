//! The traits that searches are written for, and the results of a search.
//!
//! Algorithms see a [`Domain`] (states, operators, a goal) and a [`Heuristic`] over it; a
//! [`Control`] sets their limits, and they return an [`Outcome`] and its [`Counters`]. Nothing here
//! knows a puzzle, a name, a file or a clock.
//!
//! # Counting
//!
//! Every algorithm counts alike, so that counts can be compared with each other and with Korf's:
//! see [`Counters`].

mod bit_packed;
mod control;
mod counters;
mod domain;
mod fetch;
mod heuristic;
mod key;
mod narrow;
mod outcome;
mod weight;

pub use bit_packed::{BitPacked, Code};
pub use control::{Budget, Control, Incumbent, Limits, NoObserver, Observer, Stop, StopFlag};
pub use counters::{BackwardCounters, Counters};
pub use domain::{Bidirectional, Domain, path_cost, step_cost};
pub use fetch::fetch;
pub use heuristic::{Blind, Estimate, Heuristic, Prefetch};
pub use key::Key;
pub use narrow::narrow;
pub use outcome::{End, Outcome};
pub use weight::{Weight, WeightError};

/// A path cost, an estimate of one, or a bound on one. Unit: that of [`Domain::cost`].
pub type Cost = u32;
