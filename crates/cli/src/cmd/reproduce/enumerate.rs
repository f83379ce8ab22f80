//! Targets whose figures are counted by enumerating a space, not by runs.
//!
//! What is counted is a file `depths.csv` in a folder of the enumeration's own: depths that were counted in whole,
//! for an enumeration that memory stops has counted its last one in part.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use tilebench_report::claims::DEPTHS;
use tilebench_runner::catalog::{Control, DepthsOptions, End, Goal, Limits, NoObserver, depths};

use super::make::Made;
use super::work::{Means, Work};
use crate::targets::Enumeration;
use crate::text::{bytes, grouped, took};
use crate::{Out, tell};

/// The boards that an enumeration is measured with, beside which the first moments do not count.
const PROBE: &Enumeration =
    &Enumeration { name: "3x3", size: "3x3", goal: "blank-first", blank: "corner", boards: 181_440, memory_mb: 64 };

/// Tells what the enumerations that are missing cost, and makes those that the budget affords, the smallest first.
pub(super) fn make(means: &Means<'_>, name: &str, work: &Work, budget: Option<f64>, out: &mut Out<'_>) -> Result<Made> {
    let is_missing = |one: &&&Enumeration| !work.results.join(one.name).join(DEPTHS).is_file();
    let mut missing: Vec<&Enumeration> = work.enumerations.iter().filter(is_missing).copied().collect();
    missing.sort_by_key(|one| one.boards);
    if missing.is_empty() {
        writeln!(out, "{name}: nothing is left to count")?;
        return Ok(Made { is_done: true, seconds: 0.0 });
    }
    let start = Instant::now();
    count(means, PROBE)?;
    let speed = PROBE.boards as f64 / start.elapsed().as_secs_f64().max(1e-3);
    let boards: u64 = missing.iter().map(|one| one.boards).sum();
    let memory = missing.iter().map(|one| one.memory_mb << 20).max().unwrap_or(0);
    let seconds = |one: &Enumeration| one.boards as f64 / speed;
    writeln!(
        out,
        "{name}: {} spaces to be counted, {} boards, at most {} of memory; about {} at the speed measured here",
        missing.len(),
        grouped(boards),
        bytes(memory),
        took(missing.iter().map(|one| seconds(one)).sum())
    )?;
    let mut made = Made { is_done: true, seconds: 0.0 };
    for one in missing {
        if budget.is_some_and(|budget| made.seconds + seconds(one) > budget) {
            writeln!(out, "{name}: {} and what is larger is left out, beyond the budget", one.name)?;
            break;
        }
        out.flush()?;
        made.seconds += seconds(one);
        let (text, end) = count(means, one)?;
        if !matches!(end, End::Exhausted | End::MemoryLimit) {
            tell(&format!("stopped: {} and what follows remain; the same command goes on with them", one.name));
            made.is_done = false;
            break;
        }
        let folder = work.results.join(one.name);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let file = folder.join(DEPTHS);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        let Enumeration { name, size, blank, .. } = one;
        let extent = if end == End::Exhausted { "every depth" } else { "as many depths as fit in memory" };
        writeln!(out, "{name}: {size} from a goal with its blank at {blank}, {extent}")?;
    }
    Ok(made)
}

/// Counts the boards at each depth: the file, and how the enumeration ended.
fn count(means: &Means<'_>, one: &Enumeration) -> Result<(String, End)> {
    let size = one.size.parse()?;
    let goal = Goal::parse(one.goal, Some(size))?.board(size)?;
    let limits = Limits { bytes: one.memory_mb << 20, ..Limits::NONE };
    let control = Control { limits, stop: &means.cancel, observer: &mut NoObserver };
    let mut text = "depth,states\n".to_owned();
    let options = DepthsOptions { method: None, jobs: std::thread::available_parallelism().map_or(1, Into::into) };
    let counted = depths(&goal, &options, &control, &mut |depth, states| {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{depth},{states}");
    })?;
    Ok((text, counted.end))
}
