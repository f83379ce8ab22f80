//! Published claims compared with runs.
//!
//! A file of claims names the tables of a paper, or programs. Each claim states a published figure, the rule by which it is
//! judged ([`Kind`]), and the quantity of the runs here that it is compared with. [`judge()`] computes every quantity from
//! result folders and gives the verdict. A verdict other than the expected one means that the claim file, the program or
//! the machine has changed since the verdict was written down. No tolerance is chosen: an exact figure is the same or
//! differs, and the tolerance of a mean over random boards follows from the number of boards.

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
