//! The rest of an iteration, dealt out in spans.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tilebench_core::{Domain, End, Heuristic, narrow};

use crate::idastar::chunks::{Broken, Chunks, Counts, Cut, Scale};
use crate::idastar::cursor::{Cursor, Next, Node};
use crate::meter::{Meter, Turn};

/// The most roots of a span.
pub(super) const MOST_ROOTS: usize = 1024;

/// How spans are cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deal {
    /// The nodes that a span should have.
    nodes: u64,
    /// The depth of the roots.
    depth: usize,
    /// How much deeper than a root are the subtrees that a form is given.
    below: usize,
    /// How many nodes the subtree of a root is thought to have, before any is searched.
    root: u64,
}

impl Deal {
    /// How many spans each thread gets, if the iteration is as large as is thought. When none are left, threads wait for
    /// half of one on average; but where a span ends not all is used that a form has: with eight times as many, batches
    /// are half as full, and take a tenth more processor time.
    const SPANS: u64 = 8;
    /// The largest span, in smallest ones.
    const LARGEST: u64 = 64;
    /// The roots of the smallest span.
    const ROOTS: u64 = 16;

    /// The cut of the iteration after one of `last` nodes, for so many threads.
    pub(super) fn of(last: u64, scale: &Scale, threads: usize) -> Self {
        let nodes = last.saturating_mul(Scale::GROWTH);
        let span = (nodes / (Self::SPANS * threads as u64)).clamp(scale.span, scale.span.saturating_mul(Self::LARGEST));
        let root = (scale.span / Self::ROOTS).max(scale.subtree).max(1);
        let depth_of = |subtree: u64| (nodes / subtree).max(1).ilog2() as usize;
        let depth = depth_of(root);
        Self { nodes: span, depth, below: depth_of(scale.subtree).saturating_sub(depth), root }
    }

    /// A finer one, unless it is no longer worth it.
    pub(super) fn finer(self, scale: &Scale) -> Option<Self> {
        let nodes = self.nodes / Scale::FINER;
        let finer = Self {
            nodes,
            depth: self.depth + Scale::DEEPER,
            below: self.below.saturating_sub(Scale::DEEPER),
            root: (self.root / Scale::FINER).max(1),
        };
        (nodes >= scale.least).then_some(finer)
    }
}

/// How a round ended.
pub(super) enum Over<'a, D: Domain, H: Heuristic<D>> {
    /// The iteration is searched to its end.
    Whole,
    /// A span has to be searched again, finer.
    Broken {
        /// Where it begins.
        begun: Cursor<'a, D, H>,
        /// Whether the goal is in it and ends the iteration wherever it is, so that what others searched counts.
        is_found: bool,
    },
    /// The search is told to stop.
    Stopped(End),
}

/// What all threads of a round see.
pub(super) struct Round<'a, 'm, D: Domain, H: Heuristic<D>> {
    /// Where it begins: for all that does not change.
    begin: Cursor<'a, D, H>,
    deal: Deal,
    meter: &'m Meter<'m>,
    /// The most nodes that are sure to be within the node limit.
    room: u64,
    deterministic: bool,
    /// The last span that is still wanted. They are numbered from 1.
    wanted: AtomicU64,
    dealer: Mutex<Dealer<'a, D, H>>,
}

/// What was dealt and what came back.
struct Dealer<'a, D: Domain, H: Heuristic<D>> {
    /// Where the next span begins.
    cursor: Cursor<'a, D, H>,
    /// How many spans were dealt.
    dealt: u64,
    /// The roots of spans that came back and the nodes below them: how large a subtree is.
    roots: u64,
    nodes: u64,
    /// What all spans up to this one counted.
    settled: u64,
    counts: Counts,
    /// Spans that came back before an earlier one: with their numbers, as many as there are threads, more or less.
    early: Vec<(u64, Cursor<'a, D, H>, Counts)>,
    /// What was counted of spans that were not searched to their end.
    parts: Counts,
    /// The first span that was broken off, or any with the goal where the first one found ends it all.
    broken: Option<(u64, Cursor<'a, D, H>)>,
    is_found: bool,
    stopped: Option<End>,
}

/// A span that is searched.
struct Span<'a, D: Domain, H: Heuristic<D>> {
    number: u64,
    begun: Cursor<'a, D, H>,
    /// What was counted above its roots.
    top: Counts,
    /// Whether the goal is above its roots.
    is_goal: bool,
    /// The most nodes that it may have.
    left: u64,
}

impl<'a, 'm, D: Domain, H: Heuristic<D>> Round<'a, 'm, D, H> {
    /// The rest of an iteration from `cursor`, of which `room` nodes are sure to be within the node limit of `meter`.
    pub(super) fn new(
        cursor: Cursor<'a, D, H>,
        deal: Deal,
        meter: &'m Meter<'m>,
        room: u64,
        deterministic: bool,
    ) -> Self {
        // A guess that a few spans outweigh.
        let (roots, nodes) = (Deal::ROOTS, Deal::ROOTS * deal.root);
        let dealer = Dealer {
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
        Self { begin: cursor, deal, meter, room, deterministic, wanted, dealer: Mutex::new(dealer) }
    }

    /// Searches spans in `form` until none are left or wanted.
    pub(super) fn work(&self, form: &mut dyn Chunks<D, H>) {
        let mut roots = Vec::new();
        while let Some(span) = self.take(&mut roots) {
            let turn = Turn { wanted: &self.wanted, own: span.number };
            let meter = self.meter.part(span.left, turn);
            // All of it: it was cut when it was dealt.
            let cut = Cut { nodes: u64::MAX, depth: self.deal.below };
            let result =
                if span.is_goal { Err(Broken::Goal) } else { form.chunk(&mut self.begin.below(&roots), cut, &meter) };
            self.give_back(span, roots.len(), result);
        }
    }

    /// The dealer. A thread that panics while it has it ends the search, so poison means nothing.
    fn dealer(&self) -> MutexGuard<'_, Dealer<'a, D, H>> {
        self.dealer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next span, whose roots become `roots`.
    fn take(&self, roots: &mut Vec<Node<D, H>>) -> Option<Span<'a, D, H>> {
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
        let left = self.meter.left().saturating_sub(dealer.searched().generated + top.generated);
        Some(Span { number: dealer.dealt, begun, top, is_goal, left })
    }

    /// Takes back a span of so many roots.
    fn give_back(&self, span: Span<'a, D, H>, roots: usize, result: Result<Counts, Broken>) {
        let dealer = &mut *self.dealer();
        let Span { number, begun, top, .. } = span;
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
            Err(Broken::Stopped(end, mut counts)) => {
                counts.add(top);
                dealer.parts.add(counts);
                if number <= self.wanted.load(Ordering::Relaxed) {
                    dealer.stopped = Some(end);
                }
            }
            Err(broken) => {
                let is_found = broken != Broken::Room && !self.deterministic;
                if dealer.break_off(number, begun, is_found) {
                    self.wanted.fetch_min(if is_found { 0 } else { number }, Ordering::Relaxed);
                }
            }
        }
    }

    /// What counts of it, and how it ended, once all threads are through.
    pub(super) fn end(self) -> (Counts, Over<'a, D, H>) {
        let dealer = self.dealer.into_inner().unwrap_or_else(PoisonError::into_inner);
        let searched = dealer.searched();
        // What no thread could know while others searched: whether all of it is within the limit.
        let is_within = searched.generated <= self.room;
        if let Some(end) = dealer.stopped {
            return (if is_within { searched } else { dealer.counts }, Over::Stopped(end));
        }
        match dealer.broken {
            Some((_, begun)) if dealer.is_found && is_within => (searched, Over::Broken { begun, is_found: true }),
            Some(_) if dealer.is_found => (dealer.counts, Over::Stopped(End::NodeLimit)),
            Some((_, begun)) => (dealer.counts, Over::Broken { begun, is_found: false }),
            None => (dealer.counts, Over::Whole),
        }
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Dealer<'a, D, H> {
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

    /// Keeps where the span of this number begins, unless another one is to be searched again.
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
