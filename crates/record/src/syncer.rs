//! Syncing appended rows to the disk without blocking the writer.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tilebench_sanitize::threads;

use crate::RecordError;

/// The minimum time between two syncs.
///
/// A sync costs a tenth of a millisecond on one disk and ten milliseconds on another, and a thousand small runs may end
/// per second: with a sync per run, most of the time would be spent on syncs.
const SYNC_INTERVAL: Duration = Duration::from_millis(200);

/// A thread that syncs files after writes, with at least [`SYNC_INTERVAL`] between two syncs. So a row is on the disk after
/// at most `SYNC_INTERVAL` and the time of a sync.
#[derive(Debug)]
pub(crate) struct Syncer {
    state: Arc<SharedState>,
    thread: Option<JoinHandle<Result<(), RecordError>>>,
}

#[derive(Debug, Default)]
struct SharedState {
    state: Mutex<SyncState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct SyncState {
    /// Something was written since the last sync began.
    dirty: bool,
    /// Nothing more will be written.
    closing: bool,
}

impl SharedState {
    fn lock(&self) -> MutexGuard<'_, SyncState> {
        // No thread panics while it holds the lock, so a poisoned lock is valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Syncer {
    /// Starts to sync `files`, which it does in their order.
    pub(crate) fn start(files: [(PathBuf, File); 3]) -> Result<Self, RecordError> {
        let state = Arc::new(SharedState::default());
        let shared = Arc::clone(&state);
        let thread = threads::spawn("that brings records to the disk", move || sync_until_closed(&shared, &files))?;
        Ok(Self { state, thread: Some(thread) })
    }

    /// Notifies the thread of a write; a returned error is that of an earlier sync.
    pub(crate) fn written(&mut self) -> Result<(), RecordError> {
        if self.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            return self.close();
        }
        let mut state = self.state.lock();
        if !state.dirty {
            state.dirty = true;
            self.state.changed.notify_one();
        }
        Ok(())
    }

    /// Syncs the remaining writes and ends the thread.
    pub(crate) fn close(&mut self) -> Result<(), RecordError> {
        self.state.lock().closing = true;
        self.state.changed.notify_one();
        self.thread.take().map_or(Ok(()), |thread| thread.join().expect("the thread that syncs does not panic"))
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        // The error is reported by `close`.
        let _ = self.close();
    }
}

/// Syncs until the syncer is closed, or a sync fails.
fn sync_until_closed(shared: &SharedState, files: &[(PathBuf, File)]) -> Result<(), RecordError> {
    let mut state = shared.lock();
    loop {
        state = shared
            .changed
            .wait_while(state, |state| !state.dirty && !state.closing)
            .unwrap_or_else(PoisonError::into_inner);
        if !state.dirty {
            return Ok(());
        }
        state.dirty = false;
        drop(state);
        for (path, file) in files {
            sync(path, file)?;
        }
        let paused = shared.changed.wait_timeout_while(shared.lock(), SYNC_INTERVAL, |state| !state.closing);
        state = paused.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Syncs the writes to `file` to the disk.
pub(crate) fn sync(path: &Path, file: &File) -> Result<(), RecordError> {
    file.sync_data().map_err(|source| RecordError::Io { doing: "sync", path: path.to_owned(), source })
}
