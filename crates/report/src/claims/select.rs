//! Which runs a figure is of.

use serde::Deserialize;
use tilebench_record::Run;

/// Which runs of an experiment are meant: those that have all of what is given.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// The configuration's display name.
    pub solver: Option<String>,
    /// The instance set.
    pub set: Option<String>,
    /// The instance.
    pub instance: Option<String>,
}

impl Select {
    /// Whether `run` is meant.
    pub(crate) fn takes(&self, run: &Run) -> bool {
        let is = |asked: &Option<String>, found: &str| asked.as_ref().is_none_or(|asked| asked == found);
        is(&self.solver, &run.solver) && is(&self.set, &run.set) && is(&self.instance, &run.instance)
    }
}
