//! Everything that the tables of a report show, computed once.

use anyhow::Context as _;

use crate::best::{self, Share};
use crate::common::{self, Common};
use crate::compare::family::Family;
use crate::experiment::Experiment;
use crate::figures::Figures;
use crate::frame;
use crate::limits::{self, Censored};
use crate::summary::{self, Summary};

/// The data that the tables show.
#[derive(Debug)]
pub(crate) struct Results {
    /// The summary of each configuration.
    pub(crate) summaries: Vec<Summary>,
    /// The same on the instances that all solved.
    pub(crate) common: Vec<Common>,
    /// Every figure with its interval.
    pub(crate) figures: Figures,
    /// Every configuration against the baseline, if there are at least two.
    pub(crate) family: Option<Family>,
    /// Costs with stopped runs censored, and how many tests these have.
    pub(crate) limits: (Vec<Censored>, usize),
    /// The virtual best, if there are at least two configurations.
    pub(crate) best: Vec<Share>,
}

impl Results {
    /// Computes all of it; the baseline is the first configuration unless one is named.
    ///
    /// # Errors
    ///
    /// If no configuration is called `baseline`.
    pub(crate) fn of(experiment: &Experiment, baseline: Option<&str>) -> anyhow::Result<Self> {
        let family = Family::of(experiment, baseline)?;
        let runs = frame::of(experiment).context("cannot arrange the runs in a data frame")?;
        let groups = summary::aggregate(&runs).context("cannot aggregate the runs")?;
        Ok(Self {
            summaries: summary::of(experiment, &groups).context("cannot summarise the runs")?,
            common: common::of(experiment, &runs).context("cannot compare the configurations")?,
            figures: Figures::of(experiment, &groups).context("cannot work out the figures")?,
            limits: limits::of(experiment, family.as_ref().map(|family| family.baseline.as_str())),
            family,
            best: best::of(experiment),
        })
    }
}
