//! The limits of a run.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use tilebench_catalog::Limits;

use crate::cores;
use crate::memory;

/// The limits of a run, each optional, in the units in which people write them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RunLimits {
    /// The seconds that the search may take by the clock.
    pub time_s: Option<f64>,
    /// The nodes that may be generated.
    pub nodes: Option<u64>,
    /// The MiB that the algorithm's own lists may hold. Where none is asked for, three quarters of the
    /// machine's memory divided by its cores.
    pub memory_mb: Option<u64>,
    /// The MiB of files that a search which keeps lists on disk may have.
    pub disk_mb: Option<u64>,
}

impl RunLimits {
    /// The limits that the search counts against itself.
    pub(crate) fn counted(&self) -> Limits {
        let bytes = self.memory_mb.map_or_else(unasked_bytes, |mb| mb.saturating_mul(1 << 20));
        let disk = self.disk_mb.map_or(u64::MAX, |mb| mb.saturating_mul(1 << 20));
        Limits { generated: self.nodes.unwrap_or(u64::MAX), bytes, disk }
    }

    /// The time after which the search is stopped.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// The same of a program of somebody else's.
    pub(crate) fn told(&self) -> Vec<(&'static str, String, &'static str)> {
        let means = |key| if key == "time_s" { KILLED } else { TOLD };
        self.described().into_iter().map(|(key, value, _)| (key, value, means(key))).collect()
    }

    /// The limits there are: key, value, and the means by which each is held.
    pub(crate) fn described(&self) -> Vec<(&'static str, String, &'static str)> {
        let time = self.time_s.map(|seconds| ("time_s", seconds.to_string(), TIME));
        let nodes = self.nodes.map(|nodes| ("nodes", nodes.to_string(), NODES));
        let memory = self.memory_mb.map(|mb| ("memory_mb", mb.to_string(), MEMORY));
        let disk = self.disk_mb.map(|mb| ("disk_mb", mb.to_string(), DISK));
        [time, nodes, memory, disk].into_iter().flatten().collect()
    }
}

/// The bytes allowed where no limit is asked for: three quarters of the machine's memory, shared by as
/// many runs as it has cores, so that a search ends as a row before the system ends the program.
fn unasked_bytes() -> u64 {
    memory::installed().map_or(u64::MAX, |bytes| bytes / 4 * 3 / cores() as u64)
}

impl fmt::Display for RunLimits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits: Vec<String> = self.described().iter().map(|(key, value, _)| format!("{key} {value}")).collect();
        if limits.is_empty() { out.write_str("no limits") } else { out.write_str(&limits.join(", ")) }
    }
}

const KILLED: &str = "the program is killed; an answer that comes after the limit does not count";
const TOLD: &str = "the program is told, where its command has the placeholder; of nodes, what it counts is held to it";
const TIME: &str = "a watcher thread raises a flag that the search looks at every 1024 expansions; an answer that \
                    comes after the limit does not count";
const NODES: &str = "the search counts, and stops before the expansion that could exceed it";
const MEMORY: &str = "the search counts the bytes of its own lists, and stops before the growth that would exceed it";
const DISK: &str = "the search counts the bytes of its files, and stops before the write that would exceed it";
