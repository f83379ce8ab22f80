//! The planned runs of an experiment and its records, or the counts of an enumeration, which plans no runs.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};
use tilebench_record::{Folder, Manifest, Proof, RecordError, Run, Status, TableInfo};

use crate::claims::claim::Claim;
use crate::claims::counted::Counted;
use crate::claims::select::{Planned, Select};

/// The run without the texts that claims do not use and that make up most of a row; for a hundred thousand runs they would
/// fill the memory.
fn without_texts(run: Run) -> Run {
    Run { board: String::new(), moves: String::new(), message: String::new(), options: String::new(), ..run }
}

/// The planned runs of an experiment, and those of them that were run.
#[derive(Debug, Default)]
pub(super) struct Ran<'a> {
    planned: &'a [Planned],
    runs: BTreeMap<String, Run>,
    tables: Vec<TableInfo>,
    pub(super) manifest: Option<Manifest>,
    /// The number of boards at each depth, if this is an enumeration that was made.
    pub(super) counted: Option<Counted>,
}

/// The value of an instance.
pub(super) enum Value {
    /// Nothing: it is not among the planned.
    Absent,
    /// It was not run.
    Missing,
    /// It was stopped at a limit, so that it has no figure.
    Stopped,
    /// Its figure.
    Found(f64),
    /// It came to an end without one: how, in words.
    Failed(String),
}

impl<'a> Ran<'a> {
    /// The runs in `dir` that are `planned`, by their ids; other runs in it do not count. None if the folder does not
    /// exist.
    pub(super) fn read(dir: &Path, planned: &'a [Planned]) -> Result<Self> {
        let mut ran = Self { planned, ..Self::default() };
        if planned.is_empty() {
            ran.counted = Counted::read(dir)?;
        } else if dir.is_dir() {
            ran.fill(dir).with_context(|| format!("cannot read {}", dir.display()))?;
        }
        Ok(ran)
    }

    fn fill(&mut self, dir: &Path) -> Result<(), RecordError> {
        let folder = Folder::open(dir)?;
        self.manifest = folder.manifest()?;
        self.tables = self.manifest.as_ref().map_or(Vec::new(), |manifest| manifest.tables.clone());
        let ids: std::collections::BTreeSet<&str> = self.planned.iter().map(|planned| planned.id.as_str()).collect();
        folder.each_row_of_any_plan(|run| {
            if ids.contains(run.run_id.as_str()) {
                // The last row of a run counts.
                self.runs.insert(run.run_id.clone(), without_texts(run));
            }
        })?;
        self.learn_optimal();
        Ok(())
    }

    /// Sets the optimal length of an instance from a run that proves it, if it is not given.
    fn learn_optimal(&mut self) {
        let place = |run: &Run| (run.set.clone(), run.instance.clone());
        let proved = self.runs.values().filter(|run| run.status == Status::Solved && run.proof == Proof::Optimal);
        let lengths: BTreeMap<_, _> = proved.map(|run| (place(run), run.length)).collect();
        for run in self.runs.values_mut().filter(|run| run.optimal.is_none()) {
            run.optimal = lengths.get(&place(run)).copied().flatten();
        }
    }

    /// The planned runs that `select` takes, in their order, each with its record if it was made.
    pub(super) fn chosen(&self, select: &Select) -> Vec<(&'a Planned, Option<&Run>)> {
        let planned = self.planned.iter().filter(|planned| select.takes(planned));
        planned.map(|planned| (planned, self.runs.get(&planned.id))).collect()
    }

    /// How many of the planned runs were made, of how many; an enumeration is one.
    pub(super) fn made(&self) -> (usize, usize) {
        if self.planned.is_empty() {
            return (usize::from(self.counted.is_some()), 1);
        }
        (self.runs.len(), self.planned.len())
    }

    /// The resources that an enumeration used, in words, if they were recorded.
    pub(super) fn held(&self) -> Option<String> {
        Some(self.counted.as_ref()?.how.as_ref()?.held())
    }

    /// The figures of the instances that the claim is of, by their names.
    pub(super) fn values(&self, claim: &Claim) -> impl Fn(&str) -> Value {
        let chosen = self.chosen(&claim.of);
        let runs: BTreeMap<&str, Option<&Run>> =
            chosen.into_iter().map(|(planned, run)| (planned.instance.as_str(), run)).collect();
        let quantity = claim.quantity;
        move |instance| {
            if self.planned.is_empty() {
                let count = self.counted.as_ref().and_then(|counted| counted.states.get(instance));
                return count.map_or(Value::Missing, |count| Value::Found(*count as f64));
            }
            match runs.get(instance) {
                None => Value::Absent,
                Some(None) => Value::Missing,
                Some(Some(run)) if run.status.is_limit() => Value::Stopped,
                Some(Some(run)) => match quantity.of_run(run).filter(|_| !run.status.is_unexplained()) {
                    Some(value) => Value::Found(value),
                    None => Value::Failed(run.status.to_string()),
                },
            }
        }
    }

    /// The claim's figure of the runs that `select` takes.
    pub(super) fn measure(&self, claim: &Claim, select: &Select) -> Result<f64, String> {
        let is_meant = |run: &&Run| select.length.is_none_or(|length| run.length == Some(length));
        let chosen = self.chosen(select);
        let runs: Vec<&Run> = chosen.into_iter().filter_map(|(_, run)| run).filter(is_meant).collect();
        claim.quantity.measure(&runs, &self.tables)
    }
}
