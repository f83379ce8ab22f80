//! `tilebench predict`: how many nodes the iterations of a folder should have expanded.

mod asked;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tilebench_runner::catalog::HeuristicChoice;
use tilebench_runner::catalog::prediction::{Equilibrium, Levels};
use tilebench_runner::record::{Folder, Prediction};
use tilebench_runner::start_shared_pool;

use self::asked::{Asked, Group};
use super::TablesFolder;
use crate::text::grouped;
use crate::{Out, Verdict};

/// Predict what each iteration of IDA* expands, by the formula of Korf and others 2001, for the runs of a folder.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct Arguments {
    /// The result folder.
    #[arg(value_name = "FOLDER")]
    results: PathBuf,
    /// Random boards that a heuristic's distribution is sampled from.
    #[arg(long, value_name = "BOARDS", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1000..=100_000_000_000))]
    samples: u64,
    /// The seed of these boards.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tables: TablesFolder,
}

const METHOD: &str = "\
Predicted are the runs of idastar with weight 1 and no further option: for every size, goal and
heuristic among them, the nodes that an iteration expands, by its threshold and by the cell of the
start's blank. They are written to predictions.csv in the folder, which the report then shows beside
what was measured. What low thresholds need is the rare boards with low values: more samples make
the prediction steadier, and cost about a second a million.";

/// Predicts, and writes the predictions.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let Arguments { results, samples, seed, .. } = arguments;
    let reading = || format!("cannot predict for {}", results.display());
    let folder = Folder::open(results).with_context(reading)?;
    start_shared_pool()?;
    let asked = Asked::read(&folder).with_context(reading)?;
    ensure!(
        !asked.groups.is_empty(),
        "{} has no finished iteration of idastar with weight 1 and no further option, and only these can be predicted",
        folder.path().display()
    );
    let tables = arguments.tables.open();
    let mut predictions = Vec::new();
    for (group, wanted) in &asked.groups {
        let Group { size, goal, goal_text, heuristic, .. } = group;
        let choice = HeuristicChoice::new(heuristic)?;
        let boards = Equilibrium::sampled(&choice, goal, &tables, *samples, *seed)?;
        for (&blank, thresholds) in wanted {
            let deepest = thresholds.last().copied().unwrap_or_default();
            let levels = Levels::new(*size, blank, deepest);
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
        let rows: usize = wanted.values().map(BTreeSet::len).sum();
        writeln!(
            out,
            "{size}, goal {goal_text}, {heuristic}: {} predictions from {} boards, seed {seed}",
            grouped(rows as u64),
            grouped(*samples)
        )?;
        if !choice.info().consistent {
            writeln!(
                out,
                "  {heuristic} is not declared consistent: the prediction is an upper bound of what is expected"
            )?;
        }
    }
    if asked.without_board > 0 {
        writeln!(out, "Left out: {} runs whose board is not recorded", grouped(asked.without_board))?;
    }
    let path = folder.write_predictions(&predictions)?;
    writeln!(
        out,
        "Written: {}\nSee them beside the measurements: tilebench report {}",
        path.display(),
        folder.path().display()
    )?;
    Ok(Verdict::Good)
}
