//! The expansions of each configuration over those that its class of searches must make.

use tilebench_plot::kinds::expansion_bounds::{self, BoundedConfiguration};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::expansion_bounds::bounded;
use crate::experiment::ExperimentData;
use crate::number;
use crate::stats::geometric_mean;

/// A row for each configuration with bounds, if there are any.
pub(super) fn draw(experiment: &ExperimentData, options: &ChartOptions) -> Option<Drawing> {
    let bounded = bounded(experiment);
    let several = experiment.sets.len() > 1;
    let rows: Vec<BoundedConfiguration> = bounded
        .iter()
        .filter_map(|one| {
            let mean = geometric_mean(&one.ratios)?;
            let set = if several { format!("{}: ", one.set) } else { String::new() };
            Some(BoundedConfiguration {
                name: format!("{set}{} / {}", one.name, one.bound),
                style: theme::style(one.index),
                ratios: one.ratios.clone(),
                mean,
                may: geometric_mean(&one.may_ratios).map(|may| mean / may),
            })
        })
        .collect();
    let sizes = || rows.iter().map(|row| row.ratios.len() as u64);
    let instances = match (sizes().min()?, sizes().max()?) {
        (min, max) if min == max => number::grouped(max),
        (min, max) => format!("{} to {}", number::grouped(min), number::grouped(max)),
    };
    let subject = format!("{instances} instances per row, solved with a proof of optimality.");
    Some(expansion_bounds::draw(&rows, "Distance from the bounds", &subject, options))
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Bounds, RecordedBound};

    use super::*;
    use crate::fixture;

    #[test]
    fn configurations_are_drawn_if_an_instance_that_they_solved_has_bounds() {
        let mut manifest = fixture::manifest();
        manifest.bounds = [(manifest.solvers[0].clone(), RecordedBound::FromStart)].into();
        let mut experiment = ExperimentData::arrange(fixture::runs(), Some(manifest));
        assert!(draw(&experiment, &ChartOptions::REPORT).is_none());
        let bounds = |instance: &str| Bounds {
            set: "korf100".into(),
            instance: instance.into(),
            heuristic: "manhattan".into(),
            from_start_must: 10,
            from_start_may: 40,
            ..Bounds::default()
        };
        experiment.bounds = ["1", "2"].map(bounds).into();
        assert!(draw(&experiment, &ChartOptions::REPORT).is_some());
    }
}
