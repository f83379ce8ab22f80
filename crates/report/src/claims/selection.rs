//! The planned runs, and the selection of runs by a claim.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A planned run of an experiment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDescription {
    /// Its id in records.
    pub id: String,
    /// The configuration's display name.
    pub solver: String,
    /// The instance set.
    pub set: String,
    /// The instance.
    pub instance: String,
    /// The least cost of a path, if the instance set states it for the cost model. A run that was recorded before the set stated
    /// it is judged by it.
    pub optimal: Option<u32>,
}

/// The runs of each experiment in the order of its plan; empty for an enumeration.
pub type Plans = BTreeMap<String, Vec<RunDescription>>;

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
    /// The length of the path found; all runs that match the other keys must be recorded.
    pub length: Option<u32>,
}

impl RunSelector {
    /// Whether a planned run matches, by the keys that are known before the run.
    #[must_use]
    pub fn matches(&self, run: &RunDescription) -> bool {
        let is =
            |requested: &Option<String>, found: &str| requested.as_ref().is_none_or(|requested| requested == found);
        is(&self.solver, &run.solver) && is(&self.set, &run.set) && is(&self.instance, &run.instance)
    }
}
