//! The plan of an audit, and its entry points.

use core::fmt;

use tilebench_core::StopFlag;
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, CostModel, CostedPuzzle, Metric, OperatorOrder, Puzzle, Size, SlidePuzzle, Word};

use super::subject::AuditSubject;
use super::{AuditReport, DeclaredProperties, SampleOptions, exhaustive, sampled};
use crate::catalog_domain::{CatalogDomain, make_heuristic};
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicSpec, check_packable};
use tilebench_solvers::AnyHeuristic;

/// The states that are examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuditExtent {
    /// All states that reach the goal.
    All,
    /// A sample, drawn by seed.
    Sampled(SampleOptions),
}

impl AuditExtent {
    /// The maximum number of cells of a board whose states are all examined by default: 3x4 has 239,500,800.
    pub const MAX_EXHAUSTIVE_CELLS: usize = 12;

    /// All states if examining them takes minutes, `samples` if it takes longer.
    #[must_use]
    pub fn for_size(size: Size, samples: SampleOptions) -> Self {
        if size.cells() <= Self::MAX_EXHAUSTIVE_CELLS { Self::All } else { Self::Sampled(samples) }
    }
}

/// The progress of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditProgress {
    /// The unit counted.
    pub what: &'static str,
    /// The number of units done.
    pub done: u64,
    /// The number of all units.
    pub of: u64,
}

/// The costs, the extent and the resources of an audit.
pub struct AuditPlan<'a> {
    /// The cost model.
    pub cost_model: &'static CostModel,
    /// The metric. Slides of several tiles are examined with cost model `unit` and the extent [`AuditExtent::All`].
    pub metric: Metric,
    /// The states that are examined.
    pub extent: AuditExtent,
    /// The tables of pattern databases.
    pub tables: &'a Tables,
    /// The flag that stops the audit.
    pub stop: &'a StopFlag,
    /// The maximum number of bytes of the search of all states.
    pub bytes: u64,
    /// The callback for progress reports.
    pub progress: &'a mut dyn FnMut(AuditProgress),
}

impl fmt::Debug for AuditPlan<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AuditPlan").field("extent", &self.extent).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// Audits the heuristic of `spec` for `goal`, and compares it with `against`, if given.
///
/// # Errors
///
/// [`CatalogError::Unsupported`] if one of them does not support this board.
pub fn audit(
    spec: &HeuristicSpec,
    against: Option<&HeuristicSpec>,
    goal: &Board,
    plan: &mut AuditPlan<'_>,
) -> Result<AuditReport, CatalogError> {
    check_packable(goal.size(), "an audit")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        audit_in::<u64>(spec, against, goal, plan)
    } else {
        audit_in::<u128>(spec, against, goal, plan)
    }
}

fn audit_in<W: CatalogWord>(
    spec: &HeuristicSpec,
    against: Option<&HeuristicSpec>,
    goal: &Board,
    plan: &mut AuditPlan<'_>,
) -> Result<AuditReport, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    if plan.metric == Metric::Multi {
        if !plan.cost_model.is_unit() || plan.extent != AuditExtent::All {
            return Err(CatalogError::Unsupported(
                "an audit with metric multi examines all states with cost unit: use at most 12 cells and no samples"
                    .to_owned(),
            ));
        }
        return audit_domain(spec, against, &SlidePuzzle::new(puzzle), plan);
    }
    if plan.cost_model.is_unit() {
        return audit_domain(spec, against, &puzzle, plan);
    }
    audit_domain(spec, against, &CostedPuzzle::new(puzzle, plan.cost_model)?, plan)
}

fn audit_domain<D: CatalogDomain>(
    spec: &HeuristicSpec,
    against: Option<&HeuristicSpec>,
    domain: &D,
    plan: &mut AuditPlan<'_>,
) -> Result<AuditReport, CatalogError> {
    let heuristic = make_heuristic(spec, domain, plan.tables)?;
    let other = against.map(|against| make_heuristic(against, domain, plan.tables)).transpose()?;
    let subject = AuditSubject { domain, heuristic: &*heuristic, other: other.as_deref() };
    let against = against.map(|against| against.name().to_owned());
    examine(&subject, spec.name(), spec.info().into(), against, plan)
}

/// Audits a heuristic that need not be in the catalog; `name` is its name in the report.
///
/// # Errors
///
/// If the goal's size is not supported.
pub fn audit_heuristic<W: CatalogWord>(
    puzzle: &Puzzle<W>,
    heuristic: &dyn AnyHeuristic<Puzzle<W>>,
    name: &str,
    declared: DeclaredProperties,
    plan: &mut AuditPlan<'_>,
) -> Result<AuditReport, CatalogError> {
    let subject = AuditSubject { domain: puzzle, heuristic, other: None };
    examine(&subject, name, declared, None, plan)
}

/// Examines the states and edges of the plan.
pub(super) fn examine<D: CatalogDomain>(
    subject: &AuditSubject<'_, D>,
    name: &str,
    declared: DeclaredProperties,
    against: Option<String>,
    plan: &mut AuditPlan<'_>,
) -> Result<AuditReport, CatalogError> {
    let puzzle = subject.domain.puzzle();
    let goal = puzzle.goal().clone();
    let goal_key = subject.domain.pack(puzzle.state(&goal)?);
    let goal_estimate = subject.estimates(&[goal_key])[0];
    let (tally, sample, stopped) = match plan.extent.clone() {
        AuditExtent::All => {
            let (tally, stopped) = exhaustive::examine(subject, plan)?;
            (tally, None, stopped)
        }
        AuditExtent::Sampled(samples) => {
            let (tally, sample, stopped) = sampled::examine(subject, name, &samples, plan)?;
            (tally, Some(sample), stopped)
        }
    };
    let (heuristic, cost_model) = (name.to_owned(), plan.cost_model);
    Ok(AuditReport { heuristic, declared, against, goal, cost_model, goal_estimate, tally, sample, stopped })
}
