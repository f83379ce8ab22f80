//! The limits of a search, held from outside.

use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::living::Living;
use crate::foreign::Errand;
use crate::tree;
use crate::{RunLimits, memory};

/// What a process may have beyond what its search counts: stacks, buffers, what an allocator keeps.
const SLACK: u64 = 64 << 20;

/// The same of its address space, of which threads reserve much that they never use.
const ADDRESS_SLACK: u64 = 512 << 20;

/// What each thread of a search reserves of it for its stack and its allocator.
const THREAD_SLACK: u64 = 160 << 20;

/// How long after its time limit a search is waited for, as a time and as a part of the limit, so that it
/// counts to the end: one that looks at its flag needs it to give back its memory.
const GRACE: (Duration, f64) = (Duration::from_millis(20), 0.01);

/// How long after a program's limits its worker is waited for: it ends the program's processes and reads
/// what they wrote.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often a process is looked at whose memory nobody else limits, or its processor time.
const LOOK: Duration = Duration::from_millis(10);

/// How often it is looked whether everything was cancelled.
const GLANCE: Duration = Duration::from_millis(20);

const MIB: f64 = 1_048_576.0;

/// Why a search is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stopped {
    Time,
    Cpu,
    Memory,
    Cancelled,
}

impl Stopped {
    /// What the record says of it.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::Time => "killed: it did not look at its flag when its time was up",
            Self::Cpu => "killed: it did not look at its flag when its processor time was up",
            Self::Memory => "killed: its process had more memory than its limit, and than its search had counted",
            Self::Cancelled => "",
        }
    }
}

/// The limits of a search or a program that runs.
#[derive(Debug)]
pub(super) struct Guard {
    /// When it began.
    pub(super) began: Instant,
    /// When it is ended.
    deadline: Option<Instant>,
    /// How many threads search. One is the worker's first.
    threads: usize,
    /// The processor time of these before it began.
    cpu_before: Duration,
    /// The processor time that it may take.
    cpu: Option<Duration>,
    fence: Fence,
    /// How many of the worker's processes the kernel had ended for want of memory before it began.
    killed_before: u64,
}

impl Guard {
    /// Arms the limits of a search of so many threads that is about to begin.
    pub(super) fn arm(living: &mut Living, limits: &RunLimits, threads: usize) -> Self {
        let late = |limit: Duration| limit + GRACE.0 + limit.mul_f64(GRACE.1);
        let others = (threads as u64 - 1) * THREAD_SLACK;
        let fence = Wanted { bytes: limits.bytes(), addresses: Some(ADDRESS_SLACK + others) };
        Self::new(living, fence, threads, limits.time().map(late), limits.cpu().map(late))
    }

    /// Arms those of a program that is about to be run. The worker holds them; this is for a worker that
    /// does not.
    pub(super) fn of_program(living: &mut Living, errand: &Errand) -> Self {
        let bytes = errand.memory.unwrap_or_else(|| RunLimits::default().bytes());
        // Addresses are not limited: many a language reserves far more than it ever uses.
        let fence = Wanted { bytes, addresses: None };
        Self::new(living, fence, 1, errand.time.map(|limit| limit + PATIENCE), None)
    }

    fn new(living: &mut Living, wanted: Wanted, threads: usize, time: Option<Duration>, cpu: Option<Duration>) -> Self {
        let is_up = |fence: &Fence| fence.wanted == wanted;
        let fence = living.fence.filter(is_up).unwrap_or_else(|| Fence::put_up(living, wanted));
        living.fence = Some(fence);
        let cpu_before = cpu_of(living, threads);
        let began = Instant::now();
        let deadline = time.and_then(|time| began.checked_add(time));
        Self { began, deadline, threads, cpu_before, cpu, fence, killed_before: living.kills() }
    }

    /// How many of the worker's processes the kernel had ended for want of memory before it began.
    pub(super) fn killed_before(&self) -> u64 {
        self.killed_before
    }

    /// Whether the kernel holds the memory limit.
    pub(super) fn is_held_by_kernel(&self) -> bool {
        self.fence.by_kernel
    }

    /// How long to wait before the next look.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let look = if self.fence.by_kernel && self.cpu.is_none() { GLANCE } else { LOOK };
        self.deadline.map_or(look, |deadline| look.min(deadline.saturating_duration_since(now)))
    }

    /// Looks whether the search has to be stopped.
    pub(super) fn look(&self, living: &Living) -> Option<Stopped> {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return Some(Stopped::Time);
        }
        if self.cpu.is_some_and(|cpu| self.cpu_used(living) > cpu) {
            return Some(Stopped::Cpu);
        }
        (!self.fence.by_kernel && self.fence.over(living) > SLACK).then_some(Stopped::Memory)
    }

    /// The processor time that the search used so far.
    pub(super) fn cpu_used(&self, living: &Living) -> Duration {
        cpu_of(living, self.threads).saturating_sub(self.cpu_before)
    }

    /// By how many MiB the processes are over their limit now.
    pub(super) fn over(&self, living: &Living) -> f64 {
        self.fence.over(living) as f64 / MIB
    }

    /// By how many MiB the kernel let them go over their limit.
    pub(super) fn allowance(&self) -> f64 {
        let slack = if self.fence.by_kernel { SLACK } else { self.fence.wanted.addresses.unwrap_or(ADDRESS_SLACK) };
        slack as f64 / MIB
    }
}

/// The processor time of a worker's search of so many threads so far, and of those before it.
fn cpu_of(living: &Living, threads: usize) -> Duration {
    if threads == 1 { tree::thread_cpu(living.pid()) } else { tree::cpu(living.pid()).unwrap_or_default() }
}

/// What a memory limit is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    /// What a search may have.
    bytes: u64,
    /// What it may have of addresses beyond that, where these are limited if the kernel does not hold its memory.
    addresses: Option<u64>,
}

/// The memory limit of a worker, which stays from run to run while it is the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    wanted: Wanted,
    /// What the worker had before.
    before: u64,
    /// Whether the kernel holds it.
    by_kernel: bool,
}

impl Fence {
    fn put_up(living: &Living, wanted: Wanted) -> Self {
        let memory = memory::of(living.pid());
        let by_kernel = living.cgroup.as_ref().is_some_and(|group| {
            // Pages of tables are the group's that read them first, and must not be driven out.
            let there = group.usage().unwrap_or(0).max(memory.own) + memory.files;
            group.limit(ceiling(there, wanted.bytes, SLACK))
        });
        if !by_kernel {
            let most = wanted.addresses.and_then(|slack| ceiling(memory.addresses, wanted.bytes, slack));
            limit_addresses(living.pid(), most);
        }
        Self { wanted, before: memory.own, by_kernel }
    }

    /// Takes it down: what is to be made ready is not limited.
    pub(super) fn take_down(self, living: &Living) {
        match &living.cgroup {
            Some(group) if self.by_kernel => {
                group.limit(None);
            }
            _ => limit_addresses(living.pid(), None),
        }
    }

    /// By how much the processes are over it now.
    fn over(&self, living: &Living) -> u64 {
        let pids = living.pids();
        let over = |now: u64| now.saturating_sub(self.before).saturating_sub(self.wanted.bytes);
        match over(tree::usage(&pids).memory) {
            0 => 0,
            _ => over(tree::own_memory(&pids)),
        }
    }
}

/// The most bytes allowed; none where that is more than any machine has.
fn ceiling(there: u64, bytes: u64, slack: u64) -> Option<u64> {
    there.checked_add(bytes)?.checked_add(slack).filter(|sum| *sum < 1 << 62)
}

#[cfg(target_os = "linux")]
fn limit_addresses(pid: u32, bytes: Option<u64>) {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return };
    // What may be asked for at most stays as it is, so that the next run can be given more.
    let maximum = rustix::process::getrlimit(Resource::As).maximum;
    let current = bytes.map(|bytes| maximum.map_or(bytes, |maximum| bytes.min(maximum))).or(maximum);
    // Where this is refused, the memory is still looked at.
    let _ = prlimit(Some(pid), Resource::As, Rlimit { current, maximum });
}

#[cfg(not(target_os = "linux"))]
fn limit_addresses(_: u32, _: Option<u64>) {}
