//! The `[execution]` table: what of a run's surroundings is chosen. It decides no count.

use anyhow::{Result, anyhow, bail};

use super::node::{Node, Value};
use super::section::Section;
use crate::{Isolation, Schedule, physical_cores};

/// More threads than any machine has cores.
const MOST_JOBS: usize = 4096;

/// What the table says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) jobs: usize,
    pub(crate) isolation: Isolation,
    pub(crate) cgroups: bool,
    pub(crate) schedule: Schedule,
    pub(crate) pin: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            jobs: physical_cores(),
            isolation: Isolation::default(),
            cgroups: true,
            schedule: Schedule::default(),
            pin: true,
        }
    }
}

/// Reads the table.
pub(crate) fn read(node: &Node) -> Result<Settings> {
    let execution = Section::new(node, "[execution]", &["jobs", "isolation", "cgroups", "schedule", "pin"])?;
    let default = Settings::default();
    Ok(Settings {
        jobs: execution.get("jobs").map_or(Ok(default.jobs), jobs)?,
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
        other => bail!("{}: unknown isolation '{other}': write isolation = \"process\" or \"thread\"", node.place),
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
        other => bail!("{}: unknown schedule '{other}': write schedule = \"random\" or \"plan\"", node.place),
    }
}

fn flag(node: &Node, key: &str) -> Result<bool> {
    match node.value {
        Value::Flag(flag) => Ok(flag),
        ref other => bail!("{}: {key} is {} where true or false belongs", node.place, other.kind()),
    }
}
