//! IDA* by several threads.
//!
//! **What it does.** The tree of an iteration is split into work units: subtrees that follow each other in depth-first order.
//! Their estimated nodes add up to the size of a unit. A thread without work takes the next unit (the module
//! `parallel_iteration`), and searches it as a single thread would: by recursion, by batches, or by groups. Rao and others
//! 1987 distributed the tree of IDA* too, by giving away parts of a stack. Here one dispatcher issues all units, because their
//! order makes counts exact.
//!
//! **Same counts.** An iteration without the goal has the same nodes for any distribution. If a unit is interrupted, by the
//! goal or the node limit, the units before it in depth-first order are searched to their end and count; the units after it
//! are cancelled and do not count. From there on the iteration is searched again, split finer, and finally node by node:
//! counts, path and end are those of one thread. If [`Threads::deterministic`] is not set, the first goal that any thread
//! finds ends the iteration, and all nodes searched until then are counted; the path may be another one of the same
//! threshold. The unit with the goal is counted as depth-first search counts it.
//!
//! **Memory.** The memory of an engine, once per thread, and the roots of units. If the memory limit does not allow this,
//! one thread searches.
//!
//! **Reference.** Rao and others 1987.

mod parallel_iteration;
mod recursive_engine;

use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tilebench_core::{Cost, Domain, Heuristic, Termination};

use parallel_iteration::{IterationEnd, MAX_ROOTS, ParallelIteration, WorkSplit};
pub use recursive_engine::{RecursiveEngine, SubtreeSearch};

use super::chunks::{ChunkSearcher, Tuning, finish, iterate};
use super::iteration_cursor::{IterationCursor, PathFrame, SearchNode};
use super::units::{IterationUnits, UnitIteration};
use super::{IdaStarSearch, MAX_DEPTH, SubtreeResult};

/// The number of threads, and whether their counts are deterministic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    /// The number of threads.
    pub count: usize,
    /// Whether counts, path and end are those of one thread.
    pub deterministic: bool,
}

impl Threads {
    /// The calling thread alone.
    pub const ONE: Self = Self { count: 1, deterministic: true };

    /// The maximum number of threads of a search.
    pub const MAX: usize = 1024;
}

/// The threads of a search.
#[derive(Debug)]
pub struct WorkerPool {
    threads: Threads,
    /// The tuning of iterations by recursion.
    pub recursion: Tuning,
    /// Started when an iteration is large enough.
    pool: Option<ThreadPool>,
}

impl WorkerPool {
    /// The minimum size of an iteration that is shared, in work units: starting the threads takes as long as searching some
    /// thousand nodes.
    const MIN_UNITS: u64 = 4;

    /// Threads that are started when an iteration is large enough.
    #[must_use]
    pub fn new(Threads { count, deterministic }: Threads) -> Self {
        let threads = Threads { count: count.clamp(1, Threads::MAX), deterministic };
        Self { threads, recursion: recursive_engine::TUNING, pool: None }
    }

    /// The number of threads that search the next iteration, and the maximum number of bytes held then, if each
    /// holds `bytes` in addition to its path; `None` if that does not fit into the memory limit.
    #[must_use]
    pub fn plan_threads<D: Domain, H: Heuristic<D>>(
        &self,
        search: &IdaStarSearch<'_, D, H>,
        bytes: u64,
        tuning: &Tuning,
    ) -> Option<(usize, u64)> {
        let max_length = search.max_path_length();
        if max_length > search.max_depth {
            return None;
        }
        let path = u64::from(max_length) * IdaStarSearch::<'_, D, H>::NODE_BYTES;
        let is_large = search.last_generated >= tuning.min_unit.saturating_mul(Self::MIN_UNITS);
        let max_threads = if is_large { self.threads.count } else { 1 };
        let has_units = search.units.is_some();
        let bytes_of = |threads: usize| match threads {
            1 if !has_units => path + bytes,
            _ => path + threads as u64 * (bytes + Self::bytes::<D, H>(max_length)),
        };
        [max_threads, 1]
            .map(|threads| (threads, bytes_of(threads)))
            .into_iter()
            .find(|(_, bytes)| *bytes <= search.limits.max_bytes())
    }

    /// The bytes that a thread holds for its work unit: roots, and the paths to its first and to its present node.
    fn bytes<D: Domain, H: Heuristic<D>>(max_length: Cost) -> u64 {
        let paths = 3 * u64::from(max_length) * size_of::<PathFrame<'_, D, H>>() as u64;
        paths + MAX_ROOTS as u64 * size_of::<SearchNode<D, H>>() as u64
    }

    /// Searches an iteration of `search` from `start`, which is expanded here, by one thread per searcher. If the
    /// system does not start that many threads, the search ends with [`Termination::NoThreads`].
    #[inline(never)]
    pub fn iterate<D: Domain, H: Heuristic<D>>(
        &mut self,
        mut searchers: Vec<AnyChunkSearcher<'_, D, H>>,
        search: &mut IdaStarSearch<'_, D, H>,
        start: SearchNode<D, H>,
        tuning: &Tuning,
    ) -> SubtreeResult {
        if let Some(units) = search.units {
            return self.iterate_in_units(units, searchers, search, start, tuning);
        }
        if let [searcher] = &mut *searchers {
            return iterate(*searcher, search, start, tuning);
        }
        if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
            return search.stop(end);
        }
        let Threads { deterministic, .. } = self.threads;
        let Some(pool) = self.started() else { return search.stop(Termination::NoThreads) };
        let mut cursor = IterationCursor::new(search, start);
        let mut split = Some(WorkSplit::for_iteration(search.last_generated, tuning, searchers.len()));
        let searchers: Vec<Mutex<_>> = searchers.into_iter().map(Mutex::new).collect();
        let mut threads = searchers.len();
        loop {
            let Some((current, spare_nodes)) = split.zip(search.limits.spare_nodes(D::MAX_BRANCHING)) else {
                return finish(search, cursor);
            };
            let iteration = ParallelIteration::new(cursor, current, &search.limits, spare_nodes, deterministic);
            run_tasks(pool, threads, &|index| {
                iteration.work(&mut **searchers[index].lock().unwrap_or_else(PoisonError::into_inner));
            });
            let (counts, end) = iteration.end();
            search.limits.add(counts.generated, counts.expanded);
            search.next_threshold = search.next_threshold.min(counts.next);
            match end {
                IterationEnd::Complete => return SubtreeResult::Exhausted,
                IterationEnd::Stopped(end) => return search.stop(end),
                IterationEnd::Interrupted { start, is_goal_found } => {
                    // Nodes after the goal were counted if they were searched, so the rest is searched by one thread.
                    if is_goal_found {
                        threads = 1;
                    }
                    cursor = start;
                    split = current.finer(tuning);
                }
            }
        }
    }
}

impl WorkerPool {
    /// The pool, which is started if it is not running; `None` if the system cannot start its threads.
    fn started(&mut self) -> Option<&ThreadPool> {
        if self.pool.is_none() {
            self.pool = start_threads(self.threads.count);
        }
        self.pool.as_ref()
    }

    /// Searches an iteration of `search` from `start`, which is expanded here, in work units.
    fn iterate_in_units<D: Domain, H: Heuristic<D>>(
        &mut self,
        units: IterationUnits<'_>,
        mut searchers: Vec<AnyChunkSearcher<'_, D, H>>,
        search: &mut IdaStarSearch<'_, D, H>,
        start: SearchNode<D, H>,
        tuning: &Tuning,
    ) -> SubtreeResult {
        if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
            return search.stop(end);
        }
        let iteration = match UnitIteration::new(units, search, start, tuning) {
            Ok(iteration) => iteration,
            Err(end) => return search.stop(end),
        };
        if let [searcher] = &mut *searchers {
            iteration.work(*searcher);
            return iteration.end(*searcher, search);
        }
        let Some(pool) = self.started() else { return search.stop(Termination::NoThreads) };
        let searchers: Vec<Mutex<_>> = searchers.into_iter().map(Mutex::new).collect();
        let locked = |index: usize| searchers[index].lock().unwrap_or_else(PoisonError::into_inner);
        run_tasks(pool, searchers.len(), &|index| iteration.work(&mut **locked(index)));
        iteration.end(&mut **locked(0), search)
    }
}

/// The chunk searcher of a thread. It is called once per work unit, so the virtual call costs nothing, and the code of this
/// module is compiled once for all searchers.
pub type AnyChunkSearcher<'a, D, H> = &'a mut (dyn ChunkSearcher<D, H> + Send);

/// Runs `tasks` tasks in parallel, and waits for them.
fn run_tasks(pool: &ThreadPool, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    pool.scope(|scope| {
        for index in 0..tasks {
            scope.spawn(move |_| task(index));
        }
    });
}

/// A pool of `count` threads, which may run on the cores of the calling thread; `None` if the system cannot start them.
fn start_threads(count: usize) -> Option<ThreadPool> {
    // Enough for the maximum depth of the recursion, below some frames of the pool.
    const STACK: usize = 2 * 512 * MAX_DEPTH as usize;
    ThreadPoolBuilder::new().num_threads(count).stack_size(STACK).build().ok()
}
