//! The choice of the roots at which an iteration is cut.
//!
//! At one depth, the subtree of one node may be a thousand times larger than that of another: the further f is below the threshold,
//! the larger it is. So such a node is cut deeper: a root is the first node of its path whose g + f reaches a bound, which is
//! 2g + h. With f equal to the threshold this is a bound on g, and every two units of cost by which f is smaller demand two more.

use tilebench_core::{ChunkCounts, Domain, Heuristic, UnitSizes, UnitSplit};

use super::super::iteration_cursor::{IterationCursor, NextSubtree, SearchNode};

/// The maximum number of nodes above a cut for each root that is wanted; there are about two in fact.
const MAX_ABOVE: u64 = 8;

/// Moves the cursor behind the next root.
pub(super) fn next_root<D: Domain, H: Heuristic<D>>(
    cursor: &mut IterationCursor<'_, D, H>,
    cut: u64,
    counts: &mut ChunkCounts,
) -> NextSubtree<D, H> {
    let heuristic = cursor.heuristic();
    cursor.next_subtree(1, |node| bound(heuristic, node) >= cut, counts)
}

/// g + f of a node, without the weight of a search.
fn bound<D: Domain, H: Heuristic<D>>(heuristic: &H, node: &SearchNode<D, H>) -> u64 {
    2 * u64::from(node.g) + u64::from(heuristic.h(node.cache))
}

/// Cuts the iteration from `start`, of about `nodes` nodes: at the first bound with enough roots, or with the most if none has
/// enough.
pub(super) fn propose<D: Domain, H: Heuristic<D>>(
    start: &IterationCursor<'_, D, H>,
    nodes: u64,
    sizes: &UnitSizes,
) -> UnitSplit {
    let root = sizes.min_root.max(nodes / sizes.max_roots).max(1);
    let wanted = (nodes / root).max(1);
    let mut level = Level::count(start, 0);
    let mut last = level;
    // An iteration that is much smaller than expected has too few roots at every cut: it is not walked through to the end.
    while level.roots < wanted && last.roots > 0 && !last.has_goal && last.above / MAX_ABOVE < wanted {
        last = Level::count(start, last.next_cut());
        if last.roots > level.roots {
            level = last;
        }
    }
    let unit = (nodes / sizes.units.max(1)).clamp(sizes.min_unit, sizes.max_unit);
    let roots_per_unit = u128::from(level.roots) * u128::from(unit) / u128::from(nodes);
    UnitSplit {
        cut: level.cut,
        roots: level.roots,
        roots_per_unit: u64::try_from(roots_per_unit).unwrap_or(u64::MAX).max(1),
    }
}

/// The roots at one cut.
#[derive(Clone, Copy, Debug)]
struct Level {
    cut: u64,
    roots: u64,
    /// Whether the goal is above the cut: then the roots before it are all.
    has_goal: bool,
    /// The minimum bound of a root.
    min_bound: u64,
    /// The number of nodes that were generated above the cut, and roots.
    above: u64,
    /// The sums of the costs and of the operators of the paths to the roots.
    cost: u64,
    operators: u64,
}

impl Level {
    fn count<D: Domain, H: Heuristic<D>>(start: &IterationCursor<'_, D, H>, cut: u64) -> Self {
        let (mut cursor, mut counts) = (start.clone(), ChunkCounts::default());
        let mut level = Self { cut, roots: 0, has_goal: false, min_bound: u64::MAX, above: 0, cost: 0, operators: 0 };
        loop {
            match next_root(&mut cursor, cut, &mut counts) {
                NextSubtree::Subtree(root) => {
                    level.roots += 1;
                    level.min_bound = level.min_bound.min(bound(start.heuristic(), &root));
                    level.cost += u64::from(root.g);
                    level.operators += cursor.depth() as u64;
                }
                end => {
                    let has_goal = matches!(end, NextSubtree::Goal);
                    return Self { has_goal, above: counts.generated, ..level };
                }
            }
        }
    }

    /// The next cut, which has other roots: larger by the mean cost of an operator. If costs differ, almost every node has a bound of
    /// its own, and the next larger bound would differ in few roots.
    fn next_cut(&self) -> u64 {
        (self.min_bound + 1).max(self.cut + self.cost / self.operators.max(1))
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::{Cost, Limits, SearchBudget, StopFlag, Weight};
    use tilebench_heuristics::{TileSum, manhattan};
    use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};

    use super::super::super::{Evaluator, IdaStarSearch};
    use super::*;
    use crate::limit_checker::LimitChecker;

    /// Shows the iteration with `slack` above the estimate of the start to `visit`, on a random 15-puzzle.
    fn with_iteration(seed: u64, slack: Cost, visit: impl Fn(&IterationCursor<'_, Puzzle<u64>, TileSum>)) {
        let goal = Goal::BlankFirst.board(Size::new(4, 4).unwrap()).unwrap();
        let puzzle: Puzzle<u64> = Puzzle::new(&goal, &OperatorOrder::parse("ULRD", 0).unwrap()).unwrap();
        let state = puzzle.state(&Generator::new(seed).walk(&goal, 1_000)).unwrap();
        let heuristic = manhattan(&puzzle);
        let cache = heuristic.initial(&puzzle, state);
        let stop = StopFlag::new();
        let limits = LimitChecker::depth_first(SearchBudget { limits: Limits::NONE, stop: &stop }, 1_000, 4);
        let evaluator = Evaluator { weight: Weight::ONE, depth: Cost::MAX };
        let threshold = Heuristic::<Puzzle<u64>>::h(&heuristic, cache) + slack;
        let search = IdaStarSearch::new(&puzzle, &heuristic, evaluator, threshold, limits);
        visit(&IterationCursor::new(&search, SearchNode { state, cache, g: 0, parent_op: puzzle.root_op(state) }));
    }

    /// The numbers of nodes below roots, which `next` returns.
    fn sizes(
        start: &IterationCursor<'_, Puzzle<u64>, TileSum>,
        next: impl Fn(&mut IterationCursor<'_, Puzzle<u64>, TileSum>) -> NextSubtree<Puzzle<u64>, TileSum>,
    ) -> Vec<u64> {
        let (mut cursor, mut sizes) = (start.clone(), Vec::new());
        while let NextSubtree::Subtree(root) = next(&mut cursor) {
            let mut counts = ChunkCounts::default();
            start.below(&[root]).next_any_subtree(usize::MAX, &mut counts);
            sizes.push(counts.generated);
        }
        sizes
    }

    #[test]
    fn the_largest_subtree_is_at_most_half_the_largest_at_one_depth() {
        for seed in [1, 2, 3] {
            with_iteration(seed, 10, |start| {
                let largest =
                    |sizes: &[u64]| sizes.iter().max().unwrap() * sizes.len() as u64 / sizes.iter().sum::<u64>();
                let nodes = sizes(start, |cursor| cursor.next_any_subtree(1, &mut ChunkCounts::default())).iter().sum();
                let unit_sizes = UnitSizes {
                    min_unit: 1,
                    max_unit: 1 << 30,
                    units: 100,
                    min_root: 500,
                    max_roots: 1 << 20,
                    part: 1,
                };
                let split = propose(start, nodes, &unit_sizes);
                let roots = sizes(start, |cursor| next_root(cursor, split.cut, &mut ChunkCounts::default()));
                let at_depth = (1..100)
                    .map(|depth| sizes(start, |cursor| cursor.next_any_subtree(depth, &mut ChunkCounts::default())))
                    .find(|sizes| sizes.len() >= roots.len())
                    .unwrap();
                assert_eq!(split.roots, roots.len() as u64);
                assert!(split.roots >= nodes / unit_sizes.min_root);
                assert!(2 * largest(&roots) <= largest(&at_depth), "{seed}");
                assert!(Level::count(start, split.cut).above <= 3 * split.roots, "{seed}: the nodes above are few");
            });
        }
    }
}
