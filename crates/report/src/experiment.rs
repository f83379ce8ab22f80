//! The runs of a folder, arranged as the experiment asked for them.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, Folder, Manifest, Status, Unreadable};

use crate::common_instances::CompareOn;
use crate::earlier_plans::EarlierPlans;
use crate::heuristics::{self, Estimates};
use crate::island::Island;
use crate::iterations::{self, Iterations};
use crate::number::whole;
use crate::proved::Proved;
use crate::repeats;
#[cfg(test)]
use crate::run::Texts;
use crate::run::{Rows, Run, Selection};
use crate::unread::Unread;

/// What a folder holds, ready for tables and charts.
#[derive(Debug, Default)]
pub(crate) struct Experiment {
    /// The experiment's name.
    pub(crate) name: String,
    /// Where the runs came from, if the folder says.
    pub(crate) manifest: Option<Manifest>,
    /// The runs recorded, every repeat counted.
    pub(crate) recorded: usize,
    /// The rows left out because their runs were run again.
    pub(crate) superseded: usize,
    /// The rows of earlier plans.
    pub(crate) earlier_plans: EarlierPlans,
    /// How many instances have the shortest length that a run of the folder proved.
    pub(crate) proved: usize,
    /// The rows that could not be read.
    pub(crate) unread: Unread,
    /// How many runs lost their counts because they were killed at a limit.
    pub(crate) lost_counts: usize,
    /// The runs that are a fault of the program, every repeat of them.
    pub(crate) unexplained: Vec<Run>,
    /// The instance sets, in the experiment's order.
    pub(crate) sets: Vec<InstanceSet>,
    /// The heuristics that estimated a start, in the experiment's order.
    pub(crate) heuristics: Vec<String>,
    /// Every run as data for the page, where they are not too many.
    pub(crate) island: Option<Island>,
}

/// The runs on one instance set.
#[derive(Debug, Default)]
pub(crate) struct InstanceSet {
    /// Its name.
    pub(crate) name: String,
    /// Which configurations are compared on common instances.
    pub(crate) compare_on: CompareOn,
    /// The configurations that ran on it, in the experiment's order.
    pub(crate) configurations: Vec<Configuration>,
    /// What the heuristics said of its starts.
    pub(crate) estimates: Vec<Estimates>,
    /// The iterations of those configurations that deepen iteratively.
    pub(crate) iterations: Vec<Iterations>,
}

/// The runs of one configuration on one instance set.
#[derive(Debug)]
pub(crate) struct Configuration {
    /// Its place in the whole experiment, by which it has the same colour in every chart.
    pub(crate) index: usize,
    /// Its display name.
    pub(crate) name: String,
    /// One run an instance, repeats folded, in the order of the instances.
    pub(crate) runs: Vec<Run>,
    /// Every run, where there are several seeds.
    pub(crate) drawn: Vec<Run>,
}

impl Experiment {
    /// Reads the folder `dir`, every row of it that can be read.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        let (mut experiment, folder, _) = Self::arranged(dir, Selection::default())?;
        let reading = || format!("cannot report on {}", dir.display());
        iterations::read(&folder, &mut experiment).with_context(reading)?;
        experiment.island = Island::read(&folder, &experiment).with_context(reading)?;
        Ok(experiment)
    }

    /// Reads the runs of the folder `dir` that `selection` wants, and tells how many it does not want.
    pub(crate) fn select(dir: &Path, selection: Selection) -> anyhow::Result<(Self, usize)> {
        let (experiment, _, left_out) = Self::arranged(dir, selection)?;
        Ok((experiment, left_out))
    }

    fn arranged(dir: &Path, selection: Selection) -> anyhow::Result<(Self, Folder, usize)> {
        let reading = || format!("cannot report on {}", dir.display());
        let folder = Folder::open(dir).with_context(reading)?;
        let proved = Proved::read(&folder).with_context(reading)?;
        let mut rows = Rows::select(selection);
        let mut unread = Unread::default();
        let mut earlier_plans = EarlierPlans::default();
        let mut proved_instances = HashSet::new();
        let visit = |row: Result<record::Run, Unreadable>, is_planned: bool| match row {
            Err(why) => unread.add(why),
            Ok(row) if !is_planned => earlier_plans.add(&row),
            Ok(mut row) => {
                if proved.fill(&mut row) {
                    proved_instances.insert((row.set.clone(), row.instance.clone()));
                }
                rows.add(&row);
            }
        };
        folder.each_row_of_any_plan_or_why(visit).with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        let has_others = manifest.as_ref().is_some_and(|manifest| manifest.others > 0);
        earlier_plans.are_mixed = has_others && !folder.knows_its_plan().with_context(reading)?;
        let left_out = rows.leave_out();
        let Rows { runs, superseded, experiment: name, .. } = rows;
        let mut experiment = Self::of(runs, name, manifest);
        experiment.superseded = superseded;
        experiment.earlier_plans = earlier_plans;
        experiment.proved = proved_instances.len();
        if experiment.name.is_empty() {
            experiment.name = dir.file_name().unwrap_or(dir.as_os_str()).to_string_lossy().into_owned();
        }
        experiment.unread = unread;
        Ok((experiment, folder, left_out))
    }

    /// Arranges the runs of `records`.
    #[cfg(test)]
    pub(crate) fn arrange(records: Vec<tilebench_record::Run>, manifest: Option<Manifest>) -> Self {
        let name = records.first().map(|record| record.experiment.clone()).unwrap_or_default();
        let mut texts = Texts::default();
        let mut experiment = Self::of(records.iter().map(|record| texts.of(record)).collect(), name, manifest);
        let few = (1..=crate::island::MOST_RUNS).contains(&records.len());
        experiment.island = few.then(|| Island::of(records, Vec::new(), &experiment));
        experiment
    }

    /// Arranges `runs` of the experiment `name` by set, configuration and instance.
    fn of(runs: Vec<Run>, name: String, manifest: Option<Manifest>) -> Self {
        let (asked_sets, asked_solvers) =
            manifest.as_ref().map_or((&[][..], &[][..]), |manifest| (&manifest.sets[..], &manifest.solvers[..]));
        let sets = order(asked_sets, runs.iter().map(|run| &*run.set));
        let solvers = order(asked_solvers, runs.iter().map(|run| &*run.solver));

        let name = manifest.as_ref().map_or(name, |manifest| manifest.name.clone());
        let recorded = runs.len();
        let lost_counts = runs.iter().filter(|run| run.lost_counts).count();
        let unexplained = runs.iter().filter(|run| run.status.unexplained()).cloned().collect();

        let cell = |run: &Run| (sets[&*run.set], solvers[&*run.solver]);
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for run in &runs {
            *counts.entry(cell(run)).or_default() += 1;
        }
        // Of the right size at once: runs are most of the memory of a report, and lists that grow take twice theirs.
        let mut cells: BTreeMap<(usize, usize), Vec<Run>> =
            counts.into_iter().map(|(cell, count)| (cell, Vec::with_capacity(count))).collect();
        for run in runs {
            cells.entry(cell(&run)).or_default().push(run);
        }
        let mut arranged: Vec<InstanceSet> = Vec::new();
        for ((_, index), runs) in cells {
            let (set, name) = (runs[0].set.to_string(), runs[0].solver.to_string());
            let drawn = if repeats::is_one_seed(&runs) { Vec::new() } else { runs.clone() };
            let configuration = Configuration { index, name, runs: repeats::fold(runs), drawn };
            match arranged.last_mut() {
                Some(last) if last.name == set => last.configurations.push(configuration),
                _ => {
                    arranged.push(InstanceSet {
                        name: set,
                        configurations: vec![configuration],
                        ..InstanceSet::default()
                    });
                }
            }
        }
        let heuristics = heuristics::of_sets(&mut arranged);
        Self {
            name,
            manifest,
            recorded,
            superseded: 0,
            earlier_plans: EarlierPlans::default(),
            proved: 0,
            unread: Unread::default(),
            lost_counts,
            unexplained,
            sets: arranged,
            heuristics,
            island: None,
        }
    }

    /// The same, compared on the instances that `compare_on` says.
    pub(crate) fn compared_on(mut self, compare_on: CompareOn) -> Self {
        for set in &mut self.sets {
            set.compare_on = compare_on;
        }
        self
    }

    /// The runs of every configuration, repeats folded.
    pub(crate) fn runs(&self) -> usize {
        self.sets.iter().map(InstanceSet::runs).sum()
    }
}

impl InstanceSet {
    /// The runs on this set, repeats folded.
    pub(crate) fn runs(&self) -> usize {
        self.configurations.iter().map(|configuration| configuration.runs.len()).sum()
    }

    /// The instances of this set that any configuration ran on.
    pub(crate) fn instances(&self) -> usize {
        let runs = self.configurations.iter().flat_map(|configuration| &configuration.runs);
        runs.map(|run| &*run.instance).collect::<HashSet<_>>().len()
    }

    /// Whether all runs on this set had the same limits: only then are penalised averages comparable.
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

impl Configuration {
    /// The runs that solved their instance.
    pub(crate) fn solved(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.status == Status::Solved)
    }

    /// How many runs solved their instance, of how many: `97/100`.
    pub(crate) fn solved_of_all(&self) -> String {
        let [solved, all] = [self.solved().count(), self.runs.len()].map(|count| whole(count as u64));
        format!("{solved}/{all}")
    }

    /// The runs whose time is known; the others ended before their search.
    pub(crate) fn timed(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| run.time().is_some())
    }
}

/// The place of every name: first those `asked` for, then the others as they come.
fn order<'a>(asked: &'a [String], found: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for name in asked.iter().map(String::as_str).chain(found) {
        let next = places.len();
        places.entry(name.to_owned()).or_insert(next);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn sets_and_configurations_keep_the_order_asked_for_whatever_ended_first() {
        let mut runs = fixture::runs();
        runs.reverse();
        let experiment = Experiment::arrange(runs, Some(fixture::manifest()));
        let names: Vec<_> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
        assert_eq!(names, ["korf100", "easy"]);
        let names: Vec<_> = experiment.sets[0].configurations.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["A* manhattan", "WA* w=1.5 manhattan", "IDA* linear_conflict"]);
    }
}
