//! `tilebench reproduce`: re-runs published experiments and judges each published figure.

mod automata;
mod budget;
mod document;
mod enumerate;
mod etas;
mod execute;
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

use super::{ScratchArguments, TableArguments};
use crate::targets::{TARGETS, Target};
use crate::text::{approximate_duration, jobs, parse_duration, parse_ids};
use crate::{Out, Verdict, print_stderr};
use execute::{check_instances, execute_missing, lacks_requested_runs};
use work::{ReproduceSetup, TargetWork};

/// The names of instances.
type InstanceIds = BTreeSet<String>;

/// Re-run published experiments and report for each figure whether it is exact, within its error, differs or is refuted.
///
/// The experiments are part of the program and are run like any other: recorded runs are not repeated, so the same
/// command resumes after Ctrl-C, or continues with a larger budget. Exit code 1: an exact figure differs, a verdict is
/// not the expected one, or requested runs are not recorded; a budget requests only the runs that it allows.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The target to reproduce; `--list` lists them.
    #[arg(required_unless_present_any = ["list", "all"], conflicts_with = "all")]
    name: Option<String>,
    /// List the targets.
    #[arg(long)]
    list: bool,
    /// Reproduce all targets and print one line each; a budget is split between them.
    #[arg(long, conflicts_with_all = ["only", "instances"])]
    all: bool,
    /// Run only this experiment, and judge only the claims about its runs; may be given several times.
    #[arg(long, value_name = "EXPERIMENT")]
    only: Vec<String>,
    /// Run only these instances of every set, such as 1-10,79.
    #[arg(long, value_name = "IDS", value_parser = parse_ids)]
    instances: Option<InstanceIds>,
    /// Run the easiest runs first, up to about this much time: 30s, 10m or 2h.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    budget: Option<f64>,
    /// Judge the recorded runs, and run nothing.
    #[arg(long)]
    no_run: bool,
    /// Write the outcome of all targets to this file, in Markdown.
    #[arg(long, value_name = "FILE", requires = "all")]
    write: Option<PathBuf>,
    /// The number of parallel runs [default: from each experiment].
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// The maximum size in MiB of the lists of an enumeration, such as of `depths` [default: 64 if all boards are
    /// counted, else 256].
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// If memory is not sufficient, continue an enumeration in files of at most this many MiB.
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    disk_limit: u64,
    /// The folder of the results, with one folder per experiment [default: results/reproduce-NAME]; with --all the parent
    /// of these folders [default: results].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    tables: TableArguments,
    #[command(flatten)]
    scratch: ScratchArguments,
}

/// Reproduces the named target.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.list {
        let width = TARGETS.iter().map(|target| target.name.len()).max().unwrap_or(0);
        for Target { name, summary, minutes, .. } in TARGETS {
            writeln!(
                out,
                "{name:width$}  {summary} About {} on two cores.",
                approximate_duration(f64::from(*minutes) * 60.0)
            )?;
        }
        return Ok(Verdict::Good);
    }
    let setup = ReproduceSetup::new(arguments)?;
    match &arguments.name {
        Some(name) => one(&setup, Target::find(name)?, out),
        None => all(&setup, out),
    }
}

/// Reproduces one target.
fn one(setup: &ReproduceSetup<'_>, target: &Target, out: &mut Out) -> Result<Verdict> {
    let arguments = setup.arguments;
    let work = TargetWork::new(setup, target)?;
    check_instances(setup, target, &work)?;
    let is_part = arguments.budget.is_some() || arguments.instances.is_some();
    if !arguments.no_run && !execute_missing(setup, target, &work, arguments.budget, out)?.is_done {
        return Ok(Verdict::Bad);
    }
    let judgement = work.judged()?;
    writeln!(out, "\n{}{}: {}", judgement.lines(), target.name, judgement.counts())?;
    if arguments.only.is_empty() && !judgement.is_empty() {
        writeln!(out, "Page: {}", judgement.write(&work.results)?.display())?;
    }
    out.flush()?;
    let mut problem = problem(&judgement, is_part);
    if problem.is_none() && (judgement.is_empty() || lacks_requested_runs(setup, &work)?) {
        problem = Some("some requested runs are not recorded");
    }
    if let Some(problem) = problem {
        print_stderr(problem);
    }
    Ok(if problem.is_some() { Verdict::Bad } else { Verdict::Good })
}

/// The first problem of the results, if any; in a part of a target, experiments that were not run are not a problem.
fn problem(judgement: &Judgement, is_part: bool) -> Option<&'static str> {
    let mut judged =
        judgement.judged.iter().flatten().filter(|judged| !is_part || judged.verdict != ClaimVerdict::NotRun);
    if judged.clone().any(|judged| !judged.as_expected) {
        return Some("some verdicts are unexpected: see UNEXPECTED above");
    }
    judged.any(|judged| judged.verdict == ClaimVerdict::NotRun).then_some("some figures were not run")
}

/// Reproduces everything; each target gets its share of the remaining budget.
fn all(setup: &ReproduceSetup<'_>, out: &mut Out) -> Result<Verdict> {
    let mut left = setup.arguments.budget;
    let mut lines = Vec::new();
    let mut judged = Vec::new();
    let mut verdict = Verdict::Good;
    for (place, target) in TARGETS.iter().enumerate() {
        let work = TargetWork::new(setup, target)?;
        let start = Instant::now();
        if !setup.arguments.no_run {
            let share = left.map(|left| left / (TARGETS.len() - place) as f64);
            let outcome = execute_missing(setup, target, &work, share, out)?;
            left = left.map(|left| (left - outcome.seconds).max(0.0));
            if !outcome.is_done {
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
        fs::write(file, document::render(&judged)).with_context(|| format!("cannot write {}", file.display()))?;
        writeln!(out, "Written: {}", file.display())?;
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests;
