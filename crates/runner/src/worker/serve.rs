//! The worker's side: it makes one search after the other as it is asked, until its input ends.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};

use anyhow::{Result, bail};
use tilebench_catalog::StopFlag;
use tilebench_record::Status;
use tilebench_record::threads::{self, NoThread};

use super::scratch::PREFIX;
use super::wire::{Job, Reply, Request, read, send};
use crate::affinity::Pin;
use crate::foreign::{Ended, Errand, Launcher, launch, start_no_more};
use crate::search::{make_ready, search};
use crate::trace::Trace;
use crate::watcher::Watcher;
use crate::{Searches, WorkerCommand, broken_tables, memory, origin, tree};

/// Makes the searches that the runner at the other end of standard input asks for, and answers on
/// standard output. Programs are started by `starter`: see [`Launcher`]. When the input ends, which it does too when the runner is killed, the process ends
/// at once with all that it started.
///
/// # Errors
///
/// Where the runner says what is no message, or does not listen.
pub fn serve(searches: &Searches, starter: Option<&WorkerCommand>) -> Result<()> {
    tree::adopt_orphans();
    tree::take_name(c"tilebench");
    let (sender, requests) = mpsc::channel();
    let scratch = searches.scratch().to_owned();
    // Told to the runner, to which a worker that dies would be the fault of a search.
    let refused = |error: &NoThread| send(&Reply::Refused(error.to_string()), &mut io::stdout().lock());
    threads::spawn("that listens to the runner", move || listen(&sender, &scratch))
        .inspect_err(|error| drop(refused(error)))?;
    let watcher = Watcher::new(&std::sync::Arc::default()).inspect_err(|error| drop(refused(error)))?;
    loop {
        match next(&requests)? {
            Some(Request::Prepare(job)) => make(*job, searches, &watcher, &requests)?,
            Some(Request::Launch(errand, processor)) => {
                let ended = run(&errand, starter, processor);
                send(&Reply::Ended(Box::new(ended)), &mut io::stdout().lock())?;
            }
            Some(Request::Go) => bail!("there is no search to begin"),
            None => return Ok(()),
        }
    }
}

/// Passes on what the runner says, and ends the process when it says no more.
fn listen(sender: &Sender<Result<Request>>, scratch: &Path) {
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if sender.send(read(&line)).is_err() {
            break;
        }
    }
    start_no_more();
    tree::kill_descendants(std::process::id());
    remove_files(scratch);
    end_now();
}

/// Removes the files of a search that is stopped by the end of this process, where the runner gave them a
/// folder of their own.
fn remove_files(folder: &Path) {
    if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
        // The runner does so too, if it lives.
        let _ = std::fs::remove_dir_all(folder);
    }
}

#[expect(clippy::exit, reason = "nobody is left to answer, and a search may go on for hours")]
fn end_now() -> ! {
    std::process::exit(0)
}

/// The next request; none where the process is about to end.
fn next(requests: &Receiver<Result<Request>>) -> Result<Option<Request>> {
    requests.recv().ok().transpose()
}

/// Runs a program with the processors that the runner chose for it.
fn run(errand: &Errand, starter: Option<&WorkerCommand>, processor: Option<usize>) -> Ended {
    let _pin = processor.and_then(|processor| Pin::to(&[processor]));
    // Who cancels ends this process, and all that it started.
    let ended = launch(errand, Launcher { starter, alone: true }, &StopFlag::new());
    // Whatever is left of what it started was adopted by this process, which started nothing else.
    tree::kill_descendants(std::process::id());
    tree::reap_all();
    ended
}

/// Makes one search.
fn make(mut job: Job, searches: &Searches, watcher: &Watcher, requests: &Receiver<Result<Request>>) -> Result<()> {
    let mut out = io::stdout().lock();
    let processors = std::mem::take(&mut job.processors);
    let mut parts = job.into_parts()?;
    let mut run = std::mem::take(&mut parts.run);
    let alone = memory::forget_peak();
    let Some(ready) = make_ready(&parts.task(), &parts.configuration, searches, &mut run) else {
        return Ok(send(&Reply::Done(Box::new(run), Trace::default()), &mut out)?);
    };
    let tables = if run.setup_s > 0.0 { origin::tables(searches.tables()) } else { Vec::new() };
    send(&Reply::Ready(tables), &mut out)?;
    match next(requests)? {
        Some(Request::Go) => {}
        Some(Request::Prepare(_) | Request::Launch(..)) => bail!("another search is asked for before this one is over"),
        None => return Ok(()),
    }
    let trace = search(&*ready, &parts.task(), &mut run, watcher, &processors, searches.scratch());
    broken_tables::refuse(&mut run, &parts.configuration, parts.task().goal_board, searches);
    run.peak_rss = if alone { memory::peak_rss() } else { None };
    assert!(run.status != Status::Cancelled, "nobody cancels a search in a worker");
    Ok(send(&Reply::Done(Box::new(run), trace), &mut out)?)
}
