//! Groups of configurations in a classical table, on the instances that all of a group solved.

use std::sync::Arc;

use tilebench_record::Status;

use crate::common_instances::CommonInstances;
use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::family::{Family, has_several_orders};
use crate::number::grouped;
use crate::run::ReportRun;
use crate::stats;

/// A configuration of a group, with its runs on the instances that all of the group solved.
pub(super) struct GroupMember<'a> {
    pub(super) set: &'a str,
    pub(super) configuration: &'a ConfigurationRuns,
    runs: Vec<&'a ReportRun>,
}

/// The groups of an experiment.
pub(super) struct ConfigurationGroups<'a> {
    /// The members, ordered by group.
    pub(super) members: Vec<GroupMember<'a>>,
    /// Notes on the number of instances of each group and on the runs left out.
    pub(super) notes: Vec<String>,
}

impl<'a> ConfigurationGroups<'a> {
    /// Groups the configurations of each set by `family`, and keeps the groups for which `takes` holds.
    pub(super) fn new(
        experiment: &'a ExperimentData,
        family: fn(&'a ReportRun) -> Family<'a>,
        takes: impl Fn(&[&ConfigurationRuns]) -> bool,
    ) -> Self {
        let (mut members, mut notes) = (Vec::new(), Vec::new());
        for set in &experiment.sets {
            let mut groups: Vec<Vec<&ConfigurationRuns>> = Vec::new();
            for configuration in set.configurations.iter().filter(|configuration| is_supported(configuration)) {
                let place = groups.iter().position(|group| family(&group[0].runs[0]) == family(&configuration.runs[0]));
                match place {
                    Some(place) => groups[place].push(configuration),
                    None => groups.push(vec![configuration]),
                }
            }
            let names_order = has_several_orders(&set.configurations);
            for group in groups.into_iter().filter(|group| takes(group)) {
                let words = family(&group[0].runs[0]).words(names_order).join(" ");
                let common = CommonInstances::new(set, group);
                let [n, all] = [common.instances.len(), set.instances()].map(|count| grouped(count as u64));
                let by = match common.members.len() {
                    1 => "it".to_owned(),
                    count => format!("all {count} configurations"),
                };
                notes.push(format!("{}, {words}: means over the {n} of {all} instances that {by} solved.", set.name));
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

    /// Whether the members have several operator orders.
    pub(super) fn several_orders(&self) -> bool {
        has_several_orders(self.members.iter().map(|member| member.configuration))
    }

    /// Whether two members of a set differ only in their names or limits, so that a table has to name them.
    pub(super) fn has_alike(&self) -> bool {
        let settings = |member: &'_ GroupMember<'a>| {
            let run = &member.configuration.runs[0];
            [member.set, &run.algorithm, &run.heuristic, &run.weight, &run.options, &run.order].map(str::to_owned)
        };
        let mut all: Vec<_> = self.members.iter().map(settings).collect();
        all.sort_unstable();
        all.windows(2).any(|two| two[0] == two[1])
    }

    /// Whether the members are on several sets.
    pub(super) fn several_sets(&self) -> bool {
        self.members.iter().any(|member| member.set != self.members[0].set)
    }
}

/// Whether `configuration` supports the instances of the set. A configuration that does not would leave no common instance.
fn is_supported(configuration: &ConfigurationRuns) -> bool {
    configuration.runs.iter().any(|run| run.status != Status::Unsupported)
}

fn on<'a>(runs: &'a [ReportRun], common: &[Arc<str>]) -> Vec<&'a ReportRun> {
    runs.iter().filter(|run| common.binary_search(&run.instance).is_ok()).collect()
}

impl GroupMember<'_> {
    /// Its first run, for the values that all of its runs share.
    pub(super) fn first(&self) -> &ReportRun {
        &self.configuration.runs[0]
    }

    /// The number of instances.
    pub(super) fn n(&self) -> u64 {
        self.runs.len() as u64
    }

    /// The values that its runs have.
    pub(super) fn values(&self, value: impl Fn(&ReportRun) -> Option<f64>) -> Vec<f64> {
        self.runs.iter().filter_map(|run| value(run)).collect()
    }

    /// The mean value, if every run has one.
    pub(super) fn mean(&self, value: impl Fn(&ReportRun) -> Option<f64>) -> Option<f64> {
        let values = self.values(value);
        if values.len() == self.runs.len() { stats::mean(&values) } else { None }
    }

    /// Nodes generated per second: sum / sum.
    pub(super) fn nodes_per_second(&self) -> Option<f64> {
        let known = self.runs.iter().filter_map(|run| run.nodes().zip(run.time()));
        let (nodes, seconds) = known.fold((0.0, 0.0), |(nodes, seconds), run| (nodes + run.0, seconds + run.1));
        (seconds > 0.0).then(|| nodes / seconds)
    }
}
