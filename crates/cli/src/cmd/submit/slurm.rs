//! Slurm: a job array of the shards, and a job that depends on it.
//!
//! The script calls `sbatch` twice. All requests are options on its command line, which bash
//! quotes, so that no path is read by another rule.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use tilebench_sanitize::count::{counted, grouped};
use tilebench_sanitize::message::excerpt;

use super::job::{ClusterEngine, ClusterJob, JobResources, SCRIPT};
use crate::text::{quote, ranges};

pub(super) const ENGINE: ClusterEngine = ClusterEngine { name: "slurm", array_cap, ready, waiting, script };

/// Minutes for merging and the report.
const MERGE_MINUTES: u64 = 30;

/// MiB for the same, and the number of runs per additional MiB: a merge stores the position of every row, in less than
/// 1 KiB.
const MERGE_MIB: usize = 1024;
const RUNS_PER_MIB: usize = 256;

/// The output of a Slurm command; `None` if the command is missing or fails.
fn command_output(program: &str, arguments: &[&str]) -> Option<String> {
    let done = Command::new(program).args(arguments).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

/// `MaxArraySize` is one more than the greatest number of a task.
fn array_cap() -> Option<usize> {
    let config = command_output("scontrol", &["show", "config"])?;
    let line = config.lines().find(|line| line.starts_with("MaxArraySize"))?;
    let size: usize = line.split('=').nth(1)?.trim().parse().ok()?;
    size.checked_sub(1).filter(|&cap| cap > 0)
}

fn ready() -> Result<()> {
    let version = Command::new("sbatch").arg("--version").output();
    version.context("cannot start sbatch: submit on a machine of the cluster, or print the script with --dry-run")?;
    Ok(())
}

fn waiting(job: &ClusterJob) -> Vec<String> {
    let names = format!("--name={0},{0}-merge,{0}-record", job.name);
    let lines = command_output("squeue", &["--noheader", &names, "--format=%F %Z"]).unwrap_or_default();
    let here = job.place.display().to_string();
    let mut jobs: Vec<String> = lines
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, place)| place.trim() == here)
        .map(|(id, _)| id.to_owned())
        .collect();
    jobs.sort();
    jobs.dedup();
    jobs
}

pub(super) fn script(job: &ClusterJob) -> Result<String> {
    ensure!(
        !job.name.contains(','),
        "Slurm does not accept a comma in the name of a job: choose another folder with --out"
    );
    let word = |path: &Path| {
        let text = path.to_str().filter(|text| !text.contains('\n'));
        text.map(quote).context("a path that is not UTF-8 or has line breaks cannot be submitted")
    };
    if let Some(broken) = job.run.iter().find(|word| word.contains('\n')) {
        bail!("the argument {} has line breaks and cannot be submitted: write it in one line", excerpt(broken));
    }
    let (place, program) = (word(&job.place)?, word(&job.program)?);
    let (folder, whole) = (word(&job.folder)?, word(&job.whole)?);
    let ClusterJob { name, .. } = job;
    let array = job.array();
    let run: Vec<String> = job.run.iter().map(|word| quote(word)).collect();
    let run = format!("{program} run {}", run.join(" "));
    let Parts { head, body, end, end_name, end_body, end_resources, said, end_said } =
        if job.by_units { unit_parts(job, &run, &whole) } else { shard_parts(job, &run, &program, &folder, &whole) };
    let both = both(job);
    // A % in a path would be taken for a pattern.
    let logs = folder.replace('%', "%%");
    Ok(format!(
        "#!/usr/bin/env bash
# '{name}' on Slurm: {head}
# Written by `tilebench submit`; to submit it again: bash {script}
# Recorded runs are not executed again{but}.
set -euo pipefail
cd {place}
mkdir -p {folder}/log

array=$(sbatch --parsable --job-name={quoted} --array={ids} \\
    {resources} \\
    --output={logs}/log/%A-%a.txt{both} <<'{body_word}'
#!/usr/bin/env bash
{body}
{body_word}
)
array=${{array%%;*}}
{end_name}=$(sbatch --parsable --job-name={quoted}-{end_name} --dependency=afterany:\"$array\" \\
    {end_resources} \\
    --output={logs}/log/%j-{end_name}.txt{both} <<'{end}'
#!/usr/bin/env bash
{end_body}
{end}
) || {{ scancel \"$array\"; exit 1; }}
echo \"job $array: {said}\"
echo \"job ${{{end_name}%%;*}}: {end_said} and writes the report in\" {whole}
",
        but = if job.run.iter().any(|word| word.starts_with("--retry=")) { ", except those to be retried" } else { "" },
        script = folder.clone() + "/" + SCRIPT,
        quoted = quote(name),
        ids = ranges(&array.iter().map(|&task| task as u64).collect::<Vec<_>>()),
        resources = resources(job),
        body_word = if job.by_units { "UNITS" } else { "SHARD" },
    ))
}

/// The parts of a script that depend on how the work is divided.
struct Parts {
    /// The first comment.
    head: String,
    /// The commands of a task.
    body: String,
    /// The word that ends the commands of the second job.
    end: &'static str,
    /// The name of the second job.
    end_name: &'static str,
    /// The commands of the second job.
    end_body: String,
    end_resources: String,
    /// The sentences that are printed, one of each job.
    said: String,
    end_said: &'static str,
}

/// Each task runs shards, and the second job merges them.
fn shard_parts(job: &ClusterJob, run: &str, program: &str, folder: &str, whole: &str) -> Parts {
    let (tasks, of, count) = (job.tasks, job.shards.of, job.array().len());
    let run = format!("{run} --shard=\"$shard/{of}\" \\\n    --out={folder}/\"$shard\"-of-{of}");
    let body = if tasks == of {
        format!("shard=$SLURM_ARRAY_TASK_ID\nexec {run}")
    } else {
        format!(
            "failed=0\nfor ((shard = SLURM_ARRAY_TASK_ID; shard <= {of}; shard += {tasks})); do\n\
             {run} || failed=1\ndone\nexit $failed"
        )
    };
    let (missing, runs) = (grouped(job.shards.missing() as u64), counted(job.runs, "run"));
    let merge_mib = MERGE_MIB + job.runs / RUNS_PER_MIB;
    Parts {
        head: format!("{missing} of {runs}, {of} shards in an array of {count}, then a job that merges them."),
        body,
        end: "MERGE",
        end_name: "merge",
        end_body: format!("{program} merge {folder} --out={whole} --replace || exit 1\nexec {program} report {whole}"),
        end_resources: format!("--nodes=1 --ntasks=1 --cpus-per-task=1 --time={MERGE_MINUTES} --mem={merge_mib}M"),
        said: format!("{} in {of} shards, an array of {count}", counted(job.shards.missing(), "run")),
        end_said: "merges them",
    }
}

/// All tasks search the work units of every run, and the second job adds them up and records the runs.
fn unit_parts(job: &ClusterJob, run: &str, whole: &str) -> Parts {
    let (missing, runs, count) = (grouped(job.shards.missing() as u64), counted(job.runs, "run"), job.array().len());
    let JobResources { cpus, memory, .. } = job.resources;
    let memory = memory.map_or_else(String::new, |mib| format!(" --mem={mib}M"));
    Parts {
        head: format!(
            "the work units of {missing} of {runs}, shared by an array of {count}, then a job that records them."
        ),
        body: format!("exec {run} --units \\\n    --out={whole}"),
        end: "RECORD",
        end_name: "record",
        end_body: format!("exec {run} \\\n    --out={whole}"),
        end_resources: format!("--nodes=1 --ntasks=1 --cpus-per-task={cpus} --time={MERGE_MINUTES}{memory}"),
        said: format!("the work units of {}, an array of {count}", counted(job.shards.missing(), "run")),
        end_said: "records the runs",
    }
}

fn resources(job: &ClusterJob) -> String {
    let resources = &job.resources;
    let time = resources.minutes.map_or_else(String::new, |minutes| format!(" --time={minutes}"));
    let memory = resources.memory.map_or_else(String::new, |mib| format!(" --mem={mib}M"));
    format!("--nodes=1 --ntasks=1 --cpus-per-task={}{time}{memory}", resources.cpus)
}

/// The options of the user for both jobs. They come last, so that they take precedence.
fn both(job: &ClusterJob) -> String {
    let partition = job.partition.iter().map(|partition| format!("--partition={partition}"));
    let words: Vec<String> = partition.chain(job.options.iter().cloned()).map(|word| quote(&word)).collect();
    if words.is_empty() { String::new() } else { format!(" \\\n    {}", words.join(" ")) }
}
