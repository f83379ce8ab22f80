//! The worker's side: requests from standard input, until it ends.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};

use serde::de::DeserializeOwned;
use tilebench_sanitize::threads::{self, SpawnError};

use super::message::{InvalidMessage, read};
use crate::affinity::AffinityGuard;
use crate::program::{self, Launcher, ProgramCommand, ProgramOutput, prevent_starts};
use crate::{WorkerCommand, processes, scratch};

/// The requests that the program which started this worker sends.
///
/// When that program ends, however it ends, so does standard input. Then this process exits at once, with all that it
/// started.
#[derive(Debug)]
pub struct RequestReceiver<Q>(Receiver<Result<Q, InvalidMessage>>);

impl<Q: DeserializeOwned + Send + 'static> RequestReceiver<Q> {
    /// Makes this process a worker, which is listed as `name`. If `scratch` was created for a worker, it is removed at the
    /// end.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub fn listen(name: &std::ffi::CStr, scratch: &Path) -> Result<Self, SpawnError> {
        processes::adopt_orphans();
        processes::set_name(name);
        let (sender, requests) = mpsc::channel();
        let scratch = scratch.to_owned();
        threads::spawn("that listens to the runner", move || forward(&sender, &scratch))?;
        Ok(Self(requests))
    }

    /// The next request; `None` if the process is about to exit.
    ///
    /// # Errors
    ///
    /// If a line is not a message.
    pub fn next(&self) -> Result<Option<Q>, InvalidMessage> {
        self.0.recv().ok().transpose()
    }
}

/// Forwards requests, and exits at the end of standard input.
fn forward<Q: DeserializeOwned>(sender: &Sender<Result<Q, InvalidMessage>>, scratch: &Path) {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if sender.send(read(&line)).is_err() {
            break;
        }
    }
    prevent_starts();
    processes::kill_descendants(std::process::id());
    scratch::remove_if_worker(scratch);
    exit();
}

#[expect(clippy::exit, reason = "no process is left to reply to, and the work may take hours")]
fn exit() -> ! {
    std::process::exit(0)
}

/// Runs a program in this worker, on `processor` if one is given. Programs are started by `starter`: see [`Launcher`].
#[must_use]
pub fn run_in_worker(
    command: &ProgramCommand,
    starter: Option<&WorkerCommand>,
    processor: Option<usize>,
) -> ProgramOutput {
    let _guard = processor.and_then(|processor| AffinityGuard::pin_to(&[processor]));
    // Cancelling kills this process with all that it started.
    let output = program::run(command, Launcher { starter, alone: true }, &|| false);
    // All remaining processes below this one are the program's: this process has started nothing else.
    processes::kill_descendants(std::process::id());
    processes::reap_all();
    output
}
