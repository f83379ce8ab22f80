//! The search: selects buckets, expands their states and extracts the path.

use tilebench_core::{Cost, Counters, Domain, Heuristic, HeuristicExt, Observer, Termination, Weight};

use super::bucket::OpenBucket;
use super::duplicates::DuplicateScope;
use super::external_buckets::ExternalBuckets;
use super::record::Record;
use crate::best_first::TieBreak;
use crate::limit_checker::LimitChecker;

/// A running search.
pub(crate) struct ExternalSearch<'a, D: Domain, H: Heuristic<D>> {
    pub(crate) domain: &'a D,
    pub(crate) heuristic: &'a H,
    pub(crate) weight: Weight,
    pub(crate) tie: TieBreak,
    pub(crate) scope: DuplicateScope,
    pub(crate) buckets: ExternalBuckets<'a, D::Key>,
    pub(crate) limits: LimitChecker<'a>,
    pub(crate) counters: Counters,
}

/// A goal that was reached.
pub(crate) struct ReachedGoal<K> {
    pub(crate) record: Record<K>,
    pub(crate) g: Cost,
}

impl<D: Domain, H: Heuristic<D>> ExternalSearch<'_, D, H> {
    /// Expands bucket after bucket until a goal is selected.
    pub(crate) fn run(
        &mut self,
        start: D::State,
        h0: Cost,
        observer: &mut dyn Observer,
    ) -> Result<ReachedGoal<D::Key>, Termination> {
        if self.limits.exceeds_depth(0, h0) {
            return Err(Termination::DepthLimit);
        }
        let index = self.buckets.open_index(0, h0)?;
        self.buckets.push(index, Record::root(self.domain.pack(start)))?;
        let mut layer = None;
        while let Some((index, g, h)) = self.next_bucket() {
            let f = self.weight.f(g, h) / self.weight.den();
            if layer.is_none_or(|layer| f > layer) {
                layer = Some(f);
                observer.f_layer(f, &self.counters());
            }
            let open = self.buckets.open.iter().map(OpenBucket::len).sum();
            self.counters.peak_open = self.counters.peak_open.max(open);
            self.buckets.detect_duplicates(index, self.scope)?;
            if let Some(goal) = self.expand_bucket(g, h)? {
                return Ok(goal);
            }
        }
        Err(self.limits.exhaustion())
    }

    /// The index, g and h of the Open bucket of minimum f. The tie-break decides between equal f.
    fn next_bucket(&self) -> Option<(usize, Cost, Cost)> {
        let priority = |g: Cost, h: Cost| (self.weight.f(g, h), if self.tie == TieBreak::LowG { g } else { !g });
        let buckets = self.buckets.open.iter().enumerate();
        buckets.min_by_key(|(_, open)| priority(open.g, open.h)).map(|(index, open)| (index, open.g, open.h))
    }

    /// Expands the states of the current bucket, up to a goal if it contains one.
    fn expand_bucket(&mut self, g: Cost, h: Cost) -> Result<Option<ReachedGoal<D::Key>>, Termination> {
        let domain = self.domain;
        // The index of each Open bucket of the next layer, by h. They are few, so that a linear search is fastest.
        let mut open: Vec<(Cost, usize)> = Vec::new();
        while let Some(record) = self.buckets.next()? {
            let state = domain.unpack(record.key);
            // A goal has h = 0.
            if h == 0 && domain.is_goal(state) {
                return Ok(Some(ReachedGoal { record, g }));
            }
            self.limits.expand(D::MAX_BRANCHING)?;
            self.counters.reopened += u64::from(record.is_reopened());
            let any = domain.root_op(state);
            let parent_op = record.op_to_parent().map_or(any, |op| domain.inverse(domain.ops(state, any)[op]));
            let cache = self.heuristic.initial(domain, state);
            for &op in domain.ops(state, parent_op) {
                self.limits.generated += 1;
                let child = domain.apply(state, op);
                let child_h = self.heuristic.h(self.heuristic.step(domain, cache, state, op));
                self.scope.all_layers |= h.abs_diff(child_h) > 1;
                if self.limits.exceeds_depth(g + 1, child_h) {
                    continue;
                }
                let index = if let Some(&(_, index)) = open.iter().find(|(h, _)| *h == child_h) {
                    index
                } else {
                    let index = self.buckets.open_index(g + 1, child_h)?;
                    open.push((child_h, index));
                    index
                };
                self.buckets.push(index, Record::new(domain.pack(child), self.op_to_parent(child, op)))?;
            }
        }
        Ok(None)
    }

    /// The index, among all operators of `child`, of the inverse of `op`, which generated it.
    #[inline]
    fn op_to_parent(&self, child: D::State, op: D::Op) -> usize {
        let inverse = self.domain.inverse(op);
        let ops = self.domain.ops(child, self.domain.root_op(child));
        ops.iter().position(|&known| known == inverse).expect("operators are reversible")
    }

    /// The operators from the start to `goal`. The record of each state leads to its parent, whose
    /// record is then looked up in its Closed bucket.
    pub(crate) fn path(&self, goal: &ReachedGoal<D::Key>) -> Result<Vec<D::Op>, Termination> {
        let domain = self.domain;
        let mut path = Vec::new();
        let mut state = domain.unpack(goal.record.key);
        let mut record = Some(goal.record);
        let mut g = goal.g;
        while let Some(index) = record.and_then(Record::op_to_parent) {
            let op = domain.ops(state, domain.root_op(state))[index];
            path.push(domain.inverse(op));
            state = domain.apply(state, op);
            g -= 1;
            record = self.buckets.find(g, self.heuristic.estimate(domain, state), domain.pack(state))?;
        }
        path.reverse();
        Ok(path)
    }

    /// The counters of the search so far.
    pub(crate) fn counters(&self) -> Counters {
        Counters {
            generated: self.limits.generated,
            expanded: self.limits.expanded,
            evaluated: self.limits.generated,
            peak_closed: self.limits.expanded,
            peak_bytes: self.buckets.memory.peak(),
            peak_disk: self.buckets.disk.peak(),
            ..self.counters
        }
    }
}
