//! One instance, solved outside of any experiment.

use std::sync::Arc;

use anyhow::{Result, ensure};
use tilebench_catalog::{
    Configuration, Instance, InstanceState, OperatorOrder, PuzzleError, SetGoal, StopFlag, check_domain,
};
use tilebench_record::{Iteration, Run};

use crate::experiment::{OrderAndSeed, Program, Solver};
use crate::slot::execute_task;
use crate::task::Task;
use crate::thread_slot::ThreadSlot;
use crate::watcher::Watcher;
use crate::{RunLimits, Searches};

/// An instance to be solved, and how.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The name of its set; empty if it is of none.
    pub set: String,
    /// The instance. An answer that contradicts its known least cost is wrong.
    pub instance: Instance,
    /// Its goal.
    pub goal: SetGoal,
    /// The algorithm, heuristic and options.
    pub configuration: Configuration,
    /// The operator order.
    pub order: OperatorOrder,
    /// The seed of everything random.
    pub seed: u64,
    /// The limits.
    pub limits: RunLimits,
}

/// Solves one instance as a run of an experiment would, by `searches`, and returns its record.
///
/// # Errors
///
/// If the goal cannot be reached from the start, the configuration is not one of its domain, or the system has no thread that watches the limits.
pub fn solve(request: &SolveRequest, searches: &Searches, cancel: &Arc<StopFlag>) -> Result<(Run, Vec<Iteration>)> {
    let goal_state = request.goal.state()?;
    if let (InstanceState::Board(board), InstanceState::Board(goal)) = (&request.instance.start, &goal_state) {
        ensure!(board.reaches(goal), PuzzleError::Unsolvable(board.to_string()));
    }
    check_domain(&request.configuration, &goal_state)?;
    let name = request.configuration.name();
    let program = Program::Search(request.configuration.clone());
    let draw = OrderAndSeed { order: request.order, seed: request.seed };
    let solver =
        Solver { name, program, draws: vec![draw], limits: request.limits, selections: Vec::new(), costs: Vec::new() };
    let task = Task {
        experiment: "",
        set: &request.set,
        instance: &request.instance,
        goal: &request.goal,
        goal_state: &goal_state,
        cost_model: request.configuration.cost_model(),
        solver: &solver,
        attributes: &[],
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
