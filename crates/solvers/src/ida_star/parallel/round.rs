//! The rest of an iteration, distributed in spans.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilebench_core::{Domain, Heuristic, Termination, narrow};

use crate::ida_star::chunks::{ChunkSearcher, ChunkSpec, Interrupted, Tuning};
use crate::ida_star::counts::Counts;
use crate::ida_star::cursor::{Cursor, Next, Node};
use crate::limit_checker::{LimitChecker, Turn};

/// The maximum number of roots of a span.
pub(super) const MOST_ROOTS: usize = 1024;

/// How spans are cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkSplit {
    /// The nodes that a span should have.
    nodes: u64,
    /// The depth of the roots.
    depth: usize,
    /// How much deeper than a root are the subtrees that a form is given.
    below: usize,
    /// The estimated number of nodes of the subtree of a root, before any is searched.
    root: u64,
}

impl WorkSplit {
    /// The number of spans per thread, if the iteration is as large as estimated. When none are left, threads wait for
    /// half a span on average; but at the end of a span a form is not used to capacity: with eight times as many spans,
    /// batches are half as full, and take a tenth more processor time.
    const SPANS: u64 = 8;
    /// The largest span, in smallest ones.
    const LARGEST: u64 = 64;
    /// The roots of the smallest span.
    const ROOTS: u64 = 16;

    /// The cut of the iteration after one of `last` nodes, for `threads` threads.
    pub(super) fn of(last: u64, scale: &Tuning, threads: usize) -> Self {
        let nodes = last.saturating_mul(Tuning::GROWTH);
        let span = (nodes / (Self::SPANS * threads as u64)).clamp(scale.span, scale.span.saturating_mul(Self::LARGEST));
        let root = (scale.span / Self::ROOTS).max(scale.subtree).max(1);
        let depth_of = |subtree: u64| (nodes / subtree).max(1).ilog2() as usize;
        let depth = depth_of(root);
        Self { nodes: span, depth, below: depth_of(scale.subtree).saturating_sub(depth), root }
    }

    /// A finer cut, unless the spans would be too small.
    pub(super) fn finer(self, scale: &Tuning) -> Option<Self> {
        let nodes = self.nodes / Tuning::FINER;
        let finer = Self {
            nodes,
            depth: self.depth + Tuning::DEEPER,
            below: self.below.saturating_sub(Tuning::DEEPER),
            root: (self.root / Tuning::FINER).max(1),
        };
        (nodes >= scale.least).then_some(finer)
    }
}

/// How a round ended.
pub(super) enum RoundEnd<'a, D: Domain, H: Heuristic<D>> {
    /// The iteration is searched to its end.
    Whole,
    /// A span has to be searched again, finer.
    Interrupted {
        /// The first node of the span.
        begun: Cursor<'a, D, H>,
        /// Whether the goal is in it and ends the iteration wherever it is, so that what others searched counts.
        is_found: bool,
    },
    /// The search was stopped.
    Stopped(Termination),
}

/// The data shared by all threads of a round.
pub(super) struct ParallelIteration<'a, 'm, D: Domain, H: Heuristic<D>> {
    /// The start of the iteration, for the values that do not change.
    begin: Cursor<'a, D, H>,
    deal: WorkSplit,
    limits: &'m LimitChecker<'m>,
    /// The maximum number of nodes that are certainly within the node limit.
    room: u64,
    deterministic: bool,
    /// The last span that is still wanted. They are numbered from 1.
    wanted: AtomicU64,
    dealer: Mutex<Dispatcher<'a, D, H>>,
}

/// The spans that were distributed and their results.
struct Dispatcher<'a, D: Domain, H: Heuristic<D>> {
    /// The start of the next span.
    cursor: Cursor<'a, D, H>,
    /// The number of spans distributed.
    dealt: u64,
    /// The roots of spans that came back and the nodes below them: how large a subtree is.
    roots: u64,
    nodes: u64,
    /// The counts of all spans up to this one.
    settled: u64,
    counts: Counts,
    /// Spans that came back before an earlier one: with their numbers, as many as there are threads, more or less.
    early: Vec<(u64, Cursor<'a, D, H>, Counts)>,
    /// The counts of spans that were not searched to their end.
    parts: Counts,
    /// The first span that was broken off, or any span with the goal if the first goal found ends the iteration.
    broken: Option<(u64, Cursor<'a, D, H>)>,
    is_found: bool,
    stopped: Option<Termination>,
}

/// A span that is searched.
struct WorkUnit<'a, D: Domain, H: Heuristic<D>> {
    number: u64,
    begun: Cursor<'a, D, H>,
    /// The counts above its roots.
    top: Counts,
    /// Whether the goal is above its roots.
    is_goal: bool,
    /// The maximum number of its nodes.
    left: u64,
}

impl<'a, 'm, D: Domain, H: Heuristic<D>> ParallelIteration<'a, 'm, D, H> {
    /// The rest of an iteration from `cursor`, of which `room` nodes are sure to be within the node limit of `limits`.
    pub(super) fn new(
        cursor: Cursor<'a, D, H>,
        deal: WorkSplit,
        limits: &'m LimitChecker<'m>,
        room: u64,
        deterministic: bool,
    ) -> Self {
        // A guess that a few spans outweigh.
        let (roots, nodes) = (WorkSplit::ROOTS, WorkSplit::ROOTS * deal.root);
        let dealer = Dispatcher {
            cursor: cursor.clone(),
            dealt: 0,
            roots,
            nodes,
            settled: 0,
            counts: Counts::default(),
            early: Vec::new(),
            parts: Counts::default(),
            broken: None,
            is_found: false,
            stopped: None,
        };
        let wanted = AtomicU64::new(u64::MAX);
        Self { begin: cursor, deal, limits, room, deterministic, wanted, dealer: Mutex::new(dealer) }
    }

    /// Searches spans in `form` until none are left or wanted.
    pub(super) fn work(&self, form: &mut dyn ChunkSearcher<D, H>) {
        let mut roots = Vec::new();
        while let Some(span) = self.take(&mut roots) {
            let turn = Turn { wanted: &self.wanted, own: span.number };
            let limits = self.limits.part(span.left, turn);
            // All of it: it was cut when it was distributed.
            let cut = ChunkSpec { nodes: u64::MAX, depth: self.deal.below };
            let result = if span.is_goal {
                Err(Interrupted::Goal)
            } else {
                form.chunk(&mut self.begin.below(&roots), cut, &limits)
            };
            self.give_back(span, roots.len(), result);
        }
    }

    /// The dealer. A thread that panics while it has it ends the search, so poison means nothing.
    fn dealer(&self) -> MutexGuard<'_, Dispatcher<'a, D, H>> {
        self.dealer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next span, whose roots become `roots`.
    fn take(&self, roots: &mut Vec<Node<D, H>>) -> Option<WorkUnit<'a, D, H>> {
        let dealer = &mut *self.dealer();
        if dealer.cursor.is_done() || dealer.broken.is_some() || dealer.stopped.is_some() {
            return None;
        }
        let begun = dealer.cursor.clone();
        dealer.dealt += 1;
        let root = (dealer.nodes / dealer.roots).max(1);
        let most = narrow((self.deal.nodes / root).clamp(1, MOST_ROOTS as u64), "at most MOST_ROOTS");
        let mut top = Counts::default();
        let mut is_goal = false;
        roots.clear();
        while roots.len() < most {
            match dealer.cursor.next_of_any(self.deal.depth, &mut top) {
                Next::Subtree(node) => roots.push(node),
                Next::Goal => {
                    is_goal = true;
                    break;
                }
                Next::Nothing => break,
            }
        }
        let left = self.limits.left().saturating_sub(dealer.searched().generated + top.generated);
        Some(WorkUnit { number: dealer.dealt, begun, top, is_goal, left })
    }

    /// Takes back a span of `roots` roots.
    fn give_back(&self, span: WorkUnit<'a, D, H>, roots: usize, result: Result<Counts, Interrupted>) {
        let dealer = &mut *self.dealer();
        let WorkUnit { number, begun, top, .. } = span;
        match result {
            Ok(mut counts) => {
                dealer.roots += roots as u64;
                dealer.nodes += counts.generated;
                counts.add(top);
                dealer.early.push((number, begun, counts));
                if let Some(number) = dealer.settle(self.room) {
                    self.wanted.fetch_min(number, Ordering::Relaxed);
                }
            }
            Err(Interrupted::Stopped(end, mut counts)) => {
                counts.add(top);
                dealer.parts.add(counts);
                if number <= self.wanted.load(Ordering::Relaxed) {
                    dealer.stopped = Some(end);
                }
            }
            Err(broken) => {
                let is_found = broken != Interrupted::Room && !self.deterministic;
                if dealer.break_off(number, begun, is_found) {
                    self.wanted.fetch_min(if is_found { 0 } else { number }, Ordering::Relaxed);
                }
            }
        }
    }

    /// The counts of the round, and how it ended, once all threads have finished.
    pub(super) fn end(self) -> (Counts, RoundEnd<'a, D, H>) {
        let dealer = self.dealer.into_inner().unwrap_or_else(PoisonError::into_inner);
        let searched = dealer.searched();
        // No thread could know while others searched whether all of it is within the limit.
        let is_within = searched.generated <= self.room;
        if let Some(end) = dealer.stopped {
            return (if is_within { searched } else { dealer.counts }, RoundEnd::Stopped(end));
        }
        match dealer.broken {
            Some((_, begun)) if dealer.is_found && is_within => {
                (searched, RoundEnd::Interrupted { begun, is_found: true })
            }
            Some(_) if dealer.is_found => (dealer.counts, RoundEnd::Stopped(Termination::NodeLimit)),
            Some((_, begun)) => (dealer.counts, RoundEnd::Interrupted { begun, is_found: false }),
            None => (dealer.counts, RoundEnd::Whole),
        }
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Dispatcher<'a, D, H> {
    /// All that was counted, of whichever span.
    fn searched(&self) -> Counts {
        let mut counts = self.counts;
        self.early.iter().for_each(|(.., early)| counts.add(*early));
        counts.add(self.parts);
        counts
    }

    /// Settles the spans that follow each other, as long as `room` has them. The number of the first that it has not.
    fn settle(&mut self, room: u64) -> Option<u64> {
        while let Some(at) = self.early.iter().position(|(number, ..)| *number == self.settled + 1) {
            let (number, begun, counts) = self.early.swap_remove(at);
            if self.counts.generated + counts.generated > room {
                self.parts.add(counts);
                self.break_off(number, begun, false);
                return Some(number);
            }
            self.counts.add(counts);
            self.settled = number;
        }
        None
    }

    /// Keeps the start of the span of this number, unless another span is to be searched again.
    fn break_off(&mut self, number: u64, begun: Cursor<'a, D, H>, is_found: bool) -> bool {
        let is_first = match self.broken {
            _ if self.is_found => false,
            Some((first, _)) => is_found || number < first,
            None => true,
        };
        if is_first {
            self.broken = Some((number, begun));
            self.is_found = is_found;
        }
        is_first
    }
}
