//! `tilebench audit`: proves or refutes the declared properties of a heuristic.

mod json;
mod text;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tilebench_runner::catalog::audit::{AuditExtent, AuditPlan, AuditProgress, SampleOptions, audit};
use tilebench_runner::catalog::{Goal, HeuristicSpec, Size};
use tilebench_runner::start_shared_pool;
use tilebench_sanitize::count::grouped;

use super::{CostArguments, TableArguments};
use crate::{Out, Verdict, print_stderr, signals};

/// Check the declared properties of a heuristic against the true distances of all boards or of a sample.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct Arguments {
    /// The heuristic; `tilebench heuristics` lists them.
    heuristic: String,
    /// Another heuristic to compare it with, board by board.
    #[arg(long, value_name = "HEURISTIC")]
    against: Option<String>,
    /// The number of rows [default: 3, or that of a named partition].
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The number of columns.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    #[command(flatten)]
    cost: CostArguments,
    /// Sample this many random boards [default: all boards up to 12 cells, 10000 random boards above].
    #[arg(long, value_name = "BOARDS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,
    /// The seed of the sample.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop before the search of all boards exceeds this many MiB.
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    memory_limit: u64,
    /// Print all counts as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TableArguments,
}

const METHOD: &str = "\
All boards are enumerated by breadth-first search backward from the goal; a property that holds for
all of them is proved. A sample solves the ends of random walks and, on 4x4 with the blank in a
corner, 100 random boards with another heuristic, which is named; every state on a shortest path has
a known distance. Edges are examined at these states, along the walks and at the random boards. The
seed determines all boards.

Exit code 1: a declared property is refuted, an incremental step differs from recomputation, or the
audit was stopped. A heuristic that overestimates and is declared inadmissible passes.";

/// The time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(2);

/// Audits the heuristic.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let heuristic = HeuristicSpec::new(&arguments.heuristic)?;
    let against = arguments.against.as_deref().map(HeuristicSpec::new).transpose().context("--against")?;
    let size = match (arguments.rows, arguments.cols) {
        (Some(rows), Some(cols)) => Size::new(rows, cols)?,
        _ => heuristic.size().or(against.as_ref().and_then(HeuristicSpec::size)).map_or_else(|| Size::new(3, 3), Ok)?,
    };
    let goal = Goal::parse(&arguments.goal, Some(size)).context("--goal")?;
    let samples = SampleOptions { seed: arguments.seed, ..SampleOptions::default() };
    let extent = match arguments.samples {
        Some(boards) => AuditExtent::Sampled(SampleOptions { boards: usize::try_from(boards)?, ..samples }),
        None => AuditExtent::for_size(size, samples),
    };
    let tables = arguments.tables.open();
    let stop = signals::on_ctrl_c()?;
    start_shared_pool()?;
    let mut plan = AuditPlan {
        cost_model: arguments.cost.model()?,
        metric: arguments.cost.metric,
        extent,
        tables: &tables,
        stop: &stop,
        bytes: arguments.memory_limit.saturating_mul(1 << 20),
        progress: &mut progress_reporter(),
    };
    let found = audit(&heuristic, against.as_ref(), &goal.board(size)?, &mut plan)?;
    if arguments.json {
        writeln!(out, "{:#}", json::audit_json(&found))?;
    } else {
        out.write_all(text::audit_text(&found, &goal, arguments.seed).as_bytes())?;
    }
    Ok(if found.is_sound() && found.stopped.is_none() { Verdict::Good } else { Verdict::Bad })
}

/// Reports progress from time to time, only to a terminal.
fn progress_reporter() -> impl FnMut(AuditProgress) {
    let is_terminal = io::stderr().is_terminal();
    let mut reported = Instant::now();
    move |AuditProgress { what, done, of }| {
        if is_terminal && reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            print_stderr(&format!("{} of {} {what}", grouped(done), grouped(of)));
        }
    }
}
