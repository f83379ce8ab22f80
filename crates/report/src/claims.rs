//! Published claims held against runs.
//!
//! A file of claims names the tables of a paper, or programs, and what was said of each: a figure, the rule by which it
//! is judged ([`Kind`]), and what runs here measure beside it. [`judge()`] computes every figure from result folders
//! and gives the verdict; a verdict other than the expected one means that the claim file, the program
//! or the machine is not as it was when the verdict was written down. No tolerance is chosen: an exact figure is
//! the same or differs, and how far a mean over random boards may be off follows from how many there are.

mod claim;
mod counted;
mod each;
mod judge;
mod judgement;
mod page;
mod quantity;
mod ran;
mod sampled;
mod select;
mod tables;
mod verdict;
mod web;

pub use claim::{Claim, Claims, Correction, Cost, Part};
pub(crate) use counted::COLUMNS as DEPTHS_COLUMNS;
pub use counted::{Counted, How};
pub use judge::{Evidence, Figures, judge};
pub use judgement::{Differing, Judged, Judgement};
pub use select::{Planned, Plans, Select};
pub use verdict::{Kind, Relation, Verdict};

/// The name of every chart that the report of an experiment on `sets` can have, as
/// [`Part::charts`](Part) writes it behind the experiment's.
#[must_use]
pub fn chart_names(sets: &[&str]) -> Vec<String> {
    crate::chart::names(sets)
}

#[cfg(test)]
mod tests;
