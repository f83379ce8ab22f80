//! Which runs a figure is of.

use serde::Deserialize;

use crate::claims::ran::Planned;

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
    /// The length of the path that was found: what the other keys take must have been run in whole.
    pub length: Option<u32>,
}

impl Select {
    /// Whether a run is meant, as far as that is known before it is made.
    #[must_use]
    pub fn takes(&self, run: &Planned) -> bool {
        let is = |asked: &Option<String>, found: &str| asked.as_ref().is_none_or(|asked| asked == found);
        is(&self.solver, &run.solver) && is(&self.set, &run.set) && is(&self.instance, &run.instance)
    }
}
