//! Iterations of IDA* below nodes of a frontier, one node after the other.

use tilebench_core::{Cost, Domain, Heuristic, Termination, Weight};

use super::{Evaluator, IdaStarSearch, IterationEngine, SearchNode, SubtreeResult};
use crate::LimitChecker;

/// A search by IDA* below nodes that another search generated, compiled for a heuristic.
pub trait FrontierSearch<D: Domain> {
    /// Searches the subtree below a node under a threshold, and returns the least f that exceeded it, [`Cost::MAX`] if none did.
    ///
    /// # Errors
    ///
    /// The goal, with the operators that lead to it from the node, or the reason to stop.
    fn search_below(
        &mut self,
        state: D::State,
        g: Cost,
        parent_op: D::Op,
        threshold: Cost,
    ) -> Result<Cost, SubtreeEnd<D::Op>>;

    /// The nodes generated and expanded, with those that the limits contained before.
    fn counts(&self) -> (u64, u64);

    /// The maximum number of bytes of a path with an engine's lists.
    fn peak_bytes(&self) -> u64;
}

/// The reason why the search of a subtree is the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubtreeEnd<Op> {
    /// A goal was found by these operators.
    Goal(Vec<Op>),
    /// The search is stopped.
    Stopped(Termination),
}

/// A search by an engine of IDA*.
pub(crate) struct EngineFrontierSearch<'a, D: Domain, H: Heuristic<D>> {
    search: IdaStarSearch<'a, D, H>,
    engine: Box<dyn IterationEngine<D, H>>,
}

impl<'a, D: Domain, H: Heuristic<D>> EngineFrontierSearch<'a, D, H> {
    pub(crate) fn new(
        domain: &'a D,
        heuristic: &'a H,
        engine: Box<dyn IterationEngine<D, H>>,
        limits: LimitChecker<'a>,
    ) -> Self {
        let evaluator = Evaluator { weight: Weight::ONE, depth: limits.max_depth() };
        Self { search: IdaStarSearch::new(domain, heuristic, evaluator, 0, limits), engine }
    }
}

impl<D: Domain, H: Heuristic<D>> FrontierSearch<D> for EngineFrontierSearch<'_, D, H> {
    fn search_below(
        &mut self,
        state: D::State,
        g: Cost,
        parent_op: D::Op,
        threshold: Cost,
    ) -> Result<Cost, SubtreeEnd<D::Op>> {
        let search = &mut self.search;
        search.threshold = threshold;
        search.next_threshold = Cost::MAX;
        let cache = search.heuristic.initial(search.domain, state);
        let before = search.limits.generated;
        let result = self.engine.iterate(search, SearchNode { state, cache, g, parent_op });
        // Subtrees are searched in an order in which neighbours are of similar size.
        search.last_generated = search.limits.generated - before;
        match result {
            SubtreeResult::Exhausted | SubtreeResult::CutOff => Ok(search.next_threshold),
            SubtreeResult::Goal => {
                search.path.reverse();
                Err(SubtreeEnd::Goal(core::mem::take(&mut search.path)))
            }
            SubtreeResult::Stopped => Err(SubtreeEnd::Stopped(search.stopped.expect("a stopped search has a reason"))),
        }
    }

    fn counts(&self) -> (u64, u64) {
        (self.search.limits.generated, self.search.limits.expanded)
    }

    fn peak_bytes(&self) -> u64 {
        let search = &self.search;
        let path = if search.threshold == 0 { 0 } else { search.max_path_length().min(search.max_depth) };
        search.peak_bytes.max(u64::from(path) * IdaStarSearch::<'_, D, H>::NODE_BYTES)
    }
}
