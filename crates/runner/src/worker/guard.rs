//! The limits of a search, held from outside.

use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use super::GRACE;
use super::living::Living;
use crate::foreign::Errand;
use crate::tree::{self, Use};
use crate::{RunLimits, memory};

/// What a process may have beyond what its search counts: stacks, buffers, what an allocator keeps.
const SLACK: u64 = 64 << 20;

/// The same of its address space, of which threads reserve much that they never use.
const ADDRESS_SLACK: u64 = 512 << 20;

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

/// The limits of a search that runs.
#[derive(Debug)]
pub(super) struct Guard {
    /// When it began.
    pub(super) began: Instant,
    /// When it is ended.
    deadline: Option<Instant>,
    /// The processor time at which it is ended.
    cpu: Option<Duration>,
    /// What was used before it began.
    before: Use,
    /// What its search may have.
    bytes: u64,
    /// Whether the kernel holds the memory limit.
    by_kernel: bool,
}

impl Guard {
    /// Arms the limits of a search that is about to begin.
    pub(super) fn arm(living: &Living, limits: &RunLimits) -> Self {
        let late = |limit: Duration| limit + GRACE.0 + limit.mul_f64(GRACE.1);
        Self::new(living, limits.bytes(), limits.time().map(late), limits.cpu().map(late))
    }

    /// Arms those of a program that is about to be run. The worker holds them; this is for a worker that
    /// does not.
    pub(super) fn of_program(living: &Living, errand: &Errand) -> Self {
        let late = |limit: Duration| limit + PATIENCE;
        let bytes = errand.memory.unwrap_or_else(|| RunLimits::default().bytes());
        Self::new(living, bytes, errand.time.map(late), errand.cpu.map(late))
    }

    fn new(living: &Living, bytes: u64, time: Option<Duration>, cpu: Option<Duration>) -> Self {
        let before = tree::usage(&living.pids());
        let by_kernel = living.cgroup.as_ref().is_some_and(|group| {
            // Pages of tables are the group's that read them first, and must not be driven out.
            let files = memory::mapped(living.pid()).unwrap_or(0);
            let there = group.usage().unwrap_or(0).max(before.memory) + files;
            group.limit(ceiling(there, bytes, SLACK))
        });
        if !by_kernel {
            let there = memory::address_space(living.pid());
            limit_addresses(living.pid(), there.and_then(|there| ceiling(there, bytes, ADDRESS_SLACK)));
        }
        let began = Instant::now();
        let deadline = time.and_then(|time| began.checked_add(time));
        let cpu = cpu.map(|cpu| before.cpu + cpu);
        Self { began, deadline, cpu, before, bytes, by_kernel }
    }

    /// Lifts them.
    pub(super) fn disarm(&self, living: &Living) {
        match &living.cgroup {
            Some(group) if self.by_kernel => {
                group.limit(None);
            }
            _ => limit_addresses(living.pid(), None),
        }
    }

    /// How long to wait before the next look.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let look = if self.by_kernel && self.cpu.is_none() { GLANCE } else { LOOK };
        self.deadline.map_or(look, |deadline| look.min(deadline.saturating_duration_since(now)))
    }

    /// Looks whether the search has to be stopped.
    pub(super) fn look(&self, living: &Living) -> Option<Stopped> {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return Some(Stopped::Time);
        }
        if self.by_kernel && self.cpu.is_none() {
            return None;
        }
        let now = tree::usage(&living.pids());
        if self.cpu.is_some_and(|cpu| now.cpu > cpu) {
            return Some(Stopped::Cpu);
        }
        let most = ceiling(self.before.memory, self.bytes, SLACK);
        (!self.by_kernel && most.is_some_and(|most| now.memory > most)).then_some(Stopped::Memory)
    }

    /// What it used so far.
    pub(super) fn used(&self, living: &Living) -> Use {
        let now = tree::usage(&living.pids());
        Use { memory: now.memory.saturating_sub(self.before.memory), cpu: now.cpu.saturating_sub(self.before.cpu) }
    }

    /// By how many MiB the process is over its limit now.
    pub(super) fn over(&self, living: &Living) -> Option<f64> {
        Some(self.used(living).memory.saturating_sub(self.bytes) as f64 / MIB)
    }

    /// By how many MiB the kernel let it go over its limit.
    pub(super) fn allowance(&self) -> Option<f64> {
        Some(if self.by_kernel { SLACK } else { ADDRESS_SLACK } as f64 / MIB)
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
