//! Signals: those that end the program, and the signal for files that exceed the limit on their size, `ulimit -f`.
//!
//! A process that writes beyond that limit is killed without a message. While the signal is blocked, the write fails
//! instead, and its error is reported with the name of the file.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use tilebench_runner::catalog::{StopFlag, StopReason};
use tilebench_sanitize::threads::SpawnError;

/// A flag that the first Ctrl-C, SIGTERM or SIGHUP raises. The second ends the program at once.
pub(crate) fn on_ctrl_c() -> Result<Arc<StopFlag>> {
    let flag = Arc::new(StopFlag::new());
    let handled = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if handled.raised().is_some() {
            end_now();
        }
        handled.raise(StopReason::Cancel);
    })
    .map_err(|error| match error {
        ctrlc::Error::System(refusal) => SpawnError::new("that listens for Ctrl-C", &refusal).into(),
        error => anyhow!(error).context("cannot listen for Ctrl-C"),
    })?;
    Ok(flag)
}

#[expect(clippy::exit, reason = "the user asked twice; records are whole lines, so none is lost")]
fn end_now() -> ! {
    std::process::exit(1)
}

/// Keeps SIGHUP ignored if it was when the program began, as under `nohup`: a handler would replace that. While the signal is
/// blocked, none is called. Threads and processes inherit this.
#[cfg(target_os = "linux")]
pub(crate) fn keep_hangup_ignored() {
    use nix::sys::signal::{SigSet, Signal};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    if mask.is_some_and(|mask| mask >> (Signal::SIGHUP as u32 - 1) & 1 == 1) {
        // If this is refused, a hangup stops the runs.
        let _ = SigSet::from(Signal::SIGHUP).thread_block();
    }
}

/// Reverses [`keep_hangup_ignored`], for a worker: the system sends SIGHUP to a stopped one that lost its runner.
#[cfg(target_os = "linux")]
pub(crate) fn restore_hangup() {
    use nix::sys::signal::{SigSet, Signal};
    let _ = SigSet::from(Signal::SIGHUP).thread_unblock();
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn keep_hangup_ignored() {}

#[cfg(not(target_os = "linux"))]
pub(crate) fn restore_hangup() {}

/// Makes a write beyond the limit on the size of files fail. Threads and processes inherit this.
#[cfg(unix)]
pub(crate) fn make_file_limit_an_error() {
    // If this is refused, the signal kills the process as before.
    let _ = limit_signal().thread_block();
}

/// Reverses [`make_file_limit_an_error`], for an external program.
#[cfg(unix)]
pub(crate) fn restore_file_limit() {
    let _ = limit_signal().thread_unblock();
}

#[cfg(unix)]
fn limit_signal() -> nix::sys::signal::SigSet {
    nix::sys::signal::SigSet::from(nix::sys::signal::Signal::SIGXFSZ)
}

#[cfg(not(unix))]
pub(crate) fn make_file_limit_an_error() {}

#[cfg(not(unix))]
pub(crate) fn restore_file_limit() {}
