//! A heuristic that writes down which states are expanded, and a space without a goal.

use std::sync::Mutex;

use tilebench_core::{BitPacked, Cost, Counters, Domain, Heuristic};

/// A heuristic that remembers the states whose successors were produced: for them, and only for them,
/// best-first search computes the heuristic from scratch.
#[derive(Debug)]
pub(crate) struct RecordingHeuristic<H, S> {
    pub(crate) of: H,
    expanded: Mutex<Vec<S>>,
}

impl<H, S> RecordingHeuristic<H, S> {
    pub(crate) fn new(of: H) -> Self {
        Self { of, expanded: Mutex::default() }
    }

    /// The states that a search of these counts expanded, in order: the first evaluation is that of the start, those after
    /// the last expansion are of the path.
    pub(crate) fn expanded(self, counters: &Counters) -> Vec<S> {
        let evaluated = self.expanded.into_inner().unwrap().into_iter().skip(1);
        evaluated.take(usize::try_from(counters.expanded).unwrap()).collect()
    }
}

impl<D: Domain, H: Heuristic<D>> Heuristic<D> for RecordingHeuristic<H, D::State> {
    type Cache = H::Cache;

    fn initial(&self, domain: &D, state: D::State) -> H::Cache {
        self.expanded.lock().unwrap().push(state);
        self.of.initial(domain, state)
    }

    fn step(&self, domain: &D, cache: H::Cache, parent: D::State, op: D::Op) -> H::Cache {
        self.of.step(domain, cache, parent, op)
    }

    fn h(&self, cache: H::Cache) -> Cost {
        self.of.h(cache)
    }
}

/// A space of which no state is a goal, so that all of it is searched.
#[derive(Debug)]
pub(crate) struct Goalless<D>(pub(crate) D);

impl<D: Domain> Domain for Goalless<D> {
    type State = D::State;
    type Key = D::Key;
    type Op = D::Op;

    const MAX_BRANCHING: u64 = D::MAX_BRANCHING;

    fn root_op(&self, start: D::State) -> D::Op {
        self.0.root_op(start)
    }

    fn ops(&self, state: D::State, parent_op: D::Op) -> &[D::Op] {
        self.0.ops(state, parent_op)
    }

    fn apply(&self, state: D::State, op: D::Op) -> D::State {
        self.0.apply(state, op)
    }

    fn inverse(&self, op: D::Op) -> D::Op {
        self.0.inverse(op)
    }

    fn is_goal(&self, _: D::State) -> bool {
        false
    }

    fn pack(&self, state: D::State) -> D::Key {
        self.0.pack(state)
    }

    fn unpack(&self, key: D::Key) -> D::State {
        self.0.unpack(key)
    }
}

impl<D: BitPacked> BitPacked for Goalless<D> {
    type Code = D::Code;

    const OP_BITS: u32 = D::OP_BITS;

    fn code_bits(&self) -> u32 {
        self.0.code_bits()
    }

    fn encode(&self, state: D::State) -> D::Code {
        self.0.encode(state)
    }

    fn decode(&self, code: D::Code) -> D::State {
        self.0.decode(code)
    }

    fn op_number(op: D::Op) -> u32 {
        D::op_number(op)
    }

    fn incoming_op(&self, state: D::State, number: u32) -> D::Op {
        self.0.incoming_op(state, number)
    }
}

/// The heuristic of a space, in the same space without its goal.
#[derive(Debug)]
pub(crate) struct GoallessHeuristic<H>(pub(crate) H);

impl<D: Domain, H: Heuristic<D>> Heuristic<Goalless<D>> for GoallessHeuristic<H> {
    type Cache = H::Cache;

    fn initial(&self, domain: &Goalless<D>, state: D::State) -> H::Cache {
        self.0.initial(&domain.0, state)
    }

    fn step(&self, domain: &Goalless<D>, cache: H::Cache, parent: D::State, op: D::Op) -> H::Cache {
        self.0.step(&domain.0, cache, parent, op)
    }

    fn h(&self, cache: H::Cache) -> Cost {
        self.0.h(cache)
    }
}
