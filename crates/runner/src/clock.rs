//! Times: the processor's, and the date.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, Timespec, clock_gettime};

use crate::tree::schedstat;

/// How long this thread has kept a processor busy. Exact to the nanosecond, so that differences are.
pub(crate) fn thread_cpu() -> Duration {
    duration(clock_gettime(ClockId::ThreadCPUTime))
}

/// How long a search of so many threads on this thread has kept processors busy: by the clock of this thread, or,
/// where it has others, by that of the process, which has to make no other search meanwhile.
pub(crate) fn search_cpu(threads: usize) -> Duration {
    if threads == 1 { thread_cpu() } else { process_cpu() }
}

/// How long this process has kept processors busy, with all threads that it has or had.
pub(crate) fn process_cpu() -> Duration {
    duration(clock_gettime(ClockId::ProcessCPUTime))
}

fn duration(time: Timespec) -> Duration {
    time.try_into().expect("a processor time is not negative")
}

/// How long one thread has kept a processor busy, for another thread to ask. The scheduler notes it a few
/// hundred times a second.
#[derive(Debug)]
pub(crate) struct ThreadClock(PathBuf);

impl ThreadClock {
    /// The clock of this thread, where the system has one: Linux.
    pub(crate) fn here() -> Option<Self> {
        #[cfg(target_os = "linux")]
        {
            let thread = rustix::thread::gettid().as_raw_nonzero();
            let file = PathBuf::from(format!("/proc/self/task/{thread}/schedstat"));
            file.exists().then_some(Self(file))
        }
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// What it says; zero when the thread is over.
    pub(crate) fn read(&self) -> Duration {
        fs::read_to_string(&self.0).ok().and_then(|text| schedstat(&text)).unwrap_or_default()
    }
}

/// How long the threads of a search have kept processors busy, for another thread to ask.
#[derive(Debug)]
pub(crate) enum SearchClock {
    /// Of a search of one thread.
    Thread(ThreadClock),
    /// Of one of several, which is all that its process does.
    Process,
}

impl SearchClock {
    /// The clock of a search of so many threads on this one, where the system has one.
    pub(crate) fn here(threads: usize) -> Option<Self> {
        if threads == 1 { ThreadClock::here().map(Self::Thread) } else { Some(Self::Process) }
    }

    /// What it says.
    pub(crate) fn read(&self) -> Duration {
        match self {
            Self::Thread(clock) => clock.read(),
            Self::Process => process_cpu(),
        }
    }
}

/// The present time in UTC as RFC 3339, to the second.
pub(crate) fn now() -> String {
    rfc3339(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
}

/// The time `seconds` after 1970 began.
fn rfc3339(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (mut year, mut day) = (1970, days);
    while day >= year_days(year) {
        day -= year_days(year);
        year += 1;
    }
    let february = if year_days(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", day + 1)
}

fn year_days(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days_and_ends_of_years() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_735_689_600, "2025-01-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(rfc3339(seconds), date);
        }
    }

    #[test]
    fn the_time_of_other_threads_is_that_of_a_search_which_has_them() {
        let before = [1, 2].map(search_cpu);
        std::thread::spawn(|| {
            let begun = thread_cpu();
            while thread_cpu().saturating_sub(begun) < Duration::from_millis(60) {}
        })
        .join()
        .unwrap();
        let [own, all] = [1, 2].map(|threads| search_cpu(threads).saturating_sub(before[threads - 1]));
        assert!(own < Duration::from_millis(30) && all >= Duration::from_millis(60), "{own:?} {all:?}");
    }

    #[test]
    fn a_thread_that_sleeps_uses_no_processor_time() {
        let before = thread_cpu();
        std::thread::sleep(Duration::from_millis(50));
        assert!(thread_cpu().saturating_sub(before) < Duration::from_millis(30));
    }
}
