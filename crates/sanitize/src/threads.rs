//! Starting threads, which a system may refuse.

use std::sync::Mutex;
use std::thread::{self, JoinHandle};

/// The system refuses to start a thread: the fault is neither the input's nor the program's.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot start a thread {purpose} ({cause}): allow more processes (ulimit -u) or more memory (ulimit -v), or use fewer \
     jobs"
)]
pub struct NoThread {
    purpose: &'static str,
    // Not its source, since it is part of the sentence.
    cause: String,
}

impl NoThread {
    /// The refusal of a thread with a purpose such as `that watches limits`.
    pub fn new(purpose: &'static str, cause: &dyn std::error::Error) -> Self {
        Self { purpose, cause: cause.to_string() }
    }
}

/// Starts a thread with a purpose such as `that watches limits`.
///
/// # Errors
///
/// If the system refuses.
pub fn spawn<T: Send + 'static>(
    purpose: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, NoThread> {
    thread::Builder::new().spawn(work).map_err(|error| NoThread::new(purpose, &error))
}

/// Starts `count` threads at once and ends them: for libraries that start `count` threads and panic if they cannot.
///
/// # Errors
///
/// If the system refuses one.
pub fn try_out(count: usize, purpose: &'static str) -> Result<(), NoThread> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let start = |_| thread::Builder::new().spawn_scoped(scope, || drop(gate.lock())).map(drop);
        let started = (0..count).try_for_each(start);
        drop(closed);
        started
    })
    .map_err(|error| NoThread::new(purpose, &error))
}
