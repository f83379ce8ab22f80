//! Checking the solutions of a result folder again.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tilebench_catalog::{Board, Goal, Size, Weight, parse_moves};
use tilebench_record::{Folder, Proof, Run, ShortestLengths, Status};
use tilebench_verify::{LengthClaim, check_length, check_path};

/// The result of a check.
#[derive(Clone, Debug, Default)]
pub struct RecheckReport {
    /// The number of replayed solutions.
    pub solutions: usize,
    /// The rejected solutions.
    pub refused: Vec<RefusedSolution>,
}

/// A recorded solution that is not one.
#[derive(Clone, Debug)]
pub struct RefusedSolution {
    /// The run.
    pub run: Run,
    /// The fault, in one sentence.
    pub reason: String,
}

/// Replays every solution recorded in `folder`, under any plan. Compares its length with the known lengths of its
/// instance, with its solver's claim, and with the other runs of the folder.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn recheck(folder: &Path) -> Result<RecheckReport> {
    let mut report = RecheckReport::default();
    let mut shortest = ShortestLengths::default();
    let mut sound = Vec::new();
    for run in Folder::open(folder)?.runs_of_any_plan()? {
        let found = match run.status {
            Status::Solved => replay(&run),
            Status::Wrong => Err(anyhow::anyhow!("recorded as wrong: {}", run.message)),
            _ => continue,
        };
        report.solutions += 1;
        match found {
            Ok(length) => {
                shortest.add(instance(&run), length);
                sound.push(run);
            }
            Err(error) => report.refused.push(RefusedSolution { reason: format!("{error:#}"), run }),
        }
    }
    // A path that was replayed is there, whatever its solver claims, so a claim that it refutes is false.
    for run in sound {
        let weight = run.claimed_factor();
        let claimed = run.length.and_then(|length| shortest.refute(&instance(&run), length, run.proof, weight));
        if let Some(refuted) = claimed {
            report.refused.push(RefusedSolution { reason: refuted.to_string(), run });
        }
    }
    Ok(report)
}

/// The identity of an instance, regardless of the sets that name it.
fn instance(run: &Run) -> (u32, u32, String, String) {
    (run.rows, run.cols, run.board.clone(), run.goal.clone())
}

/// Replays the solution of one run, trusting none of its claims, and returns its length.
fn replay(run: &Run) -> Result<u32> {
    let size = Size::new(usize::try_from(run.rows)?, usize::try_from(run.cols)?)?;
    let board = Board::parse(&run.board, Some(size)).context("the recorded board")?;
    let goal = Goal::parse(&run.goal, Some(size)).and_then(|goal| goal.board(size)).context("the recorded goal")?;
    let length = check_path(&board, &goal, &parse_moves(&run.moves)?)?;
    ensure!(run.length == Some(length), "the recorded length is {}, but there are {length} moves", recorded(run));
    check_length(length, claim(run)?, run.optimal)?;
    Ok(length)
}

fn recorded(run: &Run) -> String {
    run.length.map_or_else(|| "missing".to_owned(), |length| length.to_string())
}

fn claim(run: &Run) -> Result<LengthClaim> {
    if let (Proof::Bounded, Some(bound)) = (run.proof, run.lower_bound) {
        return Ok(LengthClaim::LowerBound(u32::try_from(bound)?));
    }
    Ok(match run.proof {
        Proof::Optimal => LengthClaim::Optimal,
        Proof::Bounded if run.weight.is_empty() => bail!("the length is recorded as bounded, but without a weight"),
        Proof::Bounded => LengthClaim::Bounded(run.weight.parse::<Weight>()?),
        Proof::None => LengthClaim::None,
    })
}
