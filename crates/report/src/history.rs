//! The same configurations over several result folders: of commits, or of machines.
//!
//! The first folder is the reference for every other, so that a loss in small steps, each within the tolerance, still shows
//! at the end. Runs are matched by set, configuration, instance, seed and repeat. The counts of a run are the same on every
//! machine, so one count that differs is a regression, up or down. This holds only for runs that ended by themselves: the
//! node at which a limit of time or memory stops a search depends on chance. A run that only the reference has is a
//! regression, since a lost row hides any other difference; a comparison with a part of an experiment can allow it. A run
//! that only a later folder has is new and is not judged.
//!
//! Times are compared as ratios, one per instance: the median over its repeats and seeds, and the geometric mean over
//! instances. Sessions vary by more than an interval over instances states: for two runs of one program, most such
//! intervals exclude 1. Therefore times are judged only if all sessions of both folders were quiet and their fixed loops agree
//! ([`conditions`]), and then by an interval over pairs of neighbouring sessions ([`times::neighbours`]). Two folders of
//! one session each have no such interval: their times are not judged, unless the user declares a tolerance that no two
//! sessions of one program exceed. [`compare_programs`](crate::compare_programs) is the sound way to compare two programs.

mod chart;
mod conditions;
pub(crate) mod difference;
pub(crate) mod folder;
mod rules;
mod run_list;
#[cfg(test)]
pub(crate) mod simulation;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod times;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};

use self::difference::{DifferenceKind, RunComparison};
use self::folder::{ConfigurationKey, HistoryFolder, RunKey};
pub use self::rules::HistoryRules;
pub(crate) use self::text::COLUMNS;
use self::times::TimeRatios;
use crate::sessions::{self, TimeVerdict};

/// Several folders, each compared with the first.
#[derive(Debug)]
pub struct History {
    folders: Vec<HistoryFolder>,
    rows: Vec<HistoryRow>,
    differences: Vec<RunDifference>,
    missing: Vec<MissingRun>,
    /// For each folder after the first, the reason why its times are not judged, if they are not.
    not_comparable: Vec<Option<String>>,
    rules: HistoryRules,
}

/// One configuration on one set, in one folder compared with the first.
#[derive(Debug)]
struct HistoryRow {
    /// The index of the folder.
    folder: usize,
    name: ConfigurationKey,
    /// The runs that both have.
    runs: usize,
    /// The runs whose counts were compared.
    compared: usize,
    /// The runs that a limit of time or memory ended in one of the two.
    stopped: usize,
    /// The runs that only the reference has, and only this folder.
    only: [usize; 2],
    /// The runs with equal names and another id: something that determines them differs.
    renamed: usize,
    /// The number of differences of each kind, in the order of [`DifferenceKind::ALL`].
    differences: [usize; DifferenceKind::ALL.len()],
    times: TimeRatios,
    /// The verdict on the times, if they are judged.
    time: Option<TimeVerdict>,
}

/// A run that only the reference has.
#[derive(Debug)]
struct MissingRun {
    folder: usize,
    key: RunKey,
    /// Its status in the reference.
    before: String,
}

/// A run that differs from the reference.
#[derive(Debug)]
struct RunDifference {
    folder: usize,
    key: RunKey,
    kind: DifferenceKind,
    before: String,
    after: String,
}

/// Reads the folders `dirs`, the reference first, and compares each other one with it; `rules` define a regression.
///
/// # Errors
///
/// If there are fewer than two folders, a folder or row cannot be read, or the folders have no run in common.
pub fn history(dirs: &[PathBuf], rules: HistoryRules) -> anyhow::Result<History> {
    ensure!(dirs.len() > 1, "a history needs at least two result folders, the oldest first");
    rules.check()?;
    compare_folders(dirs.iter().map(|dir| HistoryFolder::read(dir)).collect::<anyhow::Result<Vec<_>>>()?, rules)
}

/// The history of `folders`, two or more, the reference first.
fn compare_folders(folders: Vec<HistoryFolder>, rules: HistoryRules) -> anyhow::Result<History> {
    let (first, rest) = folders.split_first().context("a history has at least two folders")?;
    let (mut rows, mut differences, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    let not_comparable: Vec<Option<String>> =
        rest.iter().map(|other| conditions::not_comparable([first, other])).collect();
    for (place, other) in (1..).zip(rest) {
        let pairs = times::neighbours([first, other]);
        let mut matched = 0;
        for name in first.names.iter().chain(other.names.iter().filter(|name| !first.names.contains(name))) {
            let row = compare(place, name, [first, other], &pairs, &mut differences);
            missing.extend(missing_of(place, name, [first, other]));
            matched += row.runs;
            rows.push(row);
        }
        if matched == 0 {
            bail!(
                "{} and {} have no run in common: no set, configuration, instance, seed and repeat is in both",
                first.title,
                other.title
            );
        }
    }
    let level = sessions::level(rows.iter().filter(|row| row.times.has_pairs()).count());
    for row in &mut rows {
        row.times.compute_interval(level);
        row.time = row.times.verdict(not_comparable[row.folder - 1].is_none(), &rules);
    }
    Ok(History { folders, rows, differences, missing, not_comparable, rules })
}

/// The configuration `name` of both folders.
fn compare(
    place: usize,
    name: &ConfigurationKey,
    [first, other]: [&HistoryFolder; 2],
    pairs: &[[usize; 2]],
    differences: &mut Vec<RunDifference>,
) -> HistoryRow {
    let none = BTreeMap::new();
    let [before, after] = [first, other].map(|folder| folder.runs.get(name).unwrap_or(&none));
    let keys: BTreeSet<&folder::InstanceRun> = before.keys().chain(after.keys()).collect();
    let mut row = HistoryRow {
        folder: place,
        name: name.clone(),
        runs: 0,
        compared: 0,
        stopped: 0,
        only: [0; 2],
        renamed: 0,
        differences: [0; DifferenceKind::ALL.len()],
        times: TimeRatios::new(before, after, pairs),
        time: None,
    };
    for key in keys {
        let (old, new) = match (before.get(key), after.get(key)) {
            (Some(old), Some(new)) => (old, new),
            (old, _) => {
                row.only[usize::from(old.is_none())] += 1;
                continue;
            }
        };
        row.runs += 1;
        row.renamed += usize::from(old.id != new.id);
        match difference::compare(old, new) {
            RunComparison::Stopped => row.stopped += 1,
            RunComparison::Same => row.compared += 1,
            RunComparison::Differ(found) => {
                row.compared += 1;
                for (kind, before, after) in found {
                    row.differences[kind.index()] += 1;
                    let key = RunKey { name: name.clone(), place: key.clone() };
                    differences.push(RunDifference { folder: place, key, kind, before, after });
                }
            }
        }
    }
    row
}

/// The runs of the configuration `name` that the first folder has and the one at `place` lacks.
fn missing_of(place: usize, name: &ConfigurationKey, [first, other]: [&HistoryFolder; 2]) -> Vec<MissingRun> {
    let after = other.runs.get(name);
    let runs = first.runs.get(name).into_iter().flatten();
    let lost = runs.filter(|(key, _)| after.is_none_or(|after| !after.contains_key(key)));
    lost.map(|(key, run)| MissingRun {
        folder: place,
        key: RunKey { name: name.clone(), place: key.clone() },
        before: run.status.to_string(),
    })
    .collect()
}

impl History {
    /// The number of regressions from the first folder: runs whose counts differ, whose answers are longer, less proved or
    /// lost, runs that are missing although this is not allowed, and configurations that are slower.
    #[must_use]
    pub fn regressions(&self) -> usize {
        let worse = self.differences.iter().filter(|difference| difference.kind.is_regression()).count();
        let missing = if self.rules.allow_missing { 0 } else { self.missing.len() };
        worse + missing + self.rows.iter().filter(|row| row.time == Some(TimeVerdict::Slower)).count()
    }

    /// Writes `history.md`, `history.csv` and, if times are known, the chart `history.svg` and `history.png` into the folder `dir`,
    /// which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&self, dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
        fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let mut files = Vec::new();
        for (name, text) in [("history.md", self.markdown()?), ("history.csv", self.csv()?)] {
            let path = dir.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            files.push(path);
        }
        if let Some(drawing) = chart::draw(self) {
            let (svg, png) = (dir.join("history.svg"), dir.join("history.png"));
            fs::write(&svg, drawing.svg()?).with_context(|| format!("cannot write {}", svg.display()))?;
            drawing.write_png(&png)?;
            files.extend([svg, png]);
        }
        Ok(files)
    }
}
