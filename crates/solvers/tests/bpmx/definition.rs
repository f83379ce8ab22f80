//! IDA* with bidirectional pathmax by definition: estimates are propagated up and down, and all raised estimates are kept. The
//! reference for the search, which omits steps that cannot change its nodes.

use tilebench_core::{Cost, Domain, Heuristic, Weight};

/// The counts of a search, and the length of its path.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchResult {
    pub(crate) length: Option<Cost>,
    pub(crate) generated: u64,
    pub(crate) expanded: u64,
    pub(crate) iterations: u64,
}

struct DefinitionSearch<'a, D: Domain, H: Heuristic<D>> {
    domain: &'a D,
    heuristic: &'a H,
    weight: Weight,
    threshold: u32,
    found: SearchResult,
}

/// Searches from `start`, which is not the goal, without limits.
pub(crate) fn search<D: Domain, H: Heuristic<D>>(
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
) -> SearchResult {
    let root = heuristic.initial(domain, start);
    let h = heuristic.h(root);
    let found = SearchResult { generated: 1, ..SearchResult::default() };
    let mut search = DefinitionSearch { domain, heuristic, weight, threshold: weight.f(0, h), found };
    while search.found.length.is_none() && search.threshold < u32::MAX {
        search.found.iterations += 1;
        let (_, min_pruned) = search.below(start, root, h, 0, domain.root_op(start));
        search.threshold = min_pruned;
    }
    search.found
}

impl<D: Domain, H: Heuristic<D>> DefinitionSearch<'_, D, H> {
    /// The raised estimate of `state` and the least f pruned below it, once nothing was found there.
    fn below(&mut self, state: D::State, cache: H::Cache, mut h: Cost, g: Cost, parent_op: D::Op) -> (Cost, u32) {
        self.found.expanded += 1;
        let mut min_pruned = u32::MAX;
        for &op in self.domain.ops(state, parent_op) {
            self.found.generated += 1;
            let cache = self.heuristic.step(self.domain, cache, state, op);
            let mut of_child = self.heuristic.h(cache).max(h.saturating_sub(1));
            let mut f = self.weight.f(g + 1, of_child);
            if f <= self.threshold {
                let child = self.domain.apply(state, op);
                if self.domain.is_goal(child) {
                    self.found.length = Some(g + 1);
                } else {
                    (of_child, f) = self.below(child, cache, of_child, g + 1, op);
                }
                if self.found.length.is_some() {
                    return (h, min_pruned);
                }
            }
            min_pruned = min_pruned.min(f);
            h = h.max(of_child.saturating_sub(1));
            let f = self.weight.f(g, h);
            if f > self.threshold {
                return (h, f);
            }
        }
        (h, min_pruned)
    }
}
