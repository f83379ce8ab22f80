//! Configurations that belong together in a classical table, on the instances that all of them solved.

use std::rc::Rc;

use tilebench_record::Status;

use crate::common_instances::CommonInstances;
use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::number::whole;
use crate::run::ReportRun;
use crate::stats;

/// One configuration of a group, and its runs on the instances that every one of the group solved.
pub(super) struct GroupMember<'a> {
    pub(super) set: &'a str,
    pub(super) configuration: &'a ConfigurationRuns,
    runs: Vec<&'a ReportRun>,
}

/// The groups of an experiment.
pub(super) struct ConfigurationGroups<'a> {
    /// Their members, group by group.
    pub(super) members: Vec<GroupMember<'a>>,
    /// Notes on the number of instances of each group and on the runs left out.
    pub(super) notes: Vec<String>,
}

impl<'a> ConfigurationGroups<'a> {
    /// The configurations of each set that are alike in `alike`, as far as `takes` a group of them.
    pub(super) fn new(
        experiment: &'a ExperimentData,
        alike: fn(&ReportRun) -> Vec<&str>,
        takes: impl Fn(&[&ConfigurationRuns]) -> bool,
    ) -> Self {
        let (mut members, mut notes) = (Vec::new(), Vec::new());
        for set in &experiment.sets {
            let mut groups: Vec<Vec<&ConfigurationRuns>> = Vec::new();
            for configuration in set.configurations.iter().filter(|configuration| is_made_for(configuration)) {
                let place = groups.iter().position(|group| alike(&group[0].runs[0]) == alike(&configuration.runs[0]));
                match place {
                    Some(place) => groups[place].push(configuration),
                    None => groups.push(vec![configuration]),
                }
            }
            for group in groups.into_iter().filter(|group| takes(group)) {
                let algorithm = group[0].runs[0].algorithm.clone();
                let common = CommonInstances::new(set, group);
                let [n, all] = [common.instances.len(), set.instances()].map(|count| whole(count as u64));
                let by =
                    if common.members.len() == 1 { "it".to_owned() } else { format!("all {}", common.members.len()) };
                let rest = if n == all { "" } else { "; the others are left out" };
                notes.push(format!(
                    "{}, {algorithm}: means over the {n} of {all} instances that {by} solved{rest}.",
                    set.name
                ));
                notes.extend(common.remark());
                members.extend(common.members.iter().map(|&configuration| GroupMember {
                    set: &set.name,
                    configuration,
                    runs: on(&configuration.runs, &common.instances),
                }));
            }
        }
        Self { members, notes }
    }

    /// Whether they are of several sets.
    pub(super) fn several_sets(&self) -> bool {
        self.members.iter().any(|member| member.set != self.members[0].set)
    }
}

/// Whether it supports the boards of the set. One that does not solves none of them, and the others would be compared on
/// none.
fn is_made_for(configuration: &ConfigurationRuns) -> bool {
    configuration.runs.iter().any(|run| run.status != Status::Unsupported)
}

fn on<'a>(runs: &'a [ReportRun], common: &[Rc<str>]) -> Vec<&'a ReportRun> {
    runs.iter().filter(|run| common.binary_search(&run.instance).is_ok()).collect()
}

impl GroupMember<'_> {
    /// Its first run, for the values that all of its runs share.
    pub(super) fn first(&self) -> &ReportRun {
        &self.configuration.runs[0]
    }

    /// The number of instances that it is computed over.
    pub(super) fn n(&self) -> u64 {
        self.runs.len() as u64
    }

    /// The values that its runs have.
    pub(super) fn values(&self, value: impl Fn(&ReportRun) -> Option<f64>) -> Vec<f64> {
        self.runs.iter().filter_map(|run| value(run)).collect()
    }

    /// Their mean, if every run has one.
    pub(super) fn mean(&self, value: impl Fn(&ReportRun) -> Option<f64>) -> Option<f64> {
        let values = self.values(value);
        if values.len() == self.runs.len() { stats::mean(&values) } else { None }
    }

    /// Nodes generated a second, by sums.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        let known = self.runs.iter().filter_map(|run| run.nodes().zip(run.time()));
        let (nodes, seconds) = known.fold((0.0, 0.0), |(nodes, seconds), run| (nodes + run.0, seconds + run.1));
        (seconds > 0.0).then(|| nodes / seconds)
    }
}
