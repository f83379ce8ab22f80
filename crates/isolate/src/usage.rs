//! The memory and processor time of processes, read from `/proc`; zero if that is missing.

use std::fs;
use std::time::Duration;

use crate::memory;

/// The memory and processor time of several processes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Memory in bytes without mapped files. Pages that a process shares with the one it was forked from count twice.
    pub(crate) memory: u64,
    /// Processor time so far.
    pub(crate) cpu: Duration,
}

/// The memory and processor time of `pids` together.
pub(crate) fn usage(pids: &[u32]) -> Usage {
    pids.iter().fold(Usage::default(), |sum, &pid| Usage {
        memory: sum.memory + memory::of_process(pid).own,
        cpu: sum.cpu + cpu(pid).unwrap_or_default(),
    })
}

/// The memory of `pids` with shared pages counted once: exact, but slow to read.
pub(crate) fn exact_memory(pids: &[u32]) -> u64 {
    pids.iter().map(|&pid| memory::proportional(pid).unwrap_or_else(|| memory::of_process(pid).own)).sum()
}

/// The processor time of the main thread of a process.
pub(crate) fn main_thread_cpu(pid: u32) -> Duration {
    fs::read_to_string(format!("/proc/{pid}/schedstat")).ok().and_then(|text| schedstat(&text)).unwrap_or_default()
}

/// The processor time of a process: the maximum of the scheduler's figures for its present threads, and the process's own
/// figure in hundredths of a second, which includes ended threads and reaped children.
pub(crate) fn cpu(pid: u32) -> Option<Duration> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten();
    let now: Duration =
        tasks.filter_map(|task| schedstat(&fs::read_to_string(task.path().join("schedstat")).ok()?)).sum();
    let ever = fs::read_to_string(format!("/proc/{pid}/stat")).ok().and_then(|stat| ticks(&stat));
    Some(now.max(ever.unwrap_or_default()))
}

/// The sum of the times in a `stat` file: user and system time of the process and of its reaped children.
fn ticks(stat: &str) -> Option<Duration> {
    // Linux reports hundredths of a second whatever its own clock rate is.
    const TICK: Duration = Duration::from_millis(10);
    let (_, rest) = stat.rsplit_once(") ")?;
    let times = rest.split(' ').skip(11).take(4).map(str::parse::<u32>);
    Some(TICK * times.sum::<Result<u32, _>>().ok()?)
}

/// The first number of a `schedstat` file: nanoseconds on a processor.
pub(crate) fn schedstat(text: &str) -> Option<Duration> {
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::processes::tests::{shell, wait};

    #[test]
    fn the_usage_of_a_process_is_read() {
        let mut child = shell("while :; do :; done");
        wait(|| usage(&[child.id()]).cpu > Duration::from_millis(50));
        assert!(usage(&[child.id()]).memory > 10_000);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(usage(&[child.id()]), Usage::default());
    }

    #[test]
    fn the_first_number_is_the_time_on_a_processor() {
        assert_eq!(schedstat("1500 20 3\n"), Some(Duration::from_nanos(1500)));
        assert_eq!(schedstat(""), None);
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 100 0 0 0 12 3 40 5 20 0 1 0 99";
        assert_eq!(ticks(stat), Some(Duration::from_millis(600)));
        assert_eq!(ticks("7 (a"), None);
    }
}
