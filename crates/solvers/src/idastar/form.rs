//! Which form searches an iteration.

use tilebench_core::{Control, Domain, Heuristic, Outcome, Weight};

use super::batched::Batches;
use super::grouped::Groups;
use super::parallel::{Crew, Recurse, by_recursion, by_site, by_table};
use super::priority::{Plain, Weighted};
use super::{Kernel, Search};

/// How large iterations are searched; small ones are by recursion.
pub(super) enum Form<D: Domain, H: Heuristic<D>> {
    Recursion,
    /// By batches of words where the heuristic is made for them, by groups of nodes where it waits for memory.
    Lists(Box<Batches<D::Op>>, Groups<D, H>),
}

impl<D: Domain, H: Heuristic<D>> Form<D, H> {
    pub(super) fn of(kernel: Kernel) -> Self {
        Batches::new(kernel).map_or(Self::Recursion, |batches| Self::lists(batches, Groups::new()))
    }

    pub(super) fn lists(batches: Batches<D::Op>, groups: Groups<D, H>) -> Self {
        Self::Lists(Box::new(batches), groups)
    }

    /// Searches unweighted in this form, by these threads.
    pub(super) fn solve(
        mut self,
        mut crew: Crew,
        domain: &D,
        heuristic: &H,
        start: D::State,
        control: &mut Control<'_>,
    ) -> Outcome<D::Op> {
        let first = domain.ops(start, domain.arrival(start)).first();
        let has_graph = first.is_some_and(|&op| domain.static_site(op).is_some());
        let (below, alone): (Recurse<D, H>, Recurse<D, H>) = if has_graph {
            (by_site, |search, start| search.unrolled(start))
        } else {
            (by_table::<D, H, Plain>, by_table::<D, H, Plain>)
        };
        Search::run(domain, heuristic, Weight::ONE, start, control, &mut |search, start| {
            if let Self::Lists(batches, groups) = &mut self
                && let Some(below) =
                    batches.iterate(&mut crew, search, start).or_else(|| groups.iterate(&mut crew, search, start))
            {
                return below;
            }
            by_recursion(&mut crew, search, start, below, alone)
        })
    }
}

/// Searches weighted by these threads, always by the recursion that looks its operators up.
pub(super) fn solve_weighted<D: Domain, H: Heuristic<D>>(
    mut crew: Crew,
    domain: &D,
    heuristic: &H,
    start: D::State,
    weight: Weight,
    control: &mut Control<'_>,
) -> Outcome<D::Op> {
    let below = by_table::<D, H, Weighted>;
    Search::run(domain, heuristic, weight, start, control, &mut |search, start| {
        by_recursion(&mut crew, search, start, below, below)
    })
}
