//! The laws of heuristics, checked on every state and edge of a small board.

use tilebench_core::{Domain, Heuristic, shortcut_defect};
use tilebench_puzzle::{OperatorOrder, Puzzle, SlidePuzzle, Word};

use crate::Oracle;

/// The properties that a heuristic declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredProperties {
    /// Never above the true distance.
    pub admissible: bool,
    /// Never decreases by more than 1 along a move.
    pub consistent: bool,
}

/// Checks on every state and every edge of the space of `oracle` that the incremental value equals
/// recomputation, that the estimate of the goal is 0, and that the heuristic has the properties that it
/// declares.
///
/// # Panics
///
/// If a law is violated. The message contains the board, the value and the law.
pub fn check_laws<W: Word, H: Heuristic<Puzzle<W>>>(
    oracle: &Oracle,
    make: impl Fn(&Puzzle<W>) -> H,
    declared: DeclaredProperties,
) {
    let puzzle = Puzzle::<W>::new(oracle.goal(), &OperatorOrder::default()).expect("a size that fits the word");
    check_domain(oracle, &puzzle, &puzzle, &make(&puzzle), declared);
}

/// As [`check_laws`], in the multi-tile metric, of which `oracle` must have the distances.
///
/// # Panics
///
/// As [`check_laws`].
pub fn check_slide_laws<W: Word, H: Heuristic<SlidePuzzle<W>>>(
    oracle: &Oracle,
    make: impl Fn(&SlidePuzzle<W>) -> H,
    declared: DeclaredProperties,
) {
    let puzzle = Puzzle::<W>::new(oracle.goal(), &OperatorOrder::default()).expect("a size that fits the word");
    let slides = SlidePuzzle::new(puzzle.clone());
    check_domain(oracle, &puzzle, &slides, &make(&slides), declared);
}

/// Checks the laws on the states of `puzzle` and the operators of `domain`.
fn check_domain<W: Word, D: Domain<State = W>, H: Heuristic<D>>(
    oracle: &Oracle,
    puzzle: &Puzzle<W>,
    domain: &D,
    heuristic: &H,
    declared: DeclaredProperties,
) {
    let mut states = Vec::new();
    for (board, distance) in oracle.boards() {
        let state = puzzle.state(board).expect("a board that reaches the goal");
        states.push(state);
        let cache = heuristic.initial(domain, state);
        let h = heuristic.h(cache);
        if *distance == 0 {
            assert_eq!(h, 0, "the goal's estimate is not 0");
        }
        if declared.admissible {
            assert!(h <= *distance, "{board}: h is {h}, but the goal is {distance} moves away");
        }
        for &op in domain.ops(state, domain.root_op(state)) {
            let next = domain.apply(state, op);
            let stepped = heuristic.step(domain, cache, state, op);
            let from_nothing = heuristic.initial(domain, next);
            assert_eq!(stepped, from_nothing, "{board}: the incremental value after {op:?} differs");
            if declared.consistent {
                let drop = h.saturating_sub(heuristic.h(stepped));
                assert!(drop <= 1, "{board}: h falls by {drop} along {op:?}");
            }
        }
    }
    assert_eq!(shortcut_defect(domain, heuristic, &states), None);
}
