//! One direction of a search.

use tilebench_core::{Domain, Heuristic};

/// The problem that a search solves in one direction: a root, and the space and the heuristic of the goal.
///
/// An algorithm in one direction gets one side, a bidirectional algorithm two: of the second, the root is the goal of the
/// first, and the goal its root.
#[derive(Debug)]
pub struct Side<'a, D: Domain, H: Heuristic<D>> {
    /// The state space with the goal of this direction.
    pub domain: &'a D,
    /// The estimates of the cost to that goal.
    pub heuristic: &'a H,
    /// The state from which this direction starts.
    pub root: D::State,
}

impl<D: Domain, H: Heuristic<D>> Clone for Side<'_, D, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain, H: Heuristic<D>> Copy for Side<'_, D, H> {}
