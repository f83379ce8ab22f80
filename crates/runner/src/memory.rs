//! The memory of this process, where the system tells it.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::cgroup;

/// Files of the system that every run asks of this process, opened once: with a run of microseconds, opening
/// them and reading them piece by piece was a third of what is around its search.
static STATUS: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| File::open("/proc/self/status").ok().map(Mutex::new));
static CLEAR_REFS: LazyLock<Option<File>> =
    LazyLock::new(|| OpenOptions::new().write(true).open("/proc/self/clear_refs").ok());

/// More than the system writes there, so that one call reads it all.
const STATUS_BYTES: usize = 1 << 13;

/// The most bytes this process held since [`forget_peak`] or its start.
pub(crate) fn peak_rss() -> Option<u64> {
    // Who held it read a file: nothing that a panic could leave half done.
    let mut file = STATUS.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    let mut bytes = [0; STATUS_BYTES];
    file.rewind().ok()?;
    let length = file.read(&mut bytes).ok()?;
    kibibytes(str::from_utf8(&bytes[..length]).ok()?, "VmHWM:")
}

/// Lets the peak start anew from what is held now. Whether that worked.
pub(crate) fn forget_peak() -> bool {
    CLEAR_REFS.as_ref().is_some_and(|mut file| file.write_all(b"5").is_ok())
}

/// What a process has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Memory {
    /// Bytes that nobody else has.
    pub(crate) own: u64,
    /// Bytes of files, tables above all, that it has mapped and in memory.
    pub(crate) files: u64,
    /// Addresses that it uses or has reserved.
    pub(crate) addresses: u64,
}

/// What the process `pid` has; nothing where it is gone or the system does not tell.
pub(crate) fn of(pid: u32) -> Memory {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = |label: &str| kibibytes(&status, label).unwrap_or(0);
    let own = line("RssAnon:") + line("RssShmem:") + line("VmSwap:");
    Memory { own, files: line("RssFile:"), addresses: line("VmSize:") }
}

/// The bytes of the process `pid` without files, its part of what it has in common with others.
pub(crate) fn shared_out(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    Some(kibibytes(&text, "Pss_Anon:")? + kibibytes(&text, "Pss_Shmem:")? + kibibytes(&text, "SwapPss:")?)
}

/// The memory that this process and others of its control group may have together, or that of the machine
/// where that is less.
pub(crate) fn allowed() -> Option<u64> {
    let group = cgroup::limit_of_own();
    installed().map(|installed| group.map_or(installed, |group| installed.min(group)))
}

/// The memory of the machine in bytes.
pub(crate) fn installed() -> Option<u64> {
    kibibytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// The value of the line that begins with `label`, `VmHWM:   1234 kB`, in bytes.
fn kibibytes(text: &str, label: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_peak_is_read_anew_each_time() {
        // The peak is the whole process's, in which other tests run: hold more than it ever was, while it is read.
        let more = peak_rss().unwrap() + (32 << 20);
        let held = std::hint::black_box(vec![1_u8; usize::try_from(more).unwrap()]);
        assert!(peak_rss().unwrap() >= more);
        drop(held);
        // The others' memory comes and goes too, so that one look may be too early.
        assert!((0..1000).any(|_| forget_peak() && peak_rss().unwrap() < more));
    }

    #[test]
    fn a_line_of_the_status_file_is_read_in_bytes() {
        assert_eq!(kibibytes("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n", "VmHWM:"), Some(2_097_152));
        assert_eq!(kibibytes("VmHWM: many\n", "VmHWM:"), None);
    }
}
