//! The worker's side: executes one search or program after the other, until its input ends.

use std::io;

use anyhow::{Result, bail};
use tilebench_isolate::worker::{RequestReceiver, run_in_worker, send};
use tilebench_isolate::{WorkerCommand, memory};
use tilebench_sanitize::threads::SpawnError;

use super::wire::{Job, WorkerReply, WorkerRequest};
use crate::search::{SearchPlace, prepare_search, run_search};
use crate::trace::Trace;
use crate::watcher::Watcher;
use crate::{Searches, provenance};

/// Executes the searches that the runner at the other end of standard input requests, and replies on standard output.
/// Programs are started by `starter`: see [`Launcher`](crate::Launcher). When the input ends, which it also does when the
/// runner is killed, the process exits at once with all that it started.
///
/// # Errors
///
/// If a request is not a message, or the runner does not read the replies.
pub fn serve(searches: &Searches, starter: Option<&WorkerCommand>) -> Result<()> {
    // Reported to the runner, which would otherwise blame a search for the end of the worker.
    let refused = |error: &SpawnError| drop(send(&WorkerReply::Refused(error.to_string()), &mut io::stdout().lock()));
    let requests = RequestReceiver::listen(c"tilebench", searches.scratch()).inspect_err(refused)?;
    let watcher = Watcher::new(&std::sync::Arc::default()).inspect_err(refused)?;
    loop {
        match requests.next()? {
            Some(WorkerRequest::Prepare(job)) => execute(*job, searches, &watcher, &requests)?,
            Some(WorkerRequest::Launch(command, processor)) => {
                let output = run_in_worker(&command, starter, processor);
                reply(&WorkerReply::Ended(Box::new(output)))?;
            }
            Some(WorkerRequest::Go) => bail!("the start of a search is requested, but none is prepared"),
            None => return Ok(()),
        }
    }
}

/// Executes one search.
fn execute(
    mut job: Job,
    searches: &Searches,
    watcher: &Watcher,
    requests: &RequestReceiver<WorkerRequest>,
) -> Result<()> {
    let (processors, units) = (std::mem::take(&mut job.processors), job.units.take());
    let mut parts = job.into_parts()?;
    let mut run = std::mem::take(&mut parts.run);
    let alone = memory::reset_peak_rss();
    let Some(ready) = prepare_search(&parts.task(), &parts.configuration, searches, &mut run) else {
        return reply(&WorkerReply::Done(Box::new(run), Trace::default()));
    };
    let tables = if run.setup_s > 0.0 { provenance::tables(searches.tables()) } else { Vec::new() };
    reply(&WorkerReply::Ready(tables))?;
    match requests.next()? {
        Some(WorkerRequest::Go) => {}
        Some(WorkerRequest::Prepare(_) | WorkerRequest::Launch(..)) => {
            bail!("another search is requested before the prepared one has run")
        }
        None => return Ok(()),
    }
    let (task, configuration) = (parts.task(), &parts.configuration);
    let place = SearchPlace { processors: &processors, units: units.as_ref() };
    let trace = run_search(&*ready, &task, configuration, &mut run, watcher, place, searches);
    run.peak_rss = if alone { memory::peak_rss() } else { None };
    reply(&WorkerReply::Done(Box::new(run), trace))
}

/// Sends a reply. Standard output is locked only meanwhile, so that a thread of a search that prints does not wait.
fn reply(reply: &WorkerReply) -> Result<()> {
    Ok(send(reply, &mut io::stdout().lock())?)
}
