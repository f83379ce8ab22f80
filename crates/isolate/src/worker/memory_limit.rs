//! The memory limit of a worker: by its control group if it has one, else by its address space and by sampling.

#[cfg(target_os = "linux")]
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::process_tree::ProcessTree;
use crate::{memory, usage};

/// The memory that a process may have beyond the limit: stacks, buffers, pages that an allocator keeps.
pub(super) const SLACK: u64 = 64 << 20;

/// The address space that a process may have beyond the limit. Threads reserve much that they never use.
pub(super) const ADDRESS_SLACK: u64 = 512 << 20;

/// A memory limit as requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequestedLimit {
    /// The bytes that the work may have.
    pub(super) bytes: u64,
    /// The address space that it may have beyond that, if address space is limited without a control group.
    pub(super) address_slack: Option<u64>,
}

/// A memory limit in force, kept from one piece of work to the next while the request is the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryLimit {
    pub(super) requested: RequestedLimit,
    /// The private memory of the worker before.
    before: u64,
    /// Whether the kernel enforces it.
    pub(super) by_kernel: bool,
}

impl MemoryLimit {
    /// Sets the limit on `tree`.
    pub(super) fn set(tree: &ProcessTree, requested: RequestedLimit) -> Self {
        let memory = memory::of_process(tree.root);
        let by_kernel = tree.cgroup.as_ref().is_some_and(|group| {
            // Pages of tables belong to the group that read them first, and must not be evicted.
            let present = group.usage().unwrap_or(0).max(memory.own) + memory.files;
            group.limit(ceiling(present, requested.bytes, SLACK))
        });
        if !by_kernel {
            let slack = requested.address_slack;
            limit_addresses(tree.root, slack.and_then(|slack| ceiling(memory.addresses, requested.bytes, slack)));
        }
        Self { requested, before: memory.own, by_kernel }
    }

    /// Removes the limit.
    pub(super) fn lift(self, tree: &ProcessTree) {
        match &tree.cgroup {
            Some(group) if self.by_kernel => {
                group.limit(None);
            }
            _ => limit_addresses(tree.root, None),
        }
    }

    /// The bytes by which the processes exceed the request now.
    pub(super) fn excess(&self, tree: &ProcessTree) -> u64 {
        let pids = tree.pids();
        let excess = |now: u64| now.saturating_sub(self.before).saturating_sub(self.requested.bytes);
        match excess(usage::usage(&pids).memory) {
            0 => 0,
            _ => excess(usage::exact_memory(&pids)),
        }
    }
}

/// The sum, or `None` if no machine has that much.
fn ceiling(present: u64, bytes: u64, slack: u64) -> Option<u64> {
    present.checked_add(bytes)?.checked_add(slack).filter(|sum| *sum < 1 << 62)
}

#[cfg(target_os = "linux")]
fn limit_addresses(pid: u32, bytes: Option<u64>) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
    // The hard limit stays, so that the next limit can be larger.
    let maximum = rustix::process::getrlimit(Resource::As).maximum;
    let current = bytes.map(|bytes| maximum.map_or(bytes, |maximum| bytes.min(maximum))).or(maximum);
    // If this is refused, the memory is still sampled.
    let _ = prlimit(Some(pid), Resource::As, Rlimit { current, maximum });
}

#[cfg(not(target_os = "linux"))]
fn limit_addresses(_: u32, _: Option<u64>) {}
