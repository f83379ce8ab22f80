//! Processes that must not outlive a test.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The living processes that work in `dir`: a runner started there, its workers, their programs, and the processes
/// that these left behind, regardless of their current parent. Dead processes do not count.
pub(crate) fn live_processes(dir: &Path) -> Vec<u32> {
    let dir = dir.canonicalize().unwrap();
    let pids = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|folder| folder.starts_with(&dir))).collect()
}

/// Waits until no process lives in `dir`, for at most five seconds, and returns the elapsed time.
pub(crate) fn wait_until_all_processes_end(dir: &Path) -> Duration {
    let start = Instant::now();
    loop {
        let alive = live_processes(dir);
        if alive.is_empty() {
            return start.elapsed();
        }
        let commands = alive.iter().map(|pid| fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default());
        let commands: Vec<String> = commands.map(|command| command.replace('\0', " ")).collect();
        assert!(start.elapsed() < Duration::from_secs(5), "{alive:?} are still running: {commands:?}");
        thread::sleep(Duration::from_millis(5));
    }
}
