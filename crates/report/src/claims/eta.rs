//! The computed quality eta of a heuristic, compared with published values.
//!
//! A folder `HEURISTIC` contains `eta.json`: the value for each weighting of the blank with its standard error, the number of
//! boards and the seed, the program and the machine. A claim names the weighting as its set. An exact value is equal if it is
//! printed equally in scientific notation. A published estimate has a standard error, and is within error if the difference is at
//! most 3 standard errors of the difference. No logarithm is needed: these errors are a few percent.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use tilebench_record::{Build, Machine};

use crate::claims::claim::PublishedClaim;
use crate::claims::finding::ClaimFinding;
use crate::claims::verdict::{ClaimVerdict, JudgingRule, MAX_Z};
use crate::number;

/// The file of the computed values.
const FILE: &str = "eta.json";

/// The computed quality of a heuristic, with its provenance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EtaRecord {
    /// The values by the name of the weighting.
    pub values: BTreeMap<String, EtaValue>,
    /// The number of random boards; 0 if the values are exact.
    pub samples: u64,
    /// The seed of the random boards.
    pub seed: u64,
    /// The program.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
}

/// A computed value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EtaValue {
    /// The value.
    pub eta: f64,
    /// Its standard error; 0 if it is exact.
    pub standard_error: f64,
}

impl EtaRecord {
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
        let reading = || format!("cannot read {}", path.display());
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

/// Judges a published value.
pub(super) fn judge(claim: &PublishedClaim, record: Option<&EtaRecord>) -> ClaimFinding {
    let weighting = claim.of.set.as_deref().unwrap_or_default();
    let Some(found) = record.and_then(|record| record.values.get(weighting)) else {
        return ClaimFinding::new(ClaimVerdict::NotRun, "no such runs", 0);
    };
    let shown = claim.shown(found.eta);
    let Some(published) = claim.number() else {
        return ClaimFinding::new(ClaimVerdict::NotComparable, shown, 1);
    };
    match claim.kind {
        JudgingRule::Exact if shown == claim.shown(published) => ClaimFinding::new(ClaimVerdict::Agrees, shown, 1),
        JudgingRule::Exact => ClaimFinding::new(ClaimVerdict::Differs, shown, 1),
        JudgingRule::Statistical => {
            let z = (found.eta - published) / found.standard_error.hypot(claim.error.unwrap_or_default());
            let error = if found.standard_error > 0.0 {
                format!("standard error {:.1e}", found.standard_error)
            } else {
                "exact".to_owned()
            };
            let verdict = if z.abs() <= MAX_Z { ClaimVerdict::Agrees } else { claim.otherwise };
            ClaimFinding::new(verdict, format!("{shown} ({error}), z = {}", number::signed(z, 1)), 1)
        }
        JudgingRule::Bound | JudgingRule::Context => ClaimFinding::new(ClaimVerdict::NotComparable, shown, 1),
    }
}
