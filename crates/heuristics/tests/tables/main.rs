//! Tables in a folder: storing, sharing and checking.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod concurrency;
mod damage;
#[cfg(unix)]
mod overwritten_files;
mod storing;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tilebench_heuristics::{LookupTable, TableEvent, TableObserver, TableSpec, Tables};

/// A table of the multiples of `seed`. Building it takes `pause`.
#[derive(Clone, Debug)]
struct Multiples {
    seed: u8,
    bytes: usize,
    pause: Duration,
    /// A file that grows by one byte per build.
    log: Option<PathBuf>,
}

impl Multiples {
    const fn new(seed: u8, bytes: usize) -> Self {
        Self { seed, bytes, pause: Duration::ZERO, log: None }
    }

    /// The result of building.
    fn fresh(&self) -> Vec<u8> {
        (0..=u8::MAX).cycle().take(self.bytes).map(|byte| byte.wrapping_mul(self.seed)).collect()
    }

    /// The path of the table in `folder`.
    fn path(folder: &Path) -> PathBuf {
        folder.join("multiples.table")
    }
}

impl TableSpec for Multiples {
    fn identity(&self) -> String {
        format!("multiples seed={} bytes={}", self.seed, self.bytes)
    }

    fn name(&self) -> String {
        "multiples".to_owned()
    }

    fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        if let Some(log) = &self.log {
            OpenOptions::new().create(true).append(true).open(log).unwrap().write_all(b"x").unwrap();
        }
        thread::sleep(self.pause);
        observer.event(&TableEvent::Progress { done: 1, of: 1 });
        self.fresh()
    }
}

/// The events that an observer received, one line per event.
#[derive(Clone, Debug, Default)]
struct EventLog(Arc<Mutex<Vec<String>>>);

impl EventLog {
    fn observer(&self) -> Box<dyn TableObserver> {
        Box::new(self.clone())
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl TableObserver for EventLog {
    fn event(&self, event: &TableEvent<'_>) {
        self.0.lock().unwrap().push(match event {
            TableEvent::Building { name, bytes } => format!("building {name} of {bytes}"),
            TableEvent::Progress { done, of } => format!("{done} of {of}"),
            TableEvent::Built { name, .. } => format!("built {name}"),
            TableEvent::Waiting { name } => format!("waiting for {name}"),
            TableEvent::Rejected { reason, .. } => format!("rejected: {reason}"),
            TableEvent::NotStored { reason, .. } => format!("not stored: {reason}"),
            other => format!("{other:?}"),
        });
    }
}

/// The table of `spec` from `folder` as a new process would get it, and the events.
fn get(folder: &Path, spec: &Multiples) -> (Arc<LookupTable>, Vec<String>) {
    let events = EventLog::default();
    let table = Tables::in_folder(folder, events.observer()).get(spec);
    (table, events.lines())
}

/// The names of the files in `folder`.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const BUILT: [&str; 3] = ["building multiples of 10000", "1 of 1", "built multiples"];
const SPEC: Multiples = Multiples::new(3, 10_000);
