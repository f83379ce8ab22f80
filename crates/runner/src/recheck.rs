//! Checking the solutions of a result folder again.

use std::path::Path;

use anyhow::{Context as _, Error, Result, bail, ensure};
use tilebench_catalog::{Cost, InstanceState, Metric, Registry, Weight};
use tilebench_record::{Folder, Proof, Run, ShortestLengths, Status};
use tilebench_verify::{CostClaim, check_cost};

use crate::recorded_states;
use crate::replay::replay;

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
            Status::Solved => check(&run),
            Status::Wrong => Err(anyhow::anyhow!("recorded as wrong: {}", run.message)),
            Status::Unsolvable => {
                if let Err(error) = check_unsolvable(&run) {
                    report.refused.push(RefusedSolution { reason: format!("{error:#}"), run });
                }
                continue;
            }
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
fn instance(run: &Run) -> [String; 6] {
    let size = run.rows.zip(run.cols).map_or_else(String::new, |(rows, cols)| format!("{rows}x{cols}"));
    let texts = [&run.domain, &run.board, &run.goal, &run.cost_model, &run.metric];
    let [domain, board, goal, cost_model, metric] = texts.map(String::clone);
    [size, domain, board, goal, cost_model, metric]
}

/// Checks that no path exists for an unsolvable run.
fn check_unsolvable(run: &Run) -> Result<()> {
    if let (InstanceState::Board(start), InstanceState::Board(goal)) = recorded_states(run)? {
        ensure!(!start.reaches(&goal), "recorded as unsolvable, but by its parity the start reaches the goal");
    }
    Ok(())
}

/// Replays the solution of one run, trusting none of its claims, and returns its cost.
fn check(run: &Run) -> Result<Cost> {
    let (start, goal) = recorded_states(run)?;
    // Older rows have no metric; a move is one tile by one cell.
    let metric = if run.metric.is_empty() { Metric::Single } else { run.metric.parse()? };
    let cost_model = Registry::get().find_cost_model(&run.cost_model)?;
    let path = replay(&start, &goal, &run.moves, cost_model, metric).map_err(Error::msg)?;
    let (length, cost) = (path.length, path.cost);
    ensure!(run.length == Some(length), "the recorded length is {}, but there are {length} moves", recorded(run));
    // Older rows have no cost; every move costs 1.
    let recorded = run.cost.unwrap_or(cost.into());
    ensure!(recorded == u64::from(cost), "the recorded cost is {recorded}, but the moves cost {cost}");
    check_cost(cost, path.cost_divisor, claim(run)?, run.optimal)?;
    Ok(cost)
}

fn recorded(run: &Run) -> String {
    run.length.map_or_else(|| "missing".to_owned(), |length| length.to_string())
}

fn claim(run: &Run) -> Result<CostClaim> {
    if let (Proof::Bounded, Some(bound)) = (run.proof, run.lower_bound) {
        return Ok(CostClaim::LowerBound(u32::try_from(bound).context("the recorded lower bound")?));
    }
    Ok(match run.proof {
        Proof::Optimal => CostClaim::Optimal,
        Proof::Bounded if run.weight.is_empty() => bail!("the length is recorded as bounded, but without a weight"),
        Proof::Bounded => CostClaim::Bounded(run.weight.parse::<Weight>()?),
        Proof::None => CostClaim::None,
    })
}
