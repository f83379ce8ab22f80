//! Forms of IDA* that keep nodes in lists.

use tilebench_core::{Domain, Heuristic};
use tilebench_solvers::ida_star::{IdaStar, Node, SubtreeResult, WorkerPool};

/// A form of large iterations that keeps nodes in lists and expands many of them side by side.
pub trait ListEngine<D: Domain, H: Heuristic<D>> {
    /// One iteration from `root`, shared by `pool`; `None` if it is too small, or the heuristic, the domain or the memory does
    /// not allow this form.
    fn iterate(
        &mut self,
        pool: &mut WorkerPool,
        search: &mut IdaStar<'_, D, H>,
        root: Node<D, H>,
    ) -> Option<SubtreeResult>;
}
