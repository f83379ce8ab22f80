//! The operator graph of the 15-puzzle, known when the program is compiled.
//!
//! IDA* unrolls its recursion over it: with the blank's cell and its last move fixed in the code, a
//! node needs no look-up of its operators and its branches are predicted better. On the Korf 100 with
//! Manhattan distance this reduces the time per node by a third; the bench `idastar` measures the
//! recursion with and without unrolling.

use tilebench_puzzle::{Direction, Op};

use crate::PrunedOp;

/// An operator automaton that is known when the program is compiled.
///
/// Entry `i` lists the successors of *context* `i`: the operators that may follow the one that leads to the context, in operator
/// order and without its inverse, each with the context that it leads to.
pub type StaticAutomaton<Op> = &'static [&'static [(Op, usize)]];

const SIDE: usize = 4;
const CELLS: usize = SIDE * SIDE;
/// Directed edges of the 4x4 grid: two for each of 24 pairs of neighbours.
const CONTEXTS: usize = 48;

/// The 4x4 board in operator order up, left, right, down. Context i is the state after a move along edge i.
pub(crate) const AUTOMATON_4X4: StaticAutomaton<Op> = &SUCCESSORS;

/// The same with operators that hold a state.
pub(crate) const PRUNED_4X4: StaticAutomaton<PrunedOp> = &PRUNED_SUCCESSORS;

/// The context to which the operator with this index leads; `None` if it is not a move on 4x4.
pub(crate) const fn context_4x4(index: usize) -> Option<usize> {
    match CONTEXT_OF[index] {
        NO_CONTEXT => None,
        context => Some(context as usize),
    }
}

const NO_CONTEXT: u8 = u8::MAX;

/// The context of each operator index, in order of the indices.
const CONTEXT_OF: [u8; Op::COUNT] = {
    let mut contexts = [NO_CONTEXT; Op::COUNT];
    let mut next = 0;
    let mut index = 0;
    while index < 4 * CELLS {
        if Direction::ALL[index % 4].step_from(index / 4, SIDE, SIDE).is_some() {
            contexts[index] = next;
            next += 1;
        }
        index += 1;
    }
    assert!(next as usize == CONTEXTS);
    contexts
};

/// For each context, up to three successors, and how many they are.
const SUCCESSOR_TABLE: [([(Op, usize); 3], usize); CONTEXTS] = {
    let empty = ([(Op::arrival(0), 0); 3], 0);
    let mut table = [empty; CONTEXTS];
    let mut index = 0;
    while index < 4 * CELLS {
        let incoming = Direction::ALL[index % 4];
        if let Some(cell) = incoming.step_from(index / 4, SIDE, SIDE) {
            let row = &mut table[CONTEXT_OF[index] as usize];
            let mut at = 0;
            while at < 4 {
                let direction = Direction::ALL[at];
                if let Some(to) = direction.step_from(cell, SIDE, SIDE)
                    && direction as u8 != incoming.opposite() as u8
                {
                    let op = Op::new(cell, to, direction);
                    row.0[row.1] = (op, CONTEXT_OF[op.index()] as usize);
                    row.1 += 1;
                }
                at += 1;
            }
        }
        index += 1;
    }
    table
};

const SUCCESSORS: [&[(Op, usize)]; CONTEXTS] = {
    const ROWS: &[([(Op, usize); 3], usize); CONTEXTS] = &SUCCESSOR_TABLE;
    let mut slices: [&[(Op, usize)]; CONTEXTS] = [&[]; CONTEXTS];
    let mut context = 0;
    while context < CONTEXTS {
        slices[context] = ROWS[context].0.split_at(ROWS[context].1).0;
        context += 1;
    }
    slices
};

/// [`SUCCESSOR_TABLE`] with operators that hold a state.
const PRUNED_TABLE: [([(PrunedOp, usize); 3], usize); CONTEXTS] = {
    let mut table = [([(PrunedOp::new(Op::arrival(0)), 0); 3], 0); CONTEXTS];
    let mut context = 0;
    while context < CONTEXTS {
        let (successors, count) = SUCCESSOR_TABLE[context];
        let mut at = 0;
        while at < count {
            table[context].0[at] = (PrunedOp::new(successors[at].0), successors[at].1);
            at += 1;
        }
        table[context].1 = count;
        context += 1;
    }
    table
};

const PRUNED_SUCCESSORS: [&[(PrunedOp, usize)]; CONTEXTS] = {
    const ROWS: &[([(PrunedOp, usize); 3], usize); CONTEXTS] = &PRUNED_TABLE;
    let mut slices: [&[(PrunedOp, usize)]; CONTEXTS] = [&[]; CONTEXTS];
    let mut context = 0;
    while context < CONTEXTS {
        slices[context] = ROWS[context].0.split_at(ROWS[context].1).0;
        context += 1;
    }
    slices
};
