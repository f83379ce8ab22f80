//! The planned runs, and which of them a figure is of.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A run that an experiment consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRun {
    /// Its name in records.
    pub id: String,
    /// The configuration's display name.
    pub solver: String,
    /// The instance set.
    pub set: String,
    /// The instance.
    pub instance: String,
}

/// The runs of each experiment, none for an enumeration, in the order of its plan.
pub type Plans = BTreeMap<String, Vec<PlannedRun>>;

/// Selects runs of an experiment: those that match every given value.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSelector {
    /// The configuration's display name.
    pub solver: Option<String>,
    /// The instance set.
    pub set: Option<String>,
    /// The instance.
    pub instance: Option<String>,
    /// The length of the path found; all runs that the other keys select must have been run.
    pub length: Option<u32>,
}

impl RunSelector {
    /// Whether a run is meant, as far as that is known before it is made.
    #[must_use]
    pub fn takes(&self, run: &PlannedRun) -> bool {
        let is =
            |requested: &Option<String>, found: &str| requested.as_ref().is_none_or(|requested| requested == found);
        is(&self.solver, &run.solver) && is(&self.set, &run.set) && is(&self.instance, &run.instance)
    }
}
