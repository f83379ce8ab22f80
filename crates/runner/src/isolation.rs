//! How runs are isolated from each other, and how their limits are enforced.

use serde::Serialize;
use tilebench_isolate::cgroup::{CgroupVersion, ParentCgroup};

use crate::Experiment;

/// How runs are isolated from each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum IsolationMode {
    /// The searches of each job are executed by a process of its own. If one crashes, hangs or takes all memory, that
    /// affects one row only.
    #[default]
    Process,
    /// All searches are executed by threads of this process. That saves the fraction of a millisecond per run that
    /// messages to a worker take: for instances that are solved in as little.
    Thread,
}

/// The isolation of an execution: the mode, and the mechanisms that are available.
#[derive(Clone, Debug)]
pub(crate) struct Isolation {
    mode: IsolationMode,
    /// The parent of control groups, if they are used.
    pub(crate) cgroups: Option<ParentCgroup>,
}

impl Isolation {
    /// The best available mechanisms that the experiment permits.
    pub(crate) fn find(experiment: &Experiment) -> Self {
        Self { mode: experiment.isolation, cgroups: experiment.cgroups.then(ParentCgroup::find).flatten() }
    }

    /// The manifest's description of how the limit `key` is enforced.
    pub(crate) fn enforcement(&self, key: &str) -> String {
        let by_search = match key {
            "time_s" => TIME,
            "cpu_s" => CPU,
            "nodes" => return NODES.to_owned(),
            "depth" => return DEPTH.to_owned(),
            "disk_mib" => return DISK.to_owned(),
            _ => MEMORY,
        };
        match (self.mode, key) {
            (IsolationMode::Thread, _) => by_search.to_owned(),
            (_, "time_s" | "cpu_s") => format!("{by_search}; {KILL}"),
            _ => format!("{by_search}; {}", self.group().unwrap_or(POLL)),
        }
    }

    /// The same for an external program.
    pub(crate) fn program_enforcement(&self, key: &str) -> String {
        match key {
            "time_s" => PROGRAM_TIME.to_owned(),
            "cpu_s" => PROGRAM_POLL.to_owned(),
            "memory_mib" => match self.group() {
                Some(group) => format!("{PROGRAM_POLL}; {group}"),
                None => PROGRAM_POLL.to_owned(),
            },
            "nodes" => PROGRAM_NODES.to_owned(),
            "depth" => PROGRAM_DEPTH.to_owned(),
            _ => NOT_ENFORCED.to_owned(),
        }
    }

    fn group(&self) -> Option<&'static str> {
        self.cgroups.as_ref().map(|parent| match parent.version() {
            CgroupVersion::V1 => GROUP_V1,
            CgroupVersion::V2 => GROUP_V2,
        })
    }
}

const PROGRAM_TIME: &str = "the program is killed with all processes that it started; an answer after the limit does not \
                            count";
const PROGRAM_POLL: &str = "the program and all processes that it started are checked a hundred times per second, and \
                            killed";
const PROGRAM_NODES: &str = "the limit is passed to the program if its command has the placeholder; the count that the \
                             program reports is compared with it";
const PROGRAM_DEPTH: &str = "the limit is passed to the program if its command has the placeholder; a longer path does \
                             not count";
const NOT_ENFORCED: &str = "not enforced: the files of the program are unknown";
const TIME: &str = "a watcher thread raises a flag that the search checks every 1024 expansions; an answer after the \
                    limit does not count";
const CPU: &str = "a watcher thread reads the processor time of the search's threads and raises the flag that the \
                   search checks; an answer after the limit does not count";
const KILL: &str = "its process is killed if that does not end it within 1 % of the limit and 20 ms, or 2 s if it is an anytime \
                    search";
const NODES: &str = "the search counts its nodes, and stops before the expansion that could exceed the limit";
const DEPTH: &str = "the search prunes nodes whose g + h exceeds the limit; a method with a single path ends when the \
                     path exceeds it";
const MEMORY: &str = "the search counts the bytes of its own lists, and stops before the growth that would exceed the \
                      limit";
const GROUP_V1: &str = "a control group (v1) limits its process and all that it starts to 64 MiB more";
const GROUP_V2: &str = "a control group (v2) limits its process and all that it starts to 64 MiB more";
const POLL: &str = "its process is checked a hundred times per second and killed at 64 MiB more, and is refused addresses \
                    at 512 MiB more";
const DISK: &str = "the search counts the bytes of its files, and stops before the write that would exceed the limit";
