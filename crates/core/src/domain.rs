//! What a search needs to know of a state space.

use core::fmt::Debug;

use crate::Key;

/// The operator graph of a domain where it is known when the program is compiled.
///
/// Entry `i` lists the successors of *site* `i`: the operators that may follow when the search
/// arrived there, in operator order and without the one that undoes the arrival, each with the site
/// it leads to. For a sliding-tile board a site is the blank's cell together with its last move. An
/// algorithm may unroll its recursion over the sites; an empty graph says that there is nothing to
/// unroll.
pub type StaticGraph<Op> = &'static [&'static [(Op, usize)]];

/// A state space with unit-cost, reversible operators and a goal test.
///
/// States are small copies and applying an operator returns the successor, so a depth-first search
/// undoes a move by forgetting it.
pub trait Domain: Sync {
    /// The working form of a state.
    type State: Copy + Eq + Debug + Send + Sync;
    /// The packed form of a state, which open and closed lists store.
    type Key: Key;
    /// An operator. Equal operators applied to equal states give equal successors.
    type Op: Copy + Eq + Debug + Send + Sync + 'static;

    /// The most operators that any state has.
    const BRANCHING: u64;

    /// The operator graph, where it is known when the program is compiled.
    const STATIC_GRAPH: StaticGraph<Self::Op> = &[];

    /// The site of [`Self::STATIC_GRAPH`] reached by `arrived_by`, or `None` where this instance
    /// (its size, its operator order) does not follow that graph.
    fn static_site(&self, arrived_by: Self::Op) -> Option<usize> {
        let _ = arrived_by;
        None
    }

    /// The number of sites, where all states that were reached by one operator have the same [`Self::ops`]: the states
    /// of a site. 0 where that is not so.
    const SITES: usize = 0;

    /// The site of the states that `arrived_by` led to, below [`Self::SITES`].
    #[inline]
    fn site(&self, arrived_by: Self::Op) -> usize {
        let _ = arrived_by;
        0
    }

    /// The arrival at a start state: a pseudo-operator that no operator undoes.
    fn arrival(&self, start: Self::State) -> Self::Op;

    /// The operators applicable to `state`, in operator order, without the one that would undo
    /// `arrived_by`.
    fn ops(&self, state: Self::State, arrived_by: Self::Op) -> &[Self::Op];

    /// The successor of `state` by `op`, which must be applicable.
    fn apply(&self, state: Self::State, op: Self::Op) -> Self::State;

    /// The operator that undoes `op`.
    fn inverse(&self, op: Self::Op) -> Self::Op;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: Self::State) -> bool;

    /// The packed form of `state`.
    fn pack(&self, state: Self::State) -> Self::Key;

    /// The state whose packed form is `key`.
    fn unpack(&self, key: Self::Key) -> Self::State;
}
