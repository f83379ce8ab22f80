//! `tilebench reproduce`: published figures, run again, with a verdict for each.

mod budget;
mod document;
mod enumerate;
mod make;
mod speed;
mod work;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tilebench_report::claims::{ClaimVerdict, Judgement};

use super::{Scratch, TablesFolder};
use crate::targets::{TARGETS, Target};
use crate::text::{duration, ids, took};
use crate::{Out, Verdict, tell};
use make::make;
use work::{Setup, Work};

/// The names of instances.
type Ids = BTreeSet<String>;

/// Run published figures again, and say of each whether it is exact, within its error, differs or is refuted.
///
/// The experiments are part of the program and are run like any other: what is recorded is not run
/// again, so the same command goes on after Ctrl-C, and with a larger budget. All is well where no exact figure
/// differs and every verdict that is expected is reached.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What to reproduce; `--list` tells what there is.
    #[arg(required_unless_present_any = ["list", "all"], conflicts_with = "all")]
    name: Option<String>,
    /// List what can be reproduced.
    #[arg(long)]
    list: bool,
    /// Reproduce everything, and tell a line of each; a budget is shared out.
    #[arg(long, conflicts_with_all = ["only", "instances"])]
    all: bool,
    /// Run this experiment only, and judge only what is claimed of its runs. May be given several times.
    #[arg(long, value_name = "EXPERIMENT")]
    only: Vec<String>,
    /// Run only these instances of every set, such as 1-10,79.
    #[arg(long, value_name = "IDS", value_parser = ids)]
    instances: Option<Ids>,
    /// Run only what takes about so long, the easiest first: 30s, 10m or 2h.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    budget: Option<f64>,
    /// Judge by the runs that are there, and run nothing.
    #[arg(long)]
    no_run: bool,
    /// Write the outcome of everything to this file, in Markdown.
    #[arg(long, value_name = "FILE", requires = "all")]
    write: Option<PathBuf>,
    /// How many runs go side by side [default: as each experiment says].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The MiB that the lists of an enumeration may hold, such as of `depths` [default: 64 where all boards are counted, else
    /// 256].
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// Go on with an enumeration in files of at most so many MiB where memory does not suffice.
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    disk_limit: u64,
    /// The folder of the results, one below it an experiment [default: results/reproduce-NAME]; with --all the folder of
    /// these folders [default: results].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesFolder,
    #[command(flatten)]
    scratch: Scratch,
}

/// Reproduces the named target.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    if arguments.list {
        let width = TARGETS.iter().map(|target| target.name.len()).max().unwrap_or(0);
        for Target { name, summary, minutes, .. } in TARGETS {
            writeln!(out, "{name:width$}  {summary} About {} on two cores.", took(f64::from(*minutes) * 60.0))?;
        }
        return Ok(Verdict::Good);
    }
    let setup = Setup::new(arguments)?;
    match &arguments.name {
        Some(name) => one(&setup, Target::find(name)?, out),
        None => all(&setup, out),
    }
}

/// Reproduces one target.
fn one(setup: &Setup<'_>, target: &Target, out: &mut Out<'_>) -> Result<Verdict> {
    let arguments = setup.arguments;
    let work = Work::new(setup, target)?;
    let is_part = arguments.budget.is_some() || arguments.instances.is_some();
    if !arguments.no_run && !make(setup, target, &work, arguments.budget, out)?.is_done {
        return Ok(Verdict::Bad);
    }
    let judgement = work.judged()?;
    writeln!(out, "\n{}{}: {}", judgement.lines(), target.name, judgement.counts())?;
    if arguments.only.is_empty() && !judgement.is_empty() {
        writeln!(out, "Page: {}", judgement.write(&work.results)?.display())?;
    }
    out.flush()?;
    let problem = problem(&judgement, is_part);
    if let Some(problem) = problem {
        tell(problem);
    }
    Ok(if problem.is_some() { Verdict::Bad } else { Verdict::Good })
}

/// The first problem of the results, if any; in a part of a target, experiments that were not run are not a problem.
fn problem(judgement: &Judgement, is_part: bool) -> Option<&'static str> {
    let mut judged =
        judgement.judged.iter().flatten().filter(|judged| !is_part || judged.verdict != ClaimVerdict::NotRun);
    if judged.clone().any(|judged| !judged.as_expected) {
        return Some("some verdicts are not the expected ones: see UNEXPECTED above");
    }
    judged.any(|judged| judged.verdict == ClaimVerdict::NotRun).then_some("some figures were not run")
}

/// Reproduces everything; each target gets its share of the remaining budget.
fn all(setup: &Setup<'_>, out: &mut Out<'_>) -> Result<Verdict> {
    let mut left = setup.arguments.budget;
    let mut lines = Vec::new();
    let mut judged = Vec::new();
    let mut verdict = Verdict::Good;
    for (place, target) in TARGETS.iter().enumerate() {
        let work = Work::new(setup, target)?;
        let start = Instant::now();
        if !setup.arguments.no_run {
            let share = left.map(|left| left / (TARGETS.len() - place) as f64);
            let made = make(setup, target, &work, share, out)?;
            left = left.map(|left| (left - made.seconds).max(0.0));
            if !made.is_done {
                return Ok(Verdict::Bad);
            }
        }
        let minutes = start.elapsed().as_secs_f64() / 60.0;
        let judgement = work.judged()?;
        if !judgement.is_empty() {
            judgement.write(&work.results)?;
        }
        if problem(&judgement, true).is_some() {
            verdict = Verdict::Bad;
        }
        lines.push((target.name, judgement.counts(), minutes));
        judged.push((target, judgement));
    }
    let width = lines.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    writeln!(out)?;
    for (name, counts, minutes) in lines {
        let took = if setup.arguments.no_run { String::new() } else { format!("; {minutes:.1} minutes") };
        writeln!(out, "{name:width$}  {counts}{took}")?;
    }
    if let Some(file) = &setup.arguments.write {
        fs::write(file, document::of(&judged)).with_context(|| format!("cannot write {}", file.display()))?;
        writeln!(out, "Written: {}", file.display())?;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests;
