//! The cost of a target, and the runs that a budget affords.
//!
//! The nodes of a run are the published or recorded nodes, or the mean of its configuration; the seconds
//! are these over the speed measured a moment ago. The easiest runs come first and equals in the order of the
//! plan, so that of a set of random boards, of which only a mean is known, the first boards are taken: a sample that
//! no result has chosen.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use tilebench_report::claims::{Claims, Cost};
use tilebench_runner::Plan;
use tilebench_runner::catalog::published_column;

/// The overhead of a run, in seconds: starting, replaying and recording it.
const RUN_OVERHEAD_S: f64 = 0.0005;

/// A run and its expected cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PricedRun {
    /// Its name in records.
    pub(crate) id: String,
    /// Its experiment.
    pub(crate) experiment: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// The nodes it is expected to generate, if known.
    pub(crate) nodes: Option<f64>,
    /// The number of parallel runs of its experiment.
    pub(crate) jobs: usize,
}

/// The total cost of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CostEstimate {
    /// The number of runs.
    pub(crate) runs: u64,
    /// The expected nodes of the runs for which they are known.
    pub(crate) nodes: f64,
    /// The seconds of wall time, with parallel runs.
    pub(crate) seconds: f64,
    /// The number of runs whose cost is unknown.
    pub(crate) unknown: u64,
}

/// The runs of `plan` in its order, with their expected costs according to `claims`.
pub(crate) fn price_runs(claims: &Claims, plan: &Plan) -> Result<Vec<PricedRun>> {
    let mut columns: BTreeMap<(&str, &str), BTreeMap<String, u64>> = BTreeMap::new();
    let mut priced = Vec::with_capacity(plan.len());
    for planned in plan.planned_runs() {
        let is_its =
            |cost: &&Cost| cost.solver == planned.solver.name && cost.set.as_ref().is_none_or(|set| set == planned.set);
        let nodes = match claims.costs.iter().find(is_its) {
            Some(Cost { column: Some(name), factor, .. }) => {
                let figures = match columns.entry((planned.set, name)) {
                    Entry::Occupied(read) => read.into_mut(),
                    Entry::Vacant(unread) => {
                        let figures = published_column(planned.set, name)
                            .with_context(|| format!("the cost of {}", claims.name))?;
                        unread.insert(figures.into_iter().collect())
                    }
                };
                figures.get(&planned.instance.id).map(|&nodes| nodes as f64 * factor)
            }
            Some(cost) => cost.nodes.map(|nodes| nodes * cost.factor),
            None => None,
        };
        let (id, solver) = (planned.id.to_owned(), planned.solver.name.clone());
        let jobs = plan.experiment().jobs;
        priced.push(PricedRun { id, experiment: plan.experiment().name.clone(), solver, nodes, jobs });
    }
    Ok(priced)
}

/// The seconds that a run takes, if its nodes and the speed of its configuration are known. `speeds` contains nodes
/// per second, by display name.
fn seconds(run: &PricedRun, speeds: &BTreeMap<String, f64>) -> Option<f64> {
    let nodes = run.nodes?;
    let search = if nodes > 0.0 { nodes / speeds.get(&run.solver)? } else { 0.0 };
    Some((search + RUN_OVERHEAD_S) / run.jobs.max(1) as f64)
}

/// The total cost of `runs`.
pub(crate) fn total_cost<'a>(
    runs: impl IntoIterator<Item = &'a PricedRun>,
    speeds: &BTreeMap<String, f64>,
) -> CostEstimate {
    runs.into_iter().fold(CostEstimate::default(), |bill, run| {
        let cost = seconds(run, speeds);
        CostEstimate {
            runs: bill.runs + 1,
            nodes: bill.nodes + run.nodes.unwrap_or(0.0),
            seconds: bill.seconds + cost.unwrap_or(0.0),
            unknown: bill.unknown + u64::from(run.nodes.is_none()),
        }
    })
}

/// The ids of the runs that `budget` seconds afford: the easiest first, equal ones in their order, as long as they
/// fit. Runs of unknown cost are never included.
pub(crate) fn affordable(runs: &[&PricedRun], speeds: &BTreeMap<String, f64>, budget: f64) -> BTreeSet<String> {
    let mut known: Vec<(f64, &str)> =
        runs.iter().filter_map(|run| Some((seconds(run, speeds)?, run.id.as_str()))).collect();
    known.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut left = budget;
    let fits = known.into_iter().take_while(|(seconds, _)| {
        left -= seconds;
        left >= 0.0
    });
    fits.map(|(_, id)| id.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(id: &str, solver: &str, nodes: Option<f64>) -> PricedRun {
        PricedRun { id: id.into(), experiment: "e".into(), solver: solver.into(), nodes, jobs: 1 }
    }

    #[test]
    fn a_budget_selects_the_easiest_runs_in_a_deterministic_order() {
        let runs = [
            run("1", "slow", Some(1e6)),
            run("2", "fast", Some(1e6)),
            run("3", "fast", Some(1e6)),
            run("4", "slow", None),
        ];
        let runs: Vec<&PricedRun> = runs.iter().collect();
        let speeds = BTreeMap::from([("slow".to_owned(), 1e5), ("fast".to_owned(), 1e6)]);
        let affordable_ids = |budget| affordable(&runs, &speeds, budget).into_iter().collect::<Vec<_>>();
        assert_eq!(affordable_ids(0.5), [""; 0]);
        assert_eq!(affordable_ids(1.5), ["2"]);
        assert_eq!(affordable_ids(11.0), ["2", "3"]);
        assert_eq!(affordable_ids(13.0), ["1", "2", "3"]);
        assert_eq!(affordable_ids(13.0), affordable_ids(13.0));
        let bill = total_cost(runs.iter().copied(), &speeds);
        assert_eq!((bill.runs, bill.nodes, bill.unknown), (4, 3e6, 1));
        assert!((bill.seconds - 12.0015).abs() < 1e-9, "{bill:?}");
    }
}
