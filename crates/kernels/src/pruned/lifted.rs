//! Heuristics of the puzzle as heuristics of the pruned puzzle, which has the same states and estimates.

use tilebench_core::{Cost, Heuristic, Memo, Prefetch};
use tilebench_puzzle::Puzzle;

use super::{PrunedOp, PrunedPuzzle};
use crate::{KernelWord, MoveDelta, OpContext, UnitDelta, UnitDeltaTables};

/// A heuristic of the puzzle.
#[derive(Debug)]
pub struct Lifted<'a, H>(pub &'a H);

impl<W: KernelWord, H: Heuristic<Puzzle<W>>> Heuristic<PrunedPuzzle<'_, W>> for Lifted<'_, H> {
    type Cache = H::Cache;

    fn initial(&self, domain: &PrunedPuzzle<'_, W>, state: W) -> H::Cache {
        self.0.initial(domain.puzzle(), state)
    }

    #[inline]
    fn step(&self, domain: &PrunedPuzzle<'_, W>, cache: H::Cache, parent: W, op: PrunedOp) -> H::Cache {
        self.0.step(domain.puzzle(), cache, parent, op.op)
    }

    #[inline]
    fn h(&self, cache: H::Cache) -> Cost {
        self.0.h(cache)
    }

    #[inline]
    fn step_h(&self, domain: &PrunedPuzzle<'_, W>, cache: &H::Cache, parent: W, op: PrunedOp) -> Cost {
        self.0.step_h(domain.puzzle(), cache, parent, op.op)
    }

    #[inline]
    fn d(&self, cache: H::Cache) -> Cost {
        self.0.d(cache)
    }

    fn has_memos(&self) -> bool {
        self.0.has_memos()
    }

    fn memo(&self, cache: H::Cache) -> Memo {
        self.0.memo(cache)
    }
}

impl<W: KernelWord, H: Prefetch<Puzzle<W>>> Prefetch<PrunedPuzzle<'_, W>> for Lifted<'_, H> {
    type Pending = H::Pending;
    type Places = H::Places;

    #[inline]
    fn begin(&self, domain: &PrunedPuzzle<'_, W>, cache: &H::Cache, parent: W, op: PrunedOp, pending: &mut H::Pending) {
        self.0.begin(domain.puzzle(), cache, parent, op.op, pending);
    }

    #[inline]
    fn try_evaluate(
        &self,
        domain: &PrunedPuzzle<'_, W>,
        cache: &H::Cache,
        parent: W,
        op: PrunedOp,
        pending: &mut H::Pending,
        bound: Cost,
    ) -> Option<Cost> {
        self.0.try_evaluate(domain.puzzle(), cache, parent, op.op, pending, bound)
    }

    #[inline]
    fn commit(
        &self,
        domain: &PrunedPuzzle<'_, W>,
        cache: &mut H::Cache,
        parent: W,
        op: PrunedOp,
        pending: &H::Pending,
    ) {
        self.0.commit(domain.puzzle(), cache, parent, op.op, pending);
    }

    #[inline]
    fn begin_initial(&self, domain: &PrunedPuzzle<'_, W>, state: W) -> (H::Cache, H::Places) {
        self.0.begin_initial(domain.puzzle(), state)
    }

    #[inline]
    fn end_initial(&self, cache: &mut H::Cache, places: &H::Places) {
        self.0.end_initial(cache, places);
    }

    #[inline]
    fn initial_from_memo(&self, domain: &PrunedPuzzle<'_, W>, state: W, memo: Memo) -> H::Cache {
        self.0.initial_from_memo(domain.puzzle(), state, memo)
    }

    #[inline]
    fn successor_memo(&self, memo: Memo, op: PrunedOp, pending: &H::Pending) -> Memo {
        self.0.successor_memo(memo, op.op, pending)
    }
}

impl<W: KernelWord, H: UnitDelta<Puzzle<W>>> UnitDelta<PrunedPuzzle<'_, W>> for Lifted<'_, H> {
    fn unit_delta(&self, domain: &PrunedPuzzle<'_, W>) -> Option<UnitDeltaTables<W, PrunedOp>> {
        let UnitDeltaTables { word, goal, contexts, effect } = self.0.unit_delta(domain.puzzle())?;
        let lifted = |MoveDelta { op, from, to, increases_h, context }| {
            let op = PrunedOp::new(op);
            MoveDelta { op, from, to, increases_h, context }
        };
        let contexts = contexts.into_iter().map(|OpContext { op, next }| OpContext {
            op: PrunedOp::new(op),
            next: next.into_iter().map(lifted).collect(),
        });
        Some(UnitDeltaTables { word, goal, contexts: contexts.collect(), effect })
    }

    fn slack_h(&self, cache: H::Cache) -> Cost {
        self.0.slack_h(cache)
    }

    fn axis_states(&self, cache: H::Cache) -> [u64; 2] {
        self.0.axis_states(cache)
    }
}
