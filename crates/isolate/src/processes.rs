//! Finding, killing and reaping the descendants of a process. They are read from `/proc`; without it, a
//! process has no known descendants.

use std::fs;
use std::thread;
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(target_os = "linux")]
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, set_child_subreaper, waitpid};

/// Makes this process the parent of descendants whose own parent ends (a subreaper), so that no descendant is lost.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // If this is refused, orphans go to the init process; nothing else depends on it.
        let _ = set_child_subreaper(Some(rustix::process::getpid()));
    }
}

/// A child whose exit can be waited for with a timeout.
#[derive(Debug)]
pub(crate) struct ChildExit {
    pid: u32,
    #[cfg(target_os = "linux")]
    file: Option<std::os::fd::OwnedFd>,
}

impl ChildExit {
    /// The exit of the child `pid`, which has not been reaped yet.
    pub(crate) fn new(pid: u32) -> Self {
        #[cfg(target_os = "linux")]
        {
            let raw = i32::try_from(pid).ok().and_then(Pid::from_raw);
            Self { pid, file: raw.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) }
        }
        #[cfg(not(target_os = "linux"))]
        Self { pid }
    }

    /// Waits for it for at most `time`. Returns whether the child has exited; systems other than Linux only know by `has_exited`, which
    /// may reap it.
    pub(crate) fn wait(&self, time: Duration, has_exited: impl FnOnce() -> bool) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(file) = &self.file {
            // Clamped: longer than any machine runs.
            let time =
                Timespec { tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: time.subsec_nanos().into() };
            // If a signal interrupts it, the caller waits again.
            return poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&time)).is_ok_and(|ready| ready > 0);
        }
        // Without a file descriptor for the process, poll a few hundred times per second.
        thread::sleep(time.min(Duration::from_millis(2)));
        if cfg!(target_os = "linux") { is_dead(self.pid) } else { has_exited() }
    }
}

/// Sets the name of this process in process lists.
pub(crate) fn set_name(name: &std::ffi::CStr) {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(name);
    #[cfg(not(target_os = "linux"))]
    let _ = name;
}

/// The descendants of `root`, parents before their children.
pub(crate) fn descendants(root: u32) -> Vec<u32> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

fn children(parent: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Kills the descendants of `root`.
///
/// While the list is read, a process may start another, or end and leave its children to another parent. So the list is
/// read until no process lives and none has ended since the previous reading.
pub(crate) fn kill_descendants(root: u32) {
    const ROUNDS: usize = 500;
    let mut before = None;
    for round in 0..ROUNDS {
        let (dead, living): (Vec<u32>, Vec<u32>) = descendants(root).into_iter().partition(|&pid| is_dead(pid));
        if living.is_empty() && before.as_ref() == Some(&dead) {
            return;
        }
        kill(&living);
        before = Some(dead);
        // On a busy machine a killed process takes a while to end.
        if round > 20 {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Kills the children of this process that have `mark`, `NAME=VALUE`, in their environment, and their descendants: these
/// are adopted orphans. A process that one of them starts before its end becomes another orphan.
pub(crate) fn kill_marked(mark: &str) {
    const ROUNDS: usize = 500;
    for _ in 0..ROUNDS {
        let mut orphans = children(std::process::id());
        orphans.retain(|&pid| is_marked(pid, mark));
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            kill_descendants(orphan);
            kill(&[orphan]);
            reap(orphan);
        }
    }
}

/// Reaps ended children of this process except `own`, which its owner waits for.
pub(crate) fn reap_adopted(own: u32) {
    for child in children(std::process::id()) {
        if child != own && is_dead(child) {
            reap(child);
        }
    }
}

/// Reaps all ended children, adopted ones too. Call it only while no other code waits for a child.
pub(crate) fn reap_all() {
    #[cfg(target_os = "linux")]
    while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
}

fn is_marked(pid: u32, mark: &str) -> bool {
    const TRIES: u32 = 5;
    for _ in 0..TRIES {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if !environment.is_empty() || is_dead(pid) {
            return environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes());
        }
        // It is empty for a moment during `exec`.
        thread::sleep(Duration::from_millis(1));
    }
    false
}

/// Whether the process has ended, reaped or not.
fn is_dead(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return true };
    // The name before the state may contain any character, even a closing bracket.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['Z', 'X']))
}

/// Kills processes.
#[cfg(target_os = "linux")]
pub(crate) fn kill(pids: &[u32]) {
    for pid in pids.iter().filter_map(|&pid| Pid::from_raw(i32::try_from(pid).ok()?)) {
        // An error means that the process has ended already.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Reaps an adopted child that has ended or is about to.
#[cfg(target_os = "linux")]
fn reap(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| waitpid(Some(pid), WaitOptions::empty()));
}

/// Does nothing: this system does not report descendants.
#[cfg(not(target_os = "linux"))]
pub(crate) fn kill(_: &[u32]) {}

#[cfg(not(target_os = "linux"))]
fn reap(_: u32) {}

#[cfg(all(test, target_os = "linux"))]
pub(crate) mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    pub(crate) fn shell(script: &str) -> std::process::Child {
        Command::new("sh").args(["-c", script]).stdout(Stdio::null()).spawn().expect("there is a shell")
    }

    /// Waits until `is_so`.
    pub(crate) fn wait(is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(10));
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn all_descendants_are_found_and_killed() {
        let mut child = shell("sleep 100 & sleep 100 & sh -c 'sleep 100; :'; :");
        wait(|| descendants(child.id()).len() == 4);
        let all = descendants(child.id());
        kill_descendants(child.id());
        wait(|| all.iter().all(|&pid| is_dead(pid)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
