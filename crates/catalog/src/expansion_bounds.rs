//! Bounds on the expansions of searches of one instance, by the names of the catalog.

use tilebench_core::{SearchBudget, Termination};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, OperatorOrder, Puzzle, UNIT, Word};
use tilebench_solvers::{ErasedHeuristic, ExpansionBounds, Problem, check_bounds, expansion_bounds};

use crate::catalog_domain::{make_for_goal, make_heuristic};
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicSpec, InstanceState, Registry, check_packable};

/// The bounds for an instance with a heuristic, or the limit at which they were given up.
///
/// # Errors
///
/// As [`board_bounds`], or if the heuristic is not one of the instance's domain.
///
/// # Panics
///
/// If `start` and `goal` are of different domains.
pub fn instance_bounds(
    heuristic: &HeuristicSpec,
    start: &InstanceState,
    goal: &InstanceState,
    tables: &Tables,
    budget: SearchBudget<'_>,
) -> Result<Result<ExpansionBounds, Termination>, CatalogError> {
    match (start, goal) {
        (InstanceState::Board(board), InstanceState::Board(goal)) => {
            board_bounds(heuristic, board, goal, tables, budget)
        }
        (InstanceState::Other(start), InstanceState::Other(goal)) => {
            check_bounded(heuristic)?;
            let form = Registry::get().find_form(goal.domain, Some(UNIT.name))?;
            form.bounds(heuristic.name(), &start.text, &goal.text, budget)
        }
        _ => panic!("the start {start} and the goal {goal} are of different domains"),
    }
}

/// The bounds for `board` and `goal` with a heuristic, or the limit at which they were given up.
///
/// # Errors
///
/// If the heuristic is not consistent, it or the enumeration does not support this board, or the board has another size than
/// the goal or cannot reach it.
pub fn board_bounds(
    heuristic: &HeuristicSpec,
    board: &Board,
    goal: &Board,
    tables: &Tables,
    budget: SearchBudget<'_>,
) -> Result<Result<ExpansionBounds, Termination>, CatalogError> {
    check_bounded(heuristic)?;
    check_packable(goal.size(), "the enumeration of states")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        bounds_in::<u64>(heuristic, board, goal, tables, budget)
    } else {
        bounds_in::<u128>(heuristic, board, goal, tables, budget)
    }
}

/// Whether `heuristic` has bounds.
///
/// # Errors
///
/// If it is not consistent.
pub fn check_bounded(heuristic: &HeuristicSpec) -> Result<(), CatalogError> {
    if heuristic.info().consistent {
        return Ok(());
    }
    let (what, heuristic) = ("a bound on expansions".to_owned(), heuristic.name().to_owned());
    Err(CatalogError::NeedsConsistent { what, heuristic })
}

fn bounds_in<W: CatalogWord>(
    spec: &HeuristicSpec,
    board: &Board,
    goal: &Board,
    tables: &Tables,
    budget: SearchBudget<'_>,
) -> Result<Result<ExpansionBounds, Termination>, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    let start = puzzle.state(board)?;
    check_bounds(&puzzle).map_err(CatalogError::Unsupported)?;
    let heuristic = make_heuristic(spec, &puzzle, tables)?;
    let heuristic_factory =
        |puzzle: &Puzzle<W>| make_for_goal(spec, goal, puzzle, tables).map_err(|error| error.to_string());
    let erased = ErasedHeuristic::new(&*heuristic);
    let problem = Problem {
        automaton: None,
        domain: &puzzle,
        heuristic: &*heuristic,
        erased: &erased,
        heuristic_factory: &heuristic_factory,
        start,
    };
    Ok(expansion_bounds(&problem, budget))
}
