//! IDA* with a transposition table.
//!
//! **What it does.** A table keeps, of each state whose subtree was searched at some g, the least f that was pruned there, less
//! this g: a revised estimate. A node of that state is pruned if its g is at least the g of the entry and its g plus the estimate
//! exceeds the threshold. Its contribution to the next threshold is that sum. So a state is expanded again only at a smaller g or
//! under a larger threshold that admits a node below it.
//!
//! **Guarantees.** Paths of least cost, if the heuristic is admissible. Reason: the search below a state leaves out the operator that
//! undoes the last one, so the revised estimate may exceed the cost from the state. But a state on an optimal path at this g has no
//! optimal continuation over its parent, and none over a state that was searched at a smaller g. So for such a state the estimate is at
//! most the cost, by induction over the searches in the order in which they ended. All other nodes may be pruned. Therefore the estimate
//! must not be used at a smaller g than that of the entry.
//!
//! **Counting.** As IDA*; a node that the table prunes is generated and not expanded. The counts depend on `table-mib`, and on the
//! memory limit if it is too small for that, and on nothing else.
//!
//! **Memory.** One path, and the table: the packed state and 8 bytes per state, so 16 for a state of up to 64 bits. It doubles when it is half full, up to
//! the largest size within `table-mib` and half of the memory limit, as long as the path has space. *Replacement:* states are kept in
//! buckets of four. A state takes its own entry, else the one with the greatest g, since its subtree is usually the smallest.
//!
//! **Deviations from the paper.** The table does not order successors.
//!
//! **Reference.** Reinefeld and Marsland 1994.

use tilebench_core::{Cost, Domain, Heuristic, Outcome, SearchContext, Weight};

use super::transposition_table::TranspositionTable;
use super::{IdaStarSearch, IterationEngine, SearchNode, SubtreeResult, Unweighted, ida_star};
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::{Algorithm, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct IdaStarTable;

impl SearchAlgorithm for IdaStarTable {
    const ALGORITHM: Algorithm = Algorithm {
        name: "idastar-tt",
        title: "IDA*+TT",
        summary: "IDA* with a table of bounded size that prunes states whose subtrees were searched at no greater g.",
        reference: "Reinefeld and Marsland 1994",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&TABLE_MB],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let max_bytes = options.get(&TABLE_MB) << 20;
        let mut engine = TableEngine::<D> { table: TranspositionTable::new(), max_bytes, can_grow: true };
        ida_star(problem.side(), Weight::ONE, &mut engine, context)
    }
}

/// The maximum size of the table.
pub static TABLE_MB: OptionSpec<u64> = OptionSpec {
    name: "table-mib",
    former: None,
    values: "an integer from 1 to 1048576, in MiB",
    default: "256",
    summary: "Maximum size of the transposition table, which grows as needed; it takes at most half of the memory limit.",
    parser: ValueParser::Function(|text| parse_integer("table-mib", text, 1, 1 << 20)),
};

/// Searches iterations with a table, which is kept between them.
#[derive(Debug)]
struct TableEngine<D: Domain> {
    table: TranspositionTable<D::Key>,
    max_bytes: u64,
    /// Whether no doubling was refused yet.
    can_grow: bool,
}

impl<D: Domain, H: Heuristic<D>> IterationEngine<D, H> for TableEngine<D> {
    fn iterate(&mut self, search: &mut IdaStarSearch<'_, D, H>, root: SearchNode<D, H>) -> SubtreeResult {
        let SearchNode { state, cache, g, parent_op } = root;
        let result = self.search(search, state, cache, g, parent_op);
        search.peak_bytes = self.table.bytes() + search.path_bytes();
        result
    }
}

impl<D: Domain> TableEngine<D> {
    /// Searches below a node, unless the table prunes it.
    fn search<H: Heuristic<D>>(
        &mut self,
        search: &mut IdaStarSearch<'_, D, H>,
        state: D::State,
        cache: H::Cache,
        g: Cost,
        parent_op: D::Op,
    ) -> SubtreeResult {
        let key = search.domain.pack(state);
        if let Some(f) = self.table.pruned_f(key, g, search.threshold) {
            search.next_threshold = search.next_threshold.min(f);
            return SubtreeResult::Exhausted;
        }
        if let Err(result) = search.expand(g) {
            return result;
        }
        let next_without = core::mem::replace(&mut search.next_threshold, Cost::MAX);
        for &op in search.domain.ops(state, parent_op) {
            let result = search.visit::<Unweighted>(state, cache, g, op, |search, child, cache, g, op| {
                self.search(search, child, cache, g, op)
            });
            if result != SubtreeResult::Exhausted {
                return result;
            }
        }
        let least_pruned = search.next_threshold;
        let estimate = if least_pruned == Cost::MAX { Cost::MAX } else { least_pruned - g };
        search.next_threshold = next_without.min(least_pruned);
        if self.can_grow && self.table.is_half_full() {
            self.grow(search);
        }
        self.table.insert(key, g, estimate);
        SubtreeResult::Exhausted
    }

    /// Doubles the table if memory allows. The path then has the rest of the limit.
    #[cold]
    #[inline(never)]
    fn grow<H: Heuristic<D>>(&mut self, search: &mut IdaStarSearch<'_, D, H>) {
        let (bytes, limit) = (self.table.bytes_when_grown(), search.limits.max_bytes());
        let has_space = bytes <= self.max_bytes.min(limit / 2) && bytes + search.path_bytes() <= limit;
        self.can_grow = has_space && self.table.grow();
        if self.can_grow {
            search.leave_for_path(limit - bytes);
        }
    }
}
