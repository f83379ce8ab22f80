//! A process with its descendants and its control group.

use crate::cgroup::Cgroup;
use crate::processes::descendants;

/// A process with all that it starts, and its control group if it has one.
#[derive(Debug)]
pub(crate) struct ProcessTree {
    /// The process.
    pub(crate) root: u32,
    /// Its control group. It is removed with this value, so drop that when the processes have ended.
    pub(crate) cgroup: Option<Cgroup>,
}

impl ProcessTree {
    /// The process and its descendants.
    pub(crate) fn pids(&self) -> Vec<u32> {
        let mut pids = vec![self.root];
        pids.extend(descendants(self.root));
        pids
    }

    /// The number of its processes that the kernel killed because memory ran out, as far as a control group counts them.
    pub(crate) fn oom_kills(&self) -> u64 {
        self.cgroup.as_ref().map_or(0, Cgroup::oom_kills)
    }
}
