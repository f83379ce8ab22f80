//! Slurm: a job array of the shards, and a job that depends on it.
//!
//! The script calls `sbatch` twice. All requests are options on its command line, which bash
//! quotes, so that no path is read by another rule.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::job::{ClusterEngine, ClusterJob, SCRIPT};
use crate::text::{grouped, quote, ranges};

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
    let names = format!("--name={0},{0}-merge", job.name);
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
    let (place, program) = (word(&job.place)?, word(&job.program)?);
    let (folder, whole) = (word(&job.folder)?, word(&job.whole)?);
    let ClusterJob { name, tasks, .. } = job;
    let (of, array) = (job.shards.of, job.array());
    let run: Vec<String> = job.run.iter().map(|word| quote(word)).collect();
    let run =
        format!("{program} run {} --shard=\"$shard/{of}\" \\\n    --out={folder}/\"$shard\"-of-{of}", run.join(" "));
    let body = if *tasks == of {
        format!("shard=$SLURM_ARRAY_TASK_ID\nexec {run}")
    } else {
        format!(
            "failed=0\nfor ((shard = SLURM_ARRAY_TASK_ID; shard <= {of}; shard += {tasks})); do\n\
             {run} || failed=1\ndone\nexit $failed"
        )
    };
    let both = both(job);
    // A % in a path would be taken for a pattern.
    let logs = folder.replace('%', "%%");
    Ok(format!(
        "#!/usr/bin/env bash
# '{name}' on Slurm: {missing} of {runs} runs, {of} shards in an array of {count}, then a job that merges them.
# Written by `tilebench submit`; to submit it again: bash {script}
# Recorded runs are not executed again{but}.
set -euo pipefail
cd {place}
mkdir -p {folder}/log

array=$(sbatch --parsable --job-name={quoted} --array={ids} \\
    {resources} \\
    --output={logs}/log/%A-%a.txt{both} <<'SHARD'
#!/usr/bin/env bash
{body}
SHARD
)
array=${{array%%;*}}
merge=$(sbatch --parsable --job-name={quoted}-merge --dependency=afterany:\"$array\" \\
    --nodes=1 --ntasks=1 --cpus-per-task=1 --time={MERGE_MINUTES} --mem={merge_mib}M \\
    --output={logs}/log/%j-merge.txt{both} <<'MERGE'
#!/usr/bin/env bash
{program} merge {folder} --out={whole} --replace || exit 1
exec {program} report {whole}
MERGE
) || {{ scancel \"$array\"; exit 1; }}
echo \"job $array: {missing} runs in {of} shards, an array of {count}\"
echo \"job ${{merge%%;*}}: merges them and writes the report in\" {whole}
",
        but = if job.run.iter().any(|word| word.starts_with("--retry=")) { ", except those to be retried" } else { "" },
        merge_mib = MERGE_MIB + job.runs / RUNS_PER_MIB,
        missing = grouped(job.shards.missing() as u64),
        runs = grouped(job.runs as u64),
        count = array.len(),
        script = folder.clone() + "/" + SCRIPT,
        quoted = quote(name),
        ids = ranges(&array.iter().map(|&task| task as u64).collect::<Vec<_>>()),
        resources = resources(job),
    ))
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
