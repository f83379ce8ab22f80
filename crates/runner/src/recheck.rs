//! Checking the solutions of a result folder again.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use tilebench_catalog::{Board, Cost, Goal, Metric, Registry, Size, Weight, parse_moves};
use tilebench_record::{Folder, Proof, Run, ShortestLengths, Status};
use tilebench_verify::{CostClaim, check_cost, check_path, count_slides, path_cost};

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
            Ok(cost) => {
                shortest.add(instance(&run), cost);
                sound.push(run);
            }
            Err(error) => report.refused.push(RefusedSolution { reason: format!("{error:#}"), run }),
        }
    }
    // A path that was replayed is there, whatever its solver claims, so a claim that it refutes is false.
    for run in sound {
        let weight = run.claimed_factor();
        let cost = run.cost.and_then(|cost| Cost::try_from(cost).ok());
        let claimed = cost.or(run.length).and_then(|cost| shortest.refute(&instance(&run), cost, run.proof, weight));
        if let Some(refuted) = claimed {
            report.refused.push(RefusedSolution { reason: refuted.to_string(), run });
        }
    }
    Ok(report)
}

/// The identity of a problem, regardless of the sets that name its instance.
fn instance(run: &Run) -> (u32, u32, String, String, String, String) {
    (run.rows, run.cols, run.board.clone(), run.goal.clone(), run.cost_model.clone(), run.metric.clone())
}

/// Replays the solution of one run, trusting none of its claims, and returns its cost.
fn replay(run: &Run) -> Result<Cost> {
    let size = Size::new(usize::try_from(run.rows)?, usize::try_from(run.cols)?)?;
    let board = Board::parse(&run.board, Some(size)).context("the recorded board")?;
    let goal = Goal::parse(&run.goal, Some(size)).and_then(|goal| goal.board(size)).context("the recorded goal")?;
    let moves = parse_moves(&run.moves)?;
    let single_moves = check_path(&board, &goal, &moves)?;
    // Older rows have no metric; a move is one tile by one cell.
    let metric = if run.metric.is_empty() { Metric::Single } else { run.metric.parse()? };
    let (length, cost) = match metric {
        Metric::Single => {
            let costs = Registry::get().find_cost_model(&run.cost_model)?.costs(size)?;
            (single_moves, path_cost(&board, &moves, &costs)?)
        }
        Metric::Multi => (count_slides(&moves)?, count_slides(&moves)?),
    };
    ensure!(run.length == Some(length), "the recorded length is {}, but there are {length} moves", recorded(run));
    // Older rows have no cost; every move costs 1.
    let recorded = run.cost.unwrap_or(cost.into());
    ensure!(recorded == u64::from(cost), "the recorded cost is {recorded}, but the moves cost {cost}");
    check_cost(cost, claim(run)?, run.optimal)?;
    Ok(cost)
}

fn recorded(run: &Run) -> String {
    run.length.map_or_else(|| "missing".to_owned(), |length| length.to_string())
}

fn claim(run: &Run) -> Result<CostClaim> {
    if let (Proof::Bounded, Some(bound)) = (run.proof, run.lower_bound) {
        return Ok(CostClaim::LowerBound(u32::try_from(bound)?));
    }
    Ok(match run.proof {
        Proof::Optimal => CostClaim::Optimal,
        Proof::Bounded if run.weight.is_empty() => bail!("the length is recorded as bounded, but without a weight"),
        Proof::Bounded => CostClaim::Bounded(run.weight.parse::<Weight>()?),
        Proof::None => CostClaim::None,
    })
}
