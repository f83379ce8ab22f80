//! The choice of the depth at which an iteration is cut.

use tilebench_core::{ChunkCounts, Domain, Heuristic, UnitSizes, UnitSplit};

use super::super::iteration_cursor::{IterationCursor, NextSubtree};

/// Cuts the iteration from `start`, of about `nodes` nodes: at the first depth with enough roots, or with the most if no depth
/// has enough.
pub(super) fn propose<D: Domain, H: Heuristic<D>>(
    start: &IterationCursor<'_, D, H>,
    nodes: u64,
    sizes: &UnitSizes,
) -> UnitSplit {
    let root = sizes.min_root.max(nodes / sizes.max_roots).max(1);
    let wanted = (nodes / root).max(1);
    // A level has at most four times the nodes of the one above it on tiles, and about twice in fact.
    let mut depth = (wanted.ilog2() as usize / 2).max(1);
    let mut level = Level::count(start, depth);
    while level.roots < wanted && !level.has_goal {
        let deeper = Level::count(start, depth + 1);
        if deeper.roots <= level.roots {
            break;
        }
        (depth, level) = (depth + 1, deeper);
    }
    let unit = (nodes / sizes.units.max(1)).clamp(sizes.min_unit, sizes.max_unit);
    let roots_per_unit = u128::from(level.roots) * u128::from(unit) / u128::from(nodes);
    UnitSplit {
        depth: depth as u64,
        roots: level.roots,
        roots_per_unit: u64::try_from(roots_per_unit).unwrap_or(u64::MAX).max(1),
    }
}

/// The nodes of an iteration at one depth.
struct Level {
    roots: u64,
    /// Whether the goal is above the depth: then the roots before it are all.
    has_goal: bool,
}

impl Level {
    fn count<D: Domain, H: Heuristic<D>>(start: &IterationCursor<'_, D, H>, depth: usize) -> Self {
        let mut cursor = start.clone();
        let mut roots = 0;
        loop {
            match cursor.next_any_subtree(depth, &mut ChunkCounts::default()) {
                NextSubtree::Subtree(_) => roots += 1,
                end => return Self { roots, has_goal: matches!(end, NextSubtree::Goal) },
            }
        }
    }
}
