//! The limits of a run.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tilebench_catalog::{Cost, Limits};
use tilebench_isolate::cgroup::allowed_memory;
use tilebench_isolate::cores::cores;

/// The limits of a run, each optional, in the units of the experiment file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// The maximum wall time of the search in seconds.
    pub time_s: Option<f64>,
    /// The maximum processor time of the search in seconds.
    pub cpu_s: Option<f64>,
    /// The maximum number of generated nodes.
    pub nodes: Option<u64>,
    /// The maximum number of moves of a path: nodes with a larger g + h are pruned.
    pub depth: Option<u64>,
    /// The maximum size of the algorithm's own lists, in MiB. If unset, three quarters of the machine's memory
    /// divided by its cores.
    pub memory_mib: Option<u64>,
    /// The maximum size in MiB of the files of a search that stores its lists on disk.
    pub disk_mib: Option<u64>,
}

impl RunLimits {
    /// The limits that the search counts against itself.
    pub(crate) fn counted(&self) -> Limits {
        let bytes = self.bytes();
        let disk = self.disk_mib.map_or(u64::MAX, |mib| mib.saturating_mul(1 << 20));
        // Clamped: no path is longer.
        let depth = self.depth.map_or(Cost::MAX, |moves| Cost::try_from(moves).unwrap_or(Cost::MAX));
        Limits { generated: self.nodes.unwrap_or(u64::MAX), bytes, disk, depth }
    }

    /// The time after which the search is stopped.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// The processor time after which the search is stopped.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.cpu_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// The maximum size of the search's own lists in bytes, set or default.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory_mib.map_or_else(default_bytes, |mib| mib.saturating_mul(1 << 20))
    }

    /// The limits that are set: key and value.
    pub(crate) fn explicit(&self) -> Vec<(&'static str, String)> {
        let time = self.time_s.map(|seconds| ("time_s", seconds.to_string()));
        let cpu = self.cpu_s.map(|seconds| ("cpu_s", seconds.to_string()));
        let nodes = self.nodes.map(|nodes| ("nodes", nodes.to_string()));
        let depth = self.depth.map(|moves| ("depth", moves.to_string()));
        let memory = self.memory_mib.map(|mib| ("memory_mib", mib.to_string()));
        let disk = self.disk_mib.map(|mib| ("disk_mib", mib.to_string()));
        [time, cpu, nodes, depth, memory, disk].into_iter().flatten().collect()
    }

    /// All limits, set or default.
    pub(crate) fn effective(&self) -> Vec<(&'static str, String)> {
        let mut effective = self.explicit();
        if self.memory_mib.is_none() {
            effective
                .push(("memory_mib", format!("{} (default: a share of the available memory)", self.bytes() >> 20)));
        }
        effective
    }
}

/// The limit in bytes if none is set: three quarters of the memory, divided by the number of cores,
/// so that the search ends with a recorded row before the system kills the program.
fn default_bytes() -> u64 {
    static BYTES: OnceLock<u64> = OnceLock::new();
    // Determined once: it reads a dozen files.
    *BYTES.get_or_init(|| allowed_memory().map_or(u64::MAX, |bytes| bytes / 4 * 3 / cores() as u64))
}

impl fmt::Display for RunLimits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits: Vec<String> = self.explicit().iter().map(|(key, value)| format!("{key} {value}")).collect();
        if limits.is_empty() { out.write_str("no limits") } else { out.write_str(&limits.join(", ")) }
    }
}
