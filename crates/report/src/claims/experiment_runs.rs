//! The planned runs of an experiment with its records. An enumeration, the quality of a heuristic and an automaton have none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result};
use tilebench_record::{Folder, Manifest, RecordError, Run, TableInfo};

use crate::claims::automaton::AutomatonRecord;
use crate::claims::claim::PublishedClaim;
use crate::claims::enumeration::EnumerationCounts;
use crate::claims::eta::EtaRecord;
use crate::claims::quantity::MeasuredQuantity;
use crate::claims::selection::{RunDescription, RunSelector};
use crate::proved_lengths::is_proof;

/// The run without the texts that claims do not use. They are most of a row, and need too much memory for a hundred thousand
/// runs.
fn without_texts(run: Run) -> Run {
    Run { board: String::new(), moves: String::new(), message: String::new(), options: String::new(), ..run }
}

/// The planned runs of an experiment, and their records.
#[derive(Debug, Default)]
pub(super) struct ExperimentRuns<'a> {
    planned: &'a [RunDescription],
    runs: BTreeMap<String, Run>,
    tables: Vec<TableInfo>,
    pub(super) manifest: Option<Manifest>,
    /// The number of states at each depth, for an executed enumeration.
    pub(super) counted: Option<EnumerationCounts>,
    /// The quality of a heuristic, if it was computed.
    pub(super) eta: Option<EtaRecord>,
    /// The counts of an automaton, if they were computed.
    pub(super) automaton: Option<AutomatonRecord>,
}

/// The value of an instance.
pub(super) enum InstanceValue {
    /// The instance is not planned.
    Absent,
    /// The instance was not run.
    Missing,
    /// The run was stopped at a limit and has no value.
    Stopped,
    /// The value of the run.
    Found(f64),
    /// The run ended without a value, with this status.
    Failed(String),
}

impl<'a> ExperimentRuns<'a> {
    /// Reads the runs in `dir` that are `planned`, by their ids; other runs do not count. If the folder does not exist, there are
    /// no runs.
    pub(super) fn read(dir: &Path, planned: &'a [RunDescription]) -> Result<Self> {
        let mut ran = Self { planned, ..Self::default() };
        if planned.is_empty() {
            ran.counted = EnumerationCounts::read(dir)?;
            ran.eta = EtaRecord::read(dir)?;
            ran.automaton = AutomatonRecord::read(dir)?;
        } else if dir.is_dir() {
            ran.fill(dir).with_context(|| format!("cannot read {}", dir.display()))?;
        }
        Ok(ran)
    }

    fn fill(&mut self, dir: &Path) -> Result<(), RecordError> {
        let folder = Folder::open(dir)?;
        self.manifest = folder.manifest()?;
        self.tables = self.manifest.as_ref().map_or(Vec::new(), |manifest| manifest.tables.clone());
        let ids: BTreeSet<&str> = self.planned.iter().map(|planned| planned.id.as_str()).collect();
        folder.each_row_of_any_plan(|run| {
            if ids.contains(run.run_id.as_str()) {
                // The last row of a run counts.
                self.runs.insert(run.run_id.clone(), without_texts(run));
            }
        })?;
        self.fill_optimal();
        Ok(())
    }

    /// Sets the optimal cost of an instance, if the record has none: that of the instance set, or that of a run that proves it.
    fn fill_optimal(&mut self) {
        let place = |run: &Run| [&run.set, &run.instance, &run.cost_model, &run.metric].map(String::clone);
        let proved = self.runs.values().filter(|run| is_proof(&run.algorithm, run.status, run.proof));
        let mut costs = BTreeMap::new();
        for (run, cost) in proved.filter_map(|run| Some((run, run.model_cost().or(run.length)?))) {
            costs.entry(place(run)).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
        }
        let stated: BTreeMap<&str, u32> =
            self.planned.iter().filter_map(|planned| Some((planned.id.as_str(), planned.optimal?))).collect();
        for (id, run) in self.runs.iter_mut().filter(|(_, run)| run.optimal.is_none()) {
            let stated = stated.get(id.as_str()).copied();
            run.optimal = stated.or_else(|| costs.get(&place(run)).copied());
        }
    }

    /// The planned runs that `select` matches, in their order, each with its record if it was executed.
    pub(super) fn chosen(&self, select: &RunSelector) -> Vec<(&'a RunDescription, Option<&Run>)> {
        let planned = self.planned.iter().filter(|planned| select.matches(planned));
        planned.map(|planned| (planned, self.runs.get(&planned.id))).collect()
    }

    /// The number of executed runs and the number of planned runs; an enumeration, a heuristic and an automaton count as one.
    pub(super) fn made(&self) -> (usize, usize) {
        if self.planned.is_empty() {
            let is_made = self.counted.is_some() || self.eta.is_some() || self.automaton.is_some();
            return (usize::from(is_made), 1);
        }
        (self.runs.len(), self.planned.len())
    }

    /// The resources that an enumeration used, in words, if they were recorded.
    pub(super) fn held(&self) -> Option<String> {
        Some(self.counted.as_ref()?.how.as_ref()?.held())
    }

    /// The values of the instances of the claim, by name.
    pub(super) fn values(&self, claim: &PublishedClaim) -> impl Fn(&str) -> InstanceValue {
        let chosen = self.chosen(&claim.of);
        let runs: BTreeMap<&str, Option<&Run>> =
            chosen.into_iter().map(|(planned, run)| (planned.instance.as_str(), run)).collect();
        let quantity = claim.quantity;
        move |instance| {
            if self.planned.is_empty() {
                let count = self.counted.as_ref().and_then(|counted| counted.states.get(instance));
                return count.map_or(InstanceValue::Missing, |count| InstanceValue::Found(*count as f64));
            }
            match runs.get(instance) {
                None => InstanceValue::Absent,
                Some(None) => InstanceValue::Missing,
                Some(Some(run)) if run.status.is_limit() => InstanceValue::Stopped,
                Some(Some(run)) => match quantity.of_run(run).filter(|_| !run.status.is_unexplained()) {
                    Some(value) => InstanceValue::Found(value),
                    None => InstanceValue::Failed(run.status.to_string()),
                },
            }
        }
    }

    /// The quantity of the claim over the runs that `select` matches.
    pub(super) fn measure(&self, claim: &PublishedClaim, select: &RunSelector) -> Result<MeasuredQuantity, String> {
        claim.quantity.measure(&self.selected(select), &self.tables)
    }

    /// Whether the quantity of the claim is over the same instances for both selections, or leaves out no run of either.
    pub(super) fn is_over_same_instances(&self, claim: &PublishedClaim, selections: [&RunSelector; 2]) -> bool {
        let [one, other] = selections.map(|select| self.selected(select));
        let valued = |runs: &[&Run]| -> BTreeSet<_> {
            let valued = runs.iter().filter(|run| claim.quantity.of_run(run).is_some());
            valued.map(|run| (run.set.clone(), run.instance.clone(), run.seed, run.repeat)).collect()
        };
        let (of_one, of_other) = (valued(&one), valued(&other));
        of_one == of_other || [one.len(), other.len()] == [of_one.len(), of_other.len()]
    }

    /// The recorded runs that `select` matches.
    fn selected(&self, select: &RunSelector) -> Vec<&Run> {
        let is_selected = |run: &&Run| select.length.is_none_or(|length| run.length == Some(length));
        self.chosen(select).into_iter().filter_map(|(_, run)| run).filter(is_selected).collect()
    }
}
