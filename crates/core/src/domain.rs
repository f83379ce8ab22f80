//! State spaces.

use core::fmt::Debug;

use crate::{Cost, StateKey};

/// A state space with a goal test.
///
/// States are small copies and applying an operator returns the successor, so a depth-first search undoes an operator by
/// returning to the parent's state. Operators are reversible, and the inverse of an operator has the same cost.
pub trait Domain: Sync {
    /// The working form of a state.
    type State: Copy + Eq + Debug + Send + Sync;
    /// The packed form of a state, which open and closed lists store.
    type Key: StateKey;
    /// An operator. Equal operators applied to equal states give equal successors.
    type Op: Copy + Eq + Debug + Send + Sync + 'static;

    /// The maximum number of operators of a state.
    const MAX_BRANCHING: u64;

    /// Whether every operator costs 1: then [`Self::cost`] is not called, and code for unit costs is compiled.
    const UNIT_COST: bool = true;

    /// The cost of `op` in `state`. Positive, except in explicit graphs of tests.
    #[inline]
    fn cost(&self, state: Self::State, op: Self::Op) -> Cost {
        let _ = (state, op);
        1
    }

    /// A lower bound on the cost of every operator.
    fn min_cost(&self) -> Cost {
        1
    }

    /// The greatest known divisor of the difference of the costs of any two paths between the same two states.
    fn cost_gcd(&self) -> Cost {
        1
    }

    /// The pseudo-operator by which a root is reached: no operator undoes it.
    fn root_op(&self, start: Self::State) -> Self::Op;

    /// The pseudo-operator by which a root is reached, if its symmetry is used: it may be the inverse of an operator of `start` that some
    /// least-cost path to the goal does not begin with.
    fn symmetric_root_op(&self, start: Self::State) -> Self::Op {
        self.root_op(start)
    }

    /// The operators applicable to `state`, in operator order, without the one that would undo `parent_op`.
    fn ops(&self, state: Self::State, parent_op: Self::Op) -> &[Self::Op];

    /// Whether [`Self::follow`] cuts paths. If not, no code for it is compiled.
    const CUTS: bool = false;

    /// The operator that continues a path whose last operator is `parent_op` by `op`, one of [`Self::ops`]; `None` if another path
    /// replaces the continued one, so that it need not be generated. The memory that a domain has of a path is in the operator
    /// returned.
    #[inline]
    fn follow(&self, parent_op: Self::Op, op: Self::Op) -> Option<Self::Op> {
        let _ = parent_op;
        Some(op)
    }

    /// Prefetches the memory that [`Self::follow`] reads for a path whose last operator is `parent_op`.
    #[inline]
    fn prefetch_follow(&self, parent_op: Self::Op) {
        let _ = parent_op;
    }

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

/// A domain with one goal that can be exchanged, so that it can be searched from the goal to the start.
pub trait Bidirectional: Domain + Sized {
    /// The goal.
    fn goal(&self) -> Self::State;

    /// The same space with `goal` as its goal.
    #[must_use]
    fn with_goal(&self, goal: Self::State) -> Self;
}

/// The cost of the path from `start` by `ops`.
pub fn path_cost<D: Domain>(domain: &D, start: D::State, ops: &[D::Op]) -> Cost {
    let step = |(state, cost), &op| (domain.apply(state, op), cost + step_cost(domain, state, op));
    ops.iter().fold((start, 0), step).1
}

/// The cost of `op` in `state`: 1 without a call if the domain is unit-cost.
#[inline]
pub fn step_cost<D: Domain>(domain: &D, state: D::State, op: D::Op) -> Cost {
    if D::UNIT_COST { 1 } else { domain.cost(state, op) }
}
