//! DVCBS: bidirectional search along a minimum vertex cover that changes with the search.
//!
//! **What it does.** As in [NBS](super::nbs), a pair of nodes, u forward and v backward, with f of at most a bound and
//! g(u) + g(v) + e of at most the bound must have one of its nodes expanded before the bound can rise. Nodes of a direction with equal
//! g are a cluster. Pairs of clusters are the edges of a bipartite graph, a minimum vertex cover of which is the least number of nodes
//! whose expansion removes all of them: some clusters of least g of either direction. DVCBS computes the cover, expands the smaller of
//! the two first clusters in it, and computes it again for the nodes that are open then.
//!
//! **Guarantees.** Paths of least cost with admissible heuristics; closed nodes are reopened if they are inconsistent.
//!
//! **Counting.** As everywhere.
//!
//! **Memory.** As every [bidirectional search](super); an entry of the open list is first among the waiting, then among the ready.
//!
//! **Reference.** Shperberg and others 2019.

use std::collections::BTreeMap;

use tilebench_core::{Cost, Domain, Heuristic, Observer, Outcome, SearchContext, Termination};

use super::options::Tie;
use super::run::{self, BidirectionalSearch};
use super::search::{Direction, Estimates, Pruning, Rule, Search};
use crate::store::NodeStore;
use crate::{
    Algorithm, AnyHeuristic, ExpansionBound, Guarantee, OpenList, Options, Problem, SearchAlgorithm, SearchDomain,
    TwoLevelList,
};

/// The algorithm.
#[derive(Debug)]
pub struct Dvcbs;

impl SearchAlgorithm for Dvcbs {
    const ALGORITHM: Algorithm = Algorithm {
        name: "dvcbs",
        title: "DVCBS",
        summary: "Searches from both ends along a minimum vertex cover of the pairs of nodes of which one must be expanded.",
        reference: "Shperberg and others 2019",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: Some(ExpansionBound::Cover),
        options: &[],
    };

    fn check<D: SearchDomain>(domain: &D, _: &dyn AnyHeuristic<D>, _: &Options) -> Result<(), String> {
        run::check(domain)
    }

    fn looks_up_start(_: &Options) -> bool {
        true
    }

    fn run<D: SearchDomain>(problem: &Problem<'_, D>, _: &Options, context: &mut SearchContext<'_>) -> Outcome<D::Op> {
        let rule = Cover { min_cost: problem.domain.min_cost() };
        let pruning = Pruning { divisor: problem.domain.cost_gcd(), keeps_equal: false };
        run::solve(problem, Tie::Fast, rule, pruning, context)
    }
}

/// Clusters of a minimum vertex cover.
struct Cover {
    /// The least cost of an operator.
    min_cost: Cost,
}

impl Rule for Cover {
    const BOTH_ESTIMATES: bool = false;
    const REOPENS: bool = true;

    fn order(&self, _: Direction, g: Cost, h: Estimates) -> u64 {
        u64::from(g + h.own) << 32 | u64::from(g)
    }
}

impl BidirectionalSearch for Cover {
    type List<R: Copy, L: OpenList<R>> = TwoLevelList<L, Clusters<L>>;

    fn list<R: Copy, L: OpenList<R>>(level: impl Fn() -> L) -> Self::List<R, L> {
        TwoLevelList::new(level(), Clusters { list: level(), sizes: BTreeMap::new() })
    }

    fn search<D: SearchDomain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
        search: &mut Search<'_, D, H, S, Self::List<S::Ref, L>, Self>,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        let mut bound = u64::from(search.max_h0().max(1));
        while let Some(direction) = choose(search, &mut bound)? {
            search.raise_bound(bound, observer);
            if search.is_proved() {
                break;
            }
            let cluster = search.frontier(direction).first().map(|order| order >> 32);
            while !search.is_proved() && search.frontier(direction).first().map(|order| order >> 32) == cluster {
                search.expand(direction, usize::MAX, observer)?;
            }
        }
        Ok(())
    }
}

/// Raises `bound` until a pair of ready nodes must be expanded, and returns the direction whose first cluster is expanded; `None` if a
/// direction has no open node.
fn choose<D: Domain, H: Heuristic<D>, S: NodeStore<D>, L: OpenList<S::Ref>>(
    search: &mut Search<'_, D, H, S, TwoLevelList<L, Clusters<L>>, Cover>,
    bound: &mut u64,
) -> Result<Option<Direction>, Termination> {
    let Search { forward, backward, limits, rule, .. } = search;
    let min_cost = u64::from(rule.min_cost);
    loop {
        while forward.lists.open.min_waiting_f().is_some_and(|f| f <= *bound) {
            forward.release(limits)?;
        }
        while backward.lists.open.min_waiting_f().is_some_and(|f| f <= *bound) {
            backward.release(limits)?;
        }
        if forward.open_nodes == 0 || backward.open_nodes == 0 {
            return Ok(None);
        }
        let g = [forward.first(), backward.first()].map(|order| order.map(|order| order >> 32));
        let sum = g[0].zip(g[1]).map(|(forward, backward)| forward + backward + min_cost);
        if sum.is_some_and(|sum| sum <= *bound) {
            let sizes = |next: usize, g: Option<u64>, clusters: &Clusters<L>| {
                let mut sizes = clusters.sizes.clone();
                *sizes.entry(g.expect("the sum exists")).or_default() += next as u64;
                sizes.into_iter().collect::<Vec<_>>()
            };
            let sizes_forward = sizes(forward.lists.next.len(), g[0], &forward.lists.open.ready);
            let sizes_backward = sizes(backward.lists.next.len(), g[1], &backward.lists.open.ready);
            return Ok(Some(first_of_cover(&sizes_forward, &sizes_backward, *bound - min_cost)));
        }
        let f = [forward.lists.open.min_waiting_f(), backward.lists.open.min_waiting_f()];
        *bound = f.into_iter().flatten().chain(sum).min().expect("a node waits, or is ready in both directions");
    }
}

/// The direction whose first cluster is in a minimum vertex cover of the pairs of clusters whose g have a sum of at most `max_sum`; if both
/// are, that of the smaller first cluster. Clusters are given by g and size, in the order of g, and the first two are a pair.
fn first_of_cover(forward: &[(u64, u64)], backward: &[(u64, u64)], max_sum: u64) -> Direction {
    // The cover has the first `count` clusters forward; of those backward it has each that forms a pair with the next one forward.
    let mut best = (u64::MAX, 0, 0);
    let mut sum_forward = 0;
    let mut covered = backward.len();
    let mut sum_backward: u64 = backward.iter().map(|(_, size)| size).sum();
    for count in 0..=forward.len() {
        let next_g = forward.get(count).map(|(g, _)| *g);
        while covered > 0 && next_g.is_none_or(|g| g + backward[covered - 1].0 > max_sum) {
            covered -= 1;
            sum_backward -= backward[covered].1;
        }
        if sum_forward + sum_backward < best.0 {
            best = (sum_forward + sum_backward, count, covered);
        }
        if covered == 0 {
            break;
        }
        sum_forward += forward.get(count).map_or(0, |(_, size)| *size);
    }
    match best {
        (_, _, 0) => Direction::Forward,
        (_, 0, _) => Direction::Backward,
        _ if forward[0].1 <= backward[0].1 => Direction::Forward,
        _ => Direction::Backward,
    }
}

/// A list of ready nodes that knows how many have each g.
struct Clusters<L> {
    list: L,
    /// The number of nodes by g.
    sizes: BTreeMap<u64, u64>,
}

impl<R: Copy, L: OpenList<R>> OpenList<R> for Clusters<L> {
    fn bytes(&self) -> u64 {
        self.list.bytes()
    }

    fn push(&mut self, order: u64, node: R) -> bool {
        let has_space = self.list.push(order, node);
        if has_space {
            *self.sizes.entry(order >> 32).or_default() += 1;
        }
        has_space
    }

    fn growth(&self, order: u64) -> u64 {
        self.list.growth(order)
    }

    fn grow(&mut self, order: u64) -> bool {
        self.list.grow(order)
    }

    fn first(&mut self) -> Option<u64> {
        self.list.first()
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        let before = out.len();
        let order = self.list.pop_batch(max, out)?;
        let size = self.sizes.get_mut(&(order >> 32)).expect("every node is counted");
        *size -= (out.len() - before) as u64;
        if *size == 0 {
            self.sizes.remove(&(order >> 32));
        }
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        self.list.relabel(label);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least number of nodes in a cover, by trying all sets of clusters.
    fn least_cover(forward: &[(u64, u64)], backward: &[(u64, u64)], max_sum: u64, fixed: Option<Direction>) -> u64 {
        let sets = |clusters: &[(u64, u64)]| 0..1u32 << clusters.len();
        let size = |clusters: &[(u64, u64)], set: u32| {
            (0..clusters.len()).filter(|at| set >> at & 1 == 1).map(|at| clusters[at].1).sum::<u64>()
        };
        let covers = sets(forward).flat_map(|a| sets(backward).map(move |b| (a, b))).filter(|&(a, b)| {
            let is_fixed = match fixed {
                Some(Direction::Forward) => a & 1 == 1,
                Some(Direction::Backward) => b & 1 == 1,
                None => true,
            };
            let pairs = (0..forward.len()).flat_map(|i| (0..backward.len()).map(move |j| (i, j)));
            is_fixed
                && pairs
                    .filter(|&(i, j)| forward[i].0 + backward[j].0 <= max_sum)
                    .all(|(i, j)| a >> i & 1 == 1 || b >> j & 1 == 1)
        });
        covers.map(|(a, b)| size(forward, a) + size(backward, b)).min().expect("all clusters are a cover")
    }

    proptest::proptest! {
        #[test]
        fn the_cluster_that_is_expanded_is_in_a_minimum_vertex_cover(
            forward in proptest::collection::btree_map(0u64..8, 1u64..20, 1..5),
            backward in proptest::collection::btree_map(0u64..8, 1u64..20, 1..5),
            more in 0u64..10,
        ) {
            let (forward, backward): (Vec<_>, Vec<_>) = (forward.into_iter().collect(), backward.into_iter().collect());
            let max_sum = forward[0].0 + backward[0].0 + more;
            let direction = first_of_cover(&forward, &backward, max_sum);
            proptest::prop_assert_eq!(
                least_cover(&forward, &backward, max_sum, Some(direction)),
                least_cover(&forward, &backward, max_sum, None)
            );
        }
    }
}
