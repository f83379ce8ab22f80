//! The pool of threads that audits and predictions share.

use rayon::ThreadPoolBuilder;
use tilebench_sanitize::threads::SpawnError;

/// Starts rayon's global pool. If it were left to its first use, a system that refuses its threads would be a panic.
///
/// # Errors
///
/// If the system refuses a thread.
pub fn start_shared_pool() -> Result<(), SpawnError> {
    ThreadPoolBuilder::new().build_global().map_err(|error| SpawnError::new("for each core", &error))
}
