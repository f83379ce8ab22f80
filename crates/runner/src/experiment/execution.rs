//! The `[execution]` table: what of a run's surroundings is chosen. It decides no count.

use anyhow::{Result, anyhow, bail};
use tilebench_sanitize::message::shown;

use super::node::{Node, Value};
use super::section::Section;
use crate::{Isolation, Schedule, physical_cores};

/// More threads than any machine has cores.
const MOST_JOBS: usize = 4096;

/// What the table says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// None where the table does not say.
    pub(crate) jobs: Option<usize>,
    pub(crate) isolation: Isolation,
    pub(crate) cgroups: bool,
    pub(crate) schedule: Schedule,
    pub(crate) pin: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { jobs: None, isolation: Isolation::default(), cgroups: true, schedule: Schedule::default(), pin: true }
    }
}

impl Settings {
    /// How many runs go side by side where the widest of them has so many threads: as many as there are cores for,
    /// unless the table says otherwise.
    ///
    /// # Errors
    ///
    /// Where runs of several threads are to go side by side in one process.
    pub(crate) fn jobs(&self, threads: usize) -> Result<usize> {
        let is_one_process = self.isolation == Isolation::Thread && threads > 1;
        match self.jobs {
            Some(jobs @ 2..) if is_one_process => bail!(
                "execution.jobs is {jobs}, but a solver has {threads} threads, and the processor time of such a run is \
                 known only where its process makes no other: write jobs = 1 or isolation = \"process\""
            ),
            Some(jobs) => Ok(jobs),
            None if is_one_process => Ok(1),
            None => Ok((physical_cores() / threads).max(1)),
        }
    }
}

/// Reads the table.
pub(crate) fn read(node: &Node) -> Result<Settings> {
    let execution = Section::new(node, "[execution]", &["jobs", "isolation", "cgroups", "schedule", "pin"])?;
    let default = Settings::default();
    Ok(Settings {
        jobs: execution.get("jobs").map(jobs).transpose()?,
        isolation: execution.get("isolation").map_or(Ok(default.isolation), isolation)?,
        cgroups: execution.get("cgroups").map_or(Ok(default.cgroups), |node| flag(node, "cgroups"))?,
        schedule: execution.get("schedule").map_or(Ok(default.schedule), schedule)?,
        pin: execution.get("pin").map_or(Ok(default.pin), |node| flag(node, "pin"))?,
    })
}

fn isolation(node: &Node) -> Result<Isolation> {
    match node.as_text("isolation")? {
        "process" => Ok(Isolation::Process),
        "thread" => Ok(Isolation::Thread),
        other => {
            bail!("{}: unknown isolation '{}': write isolation = \"process\" or \"thread\"", node.place, shown(other))
        }
    }
}

fn jobs(node: &Node) -> Result<usize> {
    let count = node.as_count("jobs", 1)?;
    usize::try_from(count)
        .ok()
        .filter(|&jobs| jobs <= MOST_JOBS)
        .ok_or_else(|| anyhow!("{}: {count} jobs are too many: use at most {MOST_JOBS}", node.place))
}

fn schedule(node: &Node) -> Result<Schedule> {
    match node.as_text("schedule")? {
        "random" => Ok(Schedule::Random),
        "plan" => Ok(Schedule::Plan),
        other => bail!("{}: unknown schedule '{}': write schedule = \"random\" or \"plan\"", node.place, shown(other)),
    }
}

fn flag(node: &Node, key: &str) -> Result<bool> {
    match node.value {
        Value::Flag(flag) => Ok(flag),
        ref other => bail!("{}: {key} is {} where true or false belongs", node.place, other.kind()),
    }
}
