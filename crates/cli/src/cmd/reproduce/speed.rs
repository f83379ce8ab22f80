//! The search speed of each configuration on this machine: a sample of its own runs, measured before a target starts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use tilebench_runner::catalog::StopFlag;
use tilebench_runner::{Plan, PlannedRun, RunLimits, Searches, SolveRequest, solve};

/// The time for which each configuration is measured, in seconds, without building its tables.
const SAMPLE_S: f64 = 0.3;

/// The nodes per second that each configuration of `missing` runs generates, by the display name.
///
/// It begins with the first of these runs and stops a search when the time is over, since only the speed is needed,
/// not the answer. It uses one core; the contention of parallel runs for caches and memory is not measured.
pub(crate) fn measure(
    plans: &[Plan],
    missing: &BTreeSet<&str>,
    searches: &Searches,
    cancel: &Arc<StopFlag>,
) -> Result<BTreeMap<String, f64>> {
    let mut planned_runs: BTreeMap<&str, Vec<PlannedRun<'_>>> = BTreeMap::new();
    for planned in plans.iter().flat_map(Plan::planned_runs).filter(|planned| missing.contains(planned.id)) {
        planned_runs.entry(&planned.solver.name).or_default().push(planned);
    }
    let mut speeds = BTreeMap::new();
    for (name, planned_runs) in planned_runs {
        let (mut nodes, mut seconds, mut elapsed) = (0.0, 0.0, 0.0);
        for planned in planned_runs {
            let Some(configuration) = planned.solver.program.search() else { break };
            if elapsed >= SAMPLE_S || cancel.raised().is_some() {
                break;
            }
            let request = SolveRequest {
                set: String::new(),
                instance: planned.instance.clone(),
                goal: planned.goal.clone(),
                configuration: configuration.clone(),
                order: planned.draw.order,
                seed: planned.draw.seed,
                limits: RunLimits { time_s: Some(SAMPLE_S - elapsed), ..planned.solver.limits },
            };
            let start = Instant::now();
            let (run, _) = solve(&request, searches, cancel)?;
            // The first run builds or reads the tables, which is not part of its search.
            elapsed += start.elapsed().as_secs_f64() - run.setup_s;
            if let Some(generated) = run.generated {
                nodes += generated as f64;
                seconds += run.wall_s;
            }
        }
        if nodes > 0.0 && seconds > 0.0 {
            speeds.insert(name.to_owned(), nodes / seconds);
        }
    }
    Ok(speeds)
}
