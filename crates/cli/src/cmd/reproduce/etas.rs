//! Targets whose numbers are the quality eta of heuristics, which needs no runs.

use std::io::Write;

use anyhow::Result;
use tilebench_report::claims::{EtaRecord, EtaValue};
use tilebench_runner::catalog::eta::{BlankWeighting, EtaBoards, ManhattanSums, eta};
use tilebench_runner::catalog::{Goal, HeuristicSpec};
use tilebench_runner::{machine, start_shared_pool};
use tilebench_sanitize::count::grouped;

use super::work::{ExecutionOutcome, ReproduceSetup, TargetWork};
use crate::targets::{EtaTarget, Target};
use crate::text::approximate_duration;
use crate::{Out, version};

/// Computes the etas that are not recorded, if the budget affords all of them.
pub(super) fn compute_missing(
    setup: &ReproduceSetup<'_>,
    target: &Target,
    work: &TargetWork,
    budget: Option<f64>,
    out: &mut Out,
) -> Result<ExecutionOutcome> {
    let name = target.name;
    let mut missing: Vec<&EtaTarget> = Vec::new();
    for one in &work.etas {
        if EtaRecord::read(&work.results.join(one.heuristic))?.is_none() {
            missing.push(one);
        }
    }
    if missing.is_empty() {
        writeln!(out, "{name}: nothing is left to compute")?;
        return Ok(ExecutionOutcome { is_done: true, seconds: 0.0 });
    }
    let seconds = f64::from(target.minutes) * 60.0;
    let duration = approximate_duration(seconds);
    if budget.is_some_and(|budget| budget < seconds) {
        writeln!(out, "{name}: about {duration} in total, which exceeds the budget; nothing is computed")?;
        return Ok(ExecutionOutcome { is_done: true, seconds: 0.0 });
    }
    writeln!(out, "{name}: {} heuristics to evaluate, about {duration} in total on two cores", missing.len())?;
    start_shared_pool()?;
    for one in missing {
        out.flush()?;
        compute(setup, one)?.write(&work.results.join(one.heuristic))?;
        let boards = match one.samples {
            0 => "exactly".to_owned(),
            samples => format!("from {} random boards", grouped(samples)),
        };
        writeln!(out, "{name}: {} on {}, {boards}", one.heuristic, one.size)?;
    }
    Ok(ExecutionOutcome { is_done: true, seconds })
}

/// The quality of a heuristic: exact for Manhattan distance, otherwise from boards drawn by Manhattan distance.
fn compute(setup: &ReproduceSetup<'_>, one: &EtaTarget) -> Result<EtaRecord> {
    let EtaTarget { heuristic, size, samples, seed } = *one;
    let goal = Goal::BlankFirst.board(size.parse()?)?;
    let sums = ManhattanSums::new(&goal)?;
    let values = if samples == 0 {
        BlankWeighting::ALL.map(|weighting| EtaValue { eta: sums.eta(weighting), standard_error: 0.0 })
    } else {
        let boards = EtaBoards::ByManhattan { sums: &sums, samples, seed };
        let estimated = eta(&HeuristicSpec::new(heuristic)?, &goal, &setup.arguments.tables.open(), &boards)?;
        estimated.estimates.map(|one| EtaValue { eta: one.value, standard_error: one.standard_error })
    };
    let names = BlankWeighting::ALL.map(|weighting| weighting.name().to_owned());
    Ok(EtaRecord {
        values: names.into_iter().zip(values).collect(),
        samples,
        seed,
        build: version::build(),
        machine: machine(),
    })
}
