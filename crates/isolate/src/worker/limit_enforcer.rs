//! Enforcing the limits of a piece of work from outside of its process.

use std::time::{Duration, Instant};

use super::memory_limit::{ADDRESS_SLACK, MemoryLimit, RequestedLimit, SLACK};
use crate::process_tree::ProcessTree;
use crate::program::ProgramCommand;
use crate::usage;

/// The address space that each thread reserves for its stack and its allocator.
const THREAD_SLACK: u64 = 160 << 20;

/// The share of a time limit after which work may still end by itself, besides [`WorkLimits::grace`].
const GRACE_SHARE: f64 = 0.01;

/// The time after a program's limit in which its worker may kill the program's processes and read their output.
const PROGRAM_GRACE: Duration = Duration::from_secs(2);

/// The interval between samples of a process whose memory the kernel does not limit, or whose processor time is limited.
const SAMPLE: Duration = Duration::from_millis(10);

/// The interval at which cancelling is polled.
pub(super) const POLL: Duration = Duration::from_millis(20);

const MIB: f64 = 1_048_576.0;

/// The limits of a piece of work in a worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkLimits {
    /// The maximum wall-clock time.
    pub time: Option<Duration>,
    /// The maximum processor time.
    pub cpu: Option<Duration>,
    /// The maximum memory in bytes.
    pub bytes: u64,
    /// The time after a time limit in which the work may still end by itself, besides 1 % of the limit: work that polls its flag needs
    /// it to free its memory.
    pub grace: Duration,
    /// The number of threads that do the work. One of them is the worker's main thread.
    pub threads: usize,
}

/// Why work is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopCause {
    /// Its time was up.
    Time,
    /// Its processor time was up.
    Cpu,
    /// It had more memory than its limit.
    Memory,
    /// It was cancelled.
    Cancelled,
}

/// The limits of a piece of work in progress.
#[derive(Debug)]
pub struct LimitEnforcer {
    began: Instant,
    deadline: Option<Instant>,
    threads: usize,
    /// The processor time of these threads before.
    cpu_before: Duration,
    /// The maximum processor time.
    cpu: Option<Duration>,
    memory: MemoryLimit,
    /// The out-of-memory kills in the worker's tree before.
    oom_kills_before: u64,
    /// Whether the work is a program.
    is_program: bool,
}

impl LimitEnforcer {
    /// Sets the limits of work that is about to begin. `memory` is the limit in force.
    pub(super) fn for_work(tree: &ProcessTree, memory: &mut Option<MemoryLimit>, limits: &WorkLimits) -> Self {
        let with_grace = |limit: Duration| limit + limits.grace + limit.mul_f64(GRACE_SHARE);
        let other_threads = (limits.threads as u64 - 1) * THREAD_SLACK;
        let requested = RequestedLimit { bytes: limits.bytes, address_slack: Some(ADDRESS_SLACK + other_threads) };
        Self::new(
            tree,
            memory,
            requested,
            WorkLimits { time: limits.time.map(with_grace), cpu: limits.cpu.map(with_grace), ..*limits },
        )
    }

    /// Sets the limits for a program that is about to be run with at most `bytes` of memory. The worker enforces the
    /// program's limits, these apply if it fails to.
    pub(super) fn for_program(
        tree: &ProcessTree,
        memory: &mut Option<MemoryLimit>,
        command: &ProgramCommand,
        bytes: u64,
    ) -> Self {
        // Address space is not limited: many language runtimes reserve far more than they use.
        let requested = RequestedLimit { bytes, address_slack: None };
        let time = command.time.map(|limit| limit + PROGRAM_GRACE);
        let limits = WorkLimits { time, cpu: None, bytes, grace: Duration::ZERO, threads: 1 };
        Self { is_program: true, ..Self::new(tree, memory, requested, limits) }
    }

    fn new(
        tree: &ProcessTree,
        memory: &mut Option<MemoryLimit>,
        requested: RequestedLimit,
        limits: WorkLimits,
    ) -> Self {
        let in_force = memory.filter(|limit| limit.requested == requested);
        let in_force = *memory.insert(in_force.unwrap_or_else(|| MemoryLimit::set(tree, requested)));
        let cpu_before = cpu_of(tree, limits.threads);
        let began = Instant::now();
        Self {
            began,
            deadline: limits.time.and_then(|time| began.checked_add(time)),
            threads: limits.threads,
            cpu_before,
            cpu: limits.cpu,
            memory: in_force,
            oom_kills_before: tree.oom_kills(),
            is_program: false,
        }
    }

    /// When the work began.
    #[must_use]
    pub fn began(&self) -> Instant {
        self.began
    }

    /// Whether the kernel enforces the memory limit.
    #[must_use]
    pub fn is_enforced_by_kernel(&self) -> bool {
        self.memory.by_kernel
    }

    /// The MiB by which the kernel lets the processes exceed their limit.
    #[must_use]
    pub fn slack_mib(&self) -> f64 {
        let requested = self.memory.requested;
        let slack = if self.memory.by_kernel { SLACK } else { requested.address_slack.unwrap_or(ADDRESS_SLACK) };
        slack as f64 / MIB
    }

    /// Whether the kernel has killed one of the processes since the work began because memory ran out.
    pub(super) fn saw_oom_kill(&self, tree: &ProcessTree) -> bool {
        tree.oom_kills() > self.oom_kills_before
    }

    /// Whether a program of several processes is over because the kernel has killed one of them. The others live on and may wait for
    /// it until the time limit.
    pub(super) fn is_program_over(&self, tree: &ProcessTree) -> bool {
        self.is_program && self.saw_oom_kill(tree)
    }

    /// The time until the next check.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let interval = if self.memory.by_kernel && self.cpu.is_none() { POLL } else { SAMPLE };
        self.deadline.map_or(interval, |deadline| interval.min(deadline.saturating_duration_since(now)))
    }

    /// Checks whether the work has to be stopped.
    pub(super) fn check(&self, tree: &ProcessTree) -> Option<StopCause> {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            return Some(StopCause::Time);
        }
        if self.cpu.is_some_and(|cpu| self.cpu_used(tree) > cpu) {
            return Some(StopCause::Cpu);
        }
        (!self.memory.by_kernel && self.memory.excess(tree) > SLACK).then_some(StopCause::Memory)
    }

    /// The processor time of the work so far.
    pub(super) fn cpu_used(&self, tree: &ProcessTree) -> Duration {
        cpu_of(tree, self.threads).saturating_sub(self.cpu_before)
    }

    /// The MiB by which the processes exceed their memory limit now.
    pub(super) fn excess_mib(&self, tree: &ProcessTree) -> f64 {
        self.memory.excess(tree) as f64 / MIB
    }
}

/// The processor time of the worker's main thread, or of the process if its work has several threads.
fn cpu_of(tree: &ProcessTree, threads: usize) -> Duration {
    if threads == 1 { usage::main_thread_cpu(tree.root) } else { usage::cpu(tree.root).unwrap_or_default() }
}
