//! Syncing appended rows to the disk without blocking the writer.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use tilebench_sanitize::threads;

use crate::RecordError;

/// The least time between two syncs.
///
/// A sync costs a tenth of a millisecond on one disk and ten on another, and small runs end by the
/// thousand a second: one sync each would be most of the experiment.
const PAUSE: Duration = Duration::from_millis(200);

/// A thread that syncs files after writes: at once if the last sync was at least [`PAUSE`] ago, else as soon as it
/// is. So a row waits for the disk no longer than `PAUSE` and a sync.
#[derive(Debug)]
pub(crate) struct Syncer {
    state: Arc<Shared>,
    thread: Option<JoinHandle<Result<(), RecordError>>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Something was written since the last sync began.
    dirty: bool,
    /// Nothing more will be written.
    closing: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock, so poison means nothing.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Syncer {
    /// Starts to sync `files`, which it does in their order.
    pub(crate) fn start(files: [(PathBuf, File); 3]) -> Result<Self, RecordError> {
        let state = Arc::new(Shared::default());
        let shared = Arc::clone(&state);
        let thread = threads::spawn("that brings records to the disk", move || keep(&shared, &files))?;
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
        // The thread does not panic.
        self.thread.take().map_or(Ok(()), |thread| thread.join().unwrap_or(Ok(())))
    }
}

impl Drop for Syncer {
    fn drop(&mut self) {
        // Who wants to know the error closes.
        let _ = self.close();
    }
}

/// Syncs until there is nothing more to come, or a sync fails.
fn keep(shared: &Shared, files: &[(PathBuf, File)]) -> Result<(), RecordError> {
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
        let paused = shared.changed.wait_timeout_while(shared.lock(), PAUSE, |state| !state.closing);
        state = paused.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Syncs the writes to `file` to the disk.
pub(crate) fn sync(path: &Path, file: &File) -> Result<(), RecordError> {
    file.sync_data().map_err(|source| RecordError::Io { doing: "sync", path: path.to_owned(), source })
}
