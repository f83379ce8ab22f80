//! From the rows of a folder to the experiment: by set, configuration and instance, repeats folded.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anyhow::Context as _;
use tilebench_record::{self as record, Folder, Manifest, UnreadableRow};

use super::{Configuration, Experiment, InstanceSet};
use crate::earlier_plans::EarlierPlans;
use crate::heuristics::starts;
use crate::island::{Island, MOST_RUNS};
use crate::iterations;
use crate::proved::Proved;
use crate::repeats;
#[cfg(test)]
use crate::rows::Texts;
use crate::rows::{Rows, Selection};
use crate::run::Run;
use crate::unread::Unread;

impl Experiment {
    /// Reads the folder `dir`, every row of it that can be read.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        let (mut experiment, folder, _) = Self::arranged(dir, Selection::default())?;
        let reading = || format!("cannot report on {}", dir.display());
        iterations::read::read(&folder, &mut experiment).with_context(reading)?;
        if (1..=MOST_RUNS).contains(&experiment.recorded) {
            experiment.island = Some(Island::read(&folder, &experiment.names()).with_context(reading)?);
        }
        Ok(experiment)
    }

    /// Reads the runs of the folder `dir` that `selection` selects; also returns the number of the others.
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
        let visit = |row: Result<record::Run, UnreadableRow>, is_planned: bool| match row {
            Err(why) => unread.add(why),
            Ok(row) if !is_planned => earlier_plans.add(&row),
            Ok(mut row) => {
                if proved.fill(&mut row) {
                    proved_instances.insert((row.set.clone(), row.instance.clone()));
                }
                rows.add(&row);
            }
        };
        folder.each_row_of_any_plan_or_error(visit).with_context(reading)?;
        let manifest = folder.manifest().with_context(reading)?;
        let has_others = manifest.as_ref().is_some_and(|manifest| manifest.others > 0);
        earlier_plans.are_mixed = has_others && !folder.has_plan().with_context(reading)?;
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
        let few = (1..=MOST_RUNS).contains(&records.len());
        experiment.island = few.then(|| Island::of(records, Vec::new(), &experiment.names()));
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
        let unexplained = runs.iter().filter(|run| run.status.is_unexplained()).cloned().collect();

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
        let heuristics = starts::of_sets(&mut arranged);
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
