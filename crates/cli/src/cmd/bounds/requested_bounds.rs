//! The instances and heuristics of a result folder that have bounds, and the configurations that the bounds judge.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use tilebench_runner::catalog::{Configuration, HeuristicSpec, InstanceState};
use tilebench_runner::record::{Folder, Proof, RecordedBound, Run, Status};
use tilebench_runner::{recorded_bound, recorded_states};

/// An instance and the heuristic of its bounds.
#[derive(Debug)]
pub(super) struct RequestedInstance {
    pub(super) set: String,
    pub(super) instance: String,
    pub(super) start: InstanceState,
    pub(super) goal: InstanceState,
    pub(super) heuristic: HeuristicSpec,
}

/// The bounds that a result folder can have.
#[derive(Debug, Default)]
pub(super) struct RequestedBounds {
    /// The instances, those whose solutions took the fewest expansions first.
    pub(super) instances: Vec<RequestedInstance>,
    /// The runs left out, for the bounds are for unit costs and moves of single tiles.
    pub(super) with_costs: u64,
    /// The bound of each configuration that has one.
    pub(super) configurations: BTreeMap<String, RecordedBound>,
}

impl RequestedBounds {
    /// The bounds for the runs of `folder` whose solutions were proved optimal with a consistent heuristic.
    pub(super) fn read(folder: &Folder) -> Result<Self> {
        let mut fewest: HashMap<(String, String, String), (u64, Run)> = HashMap::new();
        let mut configurations = BTreeMap::new();
        let mut with_costs = 0;
        folder.each_row(|run| {
            if run.status != Status::Solved || run.proof != Proof::Optimal {
                return;
            }
            if run.cost_model != "unit" || run.metric == "multi" {
                with_costs += 1;
                return;
            }
            if let Some(bound) = bound(&run) {
                configurations.insert(run.solver.clone(), bound);
            }
            let expanded = run.expanded.unwrap_or(u64::MAX);
            let key = (run.set.clone(), run.instance.clone(), run.heuristic.clone());
            match fewest.get(&key) {
                Some((known, _)) if *known <= expanded => {}
                _ => _ = fewest.insert(key, (expanded, run)),
            }
        })?;
        let mut runs: Vec<_> = fewest.into_iter().map(|(key, (expanded, run))| (expanded, key, run)).collect();
        runs.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        let instances = runs.into_iter().filter_map(|(_, _, run)| requested(run).transpose()).collect::<Result<_>>()?;
        Ok(Self { instances, with_costs, configurations })
    }
}

/// The bound of the configuration of a run; `None` if it has none or is not of this program.
fn bound(run: &Run) -> Option<RecordedBound> {
    let pairs = run.options.split(';').filter_map(|option| option.split_once('='));
    let mut options: Vec<_> = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    if !run.weight.is_empty() {
        options.push(("weight".to_owned(), run.weight.clone()));
    }
    Configuration::new(&run.algorithm, Some(&run.heuristic), &options).ok()?.bound().map(recorded_bound)
}

/// The instance of a run, if its heuristic is consistent.
fn requested(run: Run) -> Result<Option<RequestedInstance>> {
    let Some(heuristic) = HeuristicSpec::new(&run.heuristic).ok().filter(|heuristic| heuristic.info().consistent)
    else {
        return Ok(None);
    };
    let (start, goal) = recorded_states(&run).with_context(|| format!("run {}", run.run_id))?;
    Ok(Some(RequestedInstance { set: run.set, instance: run.instance, start, goal, heuristic }))
}
