//! The job to submit: the shards and their missing runs, their resources, and the engines that can run it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, ensure};
use tilebench_runner::Plan;
use tilebench_runner::record::{Folder, Manifest, RecordError, Status};

/// A job of a cluster, whatever the engine.
#[derive(Debug)]
pub(super) struct ClusterJob {
    /// Whether the tasks share the work units of every run; otherwise each has shards of the plan.
    pub(super) by_units: bool,
    /// The job's name on the cluster.
    pub(super) name: String,
    /// The working directory of the job.
    pub(super) place: PathBuf,
    /// This program.
    pub(super) program: PathBuf,
    /// The arguments of `run`, without the shard.
    pub(super) run: Vec<String>,
    pub(super) shards: ShardStates,
    /// The number of tasks that execute all shards: task `t` runs the shards `t`, `t + tasks`, and so on.
    pub(super) tasks: usize,
    pub(super) resources: JobResources,
    pub(super) partition: Option<String>,
    /// For the engine's own command.
    pub(super) options: Vec<String>,
    /// The runs of the plan.
    pub(super) runs: usize,
    /// The folder of the shards.
    pub(super) folder: PathBuf,
    /// The folder they are merged to.
    pub(super) whole: PathBuf,
}

impl ClusterJob {
    /// The tasks that have something to do, from 1.
    pub(super) fn array(&self) -> Vec<usize> {
        if self.by_units {
            return (1..=self.tasks).collect();
        }
        let mut lacking = vec![false; self.tasks];
        for (shard, missing) in (0..).zip(&self.shards.lacking) {
            lacking[shard % self.tasks] |= !missing.is_empty();
        }
        (1..).zip(lacking).filter_map(|(task, lacks)| lacks.then_some(task)).collect()
    }
}

/// A program that runs jobs on a cluster.
#[derive(Debug)]
pub(crate) struct ClusterEngine {
    /// Its name.
    pub(super) name: &'static str,
    /// The maximum number of tasks in an array, if the cluster reports it.
    pub(super) array_cap: fn() -> Option<usize>,
    /// An error if nothing can be submitted from here.
    pub(super) ready: fn() -> Result<()>,
    /// The jobs of this name and place that have not ended, if the cluster reports them.
    pub(super) waiting: fn(&ClusterJob) -> Vec<String>,
    /// The bash script that submits the job.
    pub(super) script: fn(&ClusterJob) -> Result<String>,
}

/// The name of the script in the folder of the shards.
pub(crate) const SCRIPT: &str = "submit.sh";

/// The shards of a plan, each with its missing runs.
#[derive(Debug, Default)]
pub(super) struct ShardStates {
    /// The number of shards.
    pub(super) of: usize,
    /// For each shard, the indices in the plan of the runs that are to be executed.
    pub(super) lacking: Vec<Vec<usize>>,
    /// The folder of a shard that is being written.
    pub(super) running: Option<PathBuf>,
}

/// The number of runs per shard if the number of shards is not given: a task takes about a second to start.
const RUNS_PER_SHARD: usize = 8;

/// The maximum number of shards if none is given; fewer than the limit of any cluster.
const MAX_SHARDS: usize = 100;

impl ShardStates {
    /// Reads the state of the plan in `folder`.
    ///
    /// # Errors
    ///
    /// If it contains shards of another plan, or of another number of shards.
    pub(super) fn read(plan: &Plan, folder: &Path, requested: Option<usize>, retry: &[Status]) -> Result<Self> {
        let there = match Folder::open_all(folder) {
            Err(RecordError::NoFolder { .. } | RecordError::NoRuns { .. }) => Vec::new(),
            there => there?,
        };
        let manifests = there.iter().map(Folder::manifest).collect::<Result<Vec<_>, _>>()?;
        let known = manifests.iter().flatten().find_map(|manifest| manifest.shard).map(|shard| shard.of);
        let usual = plan.len().div_ceil(RUNS_PER_SHARD).min(MAX_SHARDS);
        let of = requested.or(known.and_then(|of| usize::try_from(of).ok())).unwrap_or(usual);
        let assigned = plan.assign_shards(of)?;
        let mut done: BTreeMap<String, Status> = BTreeMap::new();
        for (shard, manifest) in there.iter().zip(&manifests) {
            refuse_other(plan, of, shard, manifest.as_ref())?;
            // An incomplete last line is mended when its shard is resumed.
            shard.each_complete_row_of_any_plan(|run| {
                done.insert(run.run_id, run.status);
            })?;
        }
        let mut lacking = vec![Vec::new(); of];
        for (at, (id, shard)) in plan.run_ids().zip(assigned).enumerate() {
            if done.get(id).is_none_or(|status| retry.contains(status)) {
                lacking[shard - 1].push(at);
            }
        }
        let running = there.iter().find(|shard| shard.is_being_written()).map(|shard| shard.path().to_owned());
        Ok(Self { of, lacking, running })
    }

    /// The state of the plan in the folder `whole`, as if it were the only shard.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub(super) fn whole(plan: &Plan, whole: &Path) -> Result<Self> {
        let mut done = BTreeMap::new();
        let mut running = None;
        match Folder::open(whole) {
            Err(RecordError::NoFolder { .. } | RecordError::NoRuns { .. }) => {}
            folder => {
                let folder = folder?;
                folder.each_complete_row_of_any_plan(|run| {
                    done.insert(run.run_id, run.status);
                })?;
                running = folder.is_being_written().then(|| whole.to_owned());
            }
        }
        let missing = |(at, id): (usize, &str)| (!done.contains_key(id)).then_some(at);
        let lacking = vec![plan.run_ids().enumerate().filter_map(missing).collect()];
        Ok(Self { of: 1, lacking, running })
    }

    /// The number of runs that are to be executed.
    pub(super) fn missing(&self) -> usize {
        self.lacking.iter().map(Vec::len).sum()
    }
}

fn refuse_other(plan: &Plan, of: usize, folder: &Folder, manifest: Option<&Manifest>) -> Result<()> {
    let Some(manifest) = manifest else { return Ok(()) };
    let path = folder.path().display();
    ensure!(
        manifest.plan_id.as_deref() == Some(plan.id()),
        "{path} is of another plan, or of an earlier version of this plan: choose another folder with --out"
    );
    let there = manifest.shard.map_or(1, |shard| shard.of);
    ensure!(
        manifest.shard.is_some_and(|shard| shard.of == of as u64),
        "{path} is a shard of {there}, not of {of}: remove --shards, or choose another folder with --out"
    );
    Ok(())
}

/// The resources that a task requests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JobResources {
    /// Processors: one per thread of each parallel run.
    pub(super) cpus: usize,
    /// Minutes, if every run has a time limit.
    pub(super) minutes: Option<u64>,
    /// MiB, if every run has a memory limit.
    pub(super) memory: Option<u64>,
}

/// Minutes for work without a limit: starting, building tables, checking answers.
const SPARE_MINUTES: u64 = 10;

/// MiB for the program itself and all other memory outside the lists of a search.
const SPARE_MIB: u64 = 512;

impl JobResources {
    /// The worst-case time of the longest task, and the memory of the largest run.
    pub(super) fn for_plan(plan: &Plan, shards: &ShardStates, tasks: usize, jobs: usize) -> Self {
        let limits: Vec<_> = plan.limits().collect();
        let task = |task: usize| shards.lacking.iter().skip(task).step_by(tasks);
        let seconds = (0..tasks).map(|at| {
            task(at).try_fold(0.0, |sum, runs| {
                let times = runs.iter().map(|&run| limits[run].time_s).collect::<Option<Vec<f64>>>()?;
                // The last run may begin when all others are done.
                let last = if jobs == 1 { 0.0 } else { times.iter().copied().fold(0.0, f64::max) };
                Some(sum + times.iter().sum::<f64>() / jobs as f64 + last)
            })
        });
        let seconds = seconds.collect::<Option<Vec<f64>>>().and_then(|all| all.into_iter().reduce(f64::max));
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds * 1.05).ok());
        let wanted = shards.lacking.iter().flatten();
        let lists = wanted.map(|&run| limits[run].memory_mib).collect::<Option<Vec<u64>>>();
        let lists = lists.and_then(|all| all.into_iter().max()).map(|mib| mib.saturating_mul(jobs as u64));
        Self {
            cpus: jobs * plan.experiment().threads(),
            minutes: seconds.map(|seconds| seconds.as_secs().div_ceil(60) + SPARE_MINUTES),
            // A quarter more for the overhead of the system's allocator.
            memory: lists.map(|mib| mib.saturating_add(mib / 4 + plan.table_bytes().div_ceil(1 << 20) + SPARE_MIB)),
        }
    }
}
