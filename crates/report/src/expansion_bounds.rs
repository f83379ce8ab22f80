//! The expansions of configurations compared with the states that a search must expand, and with those that it may expand.

use std::collections::HashMap;

use tilebench_record::{Bounds, Proof, RecordedBound, Status};

use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::run::ReportRun;

/// The bounds of the report, in words.
const BOUNDS: &[(RecordedBound, &str)] = &[
    (RecordedBound::FromStart, "f < C* from the start"),
    (RecordedBound::FromGoal, "f < C* from the goal"),
    (RecordedBound::Cover, "minimum vertex cover"),
];

/// A configuration and its bound, on the instances of a set whose solution was proved optimal and whose bounds are known.
#[derive(Debug)]
pub(crate) struct BoundedConfiguration<'a> {
    /// The instance set.
    pub(crate) set: &'a str,
    /// The configuration.
    pub(crate) name: &'a str,
    /// Its index in the experiment.
    pub(crate) index: usize,
    /// Its bound, in words.
    pub(crate) bound: &'static str,
    /// Per instance: expanded nodes / the states that it must expand.
    pub(crate) ratios: Vec<f64>,
    /// Per instance: expanded nodes / the states that it may expand; empty if they are not limited.
    pub(crate) may_ratios: Vec<f64>,
}

/// The configurations that have a bound on an instance.
pub(crate) fn bounded<'a>(experiment: &'a ExperimentData) -> Vec<BoundedConfiguration<'a>> {
    let Some(manifest) = &experiment.manifest else { return Vec::new() };
    let key = |bounds: &'a Bounds| [&bounds.set, &bounds.instance, &bounds.heuristic].map(String::as_str);
    let known: HashMap<[&str; 3], &Bounds> = experiment.bounds.iter().map(|bounds| (key(bounds), bounds)).collect();
    let row = |(set, configuration): (&'a SetRuns, &'a ConfigurationRuns)| {
        let recorded = manifest.bounds.get(&configuration.name)?;
        let &(bound, text) = BOUNDS.iter().find(|(bound, _)| bound == recorded)?;
        let mut row = BoundedConfiguration {
            set: &set.name,
            name: &configuration.name,
            index: configuration.index,
            bound: text,
            ratios: Vec::new(),
            may_ratios: Vec::new(),
        };
        row.add(&configuration.runs, bound, &known);
        (!row.ratios.is_empty()).then_some(row)
    };
    experiment.configurations().filter_map(row).collect()
}

impl BoundedConfiguration<'_> {
    /// Adds the runs that have bounds.
    fn add(&mut self, runs: &[ReportRun], bound: RecordedBound, known: &HashMap<[&str; 3], &Bounds>) {
        for run in runs {
            let is_optimal = run.status == Status::Solved && run.proof == Proof::Optimal;
            let Some(expanded) = run.expanded.filter(|expanded| is_optimal && *expanded > 0) else { continue };
            let Some(bounds) = known.get(&[&*run.set, &*run.instance, &*run.heuristic]) else { continue };
            let must = bound.must(bounds);
            if must == 0 {
                continue;
            }
            self.ratios.push(expanded as f64 / must as f64);
            self.may_ratios.extend(bound.may(bounds).map(|may| expanded as f64 / may as f64));
        }
    }
}
