//! The processor time of threads and of this process.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::usage::schedstat;

/// The processor time of this thread, exact to the nanosecond.
#[must_use]
pub fn thread_cpu() -> Duration {
    clocks::thread()
}

/// The clock of work by `threads` threads of which this is the first: the processor time of this thread, or if there are
/// others, of the process, which must do no other work meanwhile.
#[must_use]
pub fn work_cpu(threads: usize) -> Duration {
    if threads == 1 { thread_cpu() } else { process_cpu() }
}

/// The processor time of this process, including ended threads.
fn process_cpu() -> Duration {
    clocks::process()
}

/// The clocks of the system.
#[cfg(unix)]
mod clocks {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn thread() -> Duration {
        read(ClockId::ThreadCPUTime)
    }

    pub(super) fn process() -> Duration {
        read(ClockId::ProcessCPUTime)
    }

    fn read(clock: ClockId) -> Duration {
        clock_gettime(clock).try_into().expect("a processor time is not negative")
    }
}

/// The clocks of the system, in steps of 16 ms.
#[cfg(windows)]
mod clocks {
    use std::time::Duration;

    use cpu_time::{ProcessTime, ThreadTime};

    pub(super) fn thread() -> Duration {
        ThreadTime::now().as_duration()
    }

    pub(super) fn process() -> Duration {
        ProcessTime::now().as_duration()
    }
}

/// The processor time of one thread, readable by another. The scheduler updates it a few hundred times per second.
#[derive(Debug)]
pub struct ThreadClock(PathBuf);

impl ThreadClock {
    /// The clock of this thread, if the system has one (Linux).
    fn of_current_thread() -> Option<Self> {
        #[cfg(target_os = "linux")]
        {
            let thread = rustix::thread::gettid().as_raw_nonzero();
            let file = PathBuf::from(format!("/proc/self/task/{thread}/schedstat"));
            file.exists().then_some(Self(file))
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Its time; zero if the thread has ended.
    fn read(&self) -> Duration {
        fs::read_to_string(&self.0).ok().and_then(|text| schedstat(&text)).unwrap_or_default()
    }
}

/// The processor time of work by one or several threads, readable by another thread.
#[derive(Debug)]
pub enum WorkClock {
    /// Of one thread.
    Thread(ThreadClock),
    /// Of all threads of the process.
    Process,
}

impl WorkClock {
    /// The clock of work by `threads` threads of which this is the first, if the system has one.
    #[must_use]
    pub fn for_threads(threads: usize) -> Option<Self> {
        if threads == 1 { ThreadClock::of_current_thread().map(Self::Thread) } else { Some(Self::Process) }
    }

    /// Its time.
    #[must_use]
    pub fn read(&self) -> Duration {
        match self {
            Self::Thread(clock) => clock.read(),
            Self::Process => process_cpu(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_other_threads_counts_for_work_by_several() {
        let before = [1, 2].map(work_cpu);
        std::thread::spawn(|| {
            let begun = thread_cpu();
            while thread_cpu().saturating_sub(begun) < Duration::from_millis(60) {}
        })
        .join()
        .unwrap();
        let [own, all] = [1, 2].map(|threads| work_cpu(threads).saturating_sub(before[threads - 1]));
        assert!(own < Duration::from_millis(30) && all >= Duration::from_millis(60), "{own:?} {all:?}");
    }

    #[test]
    fn a_thread_that_sleeps_uses_no_processor_time() {
        let before = thread_cpu();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_cpu().saturating_sub(before) < Duration::from_millis(30));
    }
}
