//! `tilebench reproduce`: published claims, run again, with a verdict for each.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use clap::Args;
use tilebench_report::claims::{Claims, judge};
use tilebench_runner::catalog::{StopFlag, nearest};
use tilebench_runner::{Execution, Experiment, Plan, Progress, Searches, execute, tables};

use super::{Scratch, TablesFolder, worker};
use crate::targets::{TARGETS, Target};
use crate::text::grouped;
use crate::{Out, Verdict, cancel, tell};

/// Run published claims again, and say of each whether it agrees, differs or is refuted.
///
/// The experiments are part of the program and are run like any other: what is recorded is not run
/// again, so the same command goes on after Ctrl-C. All is well where every verdict is the one that is
/// expected.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What to reproduce; `--list` tells what there is.
    #[arg(required_unless_present = "list")]
    name: Option<String>,
    /// List what can be reproduced.
    #[arg(long)]
    list: bool,
    /// Run this experiment only, and judge only what is claimed of its runs. May be given several times.
    #[arg(long, value_name = "EXPERIMENT")]
    only: Vec<String>,
    /// Judge by the runs that are there, and run nothing.
    #[arg(long)]
    no_run: bool,
    /// How many runs go side by side [default: as each experiment says].
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// The folder of the results, one below it an experiment [default: results/NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesFolder,
    #[command(flatten)]
    scratch: Scratch,
}

/// Reproduces the claims.
pub(crate) fn run(arguments: &Arguments, out: &mut Out<'_>) -> Result<Verdict> {
    let Some(name) = arguments.name.as_deref().filter(|_| !arguments.list) else {
        for Target { name, summary, minutes, .. } in TARGETS {
            writeln!(out, "{name}  {summary} About {minutes} minutes on two cores.")?;
        }
        return Ok(Verdict::Good);
    };
    arguments.scratch.set()?;
    let target = find(name)?;
    let settings: Vec<String> = arguments.jobs.map(|jobs| format!("execution.jobs={jobs}")).into_iter().collect();
    let plans = plans(target, &arguments.only, &settings)?;
    let results = arguments.out.clone().unwrap_or_else(|| Path::new("results").join(target.name));
    if !arguments.no_run && !run_all(&plans, &results, arguments, out)? {
        return Ok(Verdict::Bad);
    }
    let (file, text) = target.claims;
    let mut claims = Claims::parse(text, file)?;
    let chosen: BTreeMap<String, BTreeSet<String>> = plans
        .iter()
        .map(|plan| (plan.experiment().name.clone(), plan.run_ids().map(str::to_owned).collect()))
        .collect();
    for program in &mut claims.programs {
        program.claims.retain(|claim| chosen.contains_key(&claim.experiment));
    }
    claims.programs.retain(|program| !program.claims.is_empty());
    let judgement = judge(claims, &chosen, &results)?;
    writeln!(out, "\n{}{}: {}", judgement.lines(), target.name, judgement.counts())?;
    if arguments.only.is_empty() && !judgement.is_empty() {
        writeln!(out, "Page: {}", judgement.write(&results)?.display())?;
    }
    out.flush()?;
    if !judgement.is_as_expected() {
        tell("some verdicts are not the expected ones: see UNEXPECTED above");
        return Ok(Verdict::Bad);
    }
    Ok(Verdict::Good)
}

/// The target called `name`.
fn find(name: &str) -> Result<&'static Target> {
    let names = TARGETS.iter().map(|target| target.name);
    match TARGETS.iter().find(|target| target.name == name) {
        Some(target) => Ok(target),
        None => match nearest(name, names.clone()) {
            Some(near) => bail!("there is nothing called '{name}' to reproduce; did you mean '{near}'?"),
            None => bail!(
                "there is nothing called '{name}' to reproduce; known are {}",
                names.collect::<Vec<_>>().join(", ")
            ),
        },
    }
}

/// The plans of the target's experiments, of those named in `only` where there are any.
fn plans(target: &Target, only: &[String], settings: &[String]) -> Result<Vec<Plan>> {
    let plan = |(file, text): &(&str, &str)| Plan::new(Experiment::parse(text, file, settings)?);
    let plans = target.experiments.iter().map(plan).collect::<Result<Vec<_>>>()?;
    let names: Vec<String> = plans.iter().map(|plan| plan.experiment().name.clone()).collect();
    for name in only {
        ensure!(names.contains(name), "'{name}' is no experiment of {}; they are {}", target.name, names.join(", "));
    }
    Ok(plans.into_iter().filter(|plan| only.is_empty() || only.contains(&plan.experiment().name)).collect())
}

/// Runs every plan and writes its report. Whether every run was made.
fn run_all(plans: &[Plan], results: &Path, arguments: &Arguments, out: &mut Out<'_>) -> Result<bool> {
    let cancel: Arc<StopFlag> = cancel::on_ctrl_c()?;
    let searches = Searches::with_tables(tables(arguments.tables.path(), Progress::Stderr));
    let execution = Execution {
        cancel: Arc::clone(&cancel),
        progress: Progress::Stderr,
        searches: &searches,
        workers: Some(worker::command(arguments.tables.path())?),
        retry: Vec::new(),
    };
    for (number, plan) in (1..).zip(plans) {
        let name = &plan.experiment().name;
        let folder = results.join(name);
        writeln!(out, "{number}/{} {name}: {} runs", plans.len(), grouped(plan.len() as u64))?;
        out.flush()?;
        let summary = execute(plan, &folder, &execution)?;
        if summary.others > 0 {
            tell(&format!(
                "note: {} runs in {} are not of this experiment, and are not judged",
                summary.others,
                folder.display()
            ));
        }
        for reason in &summary.unsupported {
            tell(&format!("note: {reason}"));
        }
        if let Some(failure) = &summary.failure {
            tell(&format!("error: {failure}"));
        }
        if summary.remaining() > 0 {
            tell(&format!(
                "stopped: {} runs of {name} remain; the same command goes on with them",
                summary.remaining()
            ));
            return Ok(false);
        }
        tilebench_report::write(&folder)?;
    }
    Ok(true)
}
