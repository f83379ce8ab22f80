//! The comparison of two programs in rounds on one machine.
//!
//! In each round both programs execute the same plan, one after the other, so that slow drift affects both. Counts are
//! compared exactly, round by round. A time is compared by one ratio per round, the geometric mean over the instances that
//! both solved in every round. Its interval is over rounds, so it includes the variation between sessions.

mod configuration;
#[cfg(test)]
mod simulation;
mod text;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::ensure;
use serde::Serialize;
use tilebench_record::Manifest;

pub use self::configuration::{CountDifference, ProgramConfiguration};
use crate::history::folder::HistoryFolder;
use crate::sessions::{self, MIN_SESSION_PAIRS, TimeVerdict};

/// The comparison of two programs A and B; ratios are B / A.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramComparison {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of rounds with a speed of the fixed loop that differed by more than 5 % or is not known.
    pub unsteady_rounds: usize,
    /// The share by which a time must differ.
    pub tolerance: f64,
    /// The confidence level of each interval, for a joint level of 95 %.
    pub confidence: f64,
    /// One row per set and configuration.
    pub configurations: Vec<ProgramConfiguration>,
    /// The runs with different counts or answers, each with its number of rounds.
    pub differences: Vec<CountDifference>,
}

/// Compares the result folders of programs A and B, one pair per round. A time differs if its whole interval is beyond the
/// share `tolerance`.
///
/// # Errors
///
/// If there are fewer than three rounds, a folder or row cannot be read, or the tolerance is invalid.
pub fn compare_programs(rounds: &[[PathBuf; 2]], tolerance: f64) -> anyhow::Result<ProgramComparison> {
    ensure!(rounds.len() >= MIN_SESSION_PAIRS, "a comparison of programs needs at least {MIN_SESSION_PAIRS} rounds");
    ensure!(
        tolerance.is_finite() && tolerance >= 0.0,
        "{tolerance} is not a relative tolerance: give a share such as 0.05"
    );
    let read = |[a, b]: &[PathBuf; 2]| Ok([HistoryFolder::read(a)?, HistoryFolder::read(b)?]);
    Ok(ProgramComparison::from_rounds(&rounds.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?, tolerance))
}

impl ProgramComparison {
    fn from_rounds(rounds: &[[HistoryFolder; 2]], tolerance: f64) -> Self {
        let unsteady_rounds = rounds.iter().filter(|round| !is_steady(round)).count();
        let (mut seen, mut configurations, mut differences) = (BTreeSet::new(), Vec::new(), Vec::new());
        for name in rounds.iter().flatten().flat_map(|folder| &folder.names) {
            if seen.insert(name) {
                configurations.push(configuration::compare(name, rounds, &mut differences));
            }
        }
        let timed = |row: &&mut ProgramConfiguration| !row.round_ratios.is_empty();
        let confidence = sessions::level(configurations.iter_mut().filter(timed).count());
        let is_steady = 2 * unsteady_rounds <= rounds.len();
        for row in configurations.iter_mut().filter(timed) {
            row.judge(confidence, tolerance, is_steady);
        }
        Self { rounds: rounds.len(), unsteady_rounds, tolerance, confidence, configurations, differences }
    }

    /// Whether B is worse: a configuration is slower, a count differs, an answer is longer, less proved or lost, or a run is
    /// missing.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        let is_worse = |row: &ProgramConfiguration| row.verdict == TimeVerdict::Slower || row.missing > 0;
        self.configurations.iter().any(is_worse) || self.differences.iter().any(|difference| difference.is_worse)
    }
}

/// Whether the fixed loop ran equally fast in both sessions of a round.
fn is_steady(round: &[HistoryFolder; 2]) -> bool {
    let speeds = |folder: &HistoryFolder| {
        folder.manifest.as_ref().and_then(|manifest: &Manifest| sessions::loop_speeds(manifest))
    };
    let [a, b] = round.each_ref().map(speeds);
    a.zip(b).is_some_and(|(a, b)| sessions::agree(&[a, b].concat()))
}
