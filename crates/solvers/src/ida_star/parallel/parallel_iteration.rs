//! The rest of an iteration, distributed in work units.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilebench_core::{ChunkCounts, Domain, Heuristic, Termination, narrow};

use crate::ida_star::chunks::{ChunkSearcher, ChunkSpec, Interruption, Tuning};
use crate::ida_star::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
use crate::limit_checker::{Cancellation, LimitChecker};

/// The maximum number of roots of a work unit.
pub(super) const MAX_ROOTS: usize = 1024;

/// How an iteration is split into work units.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkSplit {
    /// The intended number of nodes of a unit.
    nodes: u64,
    /// The depth of the roots.
    depth: usize,
    /// The depth below a root of the subtrees that a chunk searcher gets.
    below: usize,
    /// The estimated number of nodes of the subtree of a root, before any is searched.
    root: u64,
}

impl WorkSplit {
    /// The number of units per thread, if the iteration is as large as estimated. When no units are left, threads wait for
    /// half a unit on average. But at the end of a unit batches are not full: with eight times the units, batches are
    /// half as full, and take a tenth more processor time.
    const UNITS_PER_THREAD: u64 = 8;
    /// The maximum size of a unit, as a multiple of the minimum.
    const MAX_UNIT_FACTOR: u64 = 64;
    /// The number of roots of a unit of minimum size.
    const MIN_ROOTS: u64 = 16;

    /// The split of the iteration after one of `last` nodes, for `threads` threads.
    pub(super) fn for_iteration(last: u64, tuning: &Tuning, threads: usize) -> Self {
        let nodes = last.saturating_mul(Tuning::GROWTH);
        let unit = (nodes / (Self::UNITS_PER_THREAD * threads as u64))
            .clamp(tuning.min_unit, tuning.min_unit.saturating_mul(Self::MAX_UNIT_FACTOR));
        let root = (tuning.min_unit / Self::MIN_ROOTS).max(tuning.max_subtree).max(1);
        let depth_of = |subtree: u64| (nodes / subtree).max(1).ilog2() as usize;
        let depth = depth_of(root);
        Self { nodes: unit, depth, below: depth_of(tuning.max_subtree).saturating_sub(depth), root }
    }

    /// A finer split, unless the units would be too small.
    pub(super) fn finer(self, tuning: &Tuning) -> Option<Self> {
        let nodes = self.nodes / Tuning::SPLIT_FACTOR;
        let finer = Self {
            nodes,
            depth: self.depth + Tuning::SPLIT_DEPTH,
            below: self.below.saturating_sub(Tuning::SPLIT_DEPTH),
            root: (self.root / Tuning::SPLIT_FACTOR).max(1),
        };
        (nodes >= tuning.min_split).then_some(finer)
    }
}

/// How a parallel iteration ended.
pub(super) enum IterationEnd<'a, D: Domain, H: Heuristic<D>> {
    /// The iteration is searched to its end.
    Complete,
    /// A unit must be searched again, split finer.
    Interrupted {
        /// The start of the unit.
        start: IterationCursor<'a, D, H>,
        /// Whether the goal is in the unit and ends the iteration at any position, so that the nodes of other units count.
        is_goal_found: bool,
    },
    /// The search was stopped.
    Stopped(Termination),
}

/// The data shared by all threads of an iteration.
pub(super) struct ParallelIteration<'a, 'm, D: Domain, H: Heuristic<D>> {
    /// The start of the iteration, for the values that do not change.
    start: IterationCursor<'a, D, H>,
    split: WorkSplit,
    limits: &'m LimitChecker<'m>,
    /// The maximum number of nodes that are certainly within the node limit.
    spare_nodes: u64,
    deterministic: bool,
    /// The number of the last unit that is still needed. Units are numbered from 1.
    last_needed: AtomicU64,
    dispatcher: Mutex<Dispatcher<'a, D, H>>,
}

/// The units that were issued, and their results.
struct Dispatcher<'a, D: Domain, H: Heuristic<D>> {
    /// The start of the next unit.
    cursor: IterationCursor<'a, D, H>,
    /// The number of units issued.
    issued: u64,
    /// The roots of finished units and the nodes below them: the measured size of a subtree.
    roots: u64,
    nodes: u64,
    /// The number of the last unit up to which all units are finished, and their counts.
    completed: u64,
    counts: ChunkCounts,
    /// Units that finished before an earlier unit, with their numbers: about one per thread.
    out_of_order: Vec<(u64, IterationCursor<'a, D, H>, ChunkCounts)>,
    /// The counts of units that were not searched to their end.
    partial: ChunkCounts,
    /// The first interrupted unit, or any unit with the goal if the first goal found ends the iteration.
    interrupted: Option<(u64, IterationCursor<'a, D, H>)>,
    is_goal_found: bool,
    stopped: Option<Termination>,
}

/// A unit of work for one thread.
struct WorkUnit<'a, D: Domain, H: Heuristic<D>> {
    number: u64,
    start: IterationCursor<'a, D, H>,
    /// The counts above its roots.
    top: ChunkCounts,
    /// Whether the goal is above its roots.
    is_goal: bool,
    /// The maximum number of its nodes.
    max_nodes: u64,
}

impl<'a, 'm, D: Domain, H: Heuristic<D>> ParallelIteration<'a, 'm, D, H> {
    /// The rest of an iteration from `cursor`, of which `spare_nodes` nodes are certainly within the node limit of `limits`.
    pub(super) fn new(
        cursor: IterationCursor<'a, D, H>,
        split: WorkSplit,
        limits: &'m LimitChecker<'m>,
        spare_nodes: u64,
        deterministic: bool,
    ) -> Self {
        // An estimate that a few units outweigh.
        let (roots, nodes) = (WorkSplit::MIN_ROOTS, WorkSplit::MIN_ROOTS * split.root);
        let dispatcher = Dispatcher {
            cursor: cursor.clone(),
            issued: 0,
            roots,
            nodes,
            completed: 0,
            counts: ChunkCounts::default(),
            out_of_order: Vec::new(),
            partial: ChunkCounts::default(),
            interrupted: None,
            is_goal_found: false,
            stopped: None,
        };
        let last_needed = AtomicU64::new(u64::MAX);
        Self {
            start: cursor,
            split,
            limits,
            spare_nodes,
            deterministic,
            last_needed,
            dispatcher: Mutex::new(dispatcher),
        }
    }

    /// Searches units by `searcher` until no unit is left or needed.
    pub(super) fn work(&self, searcher: &mut dyn ChunkSearcher<D, H>) {
        let mut roots = Vec::new();
        while let Some(unit) = self.next_unit(&mut roots) {
            let cancellation = Cancellation { last_needed: &self.last_needed, number: unit.number };
            let limits = self.limits.for_work_unit(unit.max_nodes, cancellation);
            // The unit is not split further: it was split when it was issued.
            let spec = ChunkSpec { nodes: u64::MAX, depth: self.split.below };
            let result = if unit.is_goal {
                Err(Interruption::Goal)
            } else {
                searcher.chunk(&mut self.start.below(&roots), spec, &limits)
            };
            self.record_result(unit, roots.len(), result);
        }
    }

    /// The dispatcher. A thread that panics while it holds the lock ends the search, so poison is ignored.
    fn dispatcher(&self) -> MutexGuard<'_, Dispatcher<'a, D, H>> {
        self.dispatcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next unit, whose roots become `roots`.
    fn next_unit(&self, roots: &mut Vec<SearchNode<D, H>>) -> Option<WorkUnit<'a, D, H>> {
        let dispatcher = &mut *self.dispatcher();
        if dispatcher.cursor.is_done() || dispatcher.interrupted.is_some() || dispatcher.stopped.is_some() {
            return None;
        }
        let start = dispatcher.cursor.clone();
        dispatcher.issued += 1;
        let root = (dispatcher.nodes / dispatcher.roots).max(1);
        let max_roots = narrow((self.split.nodes / root).clamp(1, MAX_ROOTS as u64), "at most MAX_ROOTS");
        let mut top = ChunkCounts::default();
        let mut is_goal = false;
        roots.clear();
        while roots.len() < max_roots {
            match dispatcher.cursor.next_any_subtree(self.split.depth, &mut top) {
                NextSubtree::Subtree(node) => roots.push(node),
                NextSubtree::Goal => {
                    is_goal = true;
                    break;
                }
                NextSubtree::Nothing => break,
            }
        }
        let max_nodes = self.limits.remaining_nodes().saturating_sub(dispatcher.searched().generated + top.generated);
        Some(WorkUnit { number: dispatcher.issued, start, top, is_goal, max_nodes })
    }

    /// Records the result of a unit of `roots` roots.
    fn record_result(&self, unit: WorkUnit<'a, D, H>, roots: usize, result: Result<ChunkCounts, Interruption>) {
        let dispatcher = &mut *self.dispatcher();
        let WorkUnit { number, start, top, .. } = unit;
        match result {
            Ok(mut counts) => {
                dispatcher.roots += roots as u64;
                dispatcher.nodes += counts.generated;
                counts.add(top);
                dispatcher.out_of_order.push((number, start, counts));
                if let Some(number) = dispatcher.complete_in_order(self.spare_nodes) {
                    self.last_needed.fetch_min(number, Ordering::Relaxed);
                }
            }
            Err(Interruption::Stopped(end, mut counts)) => {
                counts.add(top);
                dispatcher.partial.add(counts);
                if number <= self.last_needed.load(Ordering::Relaxed) {
                    dispatcher.stopped = Some(end);
                }
            }
            Err(interrupted) => {
                let is_goal_found = interrupted != Interruption::TooLarge && !self.deterministic;
                if dispatcher.interrupt(number, start, is_goal_found) {
                    self.last_needed.fetch_min(if is_goal_found { 0 } else { number }, Ordering::Relaxed);
                }
            }
        }
    }

    /// The counts of the iteration, and how it ended, after all threads have finished.
    pub(super) fn end(self) -> (ChunkCounts, IterationEnd<'a, D, H>) {
        let dispatcher = self.dispatcher.into_inner().unwrap_or_else(PoisonError::into_inner);
        let searched = dispatcher.searched();
        // No thread could know whether all nodes are within the limit while other threads searched.
        let is_within = searched.generated <= self.spare_nodes;
        if let Some(end) = dispatcher.stopped {
            return (if is_within { searched } else { dispatcher.counts }, IterationEnd::Stopped(end));
        }
        match dispatcher.interrupted {
            Some((_, start)) if dispatcher.is_goal_found && is_within => {
                (searched, IterationEnd::Interrupted { start, is_goal_found: true })
            }
            Some(_) if dispatcher.is_goal_found => (dispatcher.counts, IterationEnd::Stopped(Termination::NodeLimit)),
            Some((_, start)) => (dispatcher.counts, IterationEnd::Interrupted { start, is_goal_found: false }),
            None => (dispatcher.counts, IterationEnd::Complete),
        }
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Dispatcher<'a, D, H> {
    /// The counts of all units.
    fn searched(&self) -> ChunkCounts {
        let mut counts = self.counts;
        self.out_of_order.iter().for_each(|(.., unit)| counts.add(*unit));
        counts.add(self.partial);
        counts
    }

    /// Adds the counts of finished units in order, as long as they are within `spare_nodes`. Returns the number of the first
    /// unit that is not.
    fn complete_in_order(&mut self, spare_nodes: u64) -> Option<u64> {
        while let Some(at) = self.out_of_order.iter().position(|(number, ..)| *number == self.completed + 1) {
            let (number, start, counts) = self.out_of_order.swap_remove(at);
            if self.counts.generated + counts.generated > spare_nodes {
                self.partial.add(counts);
                self.interrupt(number, start, false);
                return Some(number);
            }
            self.counts.add(counts);
            self.completed = number;
        }
        None
    }

    /// Keeps the start of an interrupted unit, unless another unit must be searched again. Returns whether it was kept.
    fn interrupt(&mut self, number: u64, start: IterationCursor<'a, D, H>, is_goal_found: bool) -> bool {
        let is_first = match self.interrupted {
            _ if self.is_goal_found => false,
            Some((first, _)) => is_goal_found || number < first,
            None => true,
        };
        if is_first {
            self.interrupted = Some((number, start));
            self.is_goal_found = is_goal_found;
        }
        is_first
    }
}
