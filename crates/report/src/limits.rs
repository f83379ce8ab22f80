//! Nodes and time with stopped runs as what they are: censored at a limit, not missing.
//!
//! A run that a limit stopped is known to need more than it had: the Kaplan-Meier curve counts it up to there. A run
//! that ended otherwise without a solution (crashed, gave up, could not search) is left out with its reason, for no
//! time would have made it solve. Assumptions and references are those of [`KaplanMeier`] and [`stats::log_rank`].

use tilebench_record::Status;

use crate::compare::{Tested, correct};
use crate::estimates::Estimate;
use crate::experiment::{Configuration, Experiment, InstanceSet};
use crate::measure::{is_solved, nodes, time};
use crate::number;
use crate::run::Run;
use crate::stats::{self, Interval, KaplanMeier, Method, Observation, Timing};

/// What can be censored.
#[derive(Debug)]
pub(crate) struct Cost {
    /// Its name.
    pub(crate) name: &'static str,
    /// What a run cost, and the limit on it.
    of: fn(&Run) -> Timing,
    /// The status of a run that this very limit stopped.
    limit: Status,
    /// A value as people read it.
    pub(crate) show: fn(f64) -> String,
}

const COSTS: [Cost; 2] = [
    Cost { name: "nodes", of: nodes, limit: Status::NodeLimit, show: number::compact },
    Cost { name: "time", of: time, limit: Status::TimeLimit, show: number::seconds },
];

/// One cost of one configuration on one set.
#[derive(Debug)]
pub(crate) struct Censored {
    /// The set.
    pub(crate) set: String,
    /// The configuration.
    pub(crate) solver: String,
    /// The cost.
    pub(crate) cost: &'static Cost,
    /// The runs that solved or were stopped at a limit.
    pub(crate) n: u64,
    /// Those that solved.
    pub(crate) solved: u64,
    /// At which limits the others were stopped.
    pub(crate) stopped: Counted,
    /// The runs left out, by how they ended.
    pub(crate) left_out: Counted,
    /// The least cost by which half are solved, if they are.
    pub(crate) median: Option<f64>,
    /// The mean cost, cut at the limit that every run of the set had.
    pub(crate) restricted: Estimate,
    /// The penalised mean, over all runs.
    pub(crate) par2: Option<f64>,
    /// Whether the curve differs from the baseline's.
    pub(crate) log_rank: Option<Tested>,
}

/// Counts by status, in the order of [`Status::ALL`].
#[derive(Debug, Default)]
pub(crate) struct Counted(Vec<(Status, u64)>);

/// Every configuration's, ordered by set; tested against `baseline`, if there is one, and how many tests these are.
pub(crate) fn of(experiment: &Experiment, baseline: Option<&str>) -> (Vec<Censored>, usize) {
    let mut rows = Vec::new();
    for set in &experiment.sets {
        let baseline = set.configurations.iter().find(|one| Some(one.name.as_str()) == baseline);
        for configuration in &set.configurations {
            rows.extend(COSTS.iter().map(|cost| censored(set, configuration, baseline, cost)));
        }
    }
    let tests = correct(rows.iter_mut().flat_map(|row| &mut row.log_rank));
    (rows, tests)
}

fn censored(
    set: &InstanceSet,
    configuration: &Configuration,
    baseline: Option<&Configuration>,
    cost: &'static Cost,
) -> Censored {
    let observations = observed(configuration, cost);
    let curve = KaplanMeier::of(&observations);
    let restricted = common_limit(set, cost).and_then(|limit| Some((limit, curve.as_ref()?.restricted_mean(limit)?)));
    let other = baseline.filter(|other| other.name != configuration.name);
    let tested = other.and_then(|other| stats::log_rank(&observations, &observed(other, cost)));
    let timings: Vec<Timing> = configuration.runs.iter().map(cost.of).collect();
    Censored {
        set: set.name.clone(),
        solver: configuration.name.clone(),
        cost,
        n: observations.len() as u64,
        solved: observations.iter().filter(|run| run.solved).count() as u64,
        stopped: Counted::of(configuration, |run| run.status.is_limit() && is_observed(run, cost)),
        left_out: Counted::of(configuration, |run| !is_observed(run, cost)),
        median: curve.as_ref().and_then(KaplanMeier::median),
        restricted: restricted.map_or_else(Estimate::default, |(limit, restricted)| {
            let far = stats::distributions::normal_quantile(0.975) * restricted.standard_error;
            let [low, high] = [restricted.mean - far, restricted.mean + far].map(|end| end.clamp(0.0, limit));
            // By the normal distribution; the table says so.
            let interval = (observations.len() > 1).then_some(Interval { low, high, method: Method::Bca });
            Estimate { value: Some(restricted.mean), interval }
        }),
        par2: stats::par2(&timings).filter(|_| set.has_equal_limits()),
        log_rank: tested.map(|test| Tested::new(test.p)),
    }
}

/// Whether it is known of `run` at which cost it solved, or up to which cost it did not.
fn is_observed(run: &Run, cost: &Cost) -> bool {
    // The nodes of a killed run are lost.
    let is_lost = cost.limit == Status::NodeLimit && run.generated.is_none();
    !is_lost && (is_solved(run) || run.status.is_limit())
}

fn observed(configuration: &Configuration, cost: &Cost) -> Vec<Observation> {
    let observation = |run: &Run| {
        let Timing { seconds, limit, solved } = (cost.of)(run);
        // A search looks at its limit now and then, and may be stopped a little short of it.
        let at_limit = limit.filter(|_| run.status == cost.limit).unwrap_or(0.0);
        Observation { time: seconds.unwrap_or(0.0).max(at_limit), solved }
    };
    configuration.runs.iter().filter(|run| is_observed(run, cost)).map(observation).collect()
}

/// The limit that every run on `set` had, if it is the same.
fn common_limit(set: &InstanceSet, cost: &Cost) -> Option<f64> {
    let mut limits = set.configurations.iter().flat_map(|one| &one.runs).map(|run| (cost.of)(run).limit);
    let first = limits.next()??;
    limits.all(|limit| limit.is_some_and(|limit| limit.total_cmp(&first).is_eq())).then_some(first)
}

impl Counted {
    fn of(configuration: &Configuration, holds: impl Fn(&Run) -> bool) -> Self {
        let count = |&status: &Status| {
            (status, configuration.runs.iter().filter(|run| run.status == status && holds(run)).count() as u64)
        };
        Self(Status::ALL.iter().map(count).filter(|(_, count)| *count > 0).collect())
    }

    /// As `2 time-limit, 1 memory-limit`.
    pub(crate) fn text(&self) -> String {
        let told = self.0.iter().map(|(status, count)| format!("{} {status}", number::whole(*count)));
        told.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn rows(runs: Vec<tilebench_record::Run>) -> (Vec<Censored>, usize) {
        of(&Experiment::arrange(runs, Some(fixture::manifest())), Some("A* manhattan"))
    }

    fn find<'a>(rows: &'a [Censored], solver: &str, cost: &str) -> &'a Censored {
        rows.iter().find(|row| row.solver.starts_with(solver) && row.cost.name == cost).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} is not {expected}");
    }

    #[test]
    fn a_stopped_run_counts_up_to_its_limit_and_a_crash_is_left_out() {
        let (rows, tests) = rows(fixture::runs());
        let nodes = find(&rows, "A*", "nodes");
        assert_eq!((nodes.n, nodes.solved, nodes.stopped.text().as_str()), (4, 3, "1 node-limit"));
        // 1000, 2000, 9000, and a million, where all were stopped that were not solved.
        close(nodes.median, 2000.0);
        close(nodes.restricted.value, 1_012_000.0 / 4.0);
        close(nodes.par2, 2_012_000.0 / 4.0);
        let weighted = find(&rows, "WA*", "nodes");
        assert_eq!((weighted.n, weighted.left_out.text().as_str()), (3, "1 crashed"));
        close(weighted.restricted.value, 1000.0);
        // Nothing is known of its time between 5 s, where the node limit stopped it, and the time limit.
        assert_eq!(find(&rows, "A*", "time").restricted, Estimate::default());
        close(find(&rows, "IDA*", "time").restricted.value, 60.096 / 4.0);
        assert_eq!(tests, 4, "two others on the first set; on the second nothing ran beside the baseline");
        assert!(nodes.log_rank.is_none() && weighted.log_rank.is_some());
    }

    #[test]
    fn a_median_that_was_not_reached_is_none_and_different_limits_are_no_common_one() {
        let mut runs = fixture::runs();
        for run in &mut runs {
            (run.status, run.length) = (Status::TimeLimit, None);
        }
        runs[0].time_limit_s = Some(30.0);
        let (rows, tests) = rows(runs);
        assert!(rows.iter().all(|row| row.median.is_none() && row.solved == 0));
        assert_eq!(tests, 0, "no run solved");
        assert_eq!(find(&rows, "IDA*", "time").restricted.value, None);
        assert_eq!(find(&rows, "A*", "time").par2, None, "limits differ");
    }

    #[test]
    fn the_nodes_of_a_killed_run_are_not_known_but_its_time_is() {
        let mut runs = fixture::runs();
        (runs[10].generated, runs[10].ended_by) = (None, Some(tilebench_record::EndedBy::Runner));
        let (rows, _) = rows(runs);
        let [nodes, time] = ["nodes", "time"].map(|cost| find(&rows, "IDA*", cost));
        assert_eq!((nodes.n, nodes.left_out.text().as_str()), (3, "1 time-limit"));
        assert_eq!((time.n, time.stopped.text().as_str()), (4, "1 time-limit"));
    }
}
