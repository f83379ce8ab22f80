//! What the runner and its workers tell each other: a line of JSON each.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tilebench_catalog::{Board, Configuration, Goal, Instance, Order, Size};
use tilebench_record::{Run, Table};

use crate::RunLimits;
use crate::experiment::{Draw, Program, Solver};
use crate::foreign::{Ended, Errand};
use crate::task::Task;
use crate::trace::Trace;

/// What the runner asks.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Request {
    /// Make this search ready.
    Prepare(Box<Job>),
    /// Begin.
    Go,
    /// Run this program, on that processor.
    Launch(Box<Errand>, Option<usize>),
}

/// What the worker answers.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The search is ready; these tables were looked up for the first time.
    Ready(Vec<Table>),
    /// The search is over, or there is none.
    Done(Box<Run>, Trace),
    /// The program has ended.
    Ended(Box<Ended>),
    /// Nothing can be made in this process, for this reason.
    Refused(String),
}

/// All that decides a search.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// The record as it is before the search.
    run: Run,
    /// The options of the algorithm.
    options: Vec<(String, String)>,
    /// The goal's tiles.
    goal: String,
    limits: RunLimits,
    /// The processors that the search is kept on.
    pub(super) processors: Vec<usize>,
}

/// The parts of a task that a job has, owned.
pub(super) struct Parts {
    pub(super) configuration: Configuration,
    instance: Instance,
    goal: Goal,
    goal_board: Board,
    solver: Solver,
    draw: Draw,
    /// The record as it is before the search.
    pub(super) run: Run,
}

impl Job {
    /// The job of `task`, whose record is `run`.
    pub(super) fn new(task: &Task<'_>, configuration: &Configuration, run: Run, processors: Vec<usize>) -> Self {
        let options = configuration.choices();
        Self { run, options, goal: task.goal_board.to_string(), limits: task.solver.limits, processors }
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// Where the worker does not know what the runner knows: it is another version.
    pub(super) fn into_parts(self) -> Result<Parts> {
        let Self { run, options, goal, limits, .. } = self;
        let size = Size::new(usize::try_from(run.rows)?, usize::try_from(run.cols)?)?;
        let board = Board::parse(&run.board, Some(size))?;
        let goal = Goal::parse(&goal, Some(size))?;
        let goal_board = goal.board(size)?;
        let heuristic = (!run.heuristic.is_empty()).then_some(run.heuristic.as_str());
        let configuration = Configuration::new(&run.algorithm, heuristic, &options)?;
        let draw = Draw { order: Order::parse(&run.order, run.seed)?, seed: run.seed };
        let solver = Solver {
            name: run.solver.clone(),
            program: Program::Search(configuration.clone()),
            draws: vec![draw],
            limits,
            selections: Vec::new(),
        };
        let instance = Instance { id: run.instance.clone(), board, optimal: run.optimal };
        Ok(Parts { configuration, instance, goal, goal_board, solver, draw, run })
    }
}

impl Parts {
    /// The task, as far as a search needs it.
    pub(super) fn task(&self) -> Task<'_> {
        Task {
            experiment: &self.run.experiment,
            set: &self.run.set,
            instance: &self.instance,
            goal: &self.goal,
            goal_board: &self.goal_board,
            solver: &self.solver,
            draw: &self.draw,
            repeat: self.run.repeat,
        }
    }
}

/// Writes a message as a line.
pub(super) fn send(message: &impl Serialize, to: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.write_all(&line)?;
    to.flush()
}

/// Reads a message from a line.
pub(super) fn read<'a, M: Deserialize<'a>>(line: &'a str) -> Result<M> {
    serde_json::from_str(line).with_context(|| format!("'{}' is no message", line.chars().take(80).collect::<String>()))
}
