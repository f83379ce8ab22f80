//! Every configuration against a baseline.
//!
//! Only one measure is tested, nodes generated: over all pairs if a run failed, otherwise over all instances. The tests of all
//! configurations and sets are one family, and so are the `McNemar` tests of the solved instances. Testing every measure would
//! enlarge the family and reduce the power.

use std::collections::BTreeMap;

use super::{ALL_PAIRS, ALL_SOLVED, MeasureRatio, SetComparison, adjust, compared, known, ratio};
use crate::experiment::ExperimentData;

/// The measure that is tested.
pub(crate) const PRIMARY: &str = "generated";

/// The comparison of all configurations with a baseline.
#[derive(Debug)]
pub(crate) struct BaselineComparison {
    /// The baseline.
    pub(crate) baseline: String,
    /// The others, ordered by set and configuration. In each comparison, the baseline is the second.
    pub(crate) members: Vec<BaselineMember>,
    /// The sets that the baseline was not run on.
    pub(crate) left_out: Vec<String>,
    /// The number of resamples of each interval.
    pub(crate) resamples: usize,
    /// The number of tests of nodes in Holm's correction.
    pub(crate) tests: usize,
    /// The number of `McNemar` tests in Holm's correction.
    pub(crate) coverage_tests: usize,
}

/// A configuration compared with the baseline on one set.
#[derive(Debug)]
pub(crate) struct BaselineMember {
    /// The configuration.
    pub(crate) solver: String,
    /// The comparison with the baseline.
    pub(crate) compared: SetComparison,
}

impl BaselineComparison {
    /// Compares every configuration of `experiment` with `baseline`, by default the one that solved the most instances (on
    /// ties, the first).
    ///
    /// None if there is nothing to compare.
    ///
    /// # Errors
    ///
    /// If no configuration is named `baseline`.
    pub(crate) fn new(experiment: &ExperimentData, baseline: Option<&str>) -> anyhow::Result<Option<Self>> {
        let baseline = match baseline {
            Some(name) => {
                known(experiment, name)?;
                name
            }
            None => match best_coverage(experiment) {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        let (mut members, mut means, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        for set in &experiment.sets {
            let Some(second) = set.configurations.iter().find(|one| one.name == baseline) else {
                left_out.push(set.name.clone());
                continue;
            };
            for first in set.configurations.iter().filter(|one| one.name != baseline) {
                let compared = compared(set, first, second, &mut means);
                members.push(BaselineMember { solver: first.name.clone(), compared });
            }
        }
        if members.is_empty() {
            return Ok(None);
        }
        let resamples = ratio::set_intervals(members.iter_mut().flat_map(|member| &mut member.compared.ratios), means);
        for ratio in members.iter_mut().flat_map(|member| &mut member.compared.ratios) {
            if !is_primary(ratio) {
                (ratio.wilcoxon, ratio.sign) = (None, None);
            }
        }
        let tests = adjust(members.iter_mut().flat_map(|member| {
            member.compared.ratios.iter_mut().filter_map(|ratio| ratio.wilcoxon.as_mut().or(ratio.sign.as_mut()))
        }));
        let coverage_tests = adjust(members.iter_mut().filter_map(|member| member.compared.coverage.as_mut()));
        Ok(Some(Self { baseline: baseline.to_owned(), members, left_out, resamples, tests, coverage_tests }))
    }
}

/// Whether `ratio` is tested.
fn is_primary(ratio: &MeasureRatio) -> bool {
    ratio.measure == PRIMARY && [ALL_PAIRS, ALL_SOLVED].contains(&ratio.over)
}

/// The name of the configuration that solved the most instances over all sets; on ties, the first.
fn best_coverage(experiment: &ExperimentData) -> Option<&str> {
    let mut solved: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    for configuration in experiment.sets.iter().flat_map(|set| &set.configurations) {
        solved.entry(configuration.index).or_insert((0, &configuration.name)).0 += configuration.solved().count();
    }
    solved.into_values().rev().max_by_key(|(solved, _)| *solved).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn family(baseline: Option<&str>) -> anyhow::Result<Option<BaselineComparison>> {
        BaselineComparison::new(&ExperimentData::arrange(fixture::runs(), Some(fixture::manifest())), baseline)
    }

    #[test]
    fn on_ties_the_baseline_is_the_first_configuration_unless_another_is_named() {
        let first = family(None).unwrap().unwrap();
        assert_eq!(first.baseline, "A* manhattan");
        let members: Vec<_> =
            first.members.iter().map(|one| (one.compared.set.as_str(), one.solver.as_str())).collect();
        let [weighted, iterative] = ["WA* w=1.5 manhattan", "IDA* linear_conflict"];
        assert_eq!(members, [("korf100", weighted), ("korf100", iterative), ("easy", iterative)]);
        let other = family(Some(weighted)).unwrap().unwrap();
        assert_eq!((other.members.len(), other.left_out), (2, vec!["easy".to_owned()]));
        let error = family(Some("WA* w=2 manhattan")).unwrap_err().to_string();
        assert!(
            error.ends_with("unknown configuration 'WA* w=2 manhattan'; did you mean 'WA* w=1.5 manhattan'?"),
            "{error}"
        );
    }

    #[test]
    fn a_ratio_is_relative_to_the_baseline() {
        let family = family(None).unwrap().unwrap();
        let generated = &family.members[1].compared.ratios[1];
        // IDA* generates four times the nodes of A* wherever both solve.
        assert!(generated.ratio.is_some_and(|ratio| (ratio - 4.0).abs() < 1e-9));
        assert_eq!((generated.n, generated.wins, generated.losses), (3, 0, 3));
    }

    #[test]
    fn one_measure_is_tested_and_holm_counts_its_tests() {
        let many = fixture::estimates_of(30);
        let family = BaselineComparison::new(&ExperimentData::arrange(many, None), None).unwrap().unwrap();
        assert_eq!((family.tests, family.coverage_tests), (2, 2), "two configurations against the third");
        let tested = |ratio: &MeasureRatio| ratio.wilcoxon.is_some() || ratio.sign.is_some();
        for member in &family.members {
            let tested: Vec<&MeasureRatio> = member.compared.ratios.iter().filter(|ratio| tested(ratio)).collect();
            assert!(matches!(tested[..], [ratio] if ratio.measure == PRIMARY && ratio.over == ALL_PAIRS));
        }
    }

    #[test]
    fn the_baseline_is_the_configuration_that_solved_the_most_instances() {
        let family =
            BaselineComparison::new(&ExperimentData::arrange(fixture::estimates_of(30), None), None).unwrap().unwrap();
        assert_eq!(family.baseline, "IDA* strong");
    }

    #[test]
    fn fewer_than_two_configurations_are_not_compared() {
        let one = fixture::runs().into_iter().take(4).collect();
        assert!(BaselineComparison::new(&ExperimentData::arrange(one, None), None).unwrap().is_none());
        assert!(BaselineComparison::new(&ExperimentData::default(), None).unwrap().is_none());
    }
}
