//! `tilebench submit`: submits an experiment to a cluster.

mod job;
mod slurm;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use tilebench_runner::record::Status;
use tilebench_runner::{Plan, UNITS_FOLDER};

use super::{TableArguments, shards_folder};
use crate::text::jobs;
use crate::{Out, Verdict, builtin, print_stderr};
pub(super) use job::SCRIPT;
use job::{ClusterEngine, ClusterJob, JobResources, ShardStates};

/// Submit an experiment to a cluster: its shards as a job array, and a job that merges them and writes the report.
///
/// The script is written into the folder of the shards and can be submitted again by hand. If the command is repeated,
/// it submits only the shards that lack runs, and these execute only the missing runs. Time and memory are requested if
/// every run has such a limit.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The experiment file, or the name of a built-in experiment.
    file: PathBuf,
    /// The system that runs the jobs.
    #[arg(long, value_name = "NAME", default_value = "slurm", value_parser = find_engine)]
    engine: &'static ClusterEngine,
    /// Override a value of the experiment file: `limits.time_s=5`, `solver.0.weight=[1,2]`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// The number of shards, or of tasks that share work units [default: that of the existing folders, else one per 8
    /// runs, at most 100; 8 tasks that share work units].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    /// Share the work units of each run among the tasks, instead of the runs among shards: for few runs of IDA* that take long
    /// [default: if the experiment has a single run, of IDA*].
    #[arg(long, conflicts_with_all = ["retry", "jobs"])]
    units: bool,
    /// The number of parallel runs per shard; a task requests the processors for all of them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = jobs)]
    jobs: usize,
    /// The result folder; the shards are in DIR.shards next to it [default: results/NAME].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Repeat runs whose last record has one of these statuses: `time-limit,crashed`. Old records are kept; the new
    /// ones count.
    #[arg(long, value_name = "STATUS,...", value_delimiter = ',')]
    retry: Vec<String>,
    /// The partition of the cluster.
    #[arg(long, value_name = "NAME")]
    partition: Option<String>,
    /// An option for the cluster's own command, for both jobs: `--option=--account=x`; may be given several times.
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// The maximum number of tasks in an array; if there are more shards, a task runs several [default: as the cluster
    /// reports].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    array_cap: Option<u32>,
    /// Print the script, and write and submit nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    tables: TableArguments,
}

/// Every engine.
const ENGINES: &[ClusterEngine] = &[slurm::ENGINE];

/// Finds an engine by its name.
fn find_engine(name: &str) -> Result<&'static ClusterEngine, String> {
    let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name).collect();
    let found = ENGINES.iter().find(|engine| engine.name == name);
    found.ok_or_else(|| format!("known are {}; other systems can call `tilebench run --shard`", names.join(", ")))
}

/// Submits the experiment, or prints the script.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let engine = arguments.engine;
    let plan = Plan::new(builtin::load(&arguments.file, &arguments.settings)?)?;
    let whole = arguments.out.clone().unwrap_or_else(|| Path::new("results").join(&plan.experiment().name));
    let by_units = arguments.units || (plan.len() == 1 && plan.has_units() && arguments.retry.is_empty());
    if by_units {
        return submit_units(arguments, &plan, whole, out);
    }
    let folder = shards_folder(&whole);
    let retry: Vec<Status> =
        arguments.retry.iter().map(|name| name.parse()).collect::<Result<_, _>>().context("--retry")?;
    let requested = arguments.shards.map(usize::try_from).transpose()?;
    let shards = ShardStates::read(&plan, &folder, requested, &retry)?;
    if shards.missing() == 0 {
        writeln!(
            out,
            "every run is recorded: continue with `tilebench merge {} --out {1} --replace` and `tilebench report {1}`",
            folder.display(),
            whole.display()
        )?;
        return Ok(Verdict::Good);
    }
    let cap = match arguments.array_cap {
        Some(cap) => Some(usize::try_from(cap)?),
        None => (engine.array_cap)(),
    };
    let tasks = shards.of.min(cap.unwrap_or(usize::MAX));
    let job = ClusterJob {
        by_units: false,
        name: whole.file_name().context("--out does not name a folder")?.to_string_lossy().into_owned(),
        place: std::env::current_dir().context("the working directory is unknown")?,
        program: std::env::current_exe().context("the path of this program is unknown")?,
        run: words(arguments)?,
        resources: JobResources::for_plan(&plan, &shards, tasks, arguments.jobs),
        partition: arguments.partition.clone(),
        options: arguments.options.clone(),
        runs: plan.len(),
        shards,
        tasks,
        whole,
        folder,
    };
    submit_or_print(arguments, &job, out)
}

/// Submits tasks that share the work units of every run, and a job that records the runs, or prints the script.
fn submit_units(arguments: &Arguments, plan: &Plan, whole: PathBuf, out: &mut Out) -> Result<Verdict> {
    ensure!(
        plan.has_units(),
        "only IDA* without checkpoint = false has work units: remove --units, or leave out the other solvers"
    );
    let shards = ShardStates::whole(plan, &whole)?;
    if shards.missing() == 0 {
        let whole = whole.display();
        writeln!(out, "every run is recorded: continue with `tilebench report {whole}`")?;
        return Ok(Verdict::Good);
    }
    let cap = match arguments.array_cap {
        Some(cap) => Some(usize::try_from(cap)?),
        None => (arguments.engine.array_cap)(),
    };
    let requested = arguments.shards.map(usize::try_from).transpose()?.unwrap_or(UNIT_TASKS);
    let job = ClusterJob {
        by_units: true,
        name: whole.file_name().context("--out does not name a folder")?.to_string_lossy().into_owned(),
        place: std::env::current_dir().context("the working directory is unknown")?,
        program: std::env::current_exe().context("the path of this program is unknown")?,
        run: words(arguments)?,
        resources: JobResources::for_plan(plan, &shards, 1, 1),
        partition: arguments.partition.clone(),
        options: arguments.options.clone(),
        runs: plan.len(),
        shards,
        tasks: requested.min(cap.unwrap_or(usize::MAX)),
        folder: whole.join(UNITS_FOLDER),
        whole,
    };
    submit_or_print(arguments, &job, out)
}

/// Submits the job, or prints its script.
fn submit_or_print(arguments: &Arguments, job: &ClusterJob, out: &mut Out) -> Result<Verdict> {
    let engine = arguments.engine;
    let script = (engine.script)(job)?;
    if arguments.dry_run {
        write!(out, "{script}")?;
        return Ok(Verdict::Good);
    }
    refuse_if_active(engine, job)?;
    submit(engine, job, &script, out)
}

/// The number of tasks that share work units if none is given.
const UNIT_TASKS: usize = 8;

/// The words after `run` that all shards have.
fn words(arguments: &Arguments) -> Result<Vec<String>> {
    let text = |path: &Path| path.to_str().map(str::to_owned).context("a path that is not UTF-8 cannot be submitted");
    let file = text(&arguments.file)?;
    // Unless it begins with a folder, a file named like an option would be read as one.
    let mut words = vec![if file.starts_with('-') { format!("./{file}") } else { file }];
    words.extend(arguments.settings.iter().map(|setting| format!("--set={setting}")));
    words.push(format!("--jobs={}", arguments.jobs));
    if !arguments.retry.is_empty() {
        words.push(format!("--retry={}", arguments.retry.join(",")));
    }
    if let Some(tables) = arguments.tables.path() {
        words.push(format!("--tables={}", text(tables)?));
    }
    if arguments.tables.are_copied() {
        words.push("--copy-tables".to_owned());
    }
    Ok(words)
}

/// Refuses to submit an experiment that is running or waiting: two jobs would execute the same shards.
fn refuse_if_active(engine: &ClusterEngine, job: &ClusterJob) -> Result<()> {
    (engine.ready)()?;
    if let Some(running) = &job.shards.running {
        anyhow::bail!("{} is being written: wait for its run to end, or cancel it", running.display());
    }
    let waiting = (engine.waiting)(job);
    ensure!(
        waiting.is_empty(),
        "'{}' is still on the cluster, as job {}: wait for it to end, or cancel it",
        job.name,
        waiting.join(", ")
    );
    Ok(())
}

/// Writes the script and runs it.
fn submit(engine: &ClusterEngine, job: &ClusterJob, script: &str, out: &mut Out) -> Result<Verdict> {
    fs::create_dir_all(&job.folder).with_context(|| format!("cannot create {}", job.folder.display()))?;
    let path = job.folder.join(SCRIPT);
    fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
    let done = Command::new("bash").arg(&path).output().context("cannot start bash")?;
    write!(out, "{}", String::from_utf8_lossy(&done.stdout))?;
    if !done.status.success() {
        out.flush()?;
        let reason = String::from_utf8_lossy(&done.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        print_stderr(&format!("error: {} rejected the job: {reason}; the script is {}", engine.name, path.display()));
        return Ok(Verdict::Bad);
    }
    let watched = if job.by_units { &job.whole } else { &job.folder };
    writeln!(out, "script: {}; progress: tilebench status {}", path.display(), watched.display())?;
    Ok(Verdict::Good)
}
