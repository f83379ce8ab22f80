//! All states, backwards from the goal.
//!
//! Operators are invertible and an inverse has the same cost, so the cost from the goal to a state is its distance. If
//! every move costs 1, the states are found by breadth-first search, and each layer is examined when it is complete and then
//! dropped: the memory is that of the frontier search, see [`tilebench_solvers::layers`]. On 3x4 with 239,500,800 states it is
//! below 1 GiB. With other costs they are found by uniform-cost search, which keeps all states.

use std::collections::{BTreeMap, BTreeSet};

use tilebench_core::{Cost, Limits, NoObserver, SearchContext, StopReason, Termination, step_cost};
use tilebench_puzzle::Ranking;
use tilebench_solvers::layers::visit_layers;

use super::subject::AuditSubject;
use super::{AuditPlan, AuditProgress, AuditTally};
use crate::CatalogError;
use crate::catalog_domain::CatalogDomain;

/// Examines all states. If the search stopped early, the reason is returned.
pub(super) fn examine<D: CatalogDomain>(
    subject: &AuditSubject<'_, D>,
    plan: &mut AuditPlan<'_>,
) -> Result<(AuditTally, Option<Termination>), CatalogError> {
    let puzzle = subject.domain.puzzle();
    let goal = puzzle.goal();
    let of = u64::try_from(Ranking::new(goal)?.states()).unwrap_or(u64::MAX);
    let root = puzzle.state(goal)?;
    let (stop, bytes) = (plan.stop, plan.bytes);
    let mut tally = AuditTally::default();
    let mut done = 0;
    let mut examine = |distance: Cost, states: &[D::Key]| {
        let of_layer = subject.tally(states, Some(distance));
        tally = std::mem::take(&mut tally).then(&of_layer);
        done += states.len() as u64;
        (plan.progress)(AuditProgress { what: "states", done, of });
    };
    let end = if D::UNIT_COST {
        let limits = Limits { bytes, ..Limits::NONE };
        let context = SearchContext { limits, stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        visit_layers(subject.domain, root, &context, &mut examine)
    } else {
        visit_by_cost(subject.domain, root, bytes, &|| stop.raised(), &mut examine)
    };
    Ok((tally, end.err()))
}

/// Visits all states in the order of their cost from `root`, those of equal cost together and sorted.
fn visit_by_cost<D: CatalogDomain>(
    domain: &D,
    root: D::State,
    max_bytes: u64,
    stopped: &dyn Fn() -> Option<StopReason>,
    visit: &mut dyn FnMut(Cost, &[D::Key]),
) -> Result<(), Termination> {
    let mut settled: BTreeSet<D::Key> = BTreeSet::new();
    let mut open: BTreeMap<Cost, Vec<D::Key>> = BTreeMap::from([(0, vec![domain.pack(root)])]);
    let mut open_len = 1;
    while let Some((cost, mut states)) = open.pop_first() {
        open_len -= states.len();
        states.retain(|state| settled.insert(*state));
        states.sort_unstable();
        // The nodes of a set and the vectors of the map are at least half full.
        let bytes = 2 * (settled.len() + open_len) * size_of::<D::Key>();
        if bytes as u64 > max_bytes {
            return Err(Termination::MemoryLimit);
        }
        if let Some(reason) = stopped() {
            return Err(if reason == StopReason::Time { Termination::TimeLimit } else { Termination::Cancelled });
        }
        for &key in &states {
            let state = domain.unpack(key);
            for &op in domain.ops(state, domain.root_op(state)) {
                let next = domain.pack(domain.apply(state, op));
                if !settled.contains(&next) {
                    open.entry(cost + step_cost(domain, state, op)).or_default().push(next);
                    open_len += 1;
                }
            }
        }
        if !states.is_empty() {
            visit(cost, &states);
        }
    }
    Ok(())
}
