//! Starting threads, which a system may refuse.

use std::sync::Mutex;
use std::thread::{self, JoinHandle};

/// The system refused to start a thread.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot start a thread {purpose} ({cause}): allow more processes (ulimit -u) or more memory (ulimit -v), or use fewer \
     jobs"
)]
pub struct SpawnError {
    purpose: &'static str,
    // Not the error's source, since the message contains it.
    cause: String,
}

impl SpawnError {
    /// The refusal of a thread; `purpose` reads like `that watches limits`.
    pub fn new(purpose: &'static str, cause: &dyn std::error::Error) -> Self {
        Self { purpose, cause: cause.to_string() }
    }
}

/// Starts a thread; `purpose` reads like `that watches limits`.
///
/// # Errors
///
/// If the system refuses.
pub fn spawn<T: Send + 'static>(
    purpose: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, SpawnError> {
    thread::Builder::new().spawn(work).map_err(|error| SpawnError::new(purpose, &error))
}

/// Checks that `count` threads can run at once, by starting and ending them. For libraries that panic or wait forever if
/// they cannot start `count` threads. The threads have stacks of twice the usual size, so that memory for their heaps is left.
///
/// # Errors
///
/// If the system refuses one of them.
pub fn check_available(count: usize, purpose: &'static str) -> Result<(), SpawnError> {
    const STACK: usize = 4 << 20;
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let closed = gate.lock();
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || drop(gate.lock())).map(drop);
        let started = (0..count).try_for_each(start);
        drop(closed);
        started
    })
    .map_err(|error| SpawnError::new(purpose, &error))
}
