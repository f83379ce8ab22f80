//! The extent of an audit, and the choice of code for it.

use core::fmt;

use tilebench_core::{Domain, StopFlag};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, OperatorOrder, Puzzle, Size, Word};

use super::subject::Bench;
use super::{Audit, Claims, Samples, exhaustive, sampled};
use crate::heuristics::make;
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicChoice, packable};
use tilebench_solvers::AnyHeuristic;

/// Which states are examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All that reach the goal.
    All,
    /// Some, drawn by seed.
    Sampled(Samples),
}

impl Extent {
    /// The largest board whose states are all examined unless asked otherwise: 3x4 has 239,500,800.
    pub const MOST_CELLS: usize = 12;

    /// All states if that takes minutes, `samples` if it takes longer.
    #[must_use]
    pub fn suited(size: Size, samples: Samples) -> Self {
        if size.cells() <= Self::MOST_CELLS { Self::All } else { Self::Sampled(samples) }
    }
}

/// How far an audit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The unit counted.
    pub what: &'static str,
    /// How many are done.
    pub done: u64,
    /// Of how many.
    pub of: u64,
}

/// How an audit is carried out.
pub struct AuditPlan<'a> {
    /// Which states are examined.
    pub extent: Extent,
    /// The tables of pattern databases.
    pub tables: &'a Tables,
    /// The flag that stops it.
    pub stop: &'a StopFlag,
    /// The maximum number of bytes that the search of all states may hold.
    pub bytes: u64,
    /// The receiver of progress reports.
    pub told: &'a mut dyn FnMut(Progress),
}

impl fmt::Debug for AuditPlan<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AuditPlan").field("extent", &self.extent).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// Audits the heuristic of `choice` for `goal`, and compares it with `against`, if given.
///
/// # Errors
///
/// [`CatalogError::Unsupported`] if one of them does not support this board.
pub fn audit(
    choice: &HeuristicChoice,
    against: Option<&HeuristicChoice>,
    goal: &Board,
    plan: &mut AuditPlan<'_>,
) -> Result<Audit, CatalogError> {
    packable(goal.size(), "an audit")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        audit_in::<u64>(choice, against, goal, plan)
    } else {
        audit_in::<u128>(choice, against, goal, plan)
    }
}

fn audit_in<W: CatalogWord>(
    choice: &HeuristicChoice,
    against: Option<&HeuristicChoice>,
    goal: &Board,
    plan: &mut AuditPlan<'_>,
) -> Result<Audit, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    let heuristic = make(choice, &puzzle, plan.tables)?;
    let other = against.map(|against| make(against, &puzzle, plan.tables)).transpose()?;
    let bench = Bench { puzzle: &puzzle, heuristic: &*heuristic, other: other.as_deref() };
    let against = against.map(|against| against.name().to_owned());
    examine(&bench, choice.name(), choice.info().into(), against, plan)
}

/// Audits a heuristic that need not have a name in the catalog; `name` is its name in the report.
///
/// # Errors
///
/// If the goal's size is not supported.
pub fn audit_heuristic<W: CatalogWord>(
    puzzle: &Puzzle<W>,
    heuristic: &dyn AnyHeuristic<Puzzle<W>>,
    name: &str,
    claims: Claims,
    plan: &mut AuditPlan<'_>,
) -> Result<Audit, CatalogError> {
    let bench = Bench { puzzle, heuristic, other: None };
    examine(&bench, name, claims, None, plan)
}

fn examine<W: CatalogWord>(
    bench: &Bench<'_, W>,
    name: &str,
    claims: Claims,
    against: Option<String>,
    plan: &mut AuditPlan<'_>,
) -> Result<Audit, CatalogError> {
    let goal = bench.puzzle.goal().clone();
    let goal_key = bench.puzzle.pack(bench.puzzle.state(&goal)?);
    let goal_estimate = bench.estimates(&[goal_key])[0];
    let (tally, sample, stopped) = match plan.extent.clone() {
        Extent::All => {
            let (tally, stopped) = exhaustive::examine(bench, plan)?;
            (tally, None, stopped)
        }
        Extent::Sampled(samples) => {
            let (tally, sample, stopped) = sampled::examine(bench, name, &samples, plan)?;
            (tally, Some(sample), stopped)
        }
    };
    Ok(Audit { heuristic: name.to_owned(), claims, against, goal, goal_estimate, tally, sample, stopped })
}
