//! When a search must give up, and who watches it.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};
use std::path::{Path, PathBuf};

use crate::{Cost, Counters, End};

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
    /// and the heuristic's estimate of the rest (0 if the algorithm takes none), is at most this: with an
    /// admissible heuristic no node of a path within the depth is left out. If the search finds no path
    /// and left out a node for this reason, it ends as [`End::DepthLimit`] and never as
    /// [`End::Exhausted`]. An algorithm that finds one path only, stage by stage, ends so if that path is
    /// longer.
    pub depth: Cost,
}

impl Limits {
    /// No limit at all.
    pub const NONE: Self = Self { generated: u64::MAX, bytes: u64::MAX, disk: u64::MAX, depth: Cost::MAX };
}

/// The reason why a search is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Its time is up.
    Time,
    /// Its answer is not needed any more.
    Cancel,
}

/// A flag by which another thread stops a search. The first reason given stays.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicU8);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Asks the search to stop.
    pub fn raise(&self, reason: Stop) {
        let code = match reason {
            Stop::Time => 1,
            Stop::Cancel => 2,
        };
        // The flag guards no other data, so no ordering is needed.
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason to stop, if there is one.
    #[inline]
    #[must_use]
    pub fn raised(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Stop::Time),
            _ => Some(Stop::Cancel),
        }
    }
}

/// A solution that is better than every one that the search found before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incumbent {
    /// The cost of its path.
    pub cost: Cost,
    /// The moves of its path.
    pub length: u32,
    /// A lower bound on the cost of every solution, if the search has proved one.
    pub bound: Option<Cost>,
    /// The sums so far.
    pub counters: Counters,
}

/// Watches a search from inside. All methods do nothing unless overridden.
pub trait Observer {
    /// A depth-first iteration, a stage of a stage-wise search or a jump of a greedy one is over or was
    /// stopped.
    ///
    /// `threshold` is the iteration's bound on f in moves (rounded down if the weight is not a
    /// whole number) or the number of the stage or jump; `counters` are the sums so far.
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        let _ = (threshold, counters);
    }

    /// A best-first search is about to expand the first node of an f-layer: all nodes of smaller f are closed.
    ///
    /// `f` is rounded down if the weight is not a whole number; a greedy search reports h. `counters` are the sums so far.
    fn f_layer(&mut self, f: Cost, counters: &Counters) {
        let _ = (f, counters);
    }

    /// The search found a solution that is better than every one before, or improved the bound on the last one.
    ///
    /// An anytime search reports each of its solutions, the last of which is its answer. A search that ends with its first
    /// solution need not report it.
    fn incumbent(&mut self, incumbent: &Incumbent) {
        let _ = incumbent;
    }
}

/// The observer that watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// The controls of a search: its limits, the flag that stops it, and its observer.
pub struct Control<'a> {
    /// The limits it counts against.
    pub limits: Limits,
    /// The flag that stops it.
    pub stop: &'a StopFlag,
    /// The observer of iterations.
    pub observer: &'a mut dyn Observer,
    /// The folder in which a search that keeps lists on disk makes its own; if none is named, the system's for temporary
    /// files.
    pub scratch: Option<&'a Path>,
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Control").field("limits", &self.limits).field("stop", &self.stop).finish_non_exhaustive()
    }
}

impl<'a> Control<'a> {
    /// The folder in which a search makes its own for its files.
    #[must_use]
    pub fn scratch_folder(&self) -> PathBuf {
        self.scratch.map_or_else(std::env::temp_dir, Path::to_owned)
    }

    /// How often, in expansions, a search looks at its stop flag: every few microseconds, so that
    /// the look costs nothing and the flag is obeyed at once.
    pub const PATIENCE: u64 = 1024;

    /// The limits of a search, without its observer.
    #[must_use]
    pub fn budget(&self) -> Budget<'a> {
        Budget { limits: self.limits, stop: self.stop }
    }
}

/// The limits and the stop flag of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// The limits it counts against.
    pub limits: Limits,
    /// The flag that stops it.
    pub stop: &'a StopFlag,
}

impl Budget<'_> {
    /// Whether the search may go on as far as its stop flag says: for work between expansions.
    ///
    /// # Errors
    ///
    /// The reason to stop now.
    pub fn go_on(&self) -> Result<(), End> {
        match self.stop.raised() {
            Some(Stop::Time) => Err(End::TimeLimit),
            Some(Stop::Cancel) => Err(End::Cancelled),
            None => Ok(()),
        }
    }

    /// The number of expansions of at most `branching` successors that may follow before this must
    /// be called again, given that `generated` nodes were generated so far. It is at least 1, and
    /// small enough that the node limit cannot be exceeded.
    ///
    /// # Errors
    ///
    /// The reason to stop now, if there is one: the flag first, then the count of nodes.
    pub fn allowance(&self, generated: u64, branching: u64) -> Result<u64, End> {
        self.go_on()?;
        match self.limits.generated.saturating_sub(generated) / branching {
            0 => Err(End::NodeLimit),
            left => Ok(left.min(Control::PATIENCE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(generated: u64, stop: &StopFlag) -> Result<u64, End> {
        let limits = Limits { generated: 10_000, ..Limits::NONE };
        Budget { limits, stop }.allowance(generated, 4)
    }

    #[test]
    fn the_allowance_shrinks_so_that_the_node_limit_is_never_exceeded() {
        let stop = StopFlag::new();
        assert_eq!(allowance(0, &stop), Ok(Control::PATIENCE));
        assert_eq!(allowance(9_960, &stop), Ok(10));
        assert_eq!(allowance(9_996, &stop), Ok(1));
        assert_eq!(allowance(9_997, &stop), Err(End::NodeLimit));
        assert_eq!(allowance(10_001, &stop), Err(End::NodeLimit));
    }

    #[test]
    fn the_first_reason_to_stop_stays() {
        let stop = StopFlag::new();
        stop.raise(Stop::Cancel);
        stop.raise(Stop::Time);
        assert_eq!(allowance(0, &stop), Err(End::Cancelled));
    }
}
