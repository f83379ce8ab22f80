//! `tilebench audit`: a heuristic's claims, proved or refuted.

mod json;
mod lines;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use tilebench_runner::catalog::audit::{AuditExtent, AuditPlan, AuditProgress, SampleOptions, audit};
use tilebench_runner::catalog::{Goal, HeuristicSpec, Size};
use tilebench_runner::start_shared_pool;

use super::TablesFolder;
use crate::text::grouped;
use crate::{Out, Verdict, signals, tell};

/// Hold what a heuristic declares against the true distances of all boards, or of a sample.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct Arguments {
    /// The heuristic; `tilebench heuristics` lists them.
    heuristic: String,
    /// Another heuristic to hold it against, board by board.
    #[arg(long, value_name = "HEURISTIC")]
    against: Option<String>,
    /// The rows of the board [default: 3, or those that a named partition is for].
    #[arg(long, requires = "cols")]
    rows: Option<usize>,
    /// The columns of the board.
    #[arg(long, requires = "rows")]
    cols: Option<usize>,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    /// Draw this many random boards [default: all boards up to 12 cells, 10000 random ones above].
    #[arg(long, value_name = "BOARDS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,
    /// The seed of the sample.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop before the search of all boards holds more MiB than this.
    #[arg(long, value_name = "MIB", default_value_t = 8192)]
    memory_limit: u64,
    /// Print everything that was counted as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    tables: TablesFolder,
}

const METHOD: &str = "\
All boards are taken by breadth-first search backwards from the goal; what holds then is proved.
A sample solves the ends of random walks and, on 4x4 with the blank in a corner, 100 random boards
with another heuristic, which is named; every state on a shortest path has a known distance. Edges
are examined at all of these, along the walks and at the random boards. The seed decides all boards.

Exit code 1: the heuristic is not what it declares, its steps differ from recomputation, or the audit
was stopped. A heuristic that overestimates and says so passes.";

/// The time between two progress reports.
const PAUSE: Duration = Duration::from_secs(2);

/// Audits the heuristic.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
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
        extent,
        tables: &tables,
        stop: &stop,
        bytes: arguments.memory_limit.saturating_mul(1 << 20),
        progress: &mut teller(),
    };
    let found = audit(&heuristic, against.as_ref(), &goal.board(size)?, &mut plan)?;
    if arguments.json {
        writeln!(out, "{:#}", json::described(&found))?;
    } else {
        out.write_all(lines::described(&found, &goal, arguments.seed).as_bytes())?;
    }
    Ok(if found.is_sound() && found.stopped.is_none() { Verdict::Good } else { Verdict::Bad })
}

/// Reports progress from time to time, only to a terminal.
fn teller() -> impl FnMut(AuditProgress) {
    let listens = io::stderr().is_terminal();
    let mut told = Instant::now();
    move |AuditProgress { what, done, of }| {
        if listens && told.elapsed() >= PAUSE {
            told = Instant::now();
            tell(&format!("{} of {} {what}", grouped(done), grouped(of)));
        }
    }
}
