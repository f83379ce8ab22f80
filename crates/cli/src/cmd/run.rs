//! `tilebench run`: an experiment.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use tilebench_runner::record::{Folder, Status};
use tilebench_runner::{Execution, ExecutionSummary, Plan, Preview, ProgressOutput, Searches, execute, search_units};
use tilebench_sanitize::count::{counted, grouped};
use tilebench_sanitize::message::escaped;

use super::{ScratchArguments, TableArguments, own_claims, report, shards_folder, worker};
use crate::text::jobs;
use crate::{Out, Verdict, builtin, print_stderr, signals, version};

/// Run an experiment: every solver on every instance. Every answer is checked and every run recorded.
///
/// Runs that the result folder already contains are not repeated. After Ctrl-C, a kill or a power failure, the same
/// command resumes the experiment. Claims of the file ([[claim]]) are judged at the end; exit code 1: one does not agree.
#[derive(Debug, Args)]
#[command(after_help = builtin::help())]
pub(crate) struct Arguments {
    /// The experiment file, or the name of a built-in experiment.
    file: PathBuf,
    /// Override a value of the experiment file: `limits.time_s=5`, `solver.0.weight=[1,2]`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// The number of parallel runs [default: from the file, else one per physical core].
    #[arg(long, value_name = "N", value_parser = jobs)]
    jobs: Option<usize>,
    /// Execute only the runs of one of N shards, for N machines; `tilebench merge` joins their folders.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(usize, usize)>,
    /// The result folder [default: results/NAME, for a shard results/NAME.shards/I-of-N].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Repeat runs whose last record has one of these statuses: `time-limit,crashed`. Old records are kept; the new
    /// ones count.
    #[arg(long, value_name = "STATUS,...", value_delimiter = ',')]
    retry: Vec<String>,
    /// Print the planned runs, the unsupported ones and the worst-case time, and run nothing.
    #[arg(long)]
    dry_run: bool,
    /// Only search work units of the IDA* runs that are not recorded, together with all processes that have the same result
    /// folder, and record nothing. The same command without this option records the runs.
    #[arg(long, conflicts_with_all = ["shard", "retry"])]
    units: bool,
    /// Write no report at the end; for a single shard none is written.
    #[arg(long)]
    no_report: bool,
    #[command(flatten)]
    tables: TableArguments,
    #[command(flatten)]
    scratch: ScratchArguments,
}

/// Runs the experiment.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let mut settings = arguments.settings.clone();
    settings.extend(arguments.jobs.map(|jobs| format!("execution.jobs={jobs}")));
    let retry: Vec<Status> =
        arguments.retry.iter().map(|name| name.parse()).collect::<Result<_, _>>().context("--retry")?;
    let mut plan = Plan::new(builtin::load(&arguments.file, &settings)?)?;
    // A claim that no run can judge is refused before any run.
    let claims = own_claims::read(&plan)?;
    if let Some((number, of)) = arguments.shard {
        plan = plan.sharded(number, of)?;
    }
    let folder = arguments.out.clone().unwrap_or_else(|| default_folder(&plan));
    if arguments.dry_run {
        for line in format!("{plan}{}", Preview::new(&plan)).lines() {
            writeln!(out, "{}", escaped(line))?;
        }
        if let Some(recorded) = recorded(&plan, &folder, &retry)? {
            writeln!(out, "{recorded}")?;
        }
        return Ok(Verdict::Good);
    }
    let scratch = arguments.scratch.folder()?;
    let cancel = signals::on_ctrl_c()?;
    let searches = Searches::with_tables(arguments.tables.open()).with_scratch(scratch);
    let execution = Execution {
        cancel: Arc::clone(&cancel),
        progress: ProgressOutput::Stderr,
        searches: &searches,
        workers: Some(worker::command(&arguments.tables)?),
        retry,
        build: version::build(),
    };
    if arguments.units {
        let ended = search_units(&plan, &folder, &execution)?;
        writeln!(out, "{} searched in work units{}", counted(ended.values().sum::<usize>(), "run"), by_status(&ended))?;
        let has_failed = ended.keys().any(|status| status.is_unexplained());
        return Ok(if has_failed || cancel.raised().is_some() { Verdict::Bad } else { Verdict::Good });
    }
    let summary = execute(&plan, &folder, &execution)?;
    writeln!(out, "{}", executed(&summary))?;
    out.flush()?;
    print_remarks(&summary, &folder);
    if summary.remaining() > 0 || summary.failure.is_some() {
        return Ok(Verdict::Bad);
    }
    if summary.is_unsupported() {
        print_stderr("error: no solver supports any board that it is run on: choose other instances or solvers");
        return Ok(Verdict::Bad);
    }
    let reported = if arguments.no_report || arguments.shard.is_some() {
        // Runs that an earlier command recorded count like those of this one.
        if summary.unexplained { Verdict::Bad } else { Verdict::Good }
    } else {
        report::write(&folder, tilebench_report::ReportOptions::default(), out)?
    };
    // The runs of a shard are a part of those that the claims are about.
    let Some(claims) = claims.filter(|_| arguments.shard.is_none()) else { return Ok(reported) };
    let judged = own_claims::judge(&claims, &folder, out)?;
    Ok(if reported == Verdict::Good { judged } else { reported })
}

/// Reads `3/8`.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let (number, of) = text.split_once('/').unwrap_or_default();
    match (number.parse(), of.parse()) {
        (Ok(number), Ok(of)) if (1..=of).contains(&number) => Ok((number, of)),
        _ => Err("write the shard and the number of shards, such as 1/8 or 8/8".to_owned()),
    }
}

/// The folders of shards are next to the experiment's own, into which they are merged.
fn default_folder(plan: &Plan) -> PathBuf {
    let whole = Path::new("results").join(&plan.experiment().name);
    match plan.shard() {
        None => whole,
        Some(shard) => shards_folder(&whole).join(format!("{}-of-{}", shard.number, shard.of)),
    }
}

/// The number of runs of `plan` that `folder` contains and that a run of it would not repeat, in a line; `None` without records.
fn recorded(plan: &Plan, folder: &Path, retry: &[Status]) -> Result<Option<String>> {
    if !folder.join("runs.csv").is_file() {
        return Ok(None);
    }
    let mut statuses: BTreeMap<String, Status> = BTreeMap::new();
    // The last row of a run counts.
    Folder::open(folder)?.each_row_of_any_plan(|run| _ = statuses.insert(run.run_id, run.status))?;
    let known: Vec<Status> = plan.run_ids().filter_map(|id| statuses.get(id)).copied().collect();
    let retried = known.iter().filter(|status| retry.contains(status)).count();
    let to_execute = plan.run_ids().count() - known.len() + retried;
    Ok(Some(format!(
        "recorded in {}: {}; to execute: {}",
        folder.display(),
        counted(known.len(), "run"),
        counted(to_execute, "run")
    )))
}

/// The executed runs, in one line.
fn executed(summary: &ExecutionSummary) -> String {
    let executed = counted(summary.by_status.values().sum::<usize>(), "run");
    let earlier = [(summary.already_recorded, "already recorded"), (summary.retried, "selected by --retry")].map(
        |(runs, why)| {
            if runs > 0 { format!(", {} {why}", grouped(runs as u64)) } else { String::new() }
        },
    );
    format!("{executed} executed{}{}", earlier.concat(), by_status(&summary.by_status))
}

/// `: 90 solved, 10 time-limit`.
fn by_status(ended: &BTreeMap<Status, usize>) -> String {
    let counts: Vec<String> =
        ended.iter().map(|(status, &count)| format!("{} {status}", grouped(count as u64))).collect();
    if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) }
}

/// Reports problems and notes.
fn print_remarks(summary: &ExecutionSummary, folder: &Path) {
    let folder = folder.display();
    if summary.of_other_plans > 0 {
        print_stderr(&format!(
            "note: {} of other plans in {folder}: listed separately by the report, and left out of all results",
            counted(summary.of_other_plans, "run")
        ));
    }
    for reason in &summary.unsupported {
        print_stderr(&format!("note: {reason}"));
    }
    if let Some(failure) = &summary.failure {
        print_stderr(&format!("error: {failure}"));
    }
    if summary.remaining() > 0 {
        print_stderr(&format!(
            "stopped: {} of {} left; run the same command to resume",
            grouped(summary.remaining() as u64),
            counted(summary.planned, "run")
        ));
    }
}
