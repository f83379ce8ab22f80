//! The conformance set: boards with known answers, and the faults of a program's answers.
//!
//! For each size and goal that a solver is run on: the goal itself, walks from it whose shortest lengths IDA* finds,
//! a board that cannot be solved, and a random board under a limit of one second.

mod boards;
mod mend;
#[cfg(test)]
mod tests;

use anyhow::{Result, bail, ensure};
use serde::Serialize;
use tilebench_catalog::{Board, Direction, Goal, Size, StopFlag};
use tilebench_isolate::program::{self, Launcher, ProgramExit, ProgramOutput};
use tilebench_verify::{Claim, check, check_length};

use super::answer::ParsedAnswer;
use super::judge::{contradiction, end, silence};
use super::{Ask, ExternalSolver, Form};
use crate::{Experiment, RunLimits, Solver};
use boards::{Kind, Posed};

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
pub struct Check {
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
pub struct Conformance {
    /// The solver's name.
    pub solver: String,
    /// The checks, in order.
    pub checks: Vec<Check>,
}

impl Conformance {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.checks.iter().all(|check| check.finding != Finding::Wrong)
    }
}

/// The limit per board, in seconds, if the solver has no limit of its own; the maximum for an unsolvable board.
const PATIENCE_S: f64 = 10.0;

/// The limit for a hard board, in seconds.
const HARD_S: f64 = 1.0;

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
) -> Result<Option<Conformance>> {
    let Some(external) = solver.program.command() else { return Ok(None) };
    if let Some(reason) = external.reason() {
        bail!("solver '{}': {reason}", solver.name);
    }
    let mut places: Vec<(Size, Goal)> = Vec::new();
    for set in solver.selections.iter().map(|&at| &experiment.selections[at].set) {
        let place = (set.size, set.goal.clone());
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if places.is_empty() {
        places = vec![(Size::new(3, 3)?, Goal::BlankFirst), (Size::new(4, 4)?, Goal::BlankFirst)];
    }
    let mut checks = Vec::new();
    for (size, goal) in places {
        let seed = solver.draws.first().map_or(0, |draw| draw.seed);
        let goal_board = goal.board(size)?;
        let place = Place { external, limits: solver.limits, seed, goal: &goal_board, launcher, cancel };
        for (what, finding, detail) in place.examine()? {
            checks.push(Check { size: size.to_string(), goal: goal.to_string(), what, finding, detail });
        }
    }
    Ok(Some(Conformance { solver: solver.name.clone(), checks }))
}

/// A program, and the size and goal for which it is examined.
struct Place<'a> {
    external: &'a ExternalSolver,
    limits: RunLimits,
    seed: u64,
    goal: &'a Board,
    launcher: Launcher<'a>,
    cancel: &'a StopFlag,
}

type Found = (String, Finding, String);

/// The response of a program to a board.
struct Reply {
    ended: ProgramOutput,
    said: Result<ParsedAnswer, String>,
}

impl Place<'_> {
    fn examine(&self) -> Result<Vec<Found>> {
        let mut found = Vec::new();
        let mut refused: Vec<(Board, Vec<Direction>)> = Vec::new();
        let mut last: Option<(Board, Reply)> = None;
        for posed in boards::pose(self.goal)? {
            let reply = self.ask(&posed.board, self.seconds(posed.kind))?;
            let verdict = match posed.kind {
                Kind::Unsolvable => unsolvable(&reply),
                Kind::Hard if reply.ended.exit == ProgramExit::TimeLimit => stopped(&reply),
                Kind::Solved | Kind::Easy | Kind::Hard => self.path(&posed, &reply),
            };
            if let (Kind::Easy, Ok(ParsedAnswer { moves: Some(moves), .. })) = (posed.kind, &reply.said)
                && check(&posed.board, self.goal, moves).is_err()
            {
                refused.push((posed.board.clone(), moves.clone()));
            }
            found.push((posed.what, verdict.0, verdict.1));
            if posed.kind == Kind::Easy {
                last = Some((posed.board, reply));
            }
        }
        if let Some(advice) = mend::advice(&self.external.dialect, self.goal, &refused) {
            found.push(("moves".to_owned(), Finding::Wrong, advice));
        }
        if let Some((board, reply)) = last {
            found.extend(self.remarks(&board, &reply)?);
        }
        Ok(found)
    }

    fn seconds(&self, kind: Kind) -> f64 {
        let own = self.limits.time_s.unwrap_or(PATIENCE_S);
        match kind {
            Kind::Solved | Kind::Easy => own,
            Kind::Unsolvable => own.min(PATIENCE_S),
            Kind::Hard => HARD_S,
        }
    }

    fn ask(&self, board: &Board, seconds: f64) -> Result<Reply> {
        let limits = RunLimits { time_s: Some(seconds), ..self.limits };
        let ask = Ask { board, goal: self.goal, limits, seed: self.seed, repeat: 1 };
        let ended = program::run(&self.external.command_for(&ask), self.launcher, &|| self.cancel.raised().is_some());
        let said = self.external.said(&ended);
        ensure!(ended.exit != ProgramExit::Cancelled, "the check was stopped");
        if let ProgramExit::NotStarted(reason) = &ended.exit {
            bail!("{reason}");
        }
        Ok(Reply { ended, said })
    }

    /// The finding on an answer that should be a path.
    fn path(&self, posed: &Posed, Reply { ended, said }: &Reply) -> (Finding, String) {
        let wrong = |detail: String| (Finding::Wrong, detail);
        let said = match (&ended.exit, said) {
            (ProgramExit::Code(_), Err(error)) => return wrong(error.clone()),
            (ProgramExit::Code(_), Ok(said)) if said.is_answer() => said,
            (ProgramExit::Code(_), Ok(_)) => return wrong(silence(ended, &self.external.form)),
            _ => return wrong(end(ended)),
        };
        if let Some(reason) = contradiction(said) {
            return wrong(reason);
        }
        let Some(moves) = &said.moves else {
            return match said.status {
                Some(_) if posed.kind == Kind::Hard => (Finding::Ok, "it gave up by itself".to_owned()),
                Some(status) => wrong(format!("it says {status} of a board that takes {} moves", posed.moves())),
                None => wrong("it says that no path exists, but the parity says that one does".to_owned()),
            };
        };
        let claim = if self.external.optimal { Claim::Optimal } else { Claim::Nothing };
        let checked = check(&posed.board, self.goal, moves);
        match checked.and_then(|length| check_length(length, claim, posed.optimal).map(|()| length)) {
            Err(refusal) if self.external.optimal && check(&posed.board, self.goal, moves).is_ok() => {
                wrong(format!("{refusal}: mend the program, or write proof = \"none\""))
            }
            Err(refusal) => wrong(refusal.to_string()),
            Ok(length) if posed.kind == Kind::Solved && length > 0 => {
                wrong(format!("it gives {length} moves for the goal itself: answer with none, as {{\"moves\": \"\"}}"))
            }
            Ok(length) => (Finding::Ok, posed.told(length, ended.wall_s)),
        }
    }

    /// Notes on a program that answers.
    fn remarks(&self, board: &Board, reply: &Reply) -> Result<Vec<Found>> {
        let Ok(said) = &reply.said else { return Ok(Vec::new()) };
        if said.moves.is_none() {
            return Ok(Vec::new());
        }
        let mut remarks = Vec::new();
        let mut remark =
            |what: &str, finding, detail: &str| remarks.push((what.to_owned(), finding, detail.to_owned()));
        let again = self.ask(board, self.seconds(Kind::Easy))?;
        match again.said {
            Ok(again) if again == *said => remark("the same again", Finding::Ok, "the same moves and counts"),
            _ => {
                remark("the same again", Finding::Note, "another answer: draw by {seed}, so that runs can be repeated");
            }
        }
        match (said.expanded, said.generated) {
            (None, None) => {
                remark("counts", Finding::Note, "it reports neither expanded nor generated: both fields stay empty");
            }
            (None, _) => remark("counts", Finding::Note, "it does not report expanded: the field stays empty"),
            (_, None) => remark("counts", Finding::Note, "it does not report generated: the field stays empty"),
            _ => remark("counts", Finding::Ok, "it reports expanded and generated"),
        }
        let lines = reply.ended.stdout.lines().filter(|line| !line.trim().is_empty()).count();
        if matches!(self.external.form, Form::Json) && lines > 1 {
            remark("output", Finding::Note, "there is more than the answer, which is passed over");
        }
        Ok(remarks)
    }
}

/// The finding on a board that cannot be solved.
fn unsolvable(Reply { ended, said }: &Reply) -> (Finding, String) {
    match (&ended.exit, said) {
        (ProgramExit::TimeLimit, _) => {
            let detail = format!("it still searched after {:.1} s: look at the parity first", ended.wall_s);
            (Finding::Wrong, detail)
        }
        (ProgramExit::OutputLimit, _) => (Finding::Wrong, end(ended)),
        (_, Ok(ParsedAnswer { moves: Some(moves), .. })) => {
            (Finding::Wrong, format!("it gives {} moves, but no moves reach the goal", moves.len()))
        }
        (_, Ok(ParsedAnswer { length: Some(length), .. })) => {
            (Finding::Wrong, format!("it reports a length, {length}, but no moves reach the goal"))
        }
        (ProgramExit::Code(_), Ok(ParsedAnswer { unsolvable: true, .. })) => (Finding::Ok, "it says so".to_owned()),
        (ProgramExit::Code(0), _) => (Finding::Ok, "it gives no moves".to_owned()),
        _ => (Finding::Ok, format!("it gives no moves: {}", end(ended))),
    }
}

/// The finding on a program that was killed at its limit.
fn stopped(Reply { ended, .. }: &Reply) -> (Finding, String) {
    if ended.wall_s > HARD_S + GRACE_S {
        (Finding::Wrong, format!("it was stopped only after {:.1} s", ended.wall_s))
    } else {
        (Finding::Ok, format!("stopped after {:.1} s", ended.wall_s))
    }
}
