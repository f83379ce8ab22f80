//! The bounds on the expansions of searches of one instance, under limits.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use tilebench_catalog::{
    ExpansionBounds, HeuristicSpec, InstanceState, SearchBudget, StopFlag, Tables, Termination, instance_bounds,
};
use tilebench_record::RecordedBound;

use crate::RunLimits;
use crate::watcher::Watcher;

/// An instance whose bounds are to be computed, and how.
#[derive(Debug)]
pub struct BoundsRequest<'a> {
    /// The start.
    pub start: &'a InstanceState,
    /// Its goal.
    pub goal: &'a InstanceState,
    /// The heuristic.
    pub heuristic: &'a HeuristicSpec,
    /// The limits.
    pub limits: RunLimits,
}

/// The bounds of a request, or the limit at which they were given up, and the seconds that they took.
///
/// # Errors
///
/// If the heuristic is not consistent or does not support the instance, the goal cannot be reached from it, or the system has no
/// thread that watches the limits.
pub fn bounds(
    request: &BoundsRequest<'_>,
    tables: &Tables,
    cancel: &Arc<StopFlag>,
) -> Result<(Result<ExpansionBounds, Termination>, f64)> {
    let BoundsRequest { start, goal, heuristic, limits } = request;
    let watcher = Watcher::new(cancel)?;
    let watch = watcher.watch(limits.time(), limits.cpu(), 1);
    let budget = SearchBudget { limits: limits.counted(), stop: watch.flag() };
    let began = Instant::now();
    watch.begin();
    let bounds = instance_bounds(heuristic, start, goal, tables, budget)?;
    Ok((bounds, began.elapsed().as_secs_f64()))
}

/// The bound of a configuration as it is recorded.
#[must_use]
pub fn recorded_bound(bound: tilebench_catalog::ExpansionBound) -> RecordedBound {
    match bound {
        tilebench_catalog::ExpansionBound::FromStart => RecordedBound::FromStart,
        tilebench_catalog::ExpansionBound::FromGoal => RecordedBound::FromGoal,
        tilebench_catalog::ExpansionBound::Cover => RecordedBound::Cover,
    }
}
