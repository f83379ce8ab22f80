//! The number of states at each distance from a state: breadth-first enumeration of rectangles of
//! tiles.
//!
//! Two methods give the same counts. [`EnumerationMethod::Ranked`] keeps one bit for each state of the space, so it needs
//! memory for the whole space from the start. [`EnumerationMethod::Frontier`] keeps the states of two layers, in memory or on
//! disk, so it counts the first layers of any space. Both count in either [`Metric`].

mod bitmap;
mod frontier;
mod ranked;
mod sequence_ranking;
#[cfg(test)]
mod tests;
mod vertical_move;

use std::panic::resume_unwind;
use std::thread;

use tilebench_core::{Cost, SearchContext, Termination};
use tilebench_puzzle::{Grid, Metric};

/// The representation of the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnumerationMethod {
    /// One bit for each state of the whole space.
    Ranked,
    /// The states of two layers, on disk if they do not fit into memory.
    Frontier,
}

/// The end of an enumeration, and its memory and disk use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnumerationOutcome {
    /// The end: [`Termination::Exhausted`] if every state was generated.
    pub end: Termination,
    /// The maximum number of bytes of memory that its lists held.
    pub peak_bytes: u64,
    /// The maximum number of bytes of its files.
    pub peak_disk: u64,
}

impl EnumerationMethod {
    /// The method for a rectangle: [`EnumerationMethod::Ranked`] if the whole space fits into `bytes` of memory.
    #[must_use]
    pub fn for_memory(rows: usize, cols: usize, metric: Metric, jobs: usize, bytes: u64) -> Self {
        if Self::ranked_bytes(rows, cols, metric, jobs).is_some_and(|needed| needed <= bytes) {
            Self::Ranked
        } else {
            Self::Frontier
        }
    }

    /// The memory of [`EnumerationMethod::Ranked`] with `jobs` threads, in bytes; `None` if the bitmaps alone take
    /// 2^48 bytes or more.
    #[must_use]
    pub fn ranked_bytes(rows: usize, cols: usize, metric: Metric, jobs: usize) -> Option<u64> {
        ranked::required_bytes(rows, cols, metric, jobs)
    }
}

/// Passes to `each` the number of states at each distance from `start` in `metric`, nearest first, with `jobs`
/// threads. [`EnumerationMethod::Frontier`] writes its files to a new folder inside [`SearchContext::scratch`].
///
/// Every number that is passed is complete, with every end of the enumeration. If the depth limit ends it, the last
/// number is that of the limit's depth.
pub fn count_states<D: Grid>(
    domain: &D,
    start: D::State,
    method: EnumerationMethod,
    metric: Metric,
    jobs: usize,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> EnumerationOutcome {
    match method {
        EnumerationMethod::Ranked => ranked::count_states(domain, start, metric, jobs, context, each),
        EnumerationMethod::Frontier => frontier::count_states(domain, start, metric, jobs, context, each),
    }
}

/// The results of `work` for `workers`. The first worker runs on this thread, and each other worker on a new thread. If the
/// system refuses a thread, its worker does not run: all workers take their work from one queue, so the others do it.
fn run_parallel<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let (first, others) = workers.split_first_mut().expect("there is a worker");
        let start = |worker| thread::Builder::new().spawn_scoped(scope, move || work(worker)).ok();
        let threads: Vec<_> = others.iter_mut().filter_map(start).collect();
        let mut done = vec![work(first)];
        done.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))));
        done
    })
}
