//! The memory of processes and of the machine, if the system reports it (Linux).

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::sync::{LazyLock, Mutex, PoisonError};

/// Files that are read around every piece of work, opened once: opening them and reading them piece by piece took a third
/// of the overhead of a run of microseconds.
static STATUS: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| File::open("/proc/self/status").ok().map(Mutex::new));
static CLEAR_REFS: LazyLock<Option<File>> =
    LazyLock::new(|| OpenOptions::new().write(true).open("/proc/self/clear_refs").ok());

/// More than the system writes there, so that one call reads the whole file.
const STATUS_BYTES: usize = 1 << 13;

/// The maximum resident set of this process in bytes since [`reset_peak_rss`] or its start.
#[must_use]
pub fn peak_rss() -> Option<u64> {
    // The holder only reads a file, so poison means nothing.
    let mut file = STATUS.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    let mut bytes = [0; STATUS_BYTES];
    file.rewind().ok()?;
    let length = file.read(&mut bytes).ok()?;
    kibibytes(str::from_utf8(&bytes[..length]).ok()?, "VmHWM:")
}

/// Resets [`peak_rss`] to the present resident set. Returns whether that worked.
#[must_use]
pub fn reset_peak_rss() -> bool {
    CLEAR_REFS.as_ref().is_some_and(|mut file| file.write_all(b"5").is_ok())
}

/// The memory of a process in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ProcessMemory {
    /// Private memory: anonymous, shared memory segments and swapped pages.
    pub(crate) own: u64,
    /// Resident pages of mapped files.
    pub(crate) files: u64,
    /// Address space in use or reserved.
    pub(crate) addresses: u64,
}

/// The memory of the process `pid`; zero if it has ended or the system does not report it.
pub(crate) fn of_process(pid: u32) -> ProcessMemory {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = |label: &str| kibibytes(&status, label).unwrap_or(0);
    let own = line("RssAnon:") + line("RssShmem:") + line("VmSwap:");
    ProcessMemory { own, files: line("RssFile:"), addresses: line("VmSize:") }
}

/// The proportional set size of the process `pid` without files: pages shared by n processes count 1/n.
pub(crate) fn proportional(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    Some(kibibytes(&text, "Pss_Anon:")? + kibibytes(&text, "Pss_Shmem:")? + kibibytes(&text, "SwapPss:")?)
}

/// The memory of the machine in bytes.
#[must_use]
pub fn installed() -> Option<u64> {
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

    #[test]
    fn a_line_of_the_status_file_is_read_in_bytes() {
        assert_eq!(kibibytes("Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n", "VmHWM:"), Some(2_097_152));
        assert_eq!(kibibytes("VmHWM: many\n", "VmHWM:"), None);
    }
}
