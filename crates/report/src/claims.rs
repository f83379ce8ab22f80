//! Published claims compared with runs.
//!
//! A file of claims names the tables of a paper, or programs. Each claim states a published number, the rule by which it is
//! judged ([`JudgingRule`]), and the quantity of runs that it is compared with. [`judge()`] computes every quantity from result
//! folders and gives the verdict. A verdict other than the expected one means that the claim file, the program or the machine
//! has changed since the verdict was recorded. No tolerance is chosen: an exact number is equal or differs, and the tolerance
//! of a mean over random instances follows from the number of instances.

mod automaton;
mod badge;
mod claim;
mod enumeration;
mod eta;
mod experiment_runs;
mod finding;
mod html_page;
mod judge;
mod judgement;
mod output;
mod own;
mod per_instance;
mod quantity;
mod selection;
mod statistical;
mod tables;
mod verdict;

pub use automaton::AutomatonRecord;
pub use claim::{ClaimFile, ClaimPart, Correction, ExpectedCost, PublishedClaim};
pub(crate) use enumeration::COLUMNS as DEPTHS_COLUMNS;
pub use enumeration::{EnumerationCounts, EnumerationProvenance};
pub use eta::{EtaRecord, EtaValue};
pub use finding::DifferingInstance;
pub use judge::{Evidence, InstanceNumbers, judge};
pub use judgement::{JudgedClaim, Judgement};
pub use own::{OwnClaim, OwnClaims};
pub use selection::{Plans, RunDescription, RunSelector};
pub use verdict::{ClaimRelation, ClaimVerdict, JudgingRule};

/// The names of all charts that the report of an experiment on `sets` can have, as [`ClaimPart::charts`] writes them after the
/// name of the experiment.
#[must_use]
pub fn chart_names(sets: &[&str]) -> Vec<String> {
    crate::chart::names(sets)
}

#[cfg(test)]
mod tests;
