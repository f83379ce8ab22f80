//! Nodes expanded by configurations that differ only in their heuristic, against the accuracy of the heuristic.

use std::sync::Arc;

use tilebench_plot::kinds::accuracy::{self, AccuracyComparison, AccuracyLine, HeuristicAccuracy};
use tilebench_plot::{ChartOptions, Drawing, theme};

use crate::bounds::optimal_lengths;
use crate::chart::data::set_summary;
use crate::common_instances::{CommonInstances, MIN_COMMON_INSTANCES};
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::family::{Family, has_several_orders};
use crate::number;
use crate::run::ReportRun;
use crate::stats::mean;

/// The minimum number of heuristics of one algorithm.
const MIN_HEURISTICS: usize = 3;

/// Nodes expanded against the accuracy of the heuristic, if an algorithm was run with three heuristics.
pub(super) fn draw(set: &SetRuns, options: &ChartOptions) -> Option<Drawing> {
    Some(accuracy::draw(&comparison(set)?, &set_summary(set), options))
}

/// Configurations that differ only in their heuristic.
#[derive(Debug)]
struct FamilyMembers<'a> {
    family: Family<'a>,
    /// One configuration per heuristic.
    members: Vec<&'a ConfigurationRuns>,
}

fn comparison(set: &SetRuns) -> Option<AccuracyComparison> {
    let mut candidates = families(&set.configurations);
    candidates.retain(|family| family.members.len() >= MIN_HEURISTICS);
    let common = CommonInstances::new(set, candidates.into_iter().flat_map(|family| family.members));
    let optimal = optimal_lengths(set);
    let length = |instance: &Arc<str>| optimal.get(&**instance).copied().filter(|length| *length > 0).map(f64::from);
    let instances = common.instances.iter().filter(|instance| length(instance).is_some()).count();
    let families = families(common.members.iter().copied());
    if instances < MIN_COMMON_INSTANCES || families.iter().all(|family| family.members.len() < MIN_HEURISTICS) {
        return None;
    }
    // The mean over the common instances of known length, if every run on them has a value.
    let mean_of = |configuration: &ConfigurationRuns, value: &dyn Fn(&ReportRun, f64) -> Option<f64>| {
        let runs = configuration.runs.iter().filter(|run| common.contains(&run.instance));
        let values: Option<Vec<f64>> =
            runs.filter_map(|run| length(&run.instance).map(|length| value(run, length))).collect();
        mean(&values?)
    };
    let mut heuristics: Vec<HeuristicAccuracy> = Vec::new();
    for configuration in families.iter().flat_map(|family| &family.members) {
        let name = heuristic(configuration);
        let accuracy = mean_of(configuration, &|run, length| Some(f64::from(run.h0?) / length));
        if let Some(accuracy) = accuracy.filter(|_| heuristics.iter().all(|known| known.name != name)) {
            heuristics.push(HeuristicAccuracy { name: name.to_owned(), accuracy });
        }
    }
    heuristics.sort_by(|a, b| a.accuracy.total_cmp(&b.accuracy));
    let point = |configuration: &&ConfigurationRuns| {
        let index = heuristics.iter().position(|known| known.name == heuristic(configuration))?;
        Some((index, mean_of(configuration, &|run, _| run.expanded.map(|expanded| expanded as f64))?))
    };
    let names_order = has_several_orders(families.iter().flat_map(|family| &family.members).copied());
    let line = |(index, family): (usize, &FamilyMembers<'_>)| {
        let mut points: Vec<(usize, f64)> = family.members.iter().filter_map(point).collect();
        points.sort_by_key(|(heuristic, _)| *heuristic);
        AccuracyLine { name: family.family.words(names_order).join(" "), style: theme::style(index), points }
    };
    let lines: Vec<AccuracyLine> =
        families.iter().enumerate().map(line).filter(|line| !line.points.is_empty()).collect();
    let mut remark = format!(
        "Means over the {} of {} instances solved by every configuration shown.",
        number::grouped(instances as u64),
        number::grouped(set.instances() as u64)
    );
    remark.extend(common.remark().map(|left_out| format!(" {left_out}")));
    (!lines.is_empty()).then_some(AccuracyComparison { heuristics, lines, remark })
}

/// The families of those `configurations` that have a heuristic, in their order. Of configurations with equal heuristics, the
/// first counts.
fn families<'a>(configurations: impl IntoIterator<Item = &'a ConfigurationRuns>) -> Vec<FamilyMembers<'a>> {
    let mut families: Vec<FamilyMembers<'_>> = Vec::new();
    for configuration in configurations {
        let Some(run) = configuration.runs.first().filter(|run| !run.heuristic.is_empty()) else { continue };
        let family = Family::of_heuristics(run);
        match families.iter_mut().find(|known| known.family == family) {
            None => families.push(FamilyMembers { family, members: vec![configuration] }),
            Some(family) if family.members.iter().all(|member| heuristic(member) != heuristic(configuration)) => {
                family.members.push(configuration);
            }
            Some(_) => {}
        }
    }
    families
}

/// The heuristic of a configuration, empty if it has no run.
fn heuristic(configuration: &ConfigurationRuns) -> &str {
    configuration.runs.first().map_or("", |run| &*run.heuristic)
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Proof, Run, Status};

    use super::*;
    use crate::experiment::ExperimentData;

    /// Runs on 20 instances of 40 moves. Every configuration but `unsolved` solved all of them.
    fn runs(configurations: &[(&str, &str, u32, u64)], unsolved: &str) -> Vec<Run> {
        let run = |&(algorithm, heuristic, h0, expanded): &(&str, &str, u32, u64), instance: u32| {
            let solved = heuristic != unsolved || instance < 10;
            Run {
                run_id: format!("{algorithm}-{heuristic}-{instance}"),
                set: "korf100".into(),
                instance: instance.to_string(),
                solver: format!("{algorithm} {heuristic}"),
                algorithm: algorithm.into(),
                heuristic: heuristic.into(),
                status: if solved { Status::Solved } else { Status::NodeLimit },
                proof: if solved { Proof::Optimal } else { Proof::None },
                length: solved.then_some(40),
                h0: Some(h0 + instance % 2),
                expanded: Some(expanded * u64::from(instance)),
                ..Run::default()
            }
        };
        configurations.iter().flat_map(|one| (0..20).map(move |instance| run(one, instance))).collect()
    }

    const CONFIGURATIONS: [(&str, &str, u32, u64); 7] = [
        ("astar", "strong", 35, 10),
        ("astar", "weak", 9, 1000),
        ("astar", "fair", 19, 100),
        ("nbs", "weak", 9, 50),
        ("nbs", "fair", 19, 40),
        ("nbs", "strong", 35, 30),
        ("mm", "fair", 19, 60),
    ];

    #[test]
    fn lines_join_the_configurations_of_an_algorithm_by_ascending_accuracy() {
        let experiment = ExperimentData::arrange(runs(&CONFIGURATIONS, ""), None);
        let AccuracyComparison { heuristics, lines, remark } = comparison(&experiment.sets[0]).unwrap();
        let names: Vec<_> = heuristics.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["weak", "fair", "strong"]);
        for (one, h0) in heuristics.iter().zip([9.5, 19.5, 35.5]) {
            assert!((one.accuracy - h0 / 40.0).abs() < 1e-12, "{one:?}");
        }
        let lines: Vec<_> = lines.iter().map(|line| (line.name.as_str(), line.points.as_slice())).collect();
        // The instances 0 to 19 have 9.5 times the nodes on average. MM had one heuristic only.
        let expected: [(&str, &[(usize, f64)]); 2] =
            [("astar", &[(0, 9500.0), (1, 950.0), (2, 95.0)]), ("nbs", &[(0, 475.0), (1, 380.0), (2, 285.0)])];
        assert_eq!(lines, expected);
        assert_eq!(remark, "Means over the 20 of 20 instances solved by every configuration shown.");
    }

    #[test]
    fn three_heuristics_of_an_algorithm_must_have_solved_enough_instances() {
        let few = ExperimentData::arrange(runs(&CONFIGURATIONS, "weak"), None);
        assert!(comparison(&few.sets[0]).is_none(), "two heuristics are left");
        let more = [&CONFIGURATIONS[..], &[("astar", "other", 5, 2000)]].concat();
        let enough = ExperimentData::arrange(runs(&more, "weak"), None);
        let comparison = comparison(&enough.sets[0]).unwrap();
        let points: Vec<usize> = comparison.lines.iter().map(|line| line.points.len()).collect();
        assert_eq!(points, [3, 2]);
        let left_out = "Left out (solved less than 95 % of the instances): astar weak (10), nbs weak (10).";
        assert!(comparison.remark.ends_with(left_out), "{}", comparison.remark);
    }
}
