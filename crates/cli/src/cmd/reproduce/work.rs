//! A target with its plans, and the setup that all targets use.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use tilebench_report::claims::{ClaimFile, Evidence, InstanceNumbers, Judgement, Plans, judge};
use tilebench_runner::catalog::{Metric, StopFlag, published_column, published_depths_of};
use tilebench_runner::record::Folder;
use tilebench_runner::{Plan, Searches};
use tilebench_sanitize::message::excerpt;

use super::super::own_claims::described;
use super::Arguments;
use crate::signals;
use crate::targets::{AutomatonTarget, EnumerationTarget, EtaTarget, Target};

/// The arguments, the stop flag and the searches that all targets use.
pub(super) struct ReproduceSetup<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) cancel: Arc<StopFlag>,
    pub(super) searches: Searches,
}

impl<'a> ReproduceSetup<'a> {
    /// The setup that the arguments request.
    pub(super) fn new(arguments: &'a Arguments) -> Result<Self> {
        let scratch = arguments.scratch.folder()?;
        let searches = Searches::with_tables(arguments.tables.open()).with_scratch(scratch);
        Ok(Self { arguments, cancel: signals::on_ctrl_c()?, searches })
    }

    /// The folder of a target's results.
    fn results(&self, target: &Target) -> PathBuf {
        let own = || format!("reproduce-{}", target.name);
        match &self.arguments.out {
            Some(out) if self.arguments.all => out.join(own()),
            Some(out) => out.clone(),
            None => Path::new("results").join(own()),
        }
    }
}

/// The outcome of the missing runs of a target.
pub(super) struct ExecutionOutcome {
    /// Whether all chosen runs are recorded.
    pub(super) is_done: bool,
    /// The seconds they were expected to take.
    pub(super) seconds: f64,
}

/// A target with its plans.
pub(super) struct TargetWork {
    /// The claims.
    pub(super) claims: ClaimFile,
    /// The plans of its experiments.
    pub(super) plans: Vec<Plan>,
    /// The spaces that are counted by enumeration.
    pub(super) enumerations: Vec<&'static EnumerationTarget>,
    /// The heuristics whose quality is computed.
    pub(super) etas: Vec<&'static EtaTarget>,
    /// The automata whose strings and states are counted.
    pub(super) automata: Vec<&'static AutomatonTarget>,
    /// The folder of its results.
    pub(super) results: PathBuf,
}

impl TargetWork {
    /// The target, or the requested part of it.
    pub(super) fn new(setup: &ReproduceSetup<'_>, target: &Target) -> Result<Self> {
        let Arguments { jobs, only, .. } = setup.arguments;
        let settings: Vec<String> = jobs.map(|jobs| format!("execution.jobs={jobs}")).into_iter().collect();
        let mut claims = target.claims()?;
        let mut plans = target.plans(&settings)?;
        let mut enumerations: Vec<&EnumerationTarget> = target.enumerations.iter().collect();
        let mut names: Vec<String> = plans.iter().map(|plan| plan.experiment().name.clone()).collect();
        let mut etas: Vec<&EtaTarget> = target.etas.iter().collect();
        let mut automata: Vec<&AutomatonTarget> = target.automata.iter().collect();
        names.extend(automata.iter().map(|one| one.name.to_owned()));
        names.extend(enumerations.iter().map(|one| one.name.to_owned()));
        names.extend(etas.iter().map(|one| one.heuristic.to_owned()));
        for name in only {
            ensure!(
                names.contains(name),
                "'{}' is not an experiment of {}; known are {}",
                excerpt(name),
                target.name,
                names.join(", ")
            );
        }
        if !only.is_empty() {
            plans.retain(|plan| only.contains(&plan.experiment().name));
            enumerations.retain(|one| only.iter().any(|name| name == one.name));
            etas.retain(|one| only.iter().any(|name| name == one.heuristic));
            automata.retain(|one| only.iter().any(|name| name == one.name));
            for part in &mut claims.parts {
                part.claims.retain(|claim| only.contains(&claim.experiment));
            }
            claims.parts.retain(|part| !part.claims.is_empty());
        }
        Ok(Self { claims, plans, enumerations, etas, automata, results: setup.results(target) })
    }

    /// The result folder of one of its experiments.
    pub(super) fn folder(&self, plan: &Plan) -> PathBuf {
        self.results.join(&plan.experiment().name)
    }

    /// The ids of the recorded runs.
    pub(super) fn recorded(&self) -> Result<BTreeSet<String>> {
        let mut recorded = BTreeSet::new();
        for folder in self.plans.iter().map(|plan| self.folder(plan)).filter(|folder| folder.join("runs.csv").is_file())
        {
            recorded.extend(Folder::open(&folder)?.finished_ids()?);
        }
        Ok(recorded)
    }

    /// Every claim with its verdict on the recorded runs.
    pub(super) fn judged(&self) -> Result<Judgement> {
        let mut plans: Plans =
            self.plans.iter().map(|plan| (plan.experiment().name.clone(), described(plan))).collect();
        plans.extend(self.enumerations.iter().map(|one| (one.name.to_owned(), Vec::new())));
        plans.extend(self.automata.iter().map(|one| (one.name.to_owned(), Vec::new())));
        plans.extend(self.etas.iter().map(|one| (one.heuristic.to_owned(), Vec::new())));
        judge(self.claims.clone(), &Evidence { plans: &plans, columns: &published, results: &self.results })
    }
}

/// The published numbers of single instances: of a set's boards, or of a space's depths, as `3x3 corner` or `3x3 corner multi`.
fn published(set: &str, name: &str) -> Result<InstanceNumbers> {
    let Some((size, blank)) = set.split_once(' ') else { return Ok(published_column(set, name)?) };
    let (blank, metric) = match blank.split_once(' ') {
        Some((blank, metric)) => (blank, metric.parse()?),
        None => (blank, Metric::Single),
    };
    let published = published_depths_of(size, metric, blank);
    let published = published.with_context(|| format!("no numbers are published for '{set}': name another space"))?;
    Ok(published.states.into_iter().map(|(depth, states)| (depth.to_string(), states)).collect())
}
