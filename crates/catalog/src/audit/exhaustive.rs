//! All states, by breadth-first search backwards from the goal.
//!
//! Operators are reversible, so the depth of a state is its distance to the goal. Each layer is
//! examined as it is complete and forgotten: the memory is that of the frontier search, see
//! [`tilebench_solvers::layers`]. On 3x4, 239,500,800 states, it stays below 1 GiB.

use tilebench_core::{Limits, NoObserver, SearchContext, Termination};
use tilebench_puzzle::Ranking;
use tilebench_solvers::layers::visit_layers;

use super::subject::Bench;
use super::{AuditPlan, Progress, Tally};
use crate::CatalogError;
use crate::registry::CatalogWord;

/// Examines all states, and returns the reason if it stopped before the last.
pub(super) fn examine<W: CatalogWord>(
    bench: &Bench<'_, W>,
    plan: &mut AuditPlan<'_>,
) -> Result<(Tally, Option<Termination>), CatalogError> {
    let goal = bench.puzzle.goal();
    let of = u64::try_from(Ranking::new(goal)?.states()).unwrap_or(u64::MAX);
    let limits = Limits { bytes: plan.bytes, ..Limits::NONE };
    let context = SearchContext { limits, stop: plan.stop, observer: &mut NoObserver, scratch: None };
    let mut tally = Tally::default();
    let mut done = 0;
    let end = visit_layers(bench.puzzle, bench.puzzle.state(goal)?, &context, &mut |distance, layer| {
        let of_layer = bench.tally(layer, Some(distance));
        tally = std::mem::take(&mut tally).then(&of_layer);
        done += layer.len() as u64;
        (plan.told)(Progress { what: "states", done, of });
    });
    Ok((tally, end.err()))
}
