//! The facts about all configurations of a set.

use super::group_facts::GroupFacts;
use super::phrases;
use super::sentence_rule::Subject;
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::metric::is_attempt;
use crate::number::{counted, grouped};
use crate::stats;

/// The configurations of a set, across guarantees.
#[derive(Debug)]
pub(super) struct SetFacts {
    /// The number of instances.
    pub(super) instances: usize,
    /// Whether all runs had the same limits.
    pub(super) has_equal_limits: bool,
    /// The configurations that attempted instances and solved too few of them to be compared, with their numbers.
    pub(super) stopped: Vec<String>,
    /// Of the configurations that were run on all instances, the two that solved the most with their shares, unless both solved the
    /// same number.
    pub(super) most_solved: Option<[(String, String); 2]>,
    /// The number of instances that a compared configuration did not solve.
    pub(super) left_out: usize,
}

impl SetFacts {
    /// The facts about `set` with the facts about its `groups`.
    pub(super) fn new(set: &SetRuns, groups: &[GroupFacts]) -> Self {
        let instances = set.instances();
        let required = set.compare_on.required(instances);
        let is_stopped = |one: &&ConfigurationRuns| one.solved().count() < required.min(attempts(one));
        let with_solved = |one: &ConfigurationRuns| format!("{} ({})", one.name, one.solved_of_all());
        // A configuration that was run on more instances has more solved ones.
        let is_whole = |one: &&ConfigurationRuns| one.solvable().count() == instances && attempts(one) > 0;
        let mut by_solved: Vec<&ConfigurationRuns> = set.configurations.iter().filter(is_whole).collect();
        by_solved.sort_by_key(|one| std::cmp::Reverse(one.solved().count()));
        let most_solved = match by_solved.as_slice() {
            [first, next, ..] if next.solved().count() < first.solved().count() => {
                Some([*first, *next].map(|one| (one.name.clone(), solved_share(one))))
            }
            _ => None,
        };
        let compared = groups.iter().filter(|group| group.is_compared());
        Self {
            instances,
            has_equal_limits: set.has_equal_limits(),
            stopped: set.configurations.iter().filter(is_stopped).map(with_solved).collect(),
            most_solved,
            left_out: compared.map(|group| instances - group.common).max().unwrap_or_default(),
        }
    }
}

/// The number of instances that `configuration` attempted.
fn attempts(configuration: &ConfigurationRuns) -> usize {
    configuration.runs.iter().filter(|run| is_attempt(run)).count()
}

impl Subject for SetFacts {
    fn subject(&self) -> String {
        "All".to_owned()
    }

    fn field(&self, name: &str) -> String {
        let solved = |place: usize| self.most_solved.clone().map(|two| two[place].clone()).unwrap_or_default();
        match name {
            "stopped" => phrases::list(&self.stopped),
            "instances" => counted(self.instances, "instance"),
            "left_out" => grouped(self.left_out as u64),
            "most_solved" => solved(0).0,
            "most_solved_share" => solved(0).1,
            "next_solved" => solved(1).0,
            "next_solved_share" => solved(1).1,
            _ => unreachable!("no field of a set is named '{name}'"),
        }
    }
}

/// The solved instances of `configuration` with their share of the solvable ones and its interval.
fn solved_share(configuration: &ConfigurationRuns) -> String {
    let (solved, all) = (configuration.solved().count() as u64, configuration.solvable().count() as u64);
    let share = IntervalEstimate::new(Some(solved as f64 / all as f64), stats::wilson_interval(solved, all, 0.95));
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    format!("{} of {}, {}", grouped(solved), grouped(all), phrases::estimate(share, percent))
}
