//! The search itself: which bucket is next, and what its states lead to.

use tilebench_core::{Cost, Counters, Domain, End, Estimate, Heuristic, Weight};

use super::bucket::Pile;
use super::buckets::Buckets;
use super::record::Record;
use super::settle::Window;
use crate::best_first::Tie;
use crate::limit_checker::LimitChecker;

/// A search that is under way.
pub(crate) struct Search<'a, D: Domain, H: Heuristic<D>> {
    pub(crate) domain: &'a D,
    pub(crate) heuristic: &'a H,
    pub(crate) weight: Weight,
    pub(crate) tie: Tie,
    pub(crate) window: Window,
    pub(crate) buckets: Buckets<'a, D::Key>,
    pub(crate) meter: LimitChecker<'a>,
    pub(crate) counters: Counters,
}

/// A goal that was reached.
pub(crate) struct Goal<K> {
    pub(crate) record: Record<K>,
    pub(crate) g: Cost,
}

impl<D: Domain, H: Heuristic<D>> Search<'_, D, H> {
    /// Expands bucket after bucket until one of them holds a goal.
    pub(crate) fn run(&mut self, start: D::State, h0: Cost) -> Result<Goal<D::Key>, End> {
        if self.meter.cuts(0, h0) {
            return Err(End::DepthLimit);
        }
        let pile = self.buckets.pile(0, h0)?;
        self.buckets.push(pile, Record::start(self.domain.pack(start)))?;
        while let Some((pile, g, h)) = self.lowest() {
            let open = self.buckets.piles.iter().map(Pile::len).sum();
            self.counters.peak_open = self.counters.peak_open.max(open);
            self.buckets.settle(pile, self.window)?;
            if let Some(goal) = self.expand_all(g, h)? {
                return Ok(goal);
            }
        }
        Err(self.meter.nothing_left())
    }

    /// The bucket of least f, and among equals the one that the tie-break says.
    fn lowest(&self) -> Option<(usize, Cost, Cost)> {
        let rank = |g: Cost, h: Cost| (self.weight.f(g, h), if self.tie == Tie::LowG { g } else { !g });
        let piles = self.buckets.piles.iter().enumerate();
        piles.min_by_key(|(_, pile)| rank(pile.g, pile.h)).map(|(at, pile)| (at, pile.g, pile.h))
    }

    /// Expands the bucket at hand, unless it holds a goal.
    fn expand_all(&mut self, g: Cost, h: Cost) -> Result<Option<Goal<D::Key>>, End> {
        let domain = self.domain;
        // The piles of the next layer by h: a handful, so that looking through them is quickest.
        let mut piles: Vec<(Cost, usize)> = Vec::new();
        while let Some(record) = self.buckets.next()? {
            let state = domain.unpack(record.key);
            // The estimate of a goal is 0.
            if h == 0 && domain.is_goal(state) {
                return Ok(Some(Goal { record, g }));
            }
            self.meter.expand(D::MAX_BRANCHING)?;
            self.counters.reopened += u64::from(record.is_again());
            let everywhere = domain.arrival(state);
            let arrived_by =
                record.back().map_or(everywhere, |back| domain.inverse(domain.ops(state, everywhere)[back]));
            let cache = self.heuristic.initial(domain, state);
            for &op in domain.ops(state, arrived_by) {
                self.meter.generated += 1;
                let child = domain.apply(state, op);
                let child_h = self.heuristic.h(self.heuristic.step(domain, cache, state, op));
                self.window.wide |= h.abs_diff(child_h) > 1;
                if self.meter.cuts(g + 1, child_h) {
                    continue;
                }
                let pile = if let Some(&(_, pile)) = piles.iter().find(|(known, _)| *known == child_h) {
                    pile
                } else {
                    let pile = self.buckets.pile(g + 1, child_h)?;
                    piles.push((child_h, pile));
                    pile
                };
                self.buckets.push(pile, Record::new(domain.pack(child), self.way_back(child, op)))?;
            }
        }
        Ok(None)
    }

    /// The number, among all operators of `child`, of the one that undoes `op`.
    #[inline]
    fn way_back(&self, child: D::State, op: D::Op) -> usize {
        let undo = self.domain.inverse(op);
        let ops = self.domain.ops(child, self.domain.arrival(child));
        ops.iter().position(|&known| known == undo).expect("operators are reversible")
    }

    /// The operators from the start to `goal`: each predecessor is known by undoing the arrival, and
    /// its own arrival is looked up where it was expanded.
    pub(crate) fn path(&self, goal: &Goal<D::Key>) -> Result<Vec<D::Op>, End> {
        let domain = self.domain;
        let mut path = Vec::new();
        let mut state = domain.unpack(goal.record.key);
        let mut record = Some(goal.record);
        let mut g = goal.g;
        while let Some(back) = record.and_then(Record::back) {
            let undo = domain.ops(state, domain.arrival(state))[back];
            path.push(domain.inverse(undo));
            state = domain.apply(state, undo);
            g -= 1;
            record = self.buckets.find(g, self.heuristic.estimate(domain, state), domain.pack(state))?;
        }
        path.reverse();
        Ok(path)
    }

    /// What was counted.
    pub(crate) fn counters(&self) -> Counters {
        Counters {
            generated: self.meter.generated,
            expanded: self.meter.expanded,
            evaluated: self.meter.generated,
            peak_closed: self.meter.expanded,
            peak_bytes: self.buckets.memory.peak(),
            peak_disk: self.buckets.disk.peak(),
            ..self.counters
        }
    }
}

impl Window {
    /// The window under which a search begins: as long as no edge that was seen changes f by more
    /// than a consistent heuristic may, only the last two layers can hold duplicates.
    pub(crate) fn at_first(weight: Weight, reopen: bool) -> Self {
        Self { wide: weight != Weight::ONE, reopen }
    }
}
