//! The thread that stops searches: when their time is up, or when they are cancelled.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tilebench_catalog::{StopFlag, StopReason};
use tilebench_isolate::processor_time::WorkClock;
use tilebench_sanitize::threads::{self, SpawnError};

/// The time between two checks for cancellation.
const POLL: Duration = Duration::from_millis(20);

/// Watches the searches that run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Watcher {
    cancel: Arc<StopFlag>,
    shared: Arc<WatcherShared>,
    thread: Option<JoinHandle<()>>,
}

/// One search that is watched, until this is dropped.
#[derive(Debug)]
pub(crate) struct SearchWatch {
    search: Arc<WatchedSearch>,
    shared: Arc<WatcherShared>,
}

#[derive(Debug)]
struct WatchedSearch {
    flag: StopFlag,
    limit: Option<Duration>,
    /// When its time is up, in nanoseconds after `WatcherShared::epoch`; `u64::MAX` for never.
    deadline: AtomicU64,
    /// The processor time that it may take.
    cpu: Option<Duration>,
    /// The number of its threads, their clock, and the reading of the clock when the search began.
    threads: u32,
    clock: Option<WorkClock>,
    cpu_began: AtomicU64,
}

#[derive(Debug)]
struct WatcherShared {
    epoch: Instant,
    state: Mutex<WatcherState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct WatcherState {
    /// At most one per job, so a list is fast enough.
    running: Vec<Arc<WatchedSearch>>,
    is_over: bool,
}

impl Watcher {
    /// Begins to watch. When `cancel` is raised, every search is stopped.
    ///
    /// # Errors
    ///
    /// If the system has no thread for it.
    pub(crate) fn new(cancel: &Arc<StopFlag>) -> Result<Self, SpawnError> {
        let shared =
            Arc::new(WatcherShared { epoch: Instant::now(), state: Mutex::default(), changed: Condvar::new() });
        let thread = threads::spawn("that watches the limits", {
            let (shared, cancel) = (Arc::clone(&shared), Arc::clone(cancel));
            move || shared.watch(&cancel)
        })?;
        Ok(Self { cancel: Arc::clone(cancel), shared, thread: Some(thread) })
    }

    /// Whether the searches were cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.raised().is_some()
    }

    /// Watches a search by `threads` threads that is about to begin on this thread. It may take `limit` of wall time
    /// and `cpu` of processor time.
    pub(crate) fn watch(&self, limit: Option<Duration>, cpu: Option<Duration>, threads: usize) -> SearchWatch {
        let deadline = AtomicU64::new(self.shared.after(Instant::now(), limit));
        let clock = cpu.and_then(|_| WorkClock::for_threads(threads));
        let threads = u32::try_from(threads).expect("a search has at most 1,024 threads").max(1);
        let cpu_began = AtomicU64::new(u64::MAX);
        let search = Arc::new(WatchedSearch { flag: StopFlag::new(), limit, deadline, cpu, threads, clock, cpu_began });
        self.shared.state().running.push(Arc::clone(&search));
        // Longer limits are seen in time by the next poll; waking a thread for each run would
        // cost more than a short one takes.
        if [limit, cpu].into_iter().flatten().any(|limit| limit <= POLL) {
            self.shared.changed.notify_one();
        }
        SearchWatch { search, shared: Arc::clone(&self.shared) }
    }
}

impl SearchWatch {
    /// The flag that the search must obey.
    pub(crate) fn flag(&self) -> &StopFlag {
        &self.search.flag
    }

    /// The clock of the search, which begins now: its time is counted from here, so that no search is
    /// stopped before its limit by its own clock.
    pub(crate) fn begin(&self) -> Instant {
        if let Some(clock) = &self.search.clock {
            self.search.cpu_began.store(nanoseconds(clock.read()), Ordering::Relaxed);
        }
        let now = Instant::now();
        // A number of its own; that the watcher sees it a moment later does no harm.
        self.search.deadline.store(self.shared.after(now, self.search.limit), Ordering::Relaxed);
        now
    }
}

impl WatchedSearch {
    /// The remaining processor time, if it is limited and known.
    fn cpu_left(&self) -> Option<Duration> {
        let (limit, clock) = (self.cpu?, self.clock.as_ref()?);
        let began = self.cpu_began.load(Ordering::Relaxed);
        let used = nanoseconds(clock.read()).saturating_sub(began);
        Some(limit.saturating_sub(Duration::from_nanos(used)))
    }
}

/// Clamped: 2^64 nanoseconds are 584 years, effectively unlimited.
fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

impl WatcherShared {
    /// The state; no code that holds it can panic, so poison means nothing.
    fn state(&self) -> MutexGuard<'_, WatcherState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time `limit` after `start`, in nanoseconds after the epoch.
    fn after(&self, start: Instant, limit: Option<Duration>) -> u64 {
        let since = limit.and_then(|limit| start.duration_since(self.epoch).checked_add(limit));
        since.map_or(u64::MAX, nanoseconds)
    }

    fn watch(&self, cancel: &StopFlag) {
        let mut state = self.state();
        while !state.is_over {
            let now = self.after(Instant::now(), Some(Duration::ZERO));
            let mut wait = POLL;
            for search in state.running.iter().map(AsRef::as_ref) {
                let WatchedSearch { flag, deadline, .. } = search;
                if let Some(reason) = cancel.raised() {
                    flag.raise(reason);
                }
                match deadline.load(Ordering::Relaxed).checked_sub(now) {
                    None | Some(0) => flag.raise(StopReason::Time),
                    Some(left) => wait = wait.min(Duration::from_nanos(left)),
                }
                match search.cpu_left() {
                    Some(Duration::ZERO) => flag.raise(StopReason::Time),
                    // The processor time of a thread does not exceed the wall time.
                    Some(left) => wait = wait.min(left / search.threads),
                    None => {}
                }
            }
            state = self.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for SearchWatch {
    fn drop(&mut self) {
        self.shared.state().running.retain(|search| !Arc::ptr_eq(search, &self.search));
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
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

    /// Waits until the flag is raised, and returns the reason and the elapsed time.
    fn wait(watch: &SearchWatch) -> (StopReason, Duration) {
        let start = Instant::now();
        loop {
            if let Some(reason) = watch.flag().raised() {
                return (reason, start.elapsed());
            }
            assert!(start.elapsed() < Duration::from_secs(5), "the flag was never raised");
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    #[test]
    fn each_search_is_stopped_at_its_own_deadline() {
        let watcher = Watcher::new(&Arc::default()).unwrap();
        let endless = watcher.watch(None, None, 1);
        let (long, short) = (
            watcher.watch(Some(Duration::from_secs(1)), None, 1),
            watcher.watch(Some(Duration::from_millis(40)), None, 1),
        );
        let (reason, took) = wait(&short);
        assert_eq!(reason, StopReason::Time);
        assert!(took >= Duration::from_millis(35) && took < Duration::from_millis(900), "{took:?}");
        assert_eq!(long.flag().raised(), None);
        assert_eq!(wait(&long).0, StopReason::Time);
        assert_eq!(endless.flag().raised(), None);
    }

    #[test]
    fn cancelling_stops_every_search_and_a_dropped_one_is_forgotten() {
        let cancel = Arc::<StopFlag>::default();
        let watcher = Watcher::new(&cancel).unwrap();
        let running = [watcher.watch(None, None, 1), watcher.watch(Some(Duration::from_mins(1)), None, 1)];
        drop(watcher.watch(Some(Duration::from_mins(1)), None, 1));
        assert_eq!(watcher.shared.state().running.len(), 2);
        cancel.raise(StopReason::Cancel);
        for watch in &running {
            assert_eq!(wait(watch).0, StopReason::Cancel);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_is_limited_independently_of_wall_time() {
        let watcher = Watcher::new(&Arc::default()).unwrap();
        let watch = watcher.watch(None, Some(Duration::from_millis(60)), 1);
        watch.begin();
        std::thread::sleep(Duration::from_millis(150));
        assert_eq!(watch.flag().raised(), None, "a thread that sleeps takes no processor time");
        let start = Instant::now();
        while watch.flag().raised().is_none() {
            assert!(start.elapsed() < Duration::from_secs(20), "the flag was never raised");
        }
        assert!(tilebench_isolate::processor_time::thread_cpu() >= Duration::from_millis(60));
    }
}
