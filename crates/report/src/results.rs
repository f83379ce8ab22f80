//! Everything that the tables of a report show, computed once.

use anyhow::Context as _;
use polars::frame::DataFrame;

use crate::common_summary::{self, CommonSummary};
use crate::compare::baseline::BaselineComparison;
use crate::experiment::ExperimentData;
use crate::frame;
use crate::limits::{self, CensoredCost};
use crate::measure_table::MeasureTable;
use crate::parallel;
use crate::summary::{self, ConfigurationSummary};
use crate::virtual_best::{self, Contribution};

/// The data that the tables show.
#[derive(Debug)]
pub(crate) struct Results {
    /// The summary of each configuration.
    pub(crate) summaries: Vec<ConfigurationSummary>,
    /// The summaries on the instances that all solved.
    pub(crate) common: Vec<CommonSummary>,
    /// All measures with their intervals.
    pub(crate) measures: MeasureTable,
    /// The comparison of every configuration with the baseline, if there are at least two.
    pub(crate) family: Option<BaselineComparison>,
    /// The costs with stopped runs censored, and the number of tests.
    pub(crate) limits: (Vec<CensoredCost>, usize),
    /// The virtual best, if there are at least two configurations.
    pub(crate) best: Vec<Contribution>,
}

impl Results {
    /// Computes all results; the baseline is the first configuration unless one is named.
    ///
    /// # Errors
    ///
    /// If no configuration is named `baseline`.
    pub(crate) fn new(experiment: &ExperimentData, baseline: Option<&str>) -> anyhow::Result<Self> {
        let (family, frames) =
            parallel::join(|| BaselineComparison::new(experiment, baseline), || aggregated_runs(experiment));
        let (family, (runs, groups)) = (family?, frames?);
        Ok(Self {
            summaries: summary::summaries(experiment, &groups).context("cannot summarise the runs")?,
            common: common_summary::summaries(experiment, &runs).context("cannot compare the configurations")?,
            measures: MeasureTable::new(experiment, &groups).context("cannot compute the measures")?,
            limits: limits::censored_costs(experiment, family.as_ref().map(|family| family.baseline.as_str())),
            family,
            best: virtual_best::contributions(experiment),
        })
    }

    /// The configuration that the others are compared with.
    pub(crate) fn baseline(&self) -> Option<&str> {
        self.family.as_ref().map(|family| family.baseline.as_str())
    }
}

/// The data frame of the runs, and that of their aggregation by configuration.
fn aggregated_runs(experiment: &ExperimentData) -> anyhow::Result<(DataFrame, DataFrame)> {
    let runs = frame::run_frame(experiment).context("cannot arrange the runs in a data frame")?;
    let groups = summary::aggregate(&runs).context("cannot aggregate the runs")?;
    Ok((runs, groups))
}
