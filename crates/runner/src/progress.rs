//! Reporting the progress of an experiment: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tilebench_record::Status;
use tilebench_sanitize::message::escaped;
use tilebench_sanitize::threads;

/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(5);

/// The destination of progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nowhere.
    Silent,
    /// On standard error.
    Stderr,
}

/// How the runs of a plan have ended so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    solved: usize,
    /// Ended by a limit, or by the method itself without an answer.
    stopped: usize,
    /// Ended in any other way.
    failed: usize,
}

/// The progress of one experiment.
#[derive(Debug)]
pub(crate) enum Meter {
    Silent,
    Bar(ProgressBar, Mutex<Count>),
    Lines(Mutex<Count>),
}

/// The progress of an experiment.
#[derive(Debug)]
pub(crate) struct Count {
    began: Instant,
    /// When a plain line was last written.
    reported: Instant,
    /// The runs of the plan.
    total: usize,
    /// The number of runs that were recorded before.
    earlier: usize,
    tally: Tally,
}

impl Tally {
    /// Runs that ended so.
    pub(crate) fn of(statuses: &[Status]) -> Self {
        let mut tally = Self::default();
        for &status in statuses {
            tally.add(status);
        }
        tally
    }

    /// Adds a run that ended so.
    pub(crate) fn add(&mut self, status: Status) {
        match status {
            Status::Solved => self.solved += 1,
            Status::GaveUp => self.stopped += 1,
            limit if limit.is_limit() => self.stopped += 1,
            _ => self.failed += 1,
        }
    }

    /// The number of runs.
    pub(crate) fn done(self) -> usize {
        self.solved + self.stopped + self.failed
    }
}

impl Progress {
    /// Writes a line.
    pub(crate) fn tell(self, line: &str) {
        if self == Self::Stderr {
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", escaped(line));
        }
    }

    /// Begins to report the progress of `total` runs, of which those in `earlier` are recorded already.
    pub(crate) fn begin(self, total: usize, earlier: Tally) -> Meter {
        let now = Instant::now();
        let count = Mutex::new(Count { began: now, reported: now, total, earlier: earlier.done(), tally: earlier });
        match self {
            Self::Stderr if total == earlier.done() => Meter::Silent,
            Self::Silent => Meter::Silent,
            Self::Stderr if io::stderr().is_terminal() => Meter::Bar(bar(total, earlier.done()), count),
            Self::Stderr => Meter::Lines(count),
        }
    }
}

impl Meter {
    /// Another run has ended.
    pub(crate) fn step(&self, status: Status) {
        match self {
            Self::Silent => {}
            Self::Bar(bar, count) => {
                let mut count = locked(count);
                count.tally.add(status);
                bar.set_position(count.tally.done() as u64);
                bar.set_message(count.line(count.began.elapsed()));
            }
            Self::Lines(count) => locked(count).step(status),
        }
    }

    /// No more runs will end.
    pub(crate) fn end(&self) {
        if let Self::Bar(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}

/// Nothing panics while it holds the lock, so poison means nothing.
fn locked(count: &Mutex<Count>) -> MutexGuard<'_, Count> {
    count.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: usize, earlier: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total as u64).with_style(style).with_position(earlier as u64);
    bar.set_message(format!("{earlier} of {total} runs"));
    // The bar's own thread; without one it moves when a run ends.
    if threads::check_available(1, "that moves the bar").is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

impl Count {
    fn step(&mut self, status: Status) {
        self.tally.add(status);
        if self.reported.elapsed() >= PAUSE || self.tally.done() == self.total {
            self.reported = Instant::now();
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", self.line(self.began.elapsed()));
        }
    }

    /// The line `elapsed` after the beginning.
    fn line(&self, elapsed: Duration) -> String {
        let Self { total, earlier, tally, .. } = self;
        let Tally { solved, stopped, failed } = tally;
        let seconds = elapsed.as_secs_f64();
        let rate = (tally.done() - earlier) as f64 / seconds.max(1e-9);
        let left = (total - tally.done()) as f64 / rate;
        format!(
            "{} of {total} runs: {solved} solved, {stopped} stopped, {failed} failed; {seconds:.0} s, {rate:.1} per \
             second, about {left:.0} s left",
            tally.done()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_counts_all_runs_of_the_plan_by_how_they_ended() {
        let mut earlier = Tally::default();
        for status in [Status::Solved, Status::TimeLimit, Status::Crashed] {
            earlier.add(status);
        }
        let now = Instant::now();
        let mut count = Count { began: now, reported: now, total: 90, earlier: 3, tally: earlier };
        for _ in 0..25 {
            count.step(Status::Solved);
        }
        for status in [Status::NodeLimit, Status::GaveUp, Status::Wrong, Status::Unsupported, Status::Solved] {
            count.step(status);
        }
        assert_eq!(
            count.line(Duration::from_secs(15)),
            "33 of 90 runs: 27 solved, 3 stopped, 3 failed; 15 s, 2.0 per second, about 28 s left"
        );
    }
}
