//! The charts of the heuristics.

use tilebench_plot::kinds::heuristics::{self, HeuristicPoint, HeuristicSample, NodesData};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::chart::data::set_summary;
use crate::common_instances::CommonInstances;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::heuristics::estimates::HeuristicEstimates;
use crate::heuristics::starts::estimate;
use crate::number;
use crate::run::ReportRun;
use crate::stats::mean;

/// The mean value of the instances of each optimal length.
pub(super) fn length(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    heuristics::length(&samples(set), &set_summary(set), options)
}

/// Optimal length - value against optimal length.
pub(super) fn error(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    heuristics::error(&samples(set), &set_summary(set), options)
}

/// The share of instances at each pair of values.
pub(super) fn distribution(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    heuristics::distribution(&samples(set), &set_summary(set), options)
}

/// Mean nodes generated against mean value.
pub(super) fn nodes(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    heuristics::nodes(&samples(set), nodes_of(set)?, &set_summary(set), options)
}

fn samples(set: &SetRuns) -> Vec<HeuristicSample> {
    let heuristic = |estimates: &HeuristicEstimates| HeuristicSample {
        name: estimates.name.clone(),
        style: theme::style(estimates.index),
        values: estimates.values(),
        pairs: estimates.pairs(),
    };
    set.estimates.iter().map(heuristic).collect()
}

/// The configurations with h0 that solved enough instances, and their means over the commonly solved instances.
fn nodes_of(set: &SetRuns) -> Option<NodesData> {
    let (informed, blind): (Vec<_>, Vec<_>) = set.configurations.iter().partition(|one| estimated(set, one).is_some());
    let common = CommonInstances::new(set, informed);
    if !common.is_enough() {
        return None;
    }
    let member = |configuration: &&ConfigurationRuns| {
        let (heuristic, h0) = estimated(set, configuration)?;
        let runs = configuration.runs.iter().filter(|run| common.contains(&run.instance));
        Some(HeuristicPoint {
            name: configuration.name.clone(),
            style: theme::style(configuration.index),
            heuristic: heuristic.to_owned(),
            h0,
            // A mean over a part of the instances would not be comparable.
            nodes: mean(&runs.map(ReportRun::nodes).collect::<Option<Vec<_>>>()?)?,
        })
    };
    let mut members: Vec<HeuristicPoint> = common.members.iter().filter_map(member).collect();
    members.sort_by(|a, b| a.h0.total_cmp(&b.h0));
    let [solved, all] = [common.instances.len(), set.instances()].map(|count| number::grouped(count as u64));
    let mut remark = format!(
        "Nodes: means over the {solved} of {all} instances solved by every configuration shown. In brackets: the mean h0 \
         over all instances, which orders the legend."
    );
    remark.extend(common.remark().map(|left_out| format!(" {left_out}")));
    let blind: Vec<&str> = blind.iter().map(|one| one.name.as_str()).collect();
    if !blind.is_empty() {
        remark.extend([" Left out (no h0): ", &blind.join(", "), "."]);
    }
    Some(NodesData { members, remark })
}

/// The heuristic of a configuration with its mean value over all instances, if it has values.
fn estimated<'a>(set: &'a SetRuns, configuration: &'a ConfigurationRuns) -> Option<(&'a str, f64)> {
    let (heuristic, _) = configuration.runs.iter().find_map(estimate)?;
    let estimates = set.estimates.iter().find(|estimates| estimates.name == heuristic)?;
    Some((heuristic, mean(&estimates.values())?))
}

#[cfg(test)]
mod tests {
    use tilebench_record::Run;

    use super::*;
    use crate::experiment::ExperimentData;
    use crate::fixture;

    #[test]
    fn configurations_that_solved_few_instances_are_left_out_and_named() {
        // Of 30 instances the weak one solved 3, the fair one 29, the strong one all.
        let experiment = ExperimentData::arrange(fixture::estimates_of(30), None);
        let nodes = nodes_of(&experiment.sets[0]).unwrap();
        let heuristics: Vec<&str> = nodes.members.iter().map(|member| member.heuristic.as_str()).collect();
        assert_eq!(heuristics, ["fair", "strong"]);
        assert!(nodes.remark.contains("instances): IDA* weak (3)."), "{}", nodes.remark);
    }

    #[test]
    fn nodes_are_means_over_the_common_instances_and_h0_over_all() {
        let experiment = ExperimentData::arrange(fixture::estimates_of(30), None);
        let HeuristicPoint { h0, nodes, .. } = nodes_of(&experiment.sets[0]).unwrap().members[1];
        // 100,000 / 43 is 2,325 more per instance, from the first to the 29th: 15 times that on average.
        assert!((h0 - 44.0).abs() < 1e-9 && (nodes - 2325.0 * 15.0).abs() < 1e-6, "{h0} {nodes}");
    }

    #[test]
    fn a_set_with_costs_has_axes_of_costs() {
        let axes = |runs| {
            let experiment = ExperimentData::arrange(runs, None);
            let svg = error(&experiment.sets[0], &ChartOptions::REPORT).unwrap().svg().unwrap();
            ["optimal length (moves)", "optimal length - h0 (moves)", "\nleast cost\n", "least cost - h0 (cost)"]
                .map(|title| svg.contains(title))
        };
        let runs = fixture::estimates_of(30);
        let with_cost = |run: &Run| Run {
            cost_model: "heavy".to_owned(),
            cost: run.length.map(|length| 3 * u64::from(length)),
            ..run.clone()
        };
        assert_eq!(axes(runs.iter().map(with_cost).collect()), [false, false, true, true]);
        assert_eq!(axes(runs), [true, true, false, false]);
    }
}
