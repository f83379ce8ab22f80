//! Reporting how tables are built or read: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};
use tilebench_catalog::tables::{self, TableEvent, TableObserver, Tables};

use crate::ProgressOutput;

/// Building a smaller table is not reported.
const MIN_REPORTED_BYTES: u64 = 8 << 20;

/// The end of a shorter build is not reported.
const MIN_REPORTED_SECONDS: f64 = 10.0;

/// The tables of a process, stored in `folder`, else in [`tables::default_folder`]; in memory only if neither is known.
/// `progress` reports how they are built or read.
#[must_use]
pub fn tables(folder: Option<&Path>, progress: ProgressOutput) -> Tables {
    let watch: Box<dyn TableObserver> = match progress {
        ProgressOutput::Silent => Box::new(tables::NoTableObserver),
        ProgressOutput::Stderr => Box::new(TableProgress::default()),
    };
    match tables_folder(folder) {
        Some(folder) => Tables::in_folder(folder, watch),
        None => Tables::in_memory_with(watch),
    }
}

/// The folder in which tables are stored: `folder` if given, else the default.
#[must_use]
pub fn tables_folder(folder: Option<&Path>) -> Option<PathBuf> {
    folder.map(Path::to_owned).or_else(tables::default_folder)
}

/// Reports the progress of tables on standard error.
#[derive(Debug, Default)]
struct TableProgress {
    /// The bar of the table that is being built, if it is shown.
    bar: Mutex<Option<ProgressBar>>,
}

impl TableObserver for TableProgress {
    fn event(&self, event: &TableEvent<'_>) {
        match event {
            TableEvent::Progress { done, of } => {
                if let Some(bar) = &*self.bar() {
                    bar.set_length(*of);
                    bar.set_position(*done);
                }
            }
            TableEvent::Building { name, bytes } if *bytes >= MIN_REPORTED_BYTES && io::stderr().is_terminal() => {
                *self.bar() = Some(bar(name));
            }
            event => {
                if let Some(bar) = self.bar().take() {
                    bar.finish_and_clear();
                }
                // Standard error may be closed.
                let _ = event_line(event).map_or(Ok(()), |line| writeln!(io::stderr(), "{line}"));
            }
        }
    }
}

impl TableProgress {
    fn bar(&self) -> std::sync::MutexGuard<'_, Option<ProgressBar>> {
        // Nothing panics while it holds the lock, so poison means nothing.
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bar(name: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("building {msg} {bar:24} {percent}% {elapsed}");
    ProgressBar::new(1).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(name.to_owned())
}

fn event_line(event: &TableEvent<'_>) -> Option<String> {
    match event {
        TableEvent::Building { name, bytes } if *bytes >= MIN_REPORTED_BYTES => {
            Some(format!("building table {name}, {:.1} MiB", *bytes as f64 / f64::from(1 << 20)))
        }
        TableEvent::Built { name, seconds } if *seconds >= MIN_REPORTED_SECONDS => {
            Some(format!("built table {name} in {seconds:.1} s"))
        }
        TableEvent::Waiting { name } => Some(format!("another process is building table {name}: waiting for it")),
        TableEvent::Rejected { path, reason } => {
            Some(format!("note: {}: {reason}; the table is rebuilt", path.display()))
        }
        TableEvent::NotStored { path, reason } => {
            Some(format!("note: {} could not be stored: {reason}; the table is used from memory", path.display()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_builds_and_failures_are_reported_in_one_line() {
        let built = TableEvent::Built { name: "pattern-4x4-1-2", seconds: 12.5 };
        assert_eq!(event_line(&built).unwrap(), "built table pattern-4x4-1-2 in 12.5 s");
        let path = Path::new("a.table");
        let rejected = TableEvent::Rejected { path, reason: "it is not a regular file" };
        assert_eq!(event_line(&rejected).unwrap(), "note: a.table: it is not a regular file; the table is rebuilt");
        assert_eq!(event_line(&TableEvent::Progress { done: 1, of: 2 }), None);
        assert_eq!(event_line(&TableEvent::Building { name: "pattern-3x3-1-2", bytes: 36 }), None);
        assert_eq!(event_line(&TableEvent::Built { name: "pattern-3x3-1-2", seconds: 0.01 }), None);
    }
}
