//! `tilebench predict`: predicts the nodes expanded by the iterations of a result folder.

mod prediction_request;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tilebench_runner::catalog::HeuristicSpec;
use tilebench_runner::catalog::prediction::{EquilibriumDistribution, TreeLevels};
use tilebench_runner::record::{Folder, Prediction};
use tilebench_runner::start_shared_pool;
use tilebench_sanitize::count::counted;

use self::prediction_request::{PredictionGroup, PredictionRequest};
use super::TableArguments;
use crate::{Out, Verdict};

/// Predict the nodes expanded by each IDA* iteration of a result folder, by the formula of Korf and others 2001.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct Arguments {
    /// The result folder.
    #[arg(value_name = "FOLDER")]
    results: PathBuf,
    /// The number of random boards from which the distribution of a heuristic is sampled.
    #[arg(long, value_name = "BOARDS", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1000..=100_000_000_000))]
    samples: u64,
    /// The seed of the random boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tables: TableArguments,
}

const METHOD: &str = "\
Only runs of idastar with weight 1 and no other option are predicted. For each size, goal and
heuristic, the prediction is the number of nodes that an iteration expands, by its threshold and by
the blank's cell in the start. Predictions are written to predictions.csv in the folder; the report
prints them next to the measured counts. Predictions for low thresholds depend on rare boards with
low heuristic values: more samples reduce their variance and take about one second per million.";

/// Predicts, and writes the predictions.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let Arguments { results, samples, seed, .. } = arguments;
    let reading = || format!("cannot predict for {}", results.display());
    let folder = Folder::open(results).with_context(reading)?;
    start_shared_pool()?;
    let request = PredictionRequest::read(&folder).with_context(reading)?;
    ensure!(
        !request.groups.is_empty(),
        "{} has no finished iteration of idastar with weight 1, unit costs, moves of single tiles and no other option, and no other iteration can be \
         predicted",
        folder.path().display()
    );
    let tables = arguments.tables.open();
    let mut predictions = Vec::new();
    for (group, thresholds_by_blank) in &request.groups {
        let PredictionGroup { size, goal, goal_text, heuristic, .. } = group;
        let spec = HeuristicSpec::new(heuristic)?;
        let boards = EquilibriumDistribution::sampled(&spec, goal, &tables, *samples, *seed)?;
        for (&blank, thresholds) in thresholds_by_blank {
            let deepest = thresholds.last().copied().unwrap_or_default();
            let levels = TreeLevels::new(*size, blank, deepest);
            predictions.extend(thresholds.iter().map(|&threshold| Prediction {
                rows: group.rows,
                cols: group.cols,
                goal: goal_text.clone(),
                heuristic: heuristic.clone(),
                blank: u32::try_from(blank).expect("boards have at most 4,096 cells"),
                threshold,
                expanded: boards.expanded(&levels, threshold),
                samples: *samples,
                seed: *seed,
            }));
        }
        let rows: usize = thresholds_by_blank.values().map(BTreeSet::len).sum();
        writeln!(
            out,
            "{size}, goal {goal_text}, {heuristic}: {} from {}, seed {seed}",
            counted(rows, "prediction"),
            counted(*samples, "board")
        )?;
        if !spec.info().consistent {
            writeln!(
                out,
                "  {heuristic} is not declared consistent: the prediction is an upper bound on the expected nodes"
            )?;
        }
    }
    if request.without_board > 0 {
        writeln!(out, "Left out: {} without a recorded board", counted(request.without_board, "run"))?;
    }
    if request.with_costs > 0 {
        let runs = counted(request.with_costs, "run");
        writeln!(out, "Left out: {runs} of other cost models than unit, or of moves of several tiles")?;
    }
    let path = folder.write_predictions(&predictions)?;
    writeln!(
        out,
        "Written: {}\nTo compare them with the measured counts: tilebench report {}",
        path.display(),
        folder.path().display()
    )?;
    Ok(Verdict::Good)
}
