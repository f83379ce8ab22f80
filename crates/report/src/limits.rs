//! Nodes and time under limits: every run is an observation, and no run that did not solve its instance is dropped.
//!
//! The curve of a configuration is the share that is not solved yet, as a function of a cost. A run that did not solve its
//! instance is unsolved up to its own limit of this cost, regardless of how it ended ([`Observation::under_limit`]). If time
//! limits ended runs, the curve of nodes therefore ends at the share that was not solved. Only runs that were cancelled or refused
//! beforehand are left out, and those of unsolvable instances. Assumptions and references are those of [`KaplanMeier`] and [`stats::log_rank`].

use tilebench_record::Status;

use crate::compare::{TestResult, adjust};
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::metric::{GENERATED, Metric, TIME, is_attempt, is_solved};
use crate::number;
use crate::run::ReportRun;
use crate::stats::{self, Interval, IntervalMethod, KaplanMeier, Observation, Timing};

/// A cost of a run that can be limited.
#[derive(Debug)]
pub(crate) struct LimitedCost {
    /// The name in tables.
    pub(crate) name: &'static str,
    metric: Metric,
    /// Whether the cost of a run that solved is always known: an external solver may not count its nodes.
    is_known: bool,
}

const COSTS: [LimitedCost; 2] = [
    LimitedCost { name: "nodes", metric: GENERATED, is_known: false },
    LimitedCost { name: "time", metric: TIME, is_known: true },
];

impl LimitedCost {
    /// The format of its values.
    pub(crate) fn show(&self) -> fn(f64) -> String {
        self.metric.show()
    }

    /// The cost of `run`, and the limit on it.
    fn timing(&self, run: &ReportRun) -> Timing {
        self.metric.timing(run)
    }
}

/// One cost of one configuration on one set.
#[derive(Debug)]
pub(crate) struct CensoredCost {
    /// The set.
    pub(crate) set: String,
    /// The configuration.
    pub(crate) solver: String,
    /// The cost.
    pub(crate) cost: &'static LimitedCost,
    /// The runs that attempted their instance.
    pub(crate) n: u64,
    /// The runs that solved their instance.
    pub(crate) solved: u64,
    /// The statuses of the others.
    pub(crate) unsolved: StatusCounts,
    /// The runs left out, by status.
    pub(crate) left_out: StatusCounts,
    /// Whether the cost of every solved run is known. If not, there is no curve.
    pub(crate) is_complete: bool,
    /// The minimum cost at which half are solved, if half are and the cost of every solved run is known.
    pub(crate) median: Option<f64>,
    /// PAR1, if every run of the set had the same limit: the mean, in which a run that did not solve its instance costs its
    /// limit.
    pub(crate) par1: IntervalEstimate,
    /// PAR2, over all runs on solvable instances, if every run of the set had the same limit.
    pub(crate) par2: Option<f64>,
    /// Whether the curve differs from the baseline's.
    pub(crate) log_rank: Option<TestResult>,
}

/// Counts by status, in the order of [`Status::ALL`].
#[derive(Debug, Default)]
pub(crate) struct StatusCounts(Vec<(Status, u64)>);

/// The censored costs of every configuration, ordered by set, tested against `baseline` if there is one, and the number of
/// tests.
pub(crate) fn censored_costs(experiment: &ExperimentData, baseline: Option<&str>) -> (Vec<CensoredCost>, usize) {
    let mut rows = Vec::new();
    for set in &experiment.sets {
        let baseline = set.configurations.iter().find(|one| Some(one.name.as_str()) == baseline);
        for configuration in &set.configurations {
            rows.extend(COSTS.iter().map(|cost| censored(set, configuration, baseline, cost)));
        }
    }
    let tests = adjust(rows.iter_mut().flat_map(|row| &mut row.log_rank));
    (rows, tests)
}

fn censored(
    set: &SetRuns,
    configuration: &ConfigurationRuns,
    baseline: Option<&ConfigurationRuns>,
    cost: &'static LimitedCost,
) -> CensoredCost {
    let observations = observed(configuration, cost);
    let is_complete = has_all_costs(configuration, cost);
    let curve = KaplanMeier::from_observations(&observations).filter(|_| is_complete);
    let limit = common_limit(set, cost);
    let restricted = limit.and_then(|limit| Some((limit, curve.as_ref()?.restricted_mean(limit)?)));
    let is_tested =
        |other: &&ConfigurationRuns| other.name != configuration.name && is_complete && has_all_costs(other, cost);
    let other = baseline.filter(is_tested);
    let tested = other.and_then(|other| stats::log_rank(&observations, &observed(other, cost)));
    let timings: Vec<Timing> = configuration.solvable().map(|run| cost.timing(run)).collect();
    CensoredCost {
        set: set.name.clone(),
        solver: configuration.name.clone(),
        cost,
        n: observations.len() as u64,
        solved: observations.iter().filter(|run| run.solved).count() as u64,
        unsolved: StatusCounts::for_runs(configuration, |run| is_observed(run, cost) && !is_solved(run)),
        left_out: StatusCounts::for_runs(configuration, |run| !is_observed(run, cost)),
        is_complete,
        median: curve.as_ref().and_then(KaplanMeier::median),
        par1: restricted.map_or_else(IntervalEstimate::default, |(limit, restricted)| {
            let far = stats::distributions::normal_quantile(0.975) * restricted.standard_error;
            let [low, high] = [restricted.mean - far, restricted.mean + far].map(|end| end.clamp(0.0, limit));
            let interval = (observations.len() > 1).then_some(Interval { low, high, method: IntervalMethod::Normal });
            IntervalEstimate::new(Some(restricted.mean), interval)
        }),
        par2: limit.and_then(|_| stats::par2(&timings)).filter(|_| set.has_equal_limits()),
        log_rank: tested.map(|test| TestResult::new(test.p)),
    }
}

/// Whether `run` attempted its instance, and its cost is known if it solved it.
fn is_observed(run: &ReportRun, cost: &LimitedCost) -> bool {
    is_attempt(run) && (!is_solved(run) || cost.is_known || cost.timing(run).seconds.is_some())
}

/// Whether the cost of every solved run is known: without some of them, the curve would not end at the share that is solved.
fn has_all_costs(configuration: &ConfigurationRuns, cost: &LimitedCost) -> bool {
    configuration.solved().all(|run| is_observed(run, cost))
}

fn observed(configuration: &ConfigurationRuns, cost: &LimitedCost) -> Vec<Observation> {
    let observation = |run: &ReportRun| {
        let Timing { seconds, limit, solved } = cost.timing(run);
        Observation::under_limit(seconds.filter(|_| solved), limit)
    };
    configuration.runs.iter().filter(|run| is_observed(run, cost)).map(observation).collect()
}

/// The limit that every run on `set` had, if it is the same.
fn common_limit(set: &SetRuns, cost: &LimitedCost) -> Option<f64> {
    let mut limits = set.configurations.iter().flat_map(|one| &one.runs).map(|run| cost.timing(run).limit);
    let first = limits.next()??;
    limits.all(|limit| limit.is_some_and(|limit| limit.total_cmp(&first).is_eq())).then_some(first)
}

impl StatusCounts {
    fn for_runs(configuration: &ConfigurationRuns, holds: impl Fn(&ReportRun) -> bool) -> Self {
        let count = |&status: &Status| {
            (status, configuration.runs.iter().filter(|run| run.status == status && holds(run)).count() as u64)
        };
        Self(Status::ALL.iter().map(count).filter(|(_, count)| *count > 0).collect())
    }

    /// As `2 time-limit, 1 memory-limit`.
    pub(crate) fn text(&self) -> String {
        let counts = self.0.iter().map(|(status, count)| format!("{} {status}", number::grouped(*count)));
        counts.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn rows(runs: Vec<tilebench_record::Run>) -> (Vec<CensoredCost>, usize) {
        censored_costs(&ExperimentData::arrange(runs, Some(fixture::manifest())), Some("A* manhattan"))
    }

    fn find<'a>(rows: &'a [CensoredCost], solver: &str, cost: &str) -> &'a CensoredCost {
        rows.iter().find(|row| row.solver.starts_with(solver) && row.cost.name == cost).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} is not {expected}");
    }

    #[test]
    fn a_run_that_did_not_solve_counts_up_to_its_limit_regardless_of_how_it_ended() {
        let (rows, tests) = rows(fixture::runs());
        let nodes = find(&rows, "A*", "nodes");
        assert_eq!((nodes.n, nodes.solved, nodes.unsolved.text().as_str()), (4, 3, "1 node-limit"));
        // 1000, 2000, 9000, and a million, the limit of all unsolved runs.
        close(nodes.median, 2000.0);
        close(nodes.par1.value, 1_012_000.0 / 4.0);
        assert_eq!(nodes.par1.interval.map(|interval| interval.method), Some(IntervalMethod::Normal));
        close(nodes.par2, 2_012_000.0 / 4.0);
        let weighted = find(&rows, "WA*", "nodes");
        assert_eq!((weighted.n, weighted.unsolved.text().as_str()), (4, "1 crashed"));
        close(weighted.par1.value, 1_003_000.0 / 4.0);
        // The node limit ended one run after 5 s; it counts with a full minute.
        close(find(&rows, "A*", "time").par1.value, 60.12 / 4.0);
        close(find(&rows, "IDA*", "time").par1.value, 60.096 / 4.0);
        assert_eq!(tests, 4, "two others on the first set; on the second only the baseline ran");
        assert!(nodes.log_rank.is_none() && weighted.log_rank.is_some());
    }

    #[test]
    fn an_unsolvable_instance_is_left_out() {
        let [(with, _), (without, _)] = [fixture::runs_with_an_unsolvable_instance(), fixture::runs()].map(rows);
        for (with, without) in with.iter().zip(&without).filter(|(with, _)| with.set == "korf100") {
            assert_eq!((with.n, with.median, with.par2), (without.n, without.median, without.par2));
            assert_eq!((with.left_out.text().as_str(), without.left_out.text().as_str()), ("1 unsolvable", ""));
        }
    }

    #[test]
    fn the_node_curve_of_40_runs_with_19_stopped_by_time_ends_at_21_of_40_solved() {
        let run = |number: u64| {
            let solved = number <= 21;
            tilebench_record::Run {
                run_id: number.to_string(),
                set: "s".into(),
                instance: number.to_string(),
                solver: "A*".into(),
                status: if solved { Status::Solved } else { Status::TimeLimit },
                length: solved.then_some(50),
                // Runs stopped by time have generated fewer nodes than the last solved one.
                generated: Some(if solved { 1000 * number } else { 500 * number }),
                wall_s: if solved { 0.1 } else { 1.0 },
                time_limit_s: Some(1.0),
                ..Default::default()
            }
        };
        for node_limit in [None, Some(1_000_000)] {
            let runs: Vec<_> = (1..=40).map(|number| tilebench_record::Run { node_limit, ..run(number) }).collect();
            let experiment = ExperimentData::arrange(runs, None);
            let curve =
                KaplanMeier::from_observations(&observed(&experiment.sets[0].configurations[0], &COSTS[0])).unwrap();
            let end = curve.steps.last().unwrap();
            assert_eq!((curve.steps.len(), end.at_risk), (21, 20));
            assert!((1.0 - end.unsolved - 0.525).abs() < 1e-12, "{end:?}");
            let (rows, _) = censored_costs(&experiment, None);
            let nodes = find(&rows, "A*", "nodes");
            assert_eq!((nodes.n, nodes.solved, nodes.unsolved.text().as_str()), (40, 21, "19 time-limit"));
            close(nodes.median, 20_000.0);
            assert_eq!(nodes.par1.value.is_some(), node_limit.is_some());
        }
        let mut runs: Vec<_> = (1..=40).map(run).collect();
        for run in &mut runs[..2] {
            (run.status, run.length) = (Status::MemoryLimit, None);
        }
        let (rows, _) = rows(runs);
        assert_eq!(find(&rows, "A*", "nodes").median, None, "19 of 40 are less than half");
    }

    #[test]
    fn a_median_that_is_not_reached_is_none_and_different_limits_are_not_common() {
        let mut runs = fixture::runs();
        for run in &mut runs {
            (run.status, run.length) = (Status::TimeLimit, None);
        }
        runs[0].time_limit_s = Some(30.0);
        let (rows, tests) = rows(runs);
        assert!(rows.iter().all(|row| row.median.is_none() && row.solved == 0));
        assert_eq!(tests, 0, "no run solved");
        assert_eq!(find(&rows, "IDA*", "time").par1.value, None);
        assert_eq!(find(&rows, "A*", "time").par2, None, "a mean over runs with different limits is not comparable");
    }

    #[test]
    fn a_killed_run_is_unsolved_although_its_counts_are_lost_and_a_cancelled_one_is_left_out() {
        let mut runs = fixture::runs();
        (runs[10].generated, runs[10].ended_by) = (None, Some(tilebench_record::EndedBy::Runner));
        runs[11].status = Status::Cancelled;
        // An external solver that did not count.
        runs[8].generated = None;
        let (rows, _) = rows(runs);
        let [nodes, time] = ["nodes", "time"].map(|cost| find(&rows, "IDA*", cost));
        assert_eq!((nodes.n, nodes.left_out.text().as_str()), (2, "1 solved, 1 cancelled"));
        assert_eq!((nodes.median, nodes.par1.value, nodes.log_rank), (None, None, None));
        assert!(time.par1.value.is_some());
        assert_eq!((time.n, time.left_out.text().as_str()), (3, "1 cancelled"));
        assert_eq!([nodes, time].map(|row| row.unsolved.text()), ["1 time-limit", "1 time-limit"]);
    }
}
