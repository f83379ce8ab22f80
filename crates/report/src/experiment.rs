//! The runs of a folder, arranged in the order of the experiment.

mod arrange;

use std::collections::{BTreeMap, HashSet};

use tilebench_plot::kinds::quality::SolutionHistory;
use tilebench_record::{Bounds, Manifest, Proof, Status};

use crate::column::ChartColumn;
use crate::compare::published::PublishedComparison;
use crate::compare_on::CompareOn;
use crate::earlier_plans::EarlierPlans;
use crate::embedded_runs::{EmbeddedRuns, ExperimentNames};
use crate::heuristics::estimates::HeuristicEstimates;
use crate::iterations::ConfigurationIterations;
use crate::metric;
use crate::number::grouped;
use crate::run::ReportRun;
use crate::run_order::RunOrder;
use crate::unread::UnreadRows;

/// The content of a folder, arranged for tables and charts.
#[derive(Debug, Default)]
pub(crate) struct ExperimentData {
    /// The experiment's name.
    pub(crate) name: String,
    /// The manifest of the folder, if there is one.
    pub(crate) manifest: Option<Manifest>,
    /// The number of recorded runs, repeats included.
    pub(crate) recorded: usize,
    /// The number of rows superseded by later rows of the same runs.
    pub(crate) superseded: usize,
    /// The rows of earlier plans.
    pub(crate) earlier_plans: EarlierPlans,
    /// The number of instances whose optimal length was proved by a run of the folder.
    pub(crate) proved: usize,
    /// The columns of the attributes of the runs, whose values are those requested of every run.
    pub(crate) attributes: Vec<&'static ChartColumn>,
    /// Whether a run has several incumbents.
    pub(crate) has_incumbents: bool,
    /// The rows that could not be read.
    pub(crate) unread: UnreadRows,
    /// The number of runs that lost their counts because they were killed at a limit.
    pub(crate) lost_counts: usize,
    /// The runs that crashed or gave a wrong answer, repeats included.
    pub(crate) unexplained: Vec<ReportRun>,
    /// The instance sets, in the experiment's order.
    pub(crate) sets: Vec<SetRuns>,
    /// The heuristics with values of start states, in the order of the experiment.
    pub(crate) heuristics: Vec<String>,
    /// The bounds on the expansions of searches.
    pub(crate) bounds: Vec<Bounds>,
    /// The comparisons with published runs on the sets.
    pub(crate) published: Vec<PublishedComparison>,
    /// Every run as data for the page, unless there are too many.
    pub(crate) embedded_runs: Option<EmbeddedRuns>,
}

/// The runs on one instance set.
#[derive(Debug, Default)]
pub(crate) struct SetRuns {
    /// Its name.
    pub(crate) name: String,
    /// Which configurations are compared on common instances.
    pub(crate) compare_on: CompareOn,
    /// The configurations that ran on it, in the experiment's order.
    pub(crate) configurations: Vec<ConfigurationRuns>,
    /// The heuristic values of its start states.
    pub(crate) estimates: Vec<HeuristicEstimates>,
    /// The iterations of those configurations that deepen iteratively.
    pub(crate) iterations: Vec<ConfigurationIterations>,
    /// The solutions that each configuration found over time, if any run has several incumbents.
    pub(crate) histories: Vec<SolutionHistory>,
    /// The timed runs in the order in which they ended, every repeat of them.
    pub(crate) run_order: RunOrder,
}

/// The runs of one configuration on one instance set.
#[derive(Debug)]
pub(crate) struct ConfigurationRuns {
    /// Its index in the experiment, which determines its style in every chart.
    pub(crate) index: usize,
    /// Its display name.
    pub(crate) name: String,
    /// Its guarantee: the weakest proof of its solved runs on this set or, if none is solved, on the other sets.
    pub(crate) guarantee: Option<Proof>,
    /// One run per instance, repeats folded, in the order of the instances.
    pub(crate) runs: Vec<ReportRun>,
    /// Every run, if there are several seeds; otherwise empty.
    pub(crate) seed_runs: Vec<ReportRun>,
}

impl ExperimentData {
    /// The same data, with the requirement `compare_on` for comparisons on common instances.
    pub(crate) fn compared_on(mut self, compare_on: CompareOn) -> Self {
        for set in &mut self.sets {
            set.compare_on = compare_on;
        }
        self
    }

    /// The definition of suboptimality.
    pub(crate) fn suboptimality_rule(&self) -> &'static str {
        if self.sets.iter().any(SetRuns::has_costs) {
            "cost / least cost (length / optimal length if every move costs 1)"
        } else {
            "length / optimal length"
        }
    }

    /// The names of the sets and of the configurations, in the experiment's order.
    pub(crate) fn names(&self) -> ExperimentNames<'_> {
        let all = self.sets.iter().flat_map(|set| &set.configurations);
        let solvers: BTreeMap<usize, &str> = all.map(|one| (one.index, one.name.as_str())).collect();
        ExperimentNames {
            sets: self.sets.iter().map(|set| set.name.as_str()).collect(),
            solvers: solvers.into_values().collect(),
        }
    }

    /// Every configuration of every set, with its set.
    pub(crate) fn configurations(&self) -> impl Iterator<Item = (&SetRuns, &ConfigurationRuns)> {
        self.sets.iter().flat_map(|set| set.configurations.iter().map(move |one| (set, one)))
    }

    /// The runs of every configuration, repeats folded.
    pub(crate) fn runs(&self) -> usize {
        self.sets.iter().map(SetRuns::runs).sum()
    }
}

impl SetRuns {
    /// The runs on this set, repeats folded.
    pub(crate) fn runs(&self) -> usize {
        self.configurations.iter().map(|configuration| configuration.runs.len()).sum()
    }

    /// The instances of this set that any configuration ran on, without unsolvable ones.
    pub(crate) fn instances(&self) -> usize {
        let runs = self.configurations.iter().flat_map(ConfigurationRuns::solvable);
        runs.map(|run| &*run.instance).collect::<HashSet<_>>().len()
    }

    /// Whether solutions have costs of a model, instead of one per move.
    pub(crate) fn has_costs(&self) -> bool {
        self.configurations.iter().flat_map(|one| &one.runs).any(|run| run.cost.is_some())
    }

    /// Whether all runs on this set had the same limits, so that penalised averages are comparable.
    pub(crate) fn has_equal_limits(&self) -> bool {
        let mut limits = self.configurations.iter().flat_map(|one| &one.runs).map(|run| &run.limits);
        let first = limits.next();
        limits.all(|other| Some(other) == first)
    }

    /// The runs on this set that solved their instance.
    pub(crate) fn solved(&self) -> usize {
        self.configurations.iter().map(|configuration| configuration.solved().count()).sum()
    }
}

impl ConfigurationRuns {
    /// The runs that solved their instance.
    pub(crate) fn solved(&self) -> impl Iterator<Item = &ReportRun> {
        self.runs.iter().filter(|run| run.status == Status::Solved)
    }

    /// The runs on instances that are not unsolvable.
    pub(crate) fn solvable(&self) -> impl Iterator<Item = &ReportRun> {
        self.runs.iter().filter(|run| metric::is_solvable(run))
    }

    /// The numbers of solved runs and of runs on solvable instances: `97/100`.
    pub(crate) fn solved_of_all(&self) -> String {
        let [solved, all] = [self.solved().count(), self.solvable().count()].map(|count| grouped(count as u64));
        format!("{solved}/{all}")
    }

    /// The runs with a known time; the others ended before their search.
    pub(crate) fn timed(&self) -> impl Iterator<Item = &ReportRun> {
        self.runs.iter().filter(|run| run.time().is_some())
    }
}
