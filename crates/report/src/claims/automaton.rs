//! The counted strings and states of an automaton that prunes paths, compared with published numbers.
//!
//! A folder `NAME` contains `automaton.json`: the counts, the program and the machine.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tilebench_record::{Build, Machine};

use crate::claims::claim::PublishedClaim;
use crate::claims::finding::ClaimFinding;
use crate::claims::quantity::AutomatonProperty;
use crate::claims::verdict::{ClaimVerdict, JudgingRule};

/// The file of the counts.
const FILE: &str = "automaton.json";

/// The counts of an automaton, with their provenance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AutomatonRecord {
    /// The number of duplicate strings.
    pub strings: u64,
    /// The number of states.
    pub states: u64,
    /// The branching factor of a search that it prunes.
    pub branching_factor: f64,
    /// The program.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
}

impl AutomatonRecord {
    /// The record in `dir`, if there is one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or parsed.
    pub fn read(dir: &Path) -> Result<Option<Self>> {
        let path = dir.join(FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let reading = || format!("cannot read {}; remove the file to count again", path.display());
        let text = fs::read_to_string(&path).with_context(reading)?;
        Ok(Some(serde_json::from_str(&text).with_context(reading)?))
    }

    /// Writes the record into `dir`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<()> {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let path = dir.join(FILE);
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Judges a published count.
pub(super) fn judge(claim: &PublishedClaim, record: Option<&AutomatonRecord>) -> ClaimFinding {
    let Some(record) = record else {
        return ClaimFinding::new(ClaimVerdict::NotRun, "no such runs", 0);
    };
    let found = match claim.quantity.of_automaton().expect("a claim on an automaton") {
        AutomatonProperty::Strings => record.strings as f64,
        AutomatonProperty::States => record.states as f64,
        AutomatonProperty::BranchingFactor => record.branching_factor,
    };
    let shown = claim.shown(found);
    let verdict = match (claim.kind, claim.number()) {
        (JudgingRule::Exact, Some(published)) if shown == claim.shown(published) => ClaimVerdict::Agrees,
        (JudgingRule::Exact, Some(_)) => ClaimVerdict::Differs,
        _ => ClaimVerdict::NotComparable,
    };
    ClaimFinding::new(verdict, shown, 1)
}
