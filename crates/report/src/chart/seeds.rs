//! The variation of nodes and time over the seeds of a randomised search.

use std::collections::BTreeMap;

use tilebench_plot::kinds::seeds::{self, SeedCurve};
use tilebench_plot::{ChartOptions, Drawing, theme};
use tilebench_record::Status;

use crate::chart::data::set_summary;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::run::ReportRun;
use crate::stats::quantile;

/// The minimum number of seeds.
const MIN_SEEDS: usize = 10;

/// Nodes generated over the median of the instance.
pub(super) fn nodes(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    seeds::nodes(&curves(set, ReportRun::nodes), &set_summary(set), options)
}

/// Search time over the median of the instance.
pub(super) fn time(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    seeds::time(&curves(set, ReportRun::time), &set_summary(set), options)
}

fn curves(set: &SetRuns, value: fn(&ReportRun) -> Option<f64>) -> Vec<SeedCurve> {
    let curve = |configuration: &ConfigurationRuns| {
        let values = spread(configuration, value)?;
        Some(SeedCurve { name: configuration.name.clone(), style: theme::style(configuration.index), values })
    };
    set.configurations.iter().filter_map(curve).collect()
}

/// The value of every solved run over the median of its instance, ascending, for instances with enough seeds.
fn spread(configuration: &ConfigurationRuns, value: fn(&ReportRun) -> Option<f64>) -> Option<Vec<f64>> {
    let mut instances: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for run in configuration.seed_runs.iter().filter(|run| run.status == Status::Solved) {
        instances.entry(&run.instance).or_default().extend(value(run));
    }
    instances.retain(|_, values| values.len() >= MIN_SEEDS);
    let mut spread = Vec::new();
    for values in instances.values_mut() {
        values.sort_by(f64::total_cmp);
        let median = quantile(values, 0.5).filter(|median| *median > 0.0)?;
        spread.extend(values.iter().map(|value| value / median));
    }
    spread.sort_by(f64::total_cmp);
    (!spread.is_empty()).then_some(spread)
}
