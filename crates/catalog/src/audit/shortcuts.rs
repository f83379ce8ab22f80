//! The methods of a heuristic that replace others, compared with those.

use tilebench_core::{BitPacked, Cost, Parent};
use tilebench_solvers::AnyHeuristic;

/// The number of states of a walk.
const WALK: usize = 500;

/// The first of `states` from which a shortcut differs from `step`, in a sentence: `step_h`, or `successor_estimates` with any of
/// several bounds.
pub(crate) fn shortcut_defect<D: BitPacked>(
    domain: &D,
    heuristic: &dyn AnyHeuristic<D>,
    states: &[D::State],
) -> Option<String> {
    let parents: Vec<Parent<'_, D>> =
        states.iter().map(|&state| (state, domain.ops(state, domain.root_op(state)))).collect();
    let mut expected = Vec::new();
    for &(state, ops) in &parents {
        let cache = heuristic.initial(domain, state);
        for &op in ops {
            let h = heuristic.step(domain, &cache, state, op).h();
            let step_h = heuristic.step_h(domain, &cache, state, op);
            if step_h != h {
                return Some(format!("`step_h` of {state:?} and {op:?} is {step_h}, and h of `step` is {h}"));
            }
            expected.push((state, op, h));
        }
    }
    let max = expected.iter().map(|&(.., h)| h).max()?;
    [Cost::MAX, max, max / 2, 1, 0].into_iter().find_map(|bound| {
        let mut estimates = Vec::new();
        heuristic.successor_estimates(domain, &parents, bound, &mut estimates);
        if estimates.len() != expected.len() {
            let (found, expected) = (estimates.len(), expected.len());
            return Some(format!("`successor_estimates` returned {found} estimates for {expected} successors"));
        }
        let is_wrong = |estimate: Cost, h: Cost| if h < bound { estimate != h } else { estimate < bound };
        let wrong = estimates.iter().zip(&expected).find(|&(&estimate, &(.., h))| is_wrong(estimate, h));
        wrong.map(|(estimate, (state, op, h))| {
            format!("`successor_estimates` of {state:?} and {op:?}, with bound {bound}, is {estimate}, and h of `step` is {h}")
        })
    })
}

/// States of a walk from the goal that chooses operators by the low bits of a sequence of odd multiples.
pub(crate) fn walk<D: BitPacked>(domain: &D, goal: D::State) -> Vec<D::State> {
    let mut states = vec![goal];
    let mut random: u64 = 1;
    for _ in 1..WALK {
        let state = states[states.len() - 1];
        let ops = domain.ops(state, domain.root_op(state));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (random >> 33) as usize % ops.len();
        states.push(domain.apply(state, ops[choice]));
    }
    states
}

#[cfg(test)]
mod tests {
    use tilebench_core::{Domain, Heuristic};
    use tilebench_heuristics::manhattan;
    use tilebench_puzzle::{Goal, OperatorOrder, Puzzle, Size};
    use tilebench_solvers::TypedHeuristic;
    use tilebench_solvers::ida_star::recursive_engine;

    use super::*;

    /// A heuristic whose shortcuts add these numbers.
    struct Shortcuts<H>(H, Cost, Cost);

    impl<D: Domain, H: Heuristic<D>> Heuristic<D> for Shortcuts<H> {
        type Cache = H::Cache;

        fn initial(&self, domain: &D, state: D::State) -> H::Cache {
            self.0.initial(domain, state)
        }

        fn step(&self, domain: &D, cache: H::Cache, parent: D::State, op: D::Op) -> H::Cache {
            self.0.step(domain, cache, parent, op)
        }

        fn h(&self, cache: H::Cache) -> Cost {
            self.0.h(cache)
        }

        fn step_h(&self, domain: &D, cache: &H::Cache, parent: D::State, op: D::Op) -> Cost {
            self.0.step_h(domain, cache, parent, op) + self.1
        }

        fn successor_estimates(&self, domain: &D, parents: &[Parent<'_, D>], bound: Cost, estimates: &mut Vec<Cost>) {
            self.0.successor_estimates(domain, parents, bound, estimates);
            for estimate in estimates {
                *estimate += self.2;
            }
        }
    }

    fn defect(step_h: Cost, at_once: Cost) -> Option<String> {
        let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
        let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
        let heuristic = TypedHeuristic::new(Shortcuts(manhattan(&puzzle), step_h, at_once), recursive_engine);
        let states = walk(&puzzle, puzzle.state(&goal).unwrap());
        shortcut_defect(&puzzle, &heuristic, &states)
    }

    #[test]
    fn a_shortcut_that_differs_from_step_is_found() {
        assert_eq!(defect(0, 0), None);
        assert!(defect(10, 0).is_some_and(|defect| defect.starts_with("`step_h` of ")));
        assert!(defect(0, 10).is_some_and(|defect| defect.starts_with("`successor_estimates` of ")));
    }
}
