//! The configurations that are compared on commonly solved instances, and these instances.
//!
//! A configuration that solves few instances would restrict the sample of all others to those instances. So only
//! configurations that solved at least 95 % of the set are compared, and the others are named.

use std::collections::HashMap;
use std::sync::Arc;

use crate::compare_on::COVERAGE;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::number::grouped;

/// The minimum number of common instances for a chart or a conclusion.
pub(crate) const MIN_COMMON_INSTANCES: usize = 10;

/// Configurations and the instances that all of them solved.
#[derive(Debug)]
pub(crate) struct CommonInstances<'a> {
    /// The configurations that are compared.
    pub(crate) members: Vec<&'a ConfigurationRuns>,
    /// The configurations that solved too few instances.
    pub(crate) left_out: Vec<&'a ConfigurationRuns>,
    /// The instances that every member solved, sorted by name.
    pub(crate) instances: Vec<Arc<str>>,
}

impl<'a> CommonInstances<'a> {
    /// The members among `candidates`, configurations of `set`.
    pub(crate) fn new(set: &SetRuns, candidates: impl IntoIterator<Item = &'a ConfigurationRuns>) -> Self {
        let candidates: Vec<&ConfigurationRuns> = candidates.into_iter().collect();
        // A single configuration is not compared.
        let required = if candidates.len() > 1 { set.compare_on.required(set.instances()) } else { 0 };
        let (members, left_out): (Vec<_>, Vec<_>) =
            candidates.into_iter().partition(|configuration| configuration.solved().count() >= required);
        let instances = solved_by_all(&members);
        Self { members, left_out, instances }
    }

    /// Whether `instance` is solved by every member.
    pub(crate) fn contains(&self, instance: &Arc<str>) -> bool {
        self.instances.binary_search(instance).is_ok()
    }

    /// Whether there are enough instances for a chart.
    pub(crate) fn is_enough(&self) -> bool {
        self.instances.len() >= MIN_COMMON_INSTANCES
    }

    /// A sentence on the configurations left out, if there are any.
    pub(crate) fn remark(&self) -> Option<String> {
        let names = self.left_out.iter().map(|one| format!("{} ({})", one.name, grouped(one.solved().count() as u64)));
        let names: Vec<String> = names.collect();
        (!names.is_empty())
            .then(|| format!("Left out (solved less than {COVERAGE} % of the instances): {}.", names.join(", ")))
    }
}

fn solved_by_all(members: &[&ConfigurationRuns]) -> Vec<Arc<str>> {
    let mut solved: HashMap<&Arc<str>, usize> = HashMap::new();
    for run in members.iter().flat_map(|configuration| configuration.solved()) {
        *solved.entry(&run.instance).or_default() += 1;
    }
    solved.retain(|_, count| *count == members.len());
    let mut instances: Vec<Arc<str>> = solved.into_keys().cloned().collect();
    instances.sort_unstable();
    instances
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_on::CompareOn;
    use crate::experiment::ExperimentData;
    use crate::fixture;
    use crate::remarks::remarks;

    #[test]
    fn an_unsolvable_instance_is_not_required_but_named() {
        let [with, without] = [fixture::runs_with_an_unsolvable_instance(), fixture::runs()].map(|runs| {
            let experiment = ExperimentData::arrange(runs, Some(fixture::manifest()));
            let is_named = remarks(&experiment).iter().any(|remark| remark.contains("3 runs on unsolvable instances"));
            assert_eq!(is_named, experiment.runs() == 17);
            let set = &experiment.sets[0];
            let common = CommonInstances::new(set, &set.configurations);
            (set.instances(), set.configurations[0].solved_of_all(), common.members.len(), common.instances)
        });
        assert_eq!(with, without);
    }

    #[test]
    fn a_configuration_that_solved_few_instances_does_not_restrict_the_sample_and_is_named() {
        // Of 30 instances the weak one solved 3, the fair one 29, the strong one all.
        let mut experiment = ExperimentData::arrange(fixture::estimates_of(30), None);
        let set = &experiment.sets[0];
        let common = CommonInstances::new(set, &set.configurations);
        let names: Vec<&str> = common.members.iter().map(|one| one.name.as_str()).collect();
        assert_eq!((names, common.instances.len(), common.is_enough()), (vec!["IDA* fair", "IDA* strong"], 29, true));
        let remark = "Left out (solved less than 95 % of the instances): IDA* weak (3).";
        assert_eq!(common.remark().as_deref(), Some(remark));

        experiment.sets[0].compare_on = CompareOn::All;
        let set = &experiment.sets[0];
        let common = CommonInstances::new(set, &set.configurations);
        assert_eq!((common.members.len(), common.instances.len(), common.is_enough()), (3, 3, false));
    }
}
