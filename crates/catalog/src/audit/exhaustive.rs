//! All states, by breadth-first search backwards from the goal.
//!
//! Operators are invertible, so the depth of a state is its distance to the goal. Each layer is
//! examined when it is complete and then dropped: the memory is that of the frontier search, see
//! [`tilebench_solvers::layers`]. On 3x4 with 239,500,800 states it is below 1 GiB.

use tilebench_core::{Limits, NoObserver, SearchContext, Termination};
use tilebench_puzzle::Ranking;
use tilebench_solvers::layers::visit_layers;

use super::subject::AuditSubject;
use super::{AuditPlan, AuditProgress, AuditTally};
use crate::CatalogError;
use crate::registry::CatalogWord;

/// Examines all states. If the search stopped early, the reason is returned.
pub(super) fn examine<W: CatalogWord>(
    subject: &AuditSubject<'_, W>,
    plan: &mut AuditPlan<'_>,
) -> Result<(AuditTally, Option<Termination>), CatalogError> {
    let goal = subject.puzzle.goal();
    let of = u64::try_from(Ranking::new(goal)?.states()).unwrap_or(u64::MAX);
    let limits = Limits { bytes: plan.bytes, ..Limits::NONE };
    let context = SearchContext { limits, stop: plan.stop, observer: &mut NoObserver, scratch: None };
    let mut tally = AuditTally::default();
    let mut done = 0;
    let end = visit_layers(subject.puzzle, subject.puzzle.state(goal)?, &context, &mut |distance, layer| {
        let of_layer = subject.tally(layer, Some(distance));
        tally = std::mem::take(&mut tally).then(&of_layer);
        done += layer.len() as u64;
        (plan.progress)(AuditProgress { what: "states", done, of });
    });
    Ok((tally, end.err()))
}
