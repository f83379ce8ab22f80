//! The puzzle whose operators hold the state of an automaton.

use tilebench_core::{BitPacked, Domain};
use tilebench_heuristics::CUT;
use tilebench_puzzle::{Op, Puzzle};

use crate::automaton::{KernelWord, OpAutomaton};
use crate::automaton_4x4::StaticAutomaton;
use crate::batched::Cuts;

/// An operator, and the state of the automaton after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrunedOp {
    /// The operator of the puzzle.
    pub op: Op,
    /// The state; 0 in lists of operators, which are not continued yet.
    pub state: u32,
}

impl PrunedOp {
    /// An operator that no path is continued by yet, or that reaches a start.
    pub(crate) const fn new(op: Op) -> Self {
        Self { op, state: 0 }
    }
}

impl<'a> Cuts<'a, PrunedOp> {
    /// The automaton, for batches.
    pub(crate) fn new(automaton: &'a [u8]) -> Self {
        Self { transitions: automaton.as_chunks().0, split: |op| (op.state, PrunedOp::new(op.op)) }
    }
}

/// A puzzle without the paths that an automaton cuts.
#[derive(Clone, Debug)]
pub struct PrunedPuzzle<'a, W: KernelWord> {
    puzzle: &'a Puzzle<W>,
    /// By state and direction: the next state, or [`CUT`].
    transitions: &'a [[u8; 4]],
    /// By operator index: the operators that may follow, without the inverse, and their number.
    successor_ops: Box<[([PrunedOp; 4], usize); Op::COUNT]>,
}

impl<'a, W: KernelWord> PrunedPuzzle<'a, W> {
    /// The puzzle without the paths that `automaton` cuts: the bytes of a [`tilebench_heuristics::PruningTable`].
    #[must_use]
    pub fn new(puzzle: &'a Puzzle<W>, automaton: &'a [u8]) -> Self {
        let none = [PrunedOp::new(Op::default()); 4];
        let mut successor_ops = Box::new([(none, 0); Op::COUNT]);
        let cells = 0..puzzle.size().cells();
        let arrivals = cells.map(Op::arrival);
        let moves = arrivals.clone().flat_map(|arrival| puzzle.ops(W::zero(), arrival)).copied();
        for op in arrivals.chain(moves) {
            let (list, count) = &mut successor_ops[op.index()];
            for (pruned, &next) in list.iter_mut().zip(puzzle.ops(W::zero(), op)) {
                *pruned = PrunedOp::new(next);
                *count += 1;
            }
        }
        Self { puzzle, transitions: automaton.as_chunks().0, successor_ops }
    }

    /// The puzzle with all paths.
    #[must_use]
    pub fn puzzle(&self) -> &'a Puzzle<W> {
        self.puzzle
    }

    /// The state after `state` and `op`, unless the path is cut.
    #[inline]
    fn next(&self, state: u32, op: Op) -> Option<u32> {
        let direction = Puzzle::<W>::op_number(op) as usize;
        let next = u32::from_le_bytes(self.transitions[4 * state as usize + direction]);
        (next != CUT).then_some(next)
    }
}

impl<W: KernelWord> Domain for PrunedPuzzle<'_, W> {
    type State = W;
    type Key = W::Key;
    type Op = PrunedOp;

    const MAX_BRANCHING: u64 = Puzzle::<W>::MAX_BRANCHING;

    fn cost_gcd(&self) -> tilebench_core::Cost {
        self.puzzle.cost_gcd()
    }

    fn root_op(&self, start: W) -> PrunedOp {
        PrunedOp::new(self.puzzle.root_op(start))
    }

    #[inline]
    fn ops(&self, _: W, parent_op: PrunedOp) -> &[PrunedOp] {
        let (ops, count) = &self.successor_ops[parent_op.op.index()];
        &ops[..*count]
    }

    const CUTS: bool = true;

    #[inline]
    fn follow(&self, parent_op: PrunedOp, PrunedOp { op, .. }: PrunedOp) -> Option<PrunedOp> {
        Some(PrunedOp { op, state: self.next(parent_op.state, op)? })
    }

    #[inline]
    fn prefetch_follow(&self, parent_op: PrunedOp) {
        tilebench_core::prefetch(self.transitions, 4 * parent_op.state as usize);
    }

    #[inline]
    fn apply(&self, state: W, op: PrunedOp) -> W {
        self.puzzle.apply(state, op.op)
    }

    fn inverse(&self, op: PrunedOp) -> PrunedOp {
        PrunedOp::new(self.puzzle.inverse(op.op))
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.puzzle.is_goal(state)
    }

    #[inline]
    fn pack(&self, state: W) -> W::Key {
        self.puzzle.pack(state)
    }

    #[inline]
    fn unpack(&self, key: W::Key) -> W {
        self.puzzle.unpack(key)
    }
}

impl<W: KernelWord> OpAutomaton for PrunedPuzzle<'_, W> {
    const CONTEXTS: usize = Op::COUNT;

    #[inline]
    fn context(&self, parent_op: PrunedOp) -> usize {
        parent_op.op.index()
    }

    const UNROLLED: StaticAutomaton<PrunedOp> = W::UNROLLED_PRUNED;

    fn unrolled_context(&self, parent_op: PrunedOp) -> Option<usize> {
        self.puzzle.unrolled_context(parent_op.op)
    }

    fn is_unrolled(&self) -> bool {
        self.puzzle.is_unrolled()
    }

    type Trail = u32;

    #[inline]
    fn trail(&self, parent_op: PrunedOp) -> u32 {
        parent_op.state
    }

    #[inline]
    fn follow_trail(&self, trail: u32, PrunedOp { op, .. }: PrunedOp) -> Option<PrunedOp> {
        Some(PrunedOp { op, state: self.next(trail, op)? })
    }
}
