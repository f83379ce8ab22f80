//! A* up to a limit, and its frontier, from which another search continues.
//!
//! The frontier is the open list and the nodes that were being expanded when A* stopped, since not all of their successors may be
//! kept. It stays in the open list, in the order of A*.

use tilebench_core::{
    Cost, Counters, Domain, HeuristicExt, Limits, Observer, Outcome, SearchBudget, Termination, narrow, step_cost,
};

use super::{BestFirstSearch, Config, TieBreak};
use crate::limit_checker::LimitChecker;
use crate::open::Bucket;
use crate::store::packed::PackedStore;
use crate::store::{NodeStore, SlotLookup, StoredNode};
use crate::{BucketIndex, BucketList, ErasedHeuristic, Problem, SearchDomain};

type Ref<D> = <PackedStore<D> as NodeStore<D>>::Ref;
type AStarSearch<'a, D> = BestFirstSearch<'a, D, ErasedHeuristic<'a, D>, PackedStore<D>, BucketList<Ref<D>>>;

/// The end of A* under a limit of its own.
pub(crate) enum AStarEnd<'a, D: SearchDomain> {
    /// The search is over: solved, exhausted, or stopped by a limit of the run.
    Finished(Outcome<D::Op>),
    /// Its own limit was reached.
    Frontier(Box<Frontier<'a, D>>),
}

/// The lists of A* after it stopped.
pub(crate) struct Frontier<'a, D: SearchDomain> {
    search: AStarSearch<'a, D>,
    /// The open nodes.
    buckets: Vec<Bucket<Ref<D>>>,
    /// The states that were being expanded, and their successors that may not have been put on the open list, each with its g.
    expanding: Vec<(D::State, Cost)>,
    /// The estimate of the start.
    pub(crate) h0: Cost,
}

/// A node of the frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontierNode<D: Domain> {
    pub(crate) state: D::State,
    pub(crate) g: Cost,
    pub(crate) parent_op: D::Op,
}

/// Searches by A* until a limit of `own` is reached; `budget` has the limits of the run.
pub(crate) fn search_to_frontier<'a, D: SearchDomain>(
    problem: &Problem<'a, D>,
    own: Limits,
    budget: SearchBudget<'a>,
    observer: &mut dyn Observer,
) -> AStarEnd<'a, D> {
    let Problem { domain, erased, start, .. } = *problem;
    let h0 = erased.estimate(domain, start);
    let outcome = |end, path, counters| AStarEnd::Finished(Outcome { end, path, h0: Some(h0), bound: None, counters });
    let limits = LimitChecker::new(SearchBudget { limits: own, ..budget });
    let open = BucketList::new(BucketIndex::Heap, TieBreak::HighG);
    let Some(mut search) = AStarSearch::new((domain, erased, start), Config::default(), open, limits) else {
        let counters = Counters { generated: 1, evaluated: 1, ..Counters::default() };
        return outcome(Termination::MemoryLimit, Vec::new(), counters);
    };
    let result = search.run(h0, observer);
    let is_own_limit = match result {
        Err(Termination::MemoryLimit) => !search.batch.is_empty(),
        Err(Termination::NodeLimit) => own.generated < budget.limits.generated,
        _ => false,
    };
    match result {
        Ok(goal) => outcome(Termination::Solved, search.path(goal), search.counters()),
        Err(_) if is_own_limit => {
            let (buckets, expanding) = (search.lists.open.buckets(), expanding(&search));
            let frontier = Frontier { search, buckets, expanding, h0 };
            if frontier.bytes() > budget.limits.bytes {
                return outcome(Termination::MemoryLimit, Vec::new(), frontier.counters());
            }
            AStarEnd::Frontier(Box::new(frontier))
        }
        Err(end) => outcome(end, Vec::new(), search.counters()),
    }
}

impl<D: SearchDomain> Frontier<'_, D> {
    /// The counters of A*.
    pub(crate) fn counters(&self) -> Counters {
        self.search.counters()
    }

    /// The bytes of the lists of A*, and of those that refer to them.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = size_of_val(self.buckets.as_slice()) + size_of_val(self.expanding.as_slice());
        self.search.lists.bytes() + lists as u64
    }

    /// The termination if no node of the frontier leads to a goal.
    pub(crate) fn exhaustion(&self) -> Termination {
        self.search.limits.exhaustion()
    }

    /// The minimum f of a node, or [`Cost::MAX`].
    pub(crate) fn min_f(&self) -> Cost {
        let open = self.buckets.iter().map(|bucket| f_and_g(bucket.order).0);
        let expanding = self.expanding.iter().map(|&(state, g)| self.f(state, g));
        open.chain(expanding).min().unwrap_or(Cost::MAX)
    }

    /// The minimum f above a threshold, or [`Cost::MAX`].
    pub(crate) fn min_f_above(&self, threshold: Cost) -> Cost {
        let open = self.buckets.iter().map(|bucket| f_and_g(bucket.order).0);
        let expanding = self.expanding.iter().map(|&(state, g)| self.f(state, g));
        open.chain(expanding).filter(|f| *f > threshold).min().unwrap_or(Cost::MAX)
    }

    /// Calls `visit` for each node whose f is at most `threshold`, until it fails: the nodes that were being expanded, then those
    /// of the open list in the order of A*. With `g`, only for nodes of this g.
    pub(crate) fn try_for_each<E>(
        &self,
        threshold: Cost,
        g: Option<Cost>,
        mut visit: impl FnMut(FrontierNode<D>) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_wanted = |node_g| g.is_none_or(|g| g == node_g);
        for &(state, node_g) in &self.expanding {
            if is_wanted(node_g) && self.f(state, node_g) <= threshold {
                visit(self.node(state, node_g))?;
            }
        }
        for bucket in &self.buckets {
            let (f, g) = f_and_g(bucket.order);
            if f > threshold || !is_wanted(g) {
                continue;
            }
            self.search.lists.open.try_for_each(bucket, |node| {
                let slot = self.search.lists.nodes.slot(node);
                let known = self.search.lists.nodes.node(slot);
                // An entry of a longer path remains on the list when a cheaper one is found.
                if known.closed || known.g != g {
                    return Ok(());
                }
                let state = self.search.lists.nodes.state(self.search.domain, node, slot);
                visit(self.node(state, g))
            })?;
        }
        Ok(())
    }

    /// The g of the cheapest known path to a state, if it has a node.
    #[inline]
    pub(crate) fn g(&self, state: D::State) -> Option<Cost> {
        let nodes = &self.search.lists.nodes;
        match nodes.find(nodes.key(self.search.domain, state)) {
            SlotLookup::Found(slot) => Some(nodes.node(slot).g),
            _ => None,
        }
    }

    /// The values of g of the frontier nodes whose f is at most `threshold`, the largest first.
    pub(crate) fn depths(&self, threshold: Cost) -> Vec<Cost> {
        let open = self.buckets.iter().map(|bucket| f_and_g(bucket.order)).filter(|(f, _)| *f <= threshold);
        let expanding = self.expanding.iter().map(|(_, g)| *g);
        let mut depths: Vec<Cost> = open.map(|(_, g)| g).chain(expanding).collect();
        depths.sort_unstable_by(|a, b| b.cmp(a));
        depths.dedup();
        depths
    }

    /// The operators from the start to a state that has a node.
    pub(crate) fn path(&self, state: D::State) -> Vec<D::Op> {
        self.search.path(state)
    }

    fn f(&self, state: D::State, g: Cost) -> Cost {
        g + self.search.heuristic.estimate(self.search.domain, state)
    }

    fn node(&self, state: D::State, g: Cost) -> FrontierNode<D> {
        let BestFirstSearch { domain, start, root_op, ref lists, .. } = self.search;
        let parent_op = match lists.nodes.find(lists.nodes.key(domain, state)) {
            SlotLookup::Found(slot) if state != start => lists.nodes.op(domain, state, slot),
            _ => root_op,
        };
        FrontierNode { state, g, parent_op }
    }
}

/// The nodes of the last batch, and the node that memory was exhausted for when it was put on the open list. It is open, is not
/// among the open nodes, and is a successor of the batch.
fn expanding<D: SearchDomain>(search: &AStarSearch<'_, D>) -> Vec<(D::State, Cost)> {
    let domain = search.domain;
    let mut expanding: Vec<_> = search.batch.iter().map(|node| (node.state, node.g)).collect();
    for node in &search.batch {
        for &op in domain.ops(node.state, domain.root_op(node.state)) {
            let child = domain.apply(node.state, op);
            let g = node.g + step_cost(domain, node.state, op);
            let nodes = &search.lists.nodes;
            if let SlotLookup::Found(slot) = nodes.find(nodes.key(domain, child))
                && nodes.node(slot) == (StoredNode { g, closed: false })
            {
                expanding.push((child, g));
            }
        }
    }
    expanding
}

/// The f and the g of an order of [`TieBreak::HighG`].
fn f_and_g(order: u64) -> (Cost, Cost) {
    let low: u32 = narrow(order & u64::from(u32::MAX), "half of an order");
    (narrow(order >> 32, "half of an order"), !low)
}
