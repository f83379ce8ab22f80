//! The limits, the stop flag and the observer of a search.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{Cost, Counters, Termination, UnitStore};

/// The limits that a search itself can count against. Time is watched from outside, by a
/// [`StopFlag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of generated nodes. A search stops before the expansion that could exceed
    /// it.
    pub generated: u64,
    /// The maximum number of bytes that the algorithm's own lists may hold. A search stops before
    /// the growth that would exceed it.
    pub bytes: u64,
    /// The maximum number of bytes on disk of a search that keeps lists there. It stops before the
    /// write that would exceed it.
    pub disk: u64,
    /// The maximum number of moves of a path. A search keeps a node only while g + h, its moves so far
    /// and the heuristic's estimate of the rest (0 if the algorithm takes none), is at most this. With an
    /// admissible heuristic no node of a path within the depth is pruned. If the search finds no path
    /// and left out a node for this reason, it ends as [`Termination::DepthLimit`] and never as
    /// [`Termination::Exhausted`]. An algorithm that finds one path only, stage by stage, ends so if that path is
    /// longer.
    pub depth: Cost,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { generated: u64::MAX, bytes: u64::MAX, disk: u64::MAX, depth: Cost::MAX };
}

/// The reason why a search is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Its time is up.
    Time,
    /// Its answer is not needed any more.
    Cancel,
}

/// A flag by which another thread stops a search. The first reason is kept.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicU8);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Requests the search to stop.
    pub fn raise(&self, reason: StopReason) {
        let code = match reason {
            StopReason::Time => 1,
            StopReason::Cancel => 2,
        };
        // The flag guards no other data, so no ordering is needed.
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason to stop, if there is one.
    #[inline]
    #[must_use]
    pub fn raised(&self) -> Option<StopReason> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(StopReason::Time),
            _ => Some(StopReason::Cancel),
        }
    }
}

/// A solution that is better than all earlier solutions of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incumbent {
    /// The cost of its path.
    pub cost: Cost,
    /// The moves of its path.
    pub length: u32,
    /// A lower bound on the cost of every solution, if the search has proved one.
    pub bound: Option<Cost>,
    /// The counters so far.
    pub counters: Counters,
}

/// Watches a search from inside. All methods do nothing unless overridden.
pub trait Observer {
    /// A depth-first iteration, a stage of a stage-wise search or a jump of a greedy search has ended or was stopped.
    ///
    /// `threshold` is the iteration's bound on f in moves (rounded down if the weight is not an
    /// integer) or the number of the stage or jump; `counters` are the sums so far. It is called once per iteration that
    /// [`Counters::iterations`] counts, with thresholds that do not fall (those of BTS may): by their number and order a result folder
    /// recognises the iterations of a run that was executed again.
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        let _ = (threshold, counters);
    }

    /// A best-first search is about to expand the first node of an f-layer: all nodes of smaller f are closed.
    ///
    /// `f` is rounded down if the weight is not an integer; a greedy search reports h. `counters` are the sums so far.
    fn f_layer(&mut self, f: Cost, counters: &Counters) {
        let _ = (f, counters);
    }

    /// The search found a solution that is better than all before, or improved the bound on the last solution.
    ///
    /// An anytime search reports each of its solutions, the last of which is its answer. A search that ends with its first
    /// solution need not report it.
    ///
    /// # Errors
    ///
    /// [`Termination::TimeLimit`] if the limit of time was over when the solution was found, although the flag may not be raised yet. An
    /// anytime search ends then, and its answer is the solution before.
    fn incumbent(&mut self, incumbent: &Incumbent) -> Result<(), Termination> {
        let _ = incumbent;
        Ok(())
    }

    /// The search measured a quantity of its own. `name` is that of an attribute that is registered, such as `x_reexpansions`. Of
    /// several values the last counts.
    fn attribute(&mut self, name: &'static str, value: f64) {
        let _ = (name, value);
    }

    /// The store of the finished work units of the search; `None` if it is neither to be continued nor shared. Only IDA* has units.
    fn units(&self) -> Option<Arc<dyn UnitStore>> {
        None
    }
}

/// The observer that watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// The context of a search: its limits, the flag that stops it, its observer and its scratch folder.
pub struct SearchContext<'a> {
    /// The limits it counts against.
    pub limits: Limits,
    /// The flag that stops it.
    pub stop: &'a StopFlag,
    /// Receives iterations, f-layers and incumbents.
    pub observer: &'a mut dyn Observer,
    /// The folder in which a search with lists on disk creates its own folder; the system's temporary folder if `None`.
    pub scratch: Option<&'a Path>,
    /// The seed of its random choices.
    pub seed: u64,
}

impl fmt::Debug for SearchContext<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SearchContext")
            .field("limits", &self.limits)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

impl<'a> SearchContext<'a> {
    /// The folder in which a search creates the folder of its files.
    #[must_use]
    pub fn scratch_folder(&self) -> PathBuf {
        self.scratch.map_or_else(std::env::temp_dir, Path::to_owned)
    }

    /// The number of expansions between two polls of the stop flag: a few microseconds, so that polling costs nothing and
    /// the search stops promptly.
    pub const POLL_INTERVAL: u64 = 1024;

    /// The limits of a search, without its observer.
    #[must_use]
    pub fn budget(&self) -> SearchBudget<'a> {
        SearchBudget { limits: self.limits, stop: self.stop }
    }
}

/// The limits and the stop flag of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget<'a> {
    /// The limits it counts against.
    pub limits: Limits,
    /// The flag that stops it.
    pub stop: &'a StopFlag,
}

impl SearchBudget<'_> {
    /// Polls the stop flag alone: for work between expansions.
    ///
    /// # Errors
    ///
    /// The reason to stop now.
    pub fn check_stop(&self) -> Result<(), Termination> {
        match self.stop.raised() {
            Some(StopReason::Time) => Err(Termination::TimeLimit),
            Some(StopReason::Cancel) => Err(Termination::Cancelled),
            None => Ok(()),
        }
    }

    /// The number of expansions, of at most `branching` successors each, until this method must be called again, if
    /// `generated` nodes were generated so far. It is at least 1, and small enough that the node limit cannot be exceeded.
    ///
    /// # Errors
    ///
    /// The reason to stop now, if any: the stop flag is checked first, then the node limit.
    pub fn remaining_expansions(&self, generated: u64, branching: u64) -> Result<u64, Termination> {
        self.check_stop()?;
        match self.limits.generated.saturating_sub(generated) / branching {
            0 => Err(Termination::NodeLimit),
            left => Ok(left.min(SearchContext::POLL_INTERVAL)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remaining_expansions(generated: u64, stop: &StopFlag) -> Result<u64, Termination> {
        let limits = Limits { generated: 10_000, ..Limits::NONE };
        SearchBudget { limits, stop }.remaining_expansions(generated, 4)
    }

    #[test]
    fn remaining_expansions_never_exceed_the_node_limit() {
        let stop = StopFlag::new();
        assert_eq!(remaining_expansions(0, &stop), Ok(SearchContext::POLL_INTERVAL));
        assert_eq!(remaining_expansions(9_960, &stop), Ok(10));
        assert_eq!(remaining_expansions(9_996, &stop), Ok(1));
        assert_eq!(remaining_expansions(9_997, &stop), Err(Termination::NodeLimit));
        assert_eq!(remaining_expansions(10_001, &stop), Err(Termination::NodeLimit));
    }

    #[test]
    fn the_first_reason_to_stop_is_kept() {
        let stop = StopFlag::new();
        stop.raise(StopReason::Cancel);
        stop.raise(StopReason::Time);
        assert_eq!(remaining_expansions(0, &stop), Err(Termination::Cancelled));
    }
}
