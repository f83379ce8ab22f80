//! The methods of a heuristic that replace others, compared with those.

use crate::{Cost, Domain, Heuristic, Parent};

/// The first of `states` from which a shortcut of `heuristic` differs from [`Heuristic::step`], in a sentence:
/// [`Heuristic::step_h`], or [`Heuristic::successor_estimates`] with any of several bounds.
pub fn shortcut_defect<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H, states: &[D::State]) -> Option<String> {
    let parent = |&state| Parent {
        state,
        ops: domain.ops(state, domain.root_op(state)),
        memo: heuristic.memo(heuristic.initial(domain, state)),
    };
    let parents: Vec<Parent<'_, D>> = states.iter().map(parent).collect();
    let mut expected = Vec::new();
    for &Parent { state, ops, .. } in &parents {
        let cache = heuristic.initial(domain, state);
        for &op in ops {
            let h = heuristic.h(heuristic.step(domain, cache, state, op));
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
        estimates.iter().zip(&expected).find_map(|(estimate, &(state, op, h))| {
            let is_wrong = if h < bound { estimate.h != h } else { estimate.h < bound };
            let of = || format!("`successor_estimates` of {state:?} and {op:?}, with bound {bound}");
            if is_wrong {
                return Some(format!("{}, is {}, and h of `step` is {h}", of(), estimate.h));
            }
            let memo = heuristic.memo(heuristic.initial(domain, domain.apply(state, op)));
            let is_wrong = h < bound && estimate.memo != memo;
            is_wrong.then(|| format!("{}, has the memo {}, and `memo` of the successor is {memo}", of(), estimate.memo))
        })
    })
}
