//! Two programs side by side, in rounds of one sitting.
//!
//! In each round both programs make the same plan, one after the other, so that slow drift affects both. Counts are
//! compared exactly, round by round. A time is compared by one ratio per round, the geometric mean over the instances that
//! both solved in every round. Its interval is over rounds, so it includes the variation between sessions.

mod rows;
#[cfg(test)]
mod simulated;
mod text;

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::ensure;
use serde::Serialize;
use tilebench_record::Manifest;

pub use self::rows::{ComparedPrograms, CountDifference};
use crate::history::folder::Folder;
use crate::sessions::{self, FEWEST_PAIRS, TimeVerdict};

/// Two programs, A and B, compared; ratios are B over A.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProgramComparison {
    /// How many rounds there are.
    pub rounds: usize,
    /// The rounds between whose two sessions the speed of the fixed loop differed by more than 5 %, or is not known.
    pub unsteady_rounds: usize,
    /// The share by which a time has to differ.
    pub tolerance: f64,
    /// The confidence of each interval, so that all of them together have 95 %.
    pub confidence: f64,
    /// A row for each set and configuration.
    pub configurations: Vec<ComparedPrograms>,
    /// The runs whose counts or answers differ, each with the number of rounds in which they do.
    pub differences: Vec<CountDifference>,
}

/// Compares the result folders of programs A and B, a pair per round; a time differs if its whole interval is beyond the
/// share `tolerance`.
///
/// # Errors
///
/// With fewer than three rounds, a folder or row that cannot be read, or a tolerance that is none.
pub fn compare_programs(rounds: &[[PathBuf; 2]], tolerance: f64) -> anyhow::Result<ProgramComparison> {
    ensure!(rounds.len() >= FEWEST_PAIRS, "programs are compared over {FEWEST_PAIRS} rounds or more");
    ensure!(
        tolerance.is_finite() && tolerance >= 0.0,
        "{tolerance} is not a relative tolerance: give a share such as 0.05"
    );
    let read = |[a, b]: &[PathBuf; 2]| Ok([Folder::read(a)?, Folder::read(b)?]);
    Ok(ProgramComparison::of(&rounds.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?, tolerance))
}

impl ProgramComparison {
    fn of(rounds: &[[Folder; 2]], tolerance: f64) -> Self {
        let unsteady_rounds = rounds.iter().filter(|round| !is_steady(round)).count();
        let (mut seen, mut configurations, mut differences) = (BTreeSet::new(), Vec::new(), Vec::new());
        for name in rounds.iter().flatten().flat_map(|folder| &folder.names) {
            if seen.insert(name) {
                configurations.push(rows::compared(name, rounds, &mut differences));
            }
        }
        let timed = |row: &&mut ComparedPrograms| !row.round_ratios.is_empty();
        let confidence = sessions::level(configurations.iter_mut().filter(timed).count());
        let is_steady = 2 * unsteady_rounds <= rounds.len();
        for row in configurations.iter_mut().filter(timed) {
            row.judge(confidence, tolerance, is_steady);
        }
        Self { rounds: rounds.len(), unsteady_rounds, tolerance, confidence, configurations, differences }
    }

    /// Whether B is worse: it is slower on some configuration, a count differs, an answer is longer, less proved or lost,
    /// or a run is missing.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        let is_worse = |row: &ComparedPrograms| row.verdict == TimeVerdict::Slower || row.missing > 0;
        self.configurations.iter().any(is_worse) || self.differences.iter().any(|difference| difference.is_worse)
    }
}

/// Whether the fixed loop ran equally fast in both sessions of a round.
fn is_steady(round: &[Folder; 2]) -> bool {
    let speeds =
        |folder: &Folder| folder.manifest.as_ref().and_then(|manifest: &Manifest| sessions::loop_speeds(manifest));
    let [a, b] = round.each_ref().map(speeds);
    a.zip(b).is_some_and(|(a, b)| sessions::agree(&[a, b].concat()))
}
