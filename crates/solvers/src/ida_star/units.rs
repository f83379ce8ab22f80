//! An iteration in work units, whose finished parts are kept in a store.
//!
//! **What it does.** Some nodes, the roots of subtrees, are numbered in depth-first order, and a unit is a number of successive
//! roots: see [`UnitStore`] and [`UnitSplit`]. Every thread takes one unit after the other from the store, searches it in parts of a
//! few seconds, and records each part. If the search is killed, only the parts in progress are lost: the next search of the same
//! iteration gets the other roots. If several processes have the same store, each takes other units.
//!
//! **Same counts.** The parts are added up in depth-first order, with the nodes above the roots, which are generated again. If
//! a part contains the goal or reaches the node limit, no root after it is needed, and the search continues from the first
//! root of the part by the chunks of one thread, which find the same node and the same path as the recursion. So do the nodes
//! after the last root.
//!
//! **Cost.** Every thread walks through the nodes above the roots: a few millionths of the iteration.

mod split;

use std::io::ErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilebench_core::{
    ChunkCounts, Domain, Heuristic, NextUnit, Termination, UnitPart, UnitPlan, UnitSizes, UnitSplit, UnitStore,
};

use super::chunks::{ChunkSearcher, ChunkSpec, Tuning, iterate_from};
use super::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};
use super::{Evaluator, IdaStarSearch, SubtreeResult};
use crate::limit_checker::{Cancellation, LimitChecker};

/// The maximum number of roots of a part.
pub(super) const MAX_ROOTS: u64 = 1024;

/// The number of first parts of units that are worth one part.
const FIRST_PARTS: u64 = 8;

/// The number of roots that the first estimate of the size of a subtree is worth: a few parts outweigh it.
const ESTIMATED_ROOTS: u64 = 16;

/// The store of a search, and how it wants the present iteration to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationUnits<'a> {
    store: &'a dyn UnitStore,
    /// The cut of an earlier search, if there was one.
    begun: Option<UnitSplit>,
    sizes: UnitSizes,
}

impl<'a> IterationUnits<'a> {
    /// Begins the next iteration of `search`; `None` if it is to be searched in one piece.
    pub(super) fn begin<D: Domain, H: Heuristic<D>>(
        store: &'a dyn UnitStore,
        search: &IdaStarSearch<'_, D, H>,
    ) -> Result<Option<Self>, Termination> {
        let plan = store.begin(search.threshold, search.last_generated).map_err(Termination::DiskFailed)?;
        Ok(match plan {
            UnitPlan::Whole => None,
            UnitPlan::New(sizes) => Some(Self { store, begun: None, sizes }),
            UnitPlan::Begun(split, sizes) => Some(Self { store, begun: Some(split), sizes }),
        })
    }

    /// The cut of the iteration that begins at `start`.
    fn split<D: Domain, H: Heuristic<D>>(
        &self,
        start: &IterationCursor<'_, D, H>,
        nodes: u64,
    ) -> Result<UnitSplit, ErrorKind> {
        self.begun.map_or_else(|| self.store.split(split::propose(start, nodes, &self.sizes)), Ok)
    }
}

/// The data that all threads share.
pub(super) struct UnitIteration<'a, 'm, D: Domain, H: Heuristic<D>> {
    units: IterationUnits<'m>,
    split: UnitSplit,
    start: IterationCursor<'a, D, H>,
    domain: &'a D,
    heuristic: &'a H,
    evaluator: Evaluator,
    threshold: u32,
    limits: LimitChecker<'m>,
    /// The chunks of a part.
    chunk: ChunkSpec,
    /// The estimated number of nodes below a root, before any is searched.
    root: u64,
    tuning: &'m Tuning,
    /// The last root that is still needed.
    last_needed: AtomicU64,
    /// The nodes below the roots that this process has searched, and the largest first root of their parts.
    searched: AtomicU64,
    last_searched: AtomicU64,
    /// Why the search was stopped, and the counts of the parts in progress then.
    stopped: Mutex<(Option<Termination>, ChunkCounts)>,
}

impl<'a, 'm, D: Domain, H: Heuristic<D>> UnitIteration<'a, 'm, D, H> {
    /// The iteration of `search` from `start`, whose expansion is counted by the caller.
    pub(super) fn new(
        units: IterationUnits<'m>,
        search: &IdaStarSearch<'a, D, H>,
        start: SearchNode<D, H>,
        tuning: &'m Tuning,
    ) -> Result<Self, Termination>
    where
        'a: 'm,
    {
        let start = IterationCursor::new(search, start);
        let nodes = search.last_generated.saturating_mul(Tuning::GROWTH).max(1);
        let split = units.split(&start, nodes).map_err(Termination::DiskFailed)?;
        let root = (nodes / split.roots.max(1)).max(1);
        let chunk = ChunkSpec {
            nodes: tuning.max_chunk().min(units.sizes.part),
            depth: (root / tuning.max_subtree.max(1)).max(1).ilog2() as usize,
        };
        let IdaStarSearch { domain, heuristic, evaluator, threshold, .. } = *search;
        Ok(Self {
            units,
            split,
            start,
            domain,
            heuristic,
            evaluator,
            threshold,
            limits: search.limits.clone(),
            chunk,
            root,
            tuning,
            last_needed: AtomicU64::new(u64::MAX),
            searched: AtomicU64::new(0),
            last_searched: AtomicU64::new(0),
            stopped: Mutex::default(),
        })
    }

    /// Moves the cursor behind the next root, and returns it. If there are fewer roots than the split states, its file is
    /// damaged.
    fn next_root(
        &self,
        cursor: &mut IterationCursor<'a, D, H>,
        counts: &mut ChunkCounts,
    ) -> Result<SearchNode<D, H>, Termination> {
        match split::next_root(cursor, self.split.cut, counts) {
            NextSubtree::Subtree(root) => Ok(root),
            NextSubtree::Goal | NextSubtree::Nothing => Err(Termination::DiskFailed(ErrorKind::InvalidData)),
        }
    }

    /// Searches units by `searcher` until none is left or needed.
    pub(super) fn work(&self, searcher: &mut dyn ChunkSearcher<D, H>) {
        if let Err((end, counts)) = self.search_units(searcher) {
            let mut stopped = self.stopped();
            stopped.0.get_or_insert(end);
            stopped.1.add(counts);
            // The other threads need not finish their parts.
            self.last_needed.store(0, Ordering::Relaxed);
        }
    }

    fn search_units(&self, searcher: &mut dyn ChunkSearcher<D, H>) -> Result<(), (Termination, ChunkCounts)> {
        let mut cursor = self.start.clone();
        // The root before which the cursor is.
        let mut at = 0;
        let (mut roots, mut nodes) = (ESTIMATED_ROOTS, ESTIMATED_ROOTS * self.root);
        let mut part = Vec::new();
        while self.stopped().0.is_none() {
            self.limits.check_stop().map_err(|end| (end, ChunkCounts::default()))?;
            let (first, end) = match self.units.store.take().map_err(failed)? {
                NextUnit::Roots { first, end } => (first, end),
                NextUnit::Wait => continue,
                NextUnit::Nothing => return Ok(()),
            };
            if first < at {
                (cursor, at) = (self.start.clone(), 0);
            }
            let without_counts = |end| (end, ChunkCounts::default());
            self.skip(&mut cursor, first - at, &mut ChunkCounts::default()).map_err(without_counts)?;
            at = first;
            let mut is_needed = true;
            // Some units are many times larger than others, so the first part of each is small.
            let (mut unit_roots, mut unit_nodes) = (0, 0);
            while is_needed && at < end {
                let mean = (nodes / roots).max(unit_nodes / u64::max(unit_roots, 1)).max(1);
                let wanted = self.units.sizes.part / if unit_roots == 0 { FIRST_PARTS } else { 1 };
                let count = (wanted / mean).clamp(1, MAX_ROOTS).min(end - at);
                part.clear();
                for _ in 0..count {
                    part.push(self.next_root(&mut cursor, &mut ChunkCounts::default()).map_err(without_counts)?);
                }
                is_needed = match self.search_part(searcher, &part, at)? {
                    PartEnd::Finished(counts) => {
                        (roots, nodes) = (roots + count, nodes + counts.generated);
                        (unit_roots, unit_nodes) = (unit_roots + count, unit_nodes + counts.generated);
                        let is_needed = self.record(UnitPart { first: at, end: at + count, counts })?;
                        self.end_at_limit(at, counts.generated)?;
                        is_needed
                    }
                    PartEnd::EndOfSearch => {
                        self.last_needed.fetch_min(at, Ordering::Relaxed);
                        self.record(UnitPart::end_of_search(at))?;
                        false
                    }
                    PartEnd::Cancelled => false,
                };
                at += count;
            }
        }
        Ok(())
    }

    /// Ends the search below the last searched root when the searched roots have more nodes than the limit allows, since all roots
    /// up to it then have too.
    fn end_at_limit(&self, first: u64, generated: u64) -> Result<(), (Termination, ChunkCounts)> {
        self.last_searched.fetch_max(first, Ordering::SeqCst);
        let before = self.searched.fetch_add(generated, Ordering::SeqCst);
        let limit = self.limits.remaining_nodes();
        if before <= limit && limit < before.saturating_add(generated) {
            let last = self.last_searched.load(Ordering::SeqCst);
            self.last_needed.fetch_min(last, Ordering::Relaxed);
            self.record(UnitPart::end_of_search(last))?;
        }
        Ok(())
    }

    fn record(&self, part: UnitPart) -> Result<bool, (Termination, ChunkCounts)> {
        self.units.store.record(part).map_err(failed)
    }

    /// Why the search was stopped. Nothing panics while it holds the lock, so poison means nothing.
    fn stopped(&self) -> MutexGuard<'_, (Option<Termination>, ChunkCounts)> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches below the roots from number `first` on.
    fn search_part(
        &self,
        searcher: &mut dyn ChunkSearcher<D, H>,
        roots: &[SearchNode<D, H>],
        first: u64,
    ) -> Result<PartEnd, (Termination, ChunkCounts)> {
        let Self { domain, heuristic, evaluator, threshold, limits, chunk, tuning, .. } = self;
        let cancellation = Cancellation { last_needed: &self.last_needed, number: first };
        let limits = limits.for_work_unit(limits.remaining_nodes(), cancellation);
        let mut search = IdaStarSearch::new(*domain, *heuristic, *evaluator, *threshold, limits);
        let result = iterate_from(searcher, &mut search, self.start.below(roots), *chunk, tuning);
        let IdaStarSearch { limits: LimitChecker { generated, expanded, .. }, next_threshold, stopped, .. } = search;
        let counts = ChunkCounts { generated, expanded, next: next_threshold };
        match (result, stopped) {
            (SubtreeResult::Exhausted | SubtreeResult::CutOff, _) => Ok(PartEnd::Finished(counts)),
            (SubtreeResult::Goal, _) | (SubtreeResult::Stopped, Some(Termination::NodeLimit) | None) => {
                Ok(PartEnd::EndOfSearch)
            }
            (SubtreeResult::Stopped, Some(Termination::Cancelled)) if cancellation.is_cancelled() => {
                Ok(PartEnd::Cancelled)
            }
            (SubtreeResult::Stopped, Some(end)) => Err((end, counts)),
        }
    }

    /// Moves the cursor behind the next `count` roots, and adds the nodes above them.
    fn skip(
        &self,
        cursor: &mut IterationCursor<'a, D, H>,
        count: u64,
        counts: &mut ChunkCounts,
    ) -> Result<(), Termination> {
        for _ in 0..count {
            self.next_root(cursor, counts)?;
        }
        Ok(())
    }

    /// Adds up the finished parts, and searches the rest of the iteration by `searcher`.
    pub(super) fn end(
        self,
        searcher: &mut dyn ChunkSearcher<D, H>,
        search: &mut IdaStarSearch<'a, D, H>,
    ) -> SubtreeResult {
        let stopped = *self.stopped();
        if let (Some(end), mut counts) = stopped {
            match self.units.store.counts() {
                Ok(finished) => counts.add(finished),
                Err(kind) => return search.stop(Termination::DiskFailed(kind)),
            }
            if search.limits.spare_nodes(D::MAX_BRANCHING).is_some_and(|spare| counts.generated <= spare) {
                search.limits.add(counts.generated, counts.expanded);
            }
            return search.stop(end);
        }
        let parts = match self.units.store.finished() {
            Ok(parts) => parts,
            Err(kind) => return search.stop(Termination::DiskFailed(kind)),
        };
        let mut cursor = self.start.clone();
        for part in parts {
            let (before, mut counts) = (cursor.clone(), part.counts);
            if let Err(end) = self.skip(&mut cursor, part.end - part.first, &mut counts) {
                return search.stop(end);
            }
            let is_within = |spare| counts.generated <= spare;
            if part.is_end_of_search() || !search.limits.spare_nodes(D::MAX_BRANCHING).is_some_and(is_within) {
                cursor = before;
                break;
            }
            search.limits.add(counts.generated, counts.expanded);
            search.next_threshold = search.next_threshold.min(counts.next);
        }
        let chunk = ChunkSpec { depth: cursor.depth() + self.chunk.depth, ..self.chunk };
        iterate_from(searcher, search, cursor, chunk, self.tuning)
    }
}

/// How the search of a part ended.
enum PartEnd {
    /// All roots are searched, with these counts.
    Finished(ChunkCounts),
    /// The goal or the node limit is below one of its roots.
    EndOfSearch,
    /// It is not needed any more.
    Cancelled,
}

fn failed(kind: ErrorKind) -> (Termination, ChunkCounts) {
    (Termination::DiskFailed(kind), ChunkCounts::default())
}
