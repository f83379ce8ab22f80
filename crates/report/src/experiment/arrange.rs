//! Arranges the rows of a folder by set, configuration and instance, with repeats folded.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, Folder, Manifest, UnreadableRow};

use super::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::column::Columns;
use crate::earlier_plans::EarlierPlans;
use crate::embedded_runs::{CollectedRuns, EmbeddedRuns};
use crate::guarantees;
use crate::heuristics::starts;
use crate::incumbents;
use crate::iterations;
use crate::proved_lengths::ProvedLengths;
use crate::repeats;
use crate::run::ReportRun;
#[cfg(test)]
use crate::run_collector::Interner;
use crate::run_collector::{RunCollector, RunSelection};
use crate::run_order;
use crate::unread::UnreadRows;

impl ExperimentData {
    /// Reads the folder `dir`, every row of it that can be read, without the data of single runs for a page.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        Self::read_for_page(dir, 0)
    }

    /// As [`Self::read`], with the data of single runs for a page if there are at most `max_runs`.
    pub(crate) fn read_for_page(dir: &Path, max_runs: usize) -> anyhow::Result<Self> {
        let mut whole = CollectedRuns::new(max_runs);
        let known = Columns::read(dir)?;
        let selection = RunSelection { requested: known.attributes(), known, ..RunSelection::default() };
        let attributes = selection.requested.clone();
        let (mut experiment, folder, _) = Self::arranged(dir, selection, |run| whole.add(run))?;
        experiment.attributes = attributes;
        let reading = || format!("cannot report on {}", dir.display());
        iterations::read::read(&folder, &mut experiment).with_context(reading)?;
        incumbents::read(&folder, &mut experiment).with_context(reading)?;
        experiment.bounds = folder.bounds().with_context(reading)?;
        if !whole.is_empty() {
            let embedded = EmbeddedRuns::read(whole, &folder, &experiment.names()).with_context(reading)?;
            experiment.embedded_runs = Some(embedded);
        }
        Ok(experiment)
    }

    /// Reads the runs of the folder `dir` in `selection`, and returns the number of the other runs.
    pub(crate) fn select(dir: &Path, selection: RunSelection) -> anyhow::Result<(Self, usize)> {
        let (experiment, _, left_out) = Self::arranged(dir, selection, drop)?;
        Ok((experiment, left_out))
    }

    /// As [`Self::select`]; `collect` also gets every run of the current plan, whole.
    fn arranged(
        dir: &Path,
        selection: RunSelection,
        mut collect: impl FnMut(record::Run),
    ) -> anyhow::Result<(Self, Folder, usize)> {
        let reading = || format!("cannot report on {}", dir.display());
        let folder = Folder::open(dir).with_context(reading)?;
        let proved = ProvedLengths::read(&folder).with_context(reading)?;
        let mut rows = RunCollector::new(selection);
        let mut unread = UnreadRows::default();
        let mut earlier_plans = EarlierPlans::default();
        let mut proved_instances = HashSet::new();
        let mut has_incumbents = false;
        let mut index = 0;
        let visit = |row: Result<record::Run, UnreadableRow>, is_planned: bool| {
            match row {
                Err(why) => unread.add(why),
                Ok(row) if !is_planned => earlier_plans.add(&row),
                Ok(mut row) => {
                    if proved.fill(&mut row) {
                        proved_instances.insert((row.set.clone(), row.instance.clone()));
                    }
                    has_incumbents |= row.incumbents > Some(1);
                    rows.add(&row, index);
                    collect(row);
                }
            }
            index += 1;
        };
        folder.each_row_of_any_plan_or_error(visit).with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        let has_others = manifest.as_ref().is_some_and(|manifest| manifest.others > 0);
        earlier_plans.are_mixed = has_others && !folder.has_plan().with_context(reading)?;
        let left_out = rows.leave_out();
        let RunCollector { runs, superseded, experiment: name, .. } = rows;
        let mut experiment = Self::from_runs(runs, name, manifest);
        experiment.superseded = superseded;
        experiment.has_incumbents = has_incumbents;
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
        let mut texts = Interner::default();
        let mut experiment = Self::from_runs(records.iter().map(|record| texts.slim(record)).collect(), name, manifest);
        let has_runs = !records.is_empty();
        experiment.embedded_runs = has_runs.then(|| EmbeddedRuns::from_runs(records, Vec::new(), &experiment.names()));
        experiment
    }

    /// Arranges `runs` of the experiment `name` by set, configuration and instance.
    fn from_runs(runs: Vec<ReportRun>, name: String, manifest: Option<Manifest>) -> Self {
        let (asked_sets, asked_solvers) =
            manifest.as_ref().map_or((&[][..], &[][..]), |manifest| (&manifest.sets[..], &manifest.solvers[..]));
        let sets = order(asked_sets, runs.iter().map(|run| &*run.set));
        let solvers = order(asked_solvers, runs.iter().map(|run| &*run.solver));

        let name = manifest.as_ref().map_or(name, |manifest| manifest.name.clone());
        let recorded = runs.len();
        let lost_counts = runs.iter().filter(|run| run.lost_counts).count();
        let unexplained = runs.iter().filter(|run| run.status.is_unexplained()).cloned().collect();

        let cell = |run: &ReportRun| (sets[&*run.set], solvers[&*run.solver]);
        let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for run in &runs {
            *counts.entry(cell(run)).or_default() += 1;
        }
        // Allocated at their final size: runs are most of the memory of a report, and growing lists can take twice their size.
        let mut cells: BTreeMap<(usize, usize), Vec<ReportRun>> =
            counts.into_iter().map(|(cell, count)| (cell, Vec::with_capacity(count))).collect();
        for run in runs {
            cells.entry(cell(&run)).or_default().push(run);
        }
        let mut arranged: Vec<SetRuns> = Vec::new();
        for ((_, index), runs) in cells {
            let (set, name) = (runs[0].set.to_string(), runs[0].solver.to_string());
            let is_ordered = recorded <= run_order::MAX_RUNS;
            let ordered = if is_ordered { run_order::ordered(&runs, index) } else { Vec::new() };
            let seed_runs = if repeats::is_one_seed(&runs) { Vec::new() } else { runs.clone() };
            let runs = repeats::fold(runs);
            let guarantee = guarantees::guarantee(&runs);
            let configuration = ConfigurationRuns { index, name, guarantee, runs, seed_runs };
            match arranged.last_mut() {
                Some(last) if last.name == set => last.configurations.push(configuration),
                _ => {
                    arranged.push(SetRuns { name: set, configurations: vec![configuration], ..SetRuns::default() });
                }
            }
            if let Some(last) = arranged.last_mut() {
                last.run_order.runs.extend(ordered);
            }
        }
        guarantees::fill_from_other_sets(&mut arranged);
        for set in &mut arranged {
            set.run_order.sessions = run_order::sessions(manifest.as_ref());
        }
        let heuristics = starts::fill_estimates(&mut arranged);
        Self {
            name,
            manifest,
            attributes: Vec::new(),
            recorded,
            superseded: 0,
            earlier_plans: EarlierPlans::default(),
            proved: 0,
            has_incumbents: false,
            unread: UnreadRows::default(),
            lost_counts,
            unexplained,
            sets: arranged,
            heuristics,
            bounds: Vec::new(),
            published: Vec::new(),
            embedded_runs: None,
        }
    }
}

/// The index of every name: first the `requested` names, then the others in order of appearance.
fn order<'a>(requested: &'a [String], found: impl Iterator<Item = &'a str>) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for name in requested.iter().map(String::as_str).chain(found) {
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
    fn sets_and_configurations_have_the_order_of_the_experiment_not_of_completion() {
        let mut runs = fixture::runs();
        runs.reverse();
        let experiment = ExperimentData::arrange(runs, Some(fixture::manifest()));
        let names: Vec<_> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
        assert_eq!(names, ["korf100", "easy"]);
        let names: Vec<_> = experiment.sets[0].configurations.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["A* manhattan", "WA* w=1.5 manhattan", "IDA* linear_conflict"]);
    }
}
