//! `tilebench depths`: how many boards there are at each distance.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tilebench_runner::catalog::{Control, End, Goal, Limits, NoObserver, Size, depths, packable};

use crate::text::grouped;
use crate::{Out, Verdict, cancel, tell};

/// Count the boards at each distance from the goal, by breadth-first search of the whole space.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The rows of the board.
    #[arg(long)]
    rows: usize,
    /// The columns of the board.
    #[arg(long)]
    cols: usize,
    /// The goal: blank-first, blank-last, or an arrangement.
    #[arg(long, default_value = "blank-first")]
    goal: String,
    /// Stop before the lists hold more MiB than this.
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    memory_limit: u64,
}

/// Counts the boards.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let size = Size::new(arguments.rows, arguments.cols)?;
    packable(size, "counting boards by distance")?;
    let goal = Goal::parse(&arguments.goal, Some(size))?.board(size)?;
    let stop = cancel::on_ctrl_c()?;
    let limits = Limits { bytes: arguments.memory_limit.saturating_mul(1 << 20), ..Limits::NONE };
    let control = Control { limits, stop: &stop, observer: &mut NoObserver };
    let mut total = 0;
    let mut printed = writeln!(out, "{:>5}  {:>16}", "depth", "boards");
    let end = depths(&goal, &control, &mut |depth, count| {
        total += count;
        if printed.is_ok() {
            printed = writeln!(out, "{depth:>5}  {:>16}", grouped(count)).and_then(|()| out.flush());
        }
    })?;
    printed?;
    if end == End::Exhausted {
        writeln!(out, "{:>5}  {:>16}", "all", grouped(total))?;
        return Ok(Verdict::Good);
    }
    out.flush()?;
    tell(match end {
        End::MemoryLimit => "stopped: the next depth needs more memory; give more with --memory-limit",
        _ => "stopped before the last depth",
    });
    Ok(Verdict::Bad)
}
