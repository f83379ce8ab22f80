//! The methods of a heuristic that replace others, compared with those.

use crate::{Cost, Domain, Heuristic, Parent};

/// The first of `states` from which a shortcut of `heuristic` differs from [`Heuristic::step`], in a sentence:
/// [`Heuristic::step_h`], or [`Heuristic::successor_estimates`] with any of several bounds.
pub fn shortcut_defect<D: Domain, H: Heuristic<D>>(domain: &D, heuristic: &H, states: &[D::State]) -> Option<String> {
    let parents: Vec<Parent<'_, D>> =
        states.iter().map(|&state| (state, domain.ops(state, domain.root_op(state)))).collect();
    let mut expected = Vec::new();
    for &(state, ops) in &parents {
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
        let is_wrong = |estimate: Cost, h: Cost| if h < bound { estimate != h } else { estimate < bound };
        let wrong = estimates.iter().zip(&expected).find(|&(&estimate, &(.., h))| is_wrong(estimate, h));
        wrong.map(|(estimate, (state, op, h))| {
            format!("`successor_estimates` of {state:?} and {op:?}, with bound {bound}, is {estimate}, and h of `step` is {h}")
        })
    })
}
