//! Published claims compared with runs.
//!
//! A file of claims names the tables of a paper, or programs. Each claim states a published figure, the rule by which it is
//! judged ([`JudgingRule`]), and the quantity of the runs here that it is compared with. [`judge()`] computes every quantity from
//! result folders and gives the verdict. A verdict other than the expected one means that the claim file, the program or
//! the machine has changed since the verdict was written down. No tolerance is chosen: an exact figure is the same or
//! differs, and the tolerance of a mean over random boards follows from the number of boards.

mod claim;
mod enumeration;
mod experiment_runs;
mod html_page;
mod judge;
mod judgement;
mod output;
mod per_instance;
mod quantity;
mod selection;
mod statistical;
mod tables;
mod verdict;

pub use claim::{ClaimFile, ClaimPart, Correction, ExpectedCost, PublishedClaim};
pub(crate) use enumeration::COLUMNS as DEPTHS_COLUMNS;
pub use enumeration::{EnumerationCounts, EnumerationProvenance};
pub use judge::{Evidence, InstanceNumbers, judge};
pub use judgement::{DifferingInstance, JudgedClaim, Judgement};
pub use selection::{PlannedRun, Plans, RunSelector};
pub use verdict::{ClaimRelation, ClaimVerdict, JudgingRule};

/// The name of every chart that the report of an experiment on `sets` can have, as
/// [`ClaimPart::charts`](Part) writes it behind the experiment's.
#[must_use]
pub fn chart_names(sets: &[&str]) -> Vec<String> {
    crate::chart::names(sets)
}

#[cfg(test)]
mod tests;
