//! The messages between the runner and its workers.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use tilebench_catalog::{Configuration, Instance, InstanceState, OperatorOrder, Registry, SetGoal};
use tilebench_isolate::program::{ProgramCommand, ProgramOutput};
use tilebench_record::{Run, TableInfo};

use crate::RunLimits;
use crate::experiment::{OrderAndSeed, Program, Solver};
use crate::recorded_states::start_and_goal;
use crate::task::Task;
use crate::trace::Trace;
use crate::units::UnitFolder;

/// A request of the runner.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum WorkerRequest {
    /// Prepare this search.
    Prepare(Box<Job>),
    /// Start the search.
    Go,
    /// Run this program, on this processor.
    Launch(Box<ProgramCommand>, Option<usize>),
}

/// A reply of the worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum WorkerReply {
    /// The search is ready; these tables were looked up for the first time.
    Ready(Vec<TableInfo>),
    /// The search has ended, or could not be prepared.
    Done(Box<Run>, Trace),
    /// The program has ended.
    Ended(Box<ProgramOutput>),
    /// This process cannot execute anything, for this reason.
    Refused(String),
}

/// Everything that determines a search.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The record as it is before the search.
    run: Run,
    /// The options of the algorithm.
    options: Vec<(String, String)>,
    /// The goal as a state.
    goal: String,
    limits: RunLimits,
    /// The processors to pin the search to.
    pub(super) processors: Vec<usize>,
    /// The folder of its work units, if they are kept.
    pub(super) units: Option<UnitFolder>,
}

/// The parts of a task that a job has, owned.
pub(super) struct JobParts {
    pub(super) configuration: Configuration,
    instance: Instance,
    goal: SetGoal,
    goal_state: InstanceState,
    solver: Solver,
    draw: OrderAndSeed,
    /// The record as it is before the search.
    pub(super) run: Run,
}

impl Job {
    /// The job of `task`, whose record is `run`.
    pub(super) fn new(
        task: &Task<'_>,
        configuration: &Configuration,
        run: Run,
        processors: Vec<usize>,
        units: Option<&UnitFolder>,
    ) -> Self {
        let (options, units) = (configuration.option_values(), units.cloned());
        Self { run, options, goal: task.goal_state.to_string(), limits: task.solver.limits, processors, units }
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// If the worker does not know a name, which means that it is another version.
    pub(super) fn into_parts(self) -> Result<JobParts> {
        let Self { run, options, goal, limits, .. } = self;
        let (start, goal) = start_and_goal(&run, &goal)?;
        let goal_state = goal.state()?;
        let heuristic = (!run.heuristic.is_empty()).then_some(run.heuristic.as_str());
        let cost_model = Registry::get().find_cost_model(&run.cost_model)?;
        let configuration = Configuration::new(&run.algorithm, heuristic, &options)?;
        let configuration = configuration.with_cost_model(cost_model).with_metric(run.metric.parse()?);
        // Other domains have no order.
        let order = if run.order.is_empty() {
            Ok(OperatorOrder::default())
        } else {
            OperatorOrder::parse(&run.order, run.seed)
        };
        let draw = OrderAndSeed { order: order?, seed: run.seed };
        let solver = Solver {
            name: run.solver.clone(),
            program: Program::Search(configuration.clone()),
            draws: vec![draw],
            costs: Vec::new(),
            limits,
            selections: Vec::new(),
        };
        let instance = Instance::new(run.instance.clone(), start);
        Ok(JobParts { configuration, instance, goal, goal_state, solver, draw, run })
    }
}

impl JobParts {
    /// The task, as far as a search needs it.
    pub(super) fn task(&self) -> Task<'_> {
        Task {
            experiment: &self.run.experiment,
            set: &self.run.set,
            instance: &self.instance,
            goal: &self.goal,
            goal_state: &self.goal_state,
            cost_model: self.configuration.cost_model(),
            solver: &self.solver,
            attributes: &[],
            draw: &self.draw,
            repeat: self.run.repeat,
        }
    }
}
