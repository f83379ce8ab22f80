//! The states at each distance from a state, by breadth-first search of the whole space. If only their numbers are needed,
//! enumeration is faster and takes less memory.
//!
//! **What it does.** Frontier search with delayed duplicate detection: only two layers are in memory. The successors of a layer
//! are collected with duplicates and sorted, and the states of the last two layers are removed. Since operators are reversible
//! and cost one move, no other layer can contain them.
//!
//! **Memory.** Two sorted layers of packed states (a key each) and the unsorted successors of one.
//!
//! **Reference.** Korf and Schultze 2005.

use tilebench_core::{Cost, Domain, SearchContext, Termination};

/// Passes the states at each distance from `start` to `visit`, the nearest first: a layer is sorted by key and has no
/// duplicates. Since operators are reversible, the distances are those to `start` too.
///
/// # Errors
///
/// How the search ended before the space was exhausted; the visited layers are complete even then. The node limit counts
/// successors; the depth limit is that of the last layer.
pub fn visit_layers<D: Domain>(
    domain: &D,
    start: D::State,
    context: &SearchContext<'_>,
    visit: &mut dyn FnMut(Cost, &[D::Key]),
) -> Result<(), Termination> {
    let mut previous: Vec<D::Key> = Vec::new();
    let mut layer = vec![domain.pack(start)];
    let mut generated = 1;
    let mut depth = 0;
    while !layer.is_empty() {
        visit(depth, &layer);
        if depth == context.limits.depth {
            return Err(Termination::DepthLimit);
        }
        let max_successors = layer.len() as u64 * D::MAX_BRANCHING;
        let bytes = (previous.len() + layer.len()) as u64 + max_successors;
        if bytes * size_of::<D::Key>() as u64 > context.limits.bytes {
            return Err(Termination::MemoryLimit);
        }
        let mut next = Vec::new();
        let has_memory =
            usize::try_from(max_successors).is_ok_and(|max_successors| next.try_reserve_exact(max_successors).is_ok());
        if !has_memory {
            return Err(Termination::MemoryLimit);
        }
        for chunk in layer.chunks(1024) {
            context.budget().remaining_expansions(generated, D::MAX_BRANCHING * 1024)?;
            for &key in chunk {
                let state = domain.unpack(key);
                let ops = domain.ops(state, domain.root_op(state));
                next.extend(ops.iter().map(|&op| domain.pack(domain.apply(state, op))));
                generated += ops.len() as u64;
            }
        }
        next.sort_unstable();
        next.dedup();
        let mut previous_keys = previous.iter().copied().peekable();
        let mut layer_keys = layer.iter().copied().peekable();
        next.retain(|key| !skip_to(&mut previous_keys, key) && !skip_to(&mut layer_keys, key));
        // Most successors were duplicates; their memory is released before the next layer is allocated.
        next.shrink_to_fit();
        previous = layer;
        layer = next;
        depth += 1;
    }
    Ok(())
}

/// Moves a sorted sequence up to `key`; returns whether it contains `key`.
fn skip_to<K: Ord>(sorted: &mut std::iter::Peekable<impl Iterator<Item = K>>, key: &K) -> bool {
    while sorted.next_if(|next| next < key).is_some() {}
    sorted.peek() == Some(key)
}
