//! The thread that stops searches: when their time is up, or when nobody wants them any more.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tilebench_catalog::{Stop, StopFlag};

/// How often the watcher looks whether everything was cancelled.
const GLANCE: Duration = Duration::from_millis(20);

/// Watches the searches that run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Watcher {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// One search that is watched, until this is dropped.
#[derive(Debug)]
pub(crate) struct Watch {
    search: Arc<Search>,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Search {
    flag: StopFlag,
    limit: Option<Duration>,
    /// When its time is up, in nanoseconds after `Shared::epoch`; `u64::MAX` for never.
    deadline: AtomicU64,
}

#[derive(Debug)]
struct Shared {
    epoch: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// As many as there are jobs, so a list is quick enough.
    running: Vec<Arc<Search>>,
    over: bool,
}

impl Watcher {
    /// Begins to watch. When `cancel` is raised, every search is stopped.
    pub(crate) fn new(cancel: &Arc<StopFlag>) -> Self {
        let shared = Arc::new(Shared { epoch: Instant::now(), state: Mutex::default(), changed: Condvar::new() });
        let thread = thread::spawn({
            let (shared, cancel) = (Arc::clone(&shared), Arc::clone(cancel));
            move || shared.watch(&cancel)
        });
        Self { shared, thread: Some(thread) }
    }

    /// Watches a search that is about to begin and may take `limit`.
    pub(crate) fn watch(&self, limit: Option<Duration>) -> Watch {
        let deadline = AtomicU64::new(self.shared.after(Instant::now(), limit));
        let search = Arc::new(Search { flag: StopFlag::new(), limit, deadline });
        self.shared.state().running.push(Arc::clone(&search));
        self.shared.changed.notify_one();
        Watch { search, shared: Arc::clone(&self.shared) }
    }
}

impl Watch {
    /// The flag that the search must obey.
    pub(crate) fn flag(&self) -> &StopFlag {
        &self.search.flag
    }

    /// The clock of the search, which begins now: its time is counted from here, so that no search is
    /// stopped before its limit by its own clock.
    pub(crate) fn begin(&self) -> Instant {
        let now = Instant::now();
        // A number of its own; that the watcher sees it a moment later does no harm.
        self.search.deadline.store(self.shared.after(now, self.search.limit), Ordering::Relaxed);
        now
    }
}

impl Shared {
    /// The state; no code that holds it can panic, so poison means nothing.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time `limit` after `start`, in nanoseconds after the epoch.
    fn after(&self, start: Instant, limit: Option<Duration>) -> u64 {
        let since = limit.and_then(|limit| start.duration_since(self.epoch).checked_add(limit));
        since.and_then(|since| u64::try_from(since.as_nanos()).ok()).unwrap_or(u64::MAX)
    }

    fn watch(&self, cancel: &StopFlag) {
        let mut state = self.state();
        while !state.over {
            let now = self.after(Instant::now(), Some(Duration::ZERO));
            let mut wait = GLANCE;
            for Search { flag, deadline, .. } in state.running.iter().map(AsRef::as_ref) {
                if let Some(reason) = cancel.raised() {
                    flag.raise(reason);
                }
                match deadline.load(Ordering::Relaxed).checked_sub(now) {
                    None | Some(0) => flag.raise(Stop::Time),
                    Some(left) => wait = wait.min(Duration::from_nanos(left)),
                }
            }
            state = self.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.state().running.retain(|search| !Arc::ptr_eq(search, &self.search));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.shared.state().over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread does nothing that could panic.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits until the flag is raised, and tells the reason and how long that took.
    fn wait(watch: &Watch) -> (Stop, Duration) {
        let start = Instant::now();
        loop {
            if let Some(reason) = watch.flag().raised() {
                return (reason, start.elapsed());
            }
            assert!(start.elapsed() < Duration::from_secs(5), "the flag was never raised");
            thread::sleep(Duration::from_micros(200));
        }
    }

    #[test]
    fn each_search_is_stopped_at_its_own_deadline() {
        let watcher = Watcher::new(&Arc::default());
        let endless = watcher.watch(None);
        let (long, short) =
            (watcher.watch(Some(Duration::from_millis(150))), watcher.watch(Some(Duration::from_millis(40))));
        let (reason, took) = wait(&short);
        assert_eq!(reason, Stop::Time);
        assert!(took >= Duration::from_millis(35) && took < Duration::from_millis(140), "{took:?}");
        assert_eq!(long.flag().raised(), None);
        assert_eq!(wait(&long).0, Stop::Time);
        assert_eq!(endless.flag().raised(), None);
    }

    #[test]
    fn cancelling_stops_every_search_and_a_dropped_one_is_forgotten() {
        let cancel = Arc::<StopFlag>::default();
        let watcher = Watcher::new(&cancel);
        let running = [watcher.watch(None), watcher.watch(Some(Duration::from_mins(1)))];
        drop(watcher.watch(Some(Duration::from_mins(1))));
        assert_eq!(watcher.shared.state().running.len(), 2);
        cancel.raise(Stop::Cancel);
        for watch in &running {
            assert_eq!(wait(watch).0, Stop::Cancel);
        }
    }
}
