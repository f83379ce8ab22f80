//! The traits that searching is written against, and what a search reports.
//!
//! Algorithms see a [`Domain`] (states, operators, a goal) and a [`Heuristic`] over it; they are
//! told when to give up by a [`Control`] and answer with an [`Outcome`] and its [`Counters`].
//! Nothing here knows a puzzle, a name, a file or a clock.
//!
//! # Counting
//!
//! Every algorithm counts alike, so that figures can be compared with each other and with Korf's:
//! see [`Counters`].

mod compact;
mod control;
mod counters;
mod domain;
mod fetch;
mod grid;
mod heuristic;
mod key;
mod lookups;
mod narrow;
mod outcome;
mod slides;
mod weight;

pub use compact::{Code, Compact};
pub use control::{Budget, Control, Incumbent, Limits, NoObserver, Observer, Stop, StopFlag};
pub use counters::Counters;
pub use domain::{Domain, StaticGraph};
pub use fetch::fetch;
pub use grid::Grid;
pub use heuristic::{Blind, Heuristic};
pub use key::Key;
pub use lookups::{Lookups, Pattern};
pub use narrow::narrow;
pub use outcome::{End, Outcome};
pub use slides::{Conflicts, Crossing, Site, Slide, Slides};
pub use weight::{Weight, WeightError};

/// A path cost, an estimate of one, or a bound on one. Unit: single-tile moves.
pub type Cost = u32;
