//! IDA* by several threads.
//!
//! **What it does.** The tree of an iteration is distributed in spans: subtrees that follow each other in depth-first order,
//! as many as are estimated to have the nodes of a span. A thread that has none left takes the next one (the module
//! `round`), and searches it in the form that a single thread would use: by recursion, by batches, or by groups. Rao, Kumar
//! and Ramesh (1987) shared out the tree of IDA* too, by giving away parts of a stack; here all spans come from one place,
//! because it is their order that makes counts exact.
//!
//! **Same counts.** An iteration without the goal has the same nodes, whichever threads search them. If a span is
//! broken off, for the goal or the node limit, those before it in depth-first order are searched to their end and
//! count; those after it are cancelled and do not. From there on the iteration is searched again, finer, and at last
//! node by node: counts, path and end are those of one thread. If [`Threads::deterministic`] is not set, the first
//! goal that any thread finds ends the iteration, and all nodes searched until then are counted; the path may be
//! another one of the same threshold. The span with the goal is counted as depth-first search counts it.
//!
//! **Memory.** The memory of a form, once per thread, and the distributed roots. If the memory limit does
//! not allow all of it, one thread searches.
//!
//! **Reference.** V. N. Rao, V. Kumar and K. Ramesh, *A parallel implementation of iterative-deepening-A\**, AAAI 1987.

mod recursion;
mod round;

use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tilebench_core::{Cost, Domain, Heuristic, Termination};

pub use recursion::{Recurse, Recursion};
use round::{MOST_ROOTS, ParallelIteration, RoundEnd, WorkSplit};

use super::chunks::{ChunkSearcher, Tuning, finish, iterate};
use super::cursor::{Cursor, Frame, Node};
use super::{IdaStar, MAX_DEPTH, SubtreeResult};

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
    /// How the recursion is shared.
    pub recursion: Tuning,
    /// Started when an iteration is large enough.
    pool: Option<ThreadPool>,
}

impl WorkerPool {
    /// How many times the nodes of a span an iteration has at least that is shared: it takes the threads as long to
    /// begin as to search some thousand nodes.
    const ENOUGH: u64 = 4;

    /// Threads that are started when an iteration is large enough.
    #[must_use]
    pub fn new(Threads { count, deterministic }: Threads) -> Self {
        let threads = Threads { count: count.clamp(1, Threads::MAX), deterministic };
        Self { threads, recursion: recursion::TUNING, pool: None }
    }

    /// The number of threads that search the next iteration, and the maximum number of bytes held then, if each
    /// holds `bytes` in addition to its path; `None` if that does not fit into the memory limit.
    #[must_use]
    pub fn share<D: Domain, H: Heuristic<D>>(
        &self,
        search: &IdaStar<'_, D, H>,
        bytes: u64,
        scale: &Tuning,
    ) -> Option<(usize, u64)> {
        let longest = search.longest();
        if longest > search.max_depth {
            return None;
        }
        let path = u64::from(longest) * IdaStar::<'_, D, H>::NODE_BYTES;
        let is_large = search.last_generated >= scale.span.saturating_mul(Self::ENOUGH);
        let most = if is_large { self.threads.count } else { 1 };
        let held = |threads: usize| match threads {
            1 => path + bytes,
            _ => path + threads as u64 * (bytes + Self::bytes::<D, H>(longest)),
        };
        [most, 1]
            .map(|threads| (threads, held(threads)))
            .into_iter()
            .find(|(_, held)| *held <= search.limits.max_bytes())
    }

    /// The bytes that a thread holds for its span: roots, and the paths to its first and to its present node.
    fn bytes<D: Domain, H: Heuristic<D>>(longest: Cost) -> u64 {
        let paths = 3 * u64::from(longest) * size_of::<Frame<'_, D, H>>() as u64;
        paths + MOST_ROOTS as u64 * size_of::<Node<D, H>>() as u64
    }

    /// Searches an iteration of `search` from `start`, which is expanded here: a thread for each of `forms`.
    ///
    /// # Panics
    ///
    /// If the system does not start that many threads.
    #[inline(never)]
    pub fn iterate<D: Domain, H: Heuristic<D>>(
        &mut self,
        mut forms: Vec<AnyForm<'_, D, H>>,
        search: &mut IdaStar<'_, D, H>,
        start: Node<D, H>,
        scale: &Tuning,
    ) -> SubtreeResult {
        if let [form] = &mut *forms {
            return iterate(*form, search, start, scale);
        }
        if let Err(end) = search.limits.expand(D::MAX_BRANCHING) {
            return search.stop(end);
        }
        let Threads { count, deterministic } = self.threads;
        if self.pool.is_none() {
            self.pool = start_threads(count);
        }
        let Some(pool) = &self.pool else { return search.stop(Termination::NoThreads) };
        let mut cursor = Cursor::new(search, start);
        let mut deal = Some(WorkSplit::of(search.last_generated, scale, forms.len()));
        let forms: Vec<Mutex<_>> = forms.into_iter().map(Mutex::new).collect();
        let mut searching = forms.len();
        loop {
            let Some((this, room)) = deal.zip(search.limits.room(D::MAX_BRANCHING)) else {
                return finish(search, cursor);
            };
            let round = ParallelIteration::new(cursor, this, &search.limits, room, deterministic);
            spread(pool, searching, &|at| round.work(&mut **forms[at].lock().unwrap_or_else(PoisonError::into_inner)));
            let (counts, over) = round.end();
            search.limits.add(counts.generated, counts.expanded);
            search.next_threshold = search.next_threshold.min(counts.next);
            match over {
                RoundEnd::Whole => return SubtreeResult::Exhausted,
                RoundEnd::Stopped(end) => return search.stop(end),
                RoundEnd::Interrupted { begun, is_found } => {
                    // The nodes after a goal that counts were counted, if they were searched.
                    if is_found {
                        searching = 1;
                    }
                    cursor = begun;
                    deal = this.finer(scale);
                }
            }
        }
    }
}

/// The form with which a thread searches. It is asked for a span at a time, so that which form it is costs
/// nothing, and what shares the work is compiled once for all forms.
pub type AnyForm<'a, D, H> = &'a mut (dyn ChunkSearcher<D, H> + Send);

/// Runs `tasks` tasks in parallel, and waits for them.
fn spread(pool: &ThreadPool, tasks: usize, task: &(dyn Fn(usize) + Sync)) {
    pool.scope(|scope| {
        for at in 0..tasks {
            scope.spawn(move |_| task(at));
        }
    });
}

/// A pool of `count` threads, which may run on the cores of the calling thread; `None` if the system cannot start them.
fn start_threads(count: usize) -> Option<ThreadPool> {
    // The recursion goes as deep here as anywhere, below some frames of the pool.
    const STACK: usize = 2 * 512 * MAX_DEPTH as usize;
    ThreadPoolBuilder::new().num_threads(count).stack_size(STACK).build().ok()
}
