//! Tables in a folder: stored, shared, and always checked.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod damage;
mod keeping;
mod together;
#[cfg(unix)]
mod written;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use tilebench_heuristics::{Event, Recipe, Table, Tables, Watch};

/// A table of the multiples of `seed`. It is quick to build, or as slow as `pause`.
#[derive(Clone, Debug)]
struct Multiples {
    seed: u8,
    bytes: usize,
    pause: Duration,
    /// Grows by a byte a build.
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

impl Recipe for Multiples {
    fn identity(&self) -> String {
        format!("multiples seed={} bytes={}", self.seed, self.bytes)
    }

    fn name(&self) -> String {
        "multiples".to_owned()
    }

    fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    fn build(&self, watch: &dyn Watch) -> Vec<u8> {
        if let Some(log) = &self.log {
            OpenOptions::new().create(true).append(true).open(log).unwrap().write_all(b"x").unwrap();
        }
        thread::sleep(self.pause);
        watch.event(&Event::Progress { done: 1, of: 1 });
        self.fresh()
    }
}

/// The events that a watch received, one line per event.
#[derive(Clone, Debug, Default)]
struct Told(Arc<Mutex<Vec<String>>>);

impl Told {
    fn watch(&self) -> Box<dyn Watch> {
        Box::new(self.clone())
    }

    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Watch for Told {
    fn event(&self, event: &Event<'_>) {
        self.0.lock().unwrap().push(match event {
            Event::Building { name, bytes } => format!("building {name} of {bytes}"),
            Event::Progress { done, of } => format!("{done} of {of}"),
            Event::Built { name, .. } => format!("built {name}"),
            Event::Waiting { name } => format!("waiting for {name}"),
            Event::Rejected { reason, .. } => format!("rejected: {reason}"),
            Event::NotStored { reason, .. } => format!("not stored: {reason}"),
            other => format!("{other:?}"),
        });
    }
}

/// The table of `recipe` from `folder` as a process of its own would get it, and the events.
fn get(folder: &Path, recipe: &Multiples) -> (Arc<Table>, Vec<String>) {
    let told = Told::default();
    let table = Tables::in_folder(folder, told.watch()).get(recipe);
    (table, told.lines())
}

/// The names of the files in `folder`.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const BUILT: [&str; 3] = ["building multiples of 10000", "1 of 1", "built multiples"];
const RECIPE: Multiples = Multiples::new(3, 10_000);
