//! Published claims held against runs.
//!
//! A file of claims names programs and what was said of each: a figure, how it relates to what runs
//! here measure, and the verdict that is expected. [`judge()`] computes every figure from result folders
//! and gives the verdict; a verdict other than the expected one means that the claim file, the program
//! or the machine is not as it was when the verdict was written down.

mod claim;
mod judge;
mod page;
mod quantity;
mod select;

pub use claim::{Claim, Claims, Program, Verdict};
pub use judge::{Judged, Judgement, judge};

/// The name of every chart that the report of an experiment on `sets` can have, as
/// [`Program::charts`](Program) writes it behind the experiment's.
#[must_use]
pub fn chart_names(sets: &[&str]) -> Vec<String> {
    crate::chart::names(sets)
}

#[cfg(test)]
mod tests;
