//! Every configuration against a baseline: one family of tests over all sets.

use super::{Compared, compared, correct, known, ratio};
use crate::experiment::Experiment;

/// The configurations against one of them.
#[derive(Debug)]
pub(crate) struct Family {
    /// The baseline.
    pub(crate) baseline: String,
    /// The others, ordered by set and configuration: each is the first of its comparison, the baseline the second.
    pub(crate) members: Vec<Member>,
    /// The sets left out, which the baseline was not run on.
    pub(crate) left_out: Vec<String>,
    /// How many resamples each interval is from.
    pub(crate) resamples: usize,
    /// How many tests Holm's correction is over: Wilcoxon's, the sign test's and `McNemar`'s.
    pub(crate) tests: usize,
}

/// A configuration against the baseline on one set.
#[derive(Debug)]
pub(crate) struct Member {
    /// The configuration.
    pub(crate) solver: String,
    /// Against the baseline.
    pub(crate) compared: Compared,
}

impl Family {
    /// Every configuration of `experiment` against `baseline`, or against the first one.
    ///
    /// None where nothing can be compared.
    ///
    /// # Errors
    ///
    /// Where no configuration is called `baseline`.
    pub(crate) fn of(experiment: &Experiment, baseline: Option<&str>) -> anyhow::Result<Option<Self>> {
        let configurations = || experiment.sets.iter().flat_map(|set| &set.configurations);
        let baseline = match baseline {
            Some(name) => {
                known(experiment, name)?;
                name
            }
            None => match configurations().min_by_key(|configuration| configuration.index) {
                Some(first) => first.name.as_str(),
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
                members.push(Member { solver: first.name.clone(), compared });
            }
        }
        if members.is_empty() {
            return Ok(None);
        }
        let resamples = ratio::draw(members.iter_mut().flat_map(|member| &mut member.compared.ratios), means);
        let tests = correct(members.iter_mut().flat_map(|Member { compared, .. }| {
            let tests = compared.ratios.iter_mut().flat_map(|ratio| ratio.wilcoxon.iter_mut().chain(&mut ratio.sign));
            compared.coverage.iter_mut().chain(tests)
        }));
        Ok(Some(Self { baseline: baseline.to_owned(), members, left_out, resamples, tests }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn family(baseline: Option<&str>) -> anyhow::Result<Option<Family>> {
        Family::of(&Experiment::arrange(fixture::runs(), Some(fixture::manifest())), baseline)
    }

    #[test]
    fn the_baseline_is_the_first_configuration_unless_another_is_named() {
        let first = family(None).unwrap().unwrap();
        assert_eq!(first.baseline, "A* manhattan");
        let members: Vec<_> =
            first.members.iter().map(|one| (one.compared.set.as_str(), one.solver.as_str())).collect();
        let [weighted, iterative] = ["WA* w=1.5 manhattan", "IDA* linear_conflict"];
        assert_eq!(members, [("korf100", weighted), ("korf100", iterative), ("easy", iterative)]);
        let other = family(Some(weighted)).unwrap().unwrap();
        assert_eq!((other.members.len(), other.left_out), (2, vec!["easy".to_owned()]));
        let error = family(Some("WA* w=2 manhattan")).unwrap_err().to_string();
        assert!(error.ends_with("is called 'WA* w=2 manhattan': the nearest is 'WA* w=1.5 manhattan'"), "{error}");
    }

    #[test]
    fn a_ratio_is_over_the_baseline_and_holm_counts_every_test_of_the_family() {
        let family = family(None).unwrap().unwrap();
        let generated = &family.members[1].compared.ratios[1];
        // IDA* generates four times the nodes of A* wherever both solve.
        assert!(generated.ratio.is_some_and(|ratio| (ratio - 4.0).abs() < 1e-9));
        assert_eq!((generated.n, generated.wins, generated.losses), (3, 0, 3));
        let told = |Member { compared, .. }: &Member| {
            let tests = compared.ratios.iter().flat_map(|one| [one.wilcoxon, one.sign]);
            tests.chain([compared.coverage]).flatten().count()
        };
        assert_eq!(family.tests, family.members.iter().map(told).sum::<usize>());
        let wilcoxon = generated.wilcoxon.unwrap();
        assert!((wilcoxon.holm - (wilcoxon.p * family.tests as f64).min(1.0)).abs() < 1e-12);
    }

    #[test]
    fn one_configuration_or_none_is_no_family() {
        let one = fixture::runs().into_iter().take(4).collect();
        assert!(Family::of(&Experiment::arrange(one, None), None).unwrap().is_none());
        assert!(Family::of(&Experiment::default(), None).unwrap().is_none());
    }
}
