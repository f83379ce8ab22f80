//! One board, solved outside of any experiment.

use std::sync::Arc;

use anyhow::{Result, ensure};
use tilebench_catalog::{Board, Configuration, Goal, Instance, OperatorOrder, PuzzleError, StopFlag};
use tilebench_record::{Iteration, Run};

use crate::experiment::{OrderAndSeed, Program, Solver};
use crate::slot::execute_task;
use crate::task::Task;
use crate::thread_slot::ThreadSlot;
use crate::watcher::Watcher;
use crate::{RunLimits, Searches};

/// A board to be solved, and how.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The board.
    pub board: Board,
    /// Its goal.
    pub goal: Goal,
    /// The algorithm, heuristic and options.
    pub configuration: Configuration,
    /// The operator order.
    pub order: OperatorOrder,
    /// The seed of everything random.
    pub seed: u64,
    /// The limits.
    pub limits: RunLimits,
}

/// Solves one board as a run of an experiment would, by `searches`, and returns its record.
///
/// # Errors
///
/// If the goal cannot be reached from the board, or the system has no thread that watches the limits.
pub fn solve(request: &SolveRequest, searches: &Searches, cancel: &Arc<StopFlag>) -> Result<(Run, Vec<Iteration>)> {
    let goal_board = request.goal.board(request.board.size())?;
    let instance =
        Instance { id: "1".to_owned(), board: request.board.clone(), optimal: None, optimal_costs: Vec::new() };
    ensure!(request.board.reaches(&goal_board), PuzzleError::Unsolvable(request.board.to_string()));
    let name = request.configuration.name();
    let program = Program::Search(request.configuration.clone());
    let draw = OrderAndSeed { order: request.order, seed: request.seed };
    let solver =
        Solver { name, program, draws: vec![draw], limits: request.limits, selections: Vec::new(), costs: Vec::new() };
    let task = Task {
        experiment: "",
        set: "",
        instance: &instance,
        goal: &request.goal,
        goal_board: &goal_board,
        cost_model: request.configuration.cost_model(),
        solver: &solver,
        draw: &draw,
        repeat: 1,
    };
    let watcher = Watcher::new(cancel)?;
    let result = execute_task(
        &task,
        &mut ThreadSlot {
            searches,
            watcher: &watcher,
            alone: true,
            processors: Vec::new(),
            programs: None,
            units: None,
        },
    );
    Ok((result.run, result.trace.iterations))
}
