//! Work that threads share out among themselves.

use std::panic::resume_unwind;
use std::thread;

/// What `work` says of each of `workers`, of which the first works on this thread and each other on one of its own. If
/// the system refuses a thread, its worker does nothing: what all take their work from leaves it to the others.
pub(super) fn side_by_side<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let (first, others) = workers.split_first_mut().expect("there is a worker");
        let start = |worker| thread::Builder::new().spawn_scoped(scope, move || work(worker)).ok();
        let threads: Vec<_> = others.iter_mut().filter_map(start).collect();
        let mut done = vec![work(first)];
        done.extend(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))));
        done
    })
}
