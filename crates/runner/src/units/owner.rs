//! The processes that own work units: who they are, and whether they live.
//!
//! Each process has a file per search, whose number it raises every few seconds and which it removes at the end of the search. A
//! process of this machine lives as long as its entry in `/proc`, and its search as long as the file. One of another machine lives
//! if its number was raised in the last minute by the clock of this process. So no two clocks are compared.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tilebench_sanitize::threads::{self, SpawnError};

/// The time between two raises of a process's number.
const BEAT: Duration = Duration::from_secs(10);

/// The time after which a process of another machine whose number was not raised is dead.
pub(super) const LEASE: Duration = Duration::from_mins(1);

/// The processes that share a folder of units.
#[derive(Debug)]
pub(super) struct Owners {
    folder: PathBuf,
    /// The name of this process.
    name: String,
    lease: Duration,
    /// The number of every process of another machine, and when it was first read.
    seen: HashMap<String, (String, Instant)>,
    /// Closed to stop the thread that raises the number.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Owners {
    /// The processes whose files are in `folder`. This one is named when it [joins](Self::join).
    pub(super) fn new(folder: PathBuf, lease: Duration) -> Self {
        let name = format!("{}-{}", ProcessId::of_this_process(), Instance::next());
        Self { folder, name, lease, seen: HashMap::new(), stop: None, thread: None }
    }

    /// The name of this process, which no other has.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Begins to show that this process lives.
    pub(super) fn join(&mut self) -> io::Result<()> {
        if self.thread.is_some() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(&self.name);
        fs::write(&path, "0\n")?;
        let (stop, stopped) = mpsc::channel::<()>();
        let thread = threads::spawn("that keeps work units", move || {
            let mut beats = 0_u64;
            while stopped.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                beats += 1;
                // A process that cannot write is one that others may take for dead.
                let _ = fs::write(&path, format!("{beats}\n"));
            }
            let _ = fs::remove_file(&path);
        });
        let refused = |error: SpawnError| io::Error::new(io::ErrorKind::WouldBlock, error.to_string());
        (self.stop, self.thread) = (Some(stop), Some(thread.map_err(refused)?));
        Ok(())
    }

    /// Whether the process of this name is dead, or is known to have ended.
    pub(super) fn is_dead(&mut self, name: &str) -> bool {
        if name == self.name {
            return false;
        }
        if let Some(is_dead) = ProcessId::parse(name).and_then(|id| id.is_dead()) {
            // A search that has ended has removed its file, although its process may live.
            return is_dead || !self.folder.join(name).try_exists().unwrap_or(true);
        }
        // A file that is gone is a number that is not raised.
        let beats = fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        let (known, since) = self.seen.entry(name.to_owned()).or_insert_with(|| (beats.clone(), Instant::now()));
        if *known != beats {
            (*known, *since) = (beats, Instant::now());
        }
        since.elapsed() >= self.lease
    }
}

impl Drop for Owners {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}

/// The number of a store in this process, of which there is one per search.
struct Instance;

impl Instance {
    fn next() -> u64 {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }
}

/// A process: its machine since it was started, its number there, and when it began.
#[derive(Debug, PartialEq, Eq)]
struct ProcessId {
    /// The boot and the namespace of process numbers; random if the system names none.
    place: String,
    pid: u32,
    began: u64,
}

impl ProcessId {
    fn of_this_process() -> Self {
        let pid = std::process::id();
        Self { place: place(), pid, began: began(Path::new("/proc/self/stat")).unwrap_or_else(nanoseconds) }
    }

    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.split('-');
        let place = parts.next()?.to_owned();
        Some(Self { place, pid: parts.next()?.parse().ok()?, began: parts.next()?.parse().ok()? })
    }

    /// Whether it is dead, if it is a process of this machine.
    fn is_dead(&self) -> Option<bool> {
        let is_here = self.place == place() && Path::new("/proc/self/stat").exists();
        is_here.then(|| began(Path::new(&format!("/proc/{}/stat", self.pid))) != Some(self.began))
    }
}

impl std::fmt::Display for ProcessId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { place, pid, began } = self;
        write!(out, "{place}-{pid}-{began}")
    }
}

/// The name of this machine since it was started, in letters and digits.
fn place() -> String {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_else(|_| nanoseconds().to_string());
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    format!("{}x{}", digits(&boot), digits(&namespace.to_string_lossy()))
}

/// When a process began, in ticks since the system was started: the 20th value after its name in parentheses.
fn began(stat: &Path) -> Option<u64> {
    let text = fs::read_to_string(stat).ok()?;
    let (_, after_name) = text.rsplit_once(')')?;
    let mut values = after_name.split_whitespace();
    // A process that ended and was not waited for has no work.
    let state = values.next()?;
    (state != "Z" && state != "X").then_some(())?;
    values.nth(18)?.parse().ok()
}

fn nanoseconds() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_nanos()).unwrap_or(u64::MAX)
}

/// The name of a process of this machine that has ended.
#[cfg(test)]
pub(super) fn dead_process() -> String {
    ProcessId { place: place(), pid: std::process::id(), began: 1 }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(folder: &Path, lease: Duration) -> Owners {
        Owners::new(folder.to_owned(), lease)
    }

    #[test]
    fn a_process_of_another_machine_lives_as_long_as_its_number_is_raised() {
        let folder = tempfile::tempdir().unwrap();
        let mut here = owners(folder.path(), Duration::from_millis(300));
        let other = "elsewhere-1-1-0";
        for beat in 0..5 {
            fs::write(folder.path().join(other), beat.to_string()).unwrap();
            assert!(!here.is_dead(other), "beat {beat}");
            std::thread::sleep(Duration::from_millis(100));
        }
        std::thread::sleep(Duration::from_millis(400));
        assert!(here.is_dead(other));
        assert!(!here.is_dead("unknown-1-1-0"), "nothing is known of it before a lease has passed");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_of_this_machine_is_dead_when_it_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let mut here = owners(folder.path(), LEASE);
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let stat = format!("/proc/{}/stat", child.id());
        let id = ProcessId { place: place(), pid: child.id(), began: began(Path::new(&stat)).unwrap() };
        let name = format!("{id}-0");
        assert_eq!(ProcessId::parse(&name), Some(id));
        assert!(here.is_dead(&name), "its search has not begun or has ended");
        fs::write(folder.path().join(&name), "0\n").unwrap();
        assert!(!here.is_dead(&name));
        child.kill().unwrap();
        // Also before anyone waits for it.
        let start = Instant::now();
        while !here.is_dead(&name) {
            assert!(start.elapsed() < Duration::from_secs(10));
        }
        child.wait().unwrap();
        assert!(here.is_dead(&name));
        let own = here.name().to_owned();
        assert!(!here.is_dead(&own));
    }

    #[test]
    fn a_process_shows_itself_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let mut here = owners(folder.path(), LEASE);
        let file = folder.path().join(here.name());
        assert!(!file.exists());
        here.join().unwrap();
        assert!(file.exists());
        drop(here);
        assert!(!file.exists());
    }
}
