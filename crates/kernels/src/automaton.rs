//! The operator automaton of a domain: which operators follow which, known without a state.

use tilebench_core::Domain;
use tilebench_puzzle::{Grid, Op, Puzzle, Size, Word};

use crate::PrunedOp;
use crate::automaton_4x4::{AUTOMATON_4X4, PRUNED_4X4, StaticAutomaton, context_4x4};

/// A domain in which the operator by which a state was reached determines the operators of the state.
///
/// The states that were reached by one operator are a *context*: for a sliding-tile board, the blank's cell together
/// with its last move. Nodes of one context are expanded together, and a recursion can be unrolled over contexts
/// (Taylor and Korf 1993 prune by such automata).
pub trait OpAutomaton: Domain {
    /// The number of contexts.
    const CONTEXTS: usize;

    /// The context that `parent_op` leads to, below [`Self::CONTEXTS`].
    fn context(&self, parent_op: Self::Op) -> usize;

    /// The automaton over which a recursion is unrolled; empty if there is none.
    const UNROLLED: StaticAutomaton<Self::Op>;

    /// The context of [`Self::UNROLLED`] that `parent_op` leads to; `None` if this instance (its size, its operator order) has
    /// another automaton.
    fn unrolled_context(&self, parent_op: Self::Op) -> Option<usize>;

    /// Whether [`Self::UNROLLED`] is the automaton of this instance.
    fn is_unrolled(&self) -> bool;

    /// What [`Domain::follow`] needs of a path beside the context: nothing if no path is cut.
    type Trail: Copy;

    /// The trail of a path that ends in `parent_op`.
    fn trail(&self, parent_op: Self::Op) -> Self::Trail;

    /// As [`Domain::follow`], of a path with this trail.
    fn follow_trail(&self, trail: Self::Trail, op: Self::Op) -> Option<Self::Op>;
}

/// A word with the automaton of its most important board size.
pub trait KernelWord: Word {
    /// The automaton; empty if none is unrolled.
    const UNROLLED: StaticAutomaton<Op>;

    /// The same automaton, of operators that hold a state.
    const UNROLLED_PRUNED: StaticAutomaton<PrunedOp>;

    /// The context of [`Self::UNROLLED`] that `op` leads to on a board of `size` in the default operator order.
    fn unrolled_context(size: Size, op: Op) -> Option<usize>;
}

impl KernelWord for u64 {
    const UNROLLED: StaticAutomaton<Op> = AUTOMATON_4X4;
    const UNROLLED_PRUNED: StaticAutomaton<PrunedOp> = PRUNED_4X4;

    fn unrolled_context(size: Size, op: Op) -> Option<usize> {
        if size.rows() == 4 && size.cols() == 4 { context_4x4(op.index()) } else { None }
    }
}

impl KernelWord for u128 {
    const UNROLLED: StaticAutomaton<Op> = &[];
    const UNROLLED_PRUNED: StaticAutomaton<PrunedOp> = &[];

    fn unrolled_context(_: Size, _: Op) -> Option<usize> {
        None
    }
}

impl<W: KernelWord> OpAutomaton for Puzzle<W> {
    const CONTEXTS: usize = Op::COUNT;

    #[inline]
    fn context(&self, parent_op: Op) -> usize {
        parent_op.index()
    }

    const UNROLLED: StaticAutomaton<Op> = W::UNROLLED;

    fn unrolled_context(&self, parent_op: Op) -> Option<usize> {
        if self.has_default_order() { W::unrolled_context(self.size(), parent_op) } else { None }
    }

    fn is_unrolled(&self) -> bool {
        self.ops_at(0).first().is_some_and(|&op| self.unrolled_context(op).is_some())
    }

    type Trail = ();

    #[inline]
    fn trail(&self, _: Op) {}

    #[inline]
    fn follow_trail(&self, (): (), op: Op) -> Option<Op> {
        Some(op)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_puzzle::{Generator, Goal, OperatorOrder};

    fn puzzle(rows: usize, cols: usize, order: &str) -> Puzzle<u64> {
        let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        Puzzle::new(&goal, &OperatorOrder::parse(order, 0).unwrap()).unwrap()
    }

    #[test]
    fn the_unrolled_automaton_matches_the_operators_of_the_puzzle() {
        let puzzle = puzzle(4, 4, "ULRD");
        let mut state = puzzle.state(&Generator::new(3).board(puzzle.goal())).unwrap();
        let mut parent_op = puzzle.root_op(state);
        for step in 0..2_000 {
            let ops = puzzle.ops(state, parent_op);
            if let Some(context) = puzzle.unrolled_context(parent_op) {
                let graph = <Puzzle<u64> as OpAutomaton>::UNROLLED[context];
                assert_eq!(graph.iter().map(|(op, _)| *op).collect::<Vec<_>>(), ops);
                assert!(graph.iter().all(|&(op, context)| puzzle.unrolled_context(op) == Some(context)));
            } else {
                assert_eq!(step, 0, "only the root operator has no context");
            }
            let op = ops[(step * 7) % ops.len()];
            (state, parent_op) = (puzzle.apply(state, op), op);
        }
    }

    #[test]
    fn only_the_15_puzzle_in_the_default_order_is_unrolled() {
        let is_unrolled = |rows, cols, order: &str| {
            let puzzle = puzzle(rows, cols, order);
            let start = puzzle.state(puzzle.goal()).unwrap();
            let op = puzzle.ops(start, puzzle.root_op(start))[0];
            (puzzle.unrolled_context(op).is_some(), puzzle.unrolled_context(puzzle.root_op(start)).is_some())
        };
        assert_eq!(is_unrolled(4, 4, "ULRD"), (true, false));
        assert_eq!(is_unrolled(4, 4, "URLD"), (false, false));
        assert_eq!(is_unrolled(3, 3, "ULRD"), (false, false));
        assert_eq!(is_unrolled(2, 8, "ULRD"), (false, false));
    }
}
