//! Trees of processes: who belongs to one, what it uses, and its end. All of it is read from `/proc`;
//! where that is missing, a tree is its root alone and nothing is known of its use.

use std::fs;
use std::thread;
use std::time::Duration;

#[cfg(target_os = "linux")]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(target_os = "linux")]
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, set_child_subreaper, waitpid};

use crate::memory;

/// What processes use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Use {
    /// Memory in bytes, without files that are mapped, such as tables; what a process has in common with one
    /// that it was forked from counts twice.
    pub(crate) memory: u64,
    /// Processor time so far.
    pub(crate) cpu: Duration,
}

/// Makes this process the parent of descendants whose own parent dies, so that none gets out of sight.
pub(crate) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        // Where this is refused, orphans are the system's; nothing else depends on it.
        let _ = set_child_subreaper(Some(rustix::process::getpid()));
    }
}

/// The end of a child, to be waited for.
#[derive(Debug)]
pub(crate) struct Exited {
    pid: u32,
    #[cfg(target_os = "linux")]
    file: Option<std::os::fd::OwnedFd>,
}

impl Exited {
    /// The end of the child `pid`, for which nobody has asked yet.
    pub(crate) fn of(pid: u32) -> Self {
        #[cfg(target_os = "linux")]
        {
            let raw = i32::try_from(pid).ok().and_then(Pid::from_raw);
            Self { pid, file: raw.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok()) }
        }
        #[cfg(not(target_os = "linux"))]
        Self { pid }
    }

    /// Waits for it, but no longer than `time`. Whether it has come.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        #[cfg(target_os = "linux")]
        if let Some(file) = &self.file {
            // Clamped: longer than any machine runs.
            let time =
                Timespec { tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: time.subsec_nanos().into() };
            // Woken early by a signal, it is asked again.
            return poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&time)).is_ok_and(|ready| ready > 0);
        }
        // Without such a file the end is looked for, a few hundred times a second.
        thread::sleep(time.min(Duration::from_millis(2)));
        is_dead(self.pid)
    }
}

/// Gives this process the name by which lists of processes show it.
pub(crate) fn take_name(name: &std::ffi::CStr) {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::set_name(name);
    #[cfg(not(target_os = "linux"))]
    let _ = name;
}

/// The processes below `root`, parents before their children.
pub(crate) fn descendants(root: u32) -> Vec<u32> {
    let mut found = children(root);
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found
}

fn children(of: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Ends the processes below `root`. A process may start another while its list is read, or die, and then
/// its children are somebody else's: so they are looked for until nobody has lived or died since the last time.
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
        // On a busy machine dying takes its time.
        if round > 20 {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Ends the children of this process that have `mark`, `NAME=VALUE`, in their environment, and all below
/// them: orphans that it adopted. What one of them starts before its end is an orphan after it.
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

/// Takes note of the ends of adopted children: of all children of this process but `own`, for which somebody waits.
pub(crate) fn reap_adopted(own: u32) {
    for child in children(std::process::id()) {
        if child != own && is_dead(child) {
            reap(child);
        }
    }
}

/// Takes note of the ends of all children that have ended, adopted ones too. Only for a process that waits
/// for no child of its own at the time.
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
        // It has none for a moment while it becomes another program.
        thread::sleep(Duration::from_millis(1));
    }
    false
}

/// Whether the process is dead, if perhaps nobody has asked for its end yet.
fn is_dead(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return true };
    // The name before the state may hold anything, a closing bracket too.
    stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with(['Z', 'X']))
}

/// What `pids` use together.
pub(crate) fn usage(pids: &[u32]) -> Use {
    pids.iter().fold(Use::default(), |sum, &pid| Use {
        memory: sum.memory + memory::of(pid).own,
        cpu: sum.cpu + cpu(pid).unwrap_or_default(),
    })
}

/// The memory of `pids`, what several of them have in common counted once: exact, and slow to tell.
pub(crate) fn own_memory(pids: &[u32]) -> u64 {
    pids.iter().map(|&pid| memory::shared_out(pid).unwrap_or_else(|| memory::of(pid).own)).sum()
}

/// The processor time of the first thread of a process.
pub(crate) fn thread_cpu(pid: u32) -> Duration {
    fs::read_to_string(format!("/proc/{pid}/schedstat")).ok().and_then(|text| schedstat(&text)).unwrap_or_default()
}

/// The processor time of a process: of the threads that it has now as the scheduler noted it, or, where
/// that is more, of all that it ever had and of the children whose end it asked for, in hundredths of a
/// second.
pub(crate) fn cpu(pid: u32) -> Option<Duration> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
    let now: Duration =
        tasks.filter_map(|task| schedstat(&fs::read_to_string(task.path().join("schedstat")).ok()?)).sum();
    let ever = fs::read_to_string(format!("/proc/{pid}/stat")).ok().and_then(|stat| ticks(&stat));
    Some(now.max(ever.unwrap_or_default()))
}

/// The times of a `stat` file: of the process and of its children, by itself and by the system for it.
fn ticks(stat: &str) -> Option<Duration> {
    // Linux tells hundredths of a second whatever its own clock is.
    const TICK: Duration = Duration::from_millis(10);
    let (_, rest) = stat.rsplit_once(") ")?;
    let times = rest.split(' ').skip(11).take(4).map(str::parse::<u32>);
    Some(TICK * times.sum::<Result<u32, _>>().ok()?)
}

/// The first figure of a `schedstat` file: nanoseconds on a processor.
pub(crate) fn schedstat(text: &str) -> Option<Duration> {
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Ends processes.
#[cfg(target_os = "linux")]
pub(crate) fn kill(pids: &[u32]) {
    for pid in pids.iter().filter_map(|&pid| Pid::from_raw(i32::try_from(pid).ok()?)) {
        // A process that has ended meanwhile is what is wanted.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Takes note of the end of an adopted child, which stays in the system's list until somebody does.
#[cfg(target_os = "linux")]
fn reap(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| waitpid(Some(pid), WaitOptions::empty()));
}

/// Nothing: this system does not tell who belongs to a tree.
#[cfg(not(target_os = "linux"))]
pub(crate) fn kill(_: &[u32]) {}

#[cfg(not(target_os = "linux"))]
fn reap(_: u32) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use super::*;

    fn shell(script: &str) -> std::process::Child {
        Command::new("sh").args(["-c", script]).stdout(Stdio::null()).spawn().expect("there is a shell")
    }

    /// Waits until `is_so`.
    fn wait(is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(10));
            thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn children_and_their_children_are_found_and_ended() {
        let mut child = shell("sleep 100 & sleep 100 & sh -c 'sleep 100; :'; :");
        wait(|| descendants(child.id()).len() == 4);
        let all = descendants(child.id());
        kill_descendants(child.id());
        wait(|| all.iter().all(|&pid| is_dead(pid)));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn what_a_process_uses_is_told() {
        let mut child = shell("while :; do :; done");
        wait(|| usage(&[child.id()]).cpu > Duration::from_millis(50));
        assert!(usage(&[child.id()]).memory > 10_000);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(usage(&[child.id()]), Use::default());
    }

    #[test]
    fn the_first_figure_is_the_time_on_a_processor() {
        assert_eq!(schedstat("1500 20 3\n"), Some(Duration::from_nanos(1500)));
        assert_eq!(schedstat(""), None);
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 12 3 40 5 20 0 1 0 99";
        assert_eq!(ticks(stat), Some(Duration::from_millis(600)));
        assert_eq!(ticks("7 (a"), None);
    }
}
