//! The laws of heuristics, checked on every state and edge of a small board.

use tilebench_core::{Cost, Domain, Heuristic};
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
            let step_h = heuristic.step_h(domain, &cache, state, op);
            assert_eq!(step_h, heuristic.h(stepped), "{board}: step_h after {op:?} differs from h");
            if declared.consistent {
                let drop = h.saturating_sub(heuristic.h(stepped));
                assert!(drop <= 1, "{board}: h falls by {drop} along {op:?}");
            }
        }
    }
    check_successor_estimates(domain, heuristic, &states);
}

/// Checks that the estimates of all successors of `states` at once equal those of one after the other.
///
/// # Panics
///
/// If they do not.
pub fn check_successor_estimates<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H, states: &[D::State]) {
    let mut single = Vec::new();
    let parents: Vec<_> = states.iter().map(|&state| (state, domain.ops(state, domain.root_op(state)))).collect();
    for &(state, ops) in &parents {
        let cache = heuristic.initial(domain, state);
        single.extend(ops.iter().map(|&op| heuristic.h(heuristic.step(domain, cache, state, op))));
    }
    let max = single.iter().copied().max().unwrap_or_default();
    for bound in [Cost::MAX, max, max / 2, 1, 0] {
        let mut estimates = Vec::new();
        heuristic.successor_estimates(domain, &parents, bound, &mut estimates);
        assert_eq!(estimates.len(), single.len(), "every successor has an estimate");
        for (at, (&estimate, &single)) in estimates.iter().zip(&single).enumerate() {
            let is_correct = if single < bound { estimate == single } else { estimate >= bound };
            assert!(is_correct, "successor {at}: h is {single}, but at once, with the bound {bound}, {estimate}");
        }
    }
}
