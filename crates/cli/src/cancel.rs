//! Ctrl-C, and the signals by which systems and schedulers end a program.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use tilebench_runner::catalog::{Stop, StopFlag};
use tilebench_sanitize::threads::NoThread;

/// A flag that the first Ctrl-C, SIGTERM or SIGHUP raises. The second ends the program at once.
pub(crate) fn on_ctrl_c() -> Result<Arc<StopFlag>> {
    let flag = Arc::new(StopFlag::new());
    let handled = Arc::clone(&flag);
    ctrlc::set_handler(move || {
        if handled.raised().is_some() {
            end_now();
        }
        handled.raise(Stop::Cancel);
    })
    .map_err(|error| match error {
        ctrlc::Error::System(refusal) => NoThread::new("that listens for Ctrl-C", &refusal).into(),
        error => anyhow!(error).context("cannot listen for Ctrl-C"),
    })?;
    Ok(flag)
}

#[expect(clippy::exit, reason = "the user asked twice; records are whole lines, so none is lost")]
fn end_now() -> ! {
    std::process::exit(1)
}
