//! The `[execution]` table: what of a run's surroundings is chosen. It decides no count.

use anyhow::{Result, anyhow, bail};

use super::node::{Node, Value};
use super::section::Section;
use crate::{Schedule, physical_cores};

/// More threads than any machine has cores.
const MOST_JOBS: usize = 4096;

/// What the table says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) jobs: usize,
    pub(crate) schedule: Schedule,
    pub(crate) pin: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { jobs: physical_cores(), schedule: Schedule::default(), pin: true }
    }
}

/// Reads the table.
pub(crate) fn read(node: &Node) -> Result<Settings> {
    let execution = Section::new(node, "[execution]", &["jobs", "isolation", "schedule", "pin"])?;
    if let Some(node) = execution.get("isolation") {
        isolation(node)?;
    }
    let default = Settings::default();
    Ok(Settings {
        jobs: execution.get("jobs").map_or(Ok(default.jobs), jobs)?,
        schedule: execution.get("schedule").map_or(Ok(default.schedule), schedule)?,
        pin: execution.get("pin").map_or(Ok(default.pin), pin)?,
    })
}

fn isolation(node: &Node) -> Result<()> {
    match node.as_text("isolation")? {
        "thread" => Ok(()),
        "process" => bail!(
            "{}: this version runs in threads, not in processes of their own: write isolation = \"thread\"",
            node.place
        ),
        other => bail!("{}: unknown isolation '{other}': write isolation = \"thread\"", node.place),
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

fn pin(node: &Node) -> Result<bool> {
    match node.value {
        Value::Flag(pin) => Ok(pin),
        ref other => bail!("{}: pin is {} where true or false belongs", node.place, other.kind()),
    }
}
