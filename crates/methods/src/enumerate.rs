//! The number of states at each distance from a state: breadth-first enumeration of rectangles of
//! tiles.
//!
//! Two methods with the same answer: [`Method::Ranked`] keeps one bit for each state of the space, and so needs
//! memory for all of it from the start; [`Method::Frontier`] keeps the states of two layers, in memory or on
//! disk, and so counts the first layers of any space.

mod bits;
mod frontier;
mod moves;
mod ranked;
mod sequence;
#[cfg(test)]
mod tests;

use std::panic::resume_unwind;
use std::thread;

use tilebench_core::{Cost, SearchContext, Termination};
use tilebench_puzzle::Grid;

/// How the states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// One bit for each state of the whole space.
    Ranked,
    /// The states of two layers, on disk if memory does not suffice.
    Frontier,
}

/// The end of an enumeration, and its memory and disk use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// How it ended: [`Termination::Exhausted`] if every state was generated.
    pub end: Termination,
    /// The maximum number of bytes of memory that its lists held.
    pub peak_bytes: u64,
    /// The maximum number of bytes of its files.
    pub peak_disk: u64,
}

impl Method {
    /// The method for a rectangle: [`Method::Ranked`] if the whole space fits into `bytes` of memory.
    #[must_use]
    pub fn fitting(rows: usize, cols: usize, jobs: usize, bytes: u64) -> Self {
        if Self::ranked_bytes(rows, cols, jobs).is_some_and(|needed| needed <= bytes) {
            Self::Ranked
        } else {
            Self::Frontier
        }
    }

    /// The bytes that [`Method::Ranked`] holds with `jobs` threads; `None` if the maps alone take
    /// 2^48 bytes or more.
    #[must_use]
    pub fn ranked_bytes(rows: usize, cols: usize, jobs: usize) -> Option<u64> {
        ranked::bytes(rows, cols, jobs)
    }
}

/// Passes to `each` the number of states at each distance from `start`, nearest first, with `jobs`
/// threads. [`Method::Frontier`] writes its files to a new folder inside [`SearchContext::scratch`].
///
/// The number passed for each depth is complete, however the enumeration ends. If the depth limit
/// ends it, the last number is that of the limit's depth.
pub fn count<D: Grid>(
    domain: &D,
    start: D::State,
    method: Method,
    jobs: usize,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Enumeration {
    match method {
        Method::Ranked => ranked::count(domain, start, jobs, context, each),
        Method::Frontier => frontier::count(domain, start, jobs, &context.scratch_folder(), context, each),
    }
}

/// What `work` says of each of `workers`, of which the first works on this thread and each other on one of its own. If
/// the system refuses a thread, its worker does nothing: what all take their work from leaves it to the others.
fn side_by_side<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
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
