//! The conformance set: boards with known answers, and the faults of a program's answers.
//!
//! For each size and goal that a solver is run on: the goal itself, walks from it whose shortest lengths IDA* finds,
//! a board that cannot be solved, and a random board under a limit of one second.

mod advice;
mod test_boards;
#[cfg(test)]
mod tests;

use anyhow::{Result, bail, ensure};
use serde::Serialize;
use tilebench_catalog::{Board, Direction, Goal, SetGoal, Size, StopFlag};
use tilebench_isolate::program::{self, Launcher, ProgramExit, ProgramOutput};
use tilebench_verify::{CostClaim, check_cost, check_path};

use super::answer::ParsedAnswer;
use super::record::{describe_end, describe_missing_answer};
use super::{AnswerFormat, ExternalSolver, Invocation};
use crate::{Experiment, RunLimits, Solver};
use test_boards::{BoardKind, TestBoard};

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// As expected.
    Ok,
    /// Not wrong, but worth knowing.
    Note,
    /// Something to be corrected.
    Wrong,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConformanceCheck {
    /// The size of its board.
    pub size: String,
    /// The goal.
    pub goal: String,
    /// The name of the check.
    pub what: String,
    /// The result.
    pub finding: Finding,
    /// The result and, if it is wrong, what to change.
    pub detail: String,
}

/// All checks of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConformanceReport {
    /// The solver's name.
    pub solver: String,
    /// The checks, in order.
    pub checks: Vec<ConformanceCheck>,
}

impl ConformanceReport {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.checks.iter().all(|check| check.finding != Finding::Wrong)
    }
}

/// The limit per board, in seconds, if the solver has no limit of its own; the maximum for an unsolvable board.
const EASY_LIMIT_S: f64 = 10.0;

/// The limit for a hard board, in seconds.
const HARD_LIMIT_S: f64 = 1.0;

/// The maximum time by which a program may overrun its limit, in seconds.
const GRACE_S: f64 = 2.0;

/// Runs the program of `solver` on the conformance set of every size and goal that it is run on in `experiment`; if
/// there is none, on 3x3 and 4x4 with the blank first. Returns `None` if the solver has no command.
///
/// # Errors
///
/// If the program cannot be started, or `cancel` was raised.
pub fn check_solver(
    experiment: &Experiment,
    solver: &Solver,
    launcher: Launcher<'_>,
    cancel: &StopFlag,
) -> Result<Option<ConformanceReport>> {
    let Some(external) = solver.program.command() else { return Ok(None) };
    if let Some(reason) = external.startup_error() {
        bail!("solver '{}': {reason}", solver.name);
    }
    let mut sizes_and_goals: Vec<(Size, Goal)> = Vec::new();
    for set in solver.selections.iter().map(|&at| &experiment.selections[at].set) {
        let SetGoal::Tiles(goal, size) = &set.goal else {
            bail!("instance set {}: an external solver reads boards of tiles", set.name);
        };
        let size_and_goal = (*size, goal.clone());
        if !sizes_and_goals.contains(&size_and_goal) {
            sizes_and_goals.push(size_and_goal);
        }
    }
    if sizes_and_goals.is_empty() {
        sizes_and_goals = vec![(Size::new(3, 3)?, Goal::BlankFirst), (Size::new(4, 4)?, Goal::BlankFirst)];
    }
    let mut checks = Vec::new();
    for (size, goal) in sizes_and_goals {
        let seed = solver.draws.first().map_or(0, |draw| draw.seed);
        let goal_board = goal.board(size)?;
        let examiner = Examiner { external, limits: solver.limits, seed, goal: &goal_board, launcher, cancel };
        for (what, finding, detail) in examiner.examine()? {
            checks.push(ConformanceCheck { size: size.to_string(), goal: goal.to_string(), what, finding, detail });
        }
    }
    Ok(Some(ConformanceReport { solver: solver.name.clone(), checks }))
}

/// A program, and the size and goal for which it is examined.
struct Examiner<'a> {
    external: &'a ExternalSolver,
    limits: RunLimits,
    seed: u64,
    goal: &'a Board,
    launcher: Launcher<'a>,
    cancel: &'a StopFlag,
}

type CheckRow = (String, Finding, String);

/// The response of a program to a board.
struct ProgramReply {
    ended: ProgramOutput,
    answer: Result<ParsedAnswer, String>,
}

impl Examiner<'_> {
    fn examine(&self) -> Result<Vec<CheckRow>> {
        let mut found = Vec::new();
        let mut refused: Vec<(Board, Vec<Direction>)> = Vec::new();
        let mut last: Option<(Board, ProgramReply)> = None;
        for test in test_boards::test_boards(self.goal)? {
            let reply = self.run(&test.board, self.seconds(test.kind))?;
            let verdict = match test.kind {
                BoardKind::Unsolvable => unsolvable(&reply),
                BoardKind::Hard if reply.ended.exit == ProgramExit::TimeLimit => stopped(&reply),
                BoardKind::Solved | BoardKind::Easy | BoardKind::Hard => self.path(&test, &reply),
            };
            if let (BoardKind::Easy, Ok(ParsedAnswer { moves: Some(moves), .. })) = (test.kind, &reply.answer)
                && check_path(&test.board, self.goal, moves).is_err()
            {
                refused.push((test.board.clone(), moves.clone()));
            }
            found.push((test.what, verdict.0, verdict.1));
            if test.kind == BoardKind::Easy {
                last = Some((test.board, reply));
            }
        }
        if let Some(advice) = advice::advice(&self.external.dialect, self.goal, &refused) {
            found.push(("moves".to_owned(), Finding::Wrong, advice));
        }
        if let Some((board, reply)) = last {
            found.extend(self.remarks(&board, &reply)?);
        }
        Ok(found)
    }

    fn seconds(&self, kind: BoardKind) -> f64 {
        let own = self.limits.time_s.unwrap_or(EASY_LIMIT_S);
        match kind {
            BoardKind::Solved | BoardKind::Easy => own,
            BoardKind::Unsolvable => own.min(EASY_LIMIT_S),
            BoardKind::Hard => HARD_LIMIT_S,
        }
    }

    fn run(&self, board: &Board, seconds: f64) -> Result<ProgramReply> {
        let limits = RunLimits { time_s: Some(seconds), ..self.limits };
        let invocation = Invocation { board, goal: self.goal, limits, seed: self.seed, repeat: 1 };
        let ended =
            program::run(&self.external.command_for(&invocation), self.launcher, &|| self.cancel.raised().is_some());
        let answer = self.external.parse_answer(&ended);
        ensure!(ended.exit != ProgramExit::Cancelled, "the check was stopped");
        if let ProgramExit::NotStarted(reason) = &ended.exit {
            bail!("{reason}");
        }
        Ok(ProgramReply { ended, answer })
    }

    /// The finding on an answer that should be a path.
    fn path(&self, test: &TestBoard, ProgramReply { ended, answer }: &ProgramReply) -> (Finding, String) {
        let wrong = |detail: String| (Finding::Wrong, detail);
        let answer = match (&ended.exit, answer) {
            (ProgramExit::Code(_), Err(error)) => return wrong(error.clone()),
            (ProgramExit::Code(_), Ok(answer)) if answer.is_answer() => answer,
            (ProgramExit::Code(_), Ok(_)) => return wrong(describe_missing_answer(ended, &self.external.format)),
            _ => return wrong(describe_end(ended)),
        };
        if let Some(reason) = answer.contradiction() {
            return wrong(reason);
        }
        let Some(moves) = &answer.moves else {
            return match answer.status {
                Some(_) if test.kind == BoardKind::Hard => (Finding::Ok, "it gave up by itself".to_owned()),
                Some(status) => wrong(format!("it reports {status} for a board that takes {} moves", test.moves())),
                None => wrong("it reports that no path exists, but the parity shows that one does".to_owned()),
            };
        };
        let claim = if self.external.optimal { CostClaim::Optimal } else { CostClaim::None };
        let checked = check_path(&test.board, self.goal, moves);
        match checked.and_then(|length| check_cost(length, 2, claim, test.optimal).map(|()| length)) {
            Err(refusal) if self.external.optimal && check_path(&test.board, self.goal, moves).is_ok() => {
                wrong(format!("{refusal}: correct the program, or write proof = \"none\""))
            }
            Err(refusal) => wrong(refusal.to_string()),
            Ok(length) if test.kind == BoardKind::Solved && length > 0 => {
                wrong(format!("it returns {length} moves for the goal itself: return none, as {{\"moves\": \"\"}}"))
            }
            Ok(length) => (Finding::Ok, test.describe(length, ended.wall_s)),
        }
    }

    /// Notes on a program that answers.
    fn remarks(&self, board: &Board, reply: &ProgramReply) -> Result<Vec<CheckRow>> {
        let Ok(answer) = &reply.answer else { return Ok(Vec::new()) };
        if answer.moves.is_none() {
            return Ok(Vec::new());
        }
        let mut remarks = Vec::new();
        let mut remark =
            |what: &str, finding, detail: &str| remarks.push((what.to_owned(), finding, detail.to_owned()));
        let again = self.run(board, self.seconds(BoardKind::Easy))?;
        match again.answer {
            Ok(again) if again == *answer => remark("repeatability", Finding::Ok, "the same moves and counts"),
            _ => {
                let detail = "a different answer: draw random choices from {seed}, so that runs can be repeated";
                remark("repeatability", Finding::Note, detail);
            }
        }
        match (answer.expanded, answer.generated) {
            (None, None) => {
                remark("counts", Finding::Note, "it reports neither expanded nor generated: both fields stay empty");
            }
            (None, _) => remark("counts", Finding::Note, "it does not report expanded: the field stays empty"),
            (_, None) => remark("counts", Finding::Note, "it does not report generated: the field stays empty"),
            _ => remark("counts", Finding::Ok, "it reports expanded and generated"),
        }
        let lines = reply.ended.stdout.lines().filter(|line| !line.trim().is_empty()).count();
        if matches!(self.external.format, AnswerFormat::Json) && lines > 1 && !self.external.anytime {
            let solutions = "it prints several lines of JSON, of which the last one counts: if each is a solution, write anytime = true";
            let is_json = |line: &&str| line.trim_start().starts_with('{');
            let several = reply.ended.stdout.lines().filter(is_json).count() > 1;
            let ignored = "it prints more than the answer, which is ignored";
            remark("output", Finding::Note, if several { solutions } else { ignored });
        }
        Ok(remarks)
    }
}

/// The finding on a board that cannot be solved.
fn unsolvable(ProgramReply { ended, answer }: &ProgramReply) -> (Finding, String) {
    match (&ended.exit, answer) {
        (ProgramExit::TimeLimit, _) => {
            let detail = format!("it was still searching after {:.1} s: check the parity first", ended.wall_s);
            (Finding::Wrong, detail)
        }
        (ProgramExit::OutputLimit, _) => (Finding::Wrong, describe_end(ended)),
        (_, Ok(ParsedAnswer { moves: Some(moves), .. })) => {
            (Finding::Wrong, format!("it returns {} moves, but no moves reach the goal", moves.len()))
        }
        (_, Ok(ParsedAnswer { length: Some(length), .. })) => {
            (Finding::Wrong, format!("it reports length {length}, but no moves reach the goal"))
        }
        (ProgramExit::Code(_), Ok(ParsedAnswer { unsolvable: true, .. })) => {
            (Finding::Ok, "it reports that no path exists".to_owned())
        }
        (ProgramExit::Code(0), _) => (Finding::Ok, "it returns no moves".to_owned()),
        _ => (Finding::Ok, format!("it returns no moves: {}", describe_end(ended))),
    }
}

/// The finding on a program that was killed at its limit.
fn stopped(ProgramReply { ended, .. }: &ProgramReply) -> (Finding, String) {
    if ended.wall_s > HARD_LIMIT_S + GRACE_S {
        (Finding::Wrong, format!("it was stopped only after {:.1} s", ended.wall_s))
    } else {
        (Finding::Ok, format!("stopped after {:.1} s", ended.wall_s))
    }
}
