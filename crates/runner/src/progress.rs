//! Reporting the progress of an experiment: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tilebench_record::Status;
use tilebench_sanitize::message::escaped;
use tilebench_sanitize::threads;

/// The time between two plain lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// The destination of progress reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressOutput {
    /// Nowhere.
    Silent,
    /// On standard error.
    Stderr,
}

/// The number of ended runs of a plan, by kind of status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StatusTally {
    solved: usize,
    /// Ended by a limit, or by the method itself without an answer.
    stopped: usize,
    /// The instance is unsolvable, or the configuration does not support it.
    impossible: usize,
    /// Crashed, or with a wrong answer.
    failed: usize,
}

/// The progress of one experiment.
#[derive(Debug)]
pub(crate) enum ProgressMeter {
    Silent,
    Bar(ProgressBar, Mutex<RunProgress>),
    Lines(Mutex<RunProgress>),
}

/// The progress of an experiment.
#[derive(Debug)]
pub(crate) struct RunProgress {
    start: Instant,
    /// When a plain line was last written.
    reported: Instant,
    /// The runs of the plan.
    total: usize,
    /// The number of runs that were recorded before.
    already_recorded: usize,
    tally: StatusTally,
}

impl StatusTally {
    /// Counts runs with these statuses.
    pub(crate) fn from_statuses(statuses: &[Status]) -> Self {
        let mut tally = Self::default();
        for &status in statuses {
            tally.add(status);
        }
        tally
    }

    /// Adds a run with this status.
    pub(crate) fn add(&mut self, status: Status) {
        match status {
            Status::Solved => self.solved += 1,
            Status::GaveUp => self.stopped += 1,
            limit if limit.is_limit() => self.stopped += 1,
            unexplained if unexplained.is_unexplained() => self.failed += 1,
            _ => self.impossible += 1,
        }
    }

    /// The number of runs.
    pub(crate) fn done(self) -> usize {
        self.solved + self.stopped + self.impossible + self.failed
    }
}

impl ProgressOutput {
    /// Writes a line.
    pub(crate) fn print_line(self, line: &str) {
        if self == Self::Stderr {
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", escaped(line));
        }
    }

    /// Starts reporting the progress of `total` runs, of which `already_recorded` are recorded already.
    pub(crate) fn begin(self, total: usize, already_recorded: StatusTally) -> ProgressMeter {
        let now = Instant::now();
        let count = Mutex::new(RunProgress {
            start: now,
            reported: now,
            total,
            already_recorded: already_recorded.done(),
            tally: already_recorded,
        });
        match self {
            Self::Stderr if total == already_recorded.done() => ProgressMeter::Silent,
            Self::Silent => ProgressMeter::Silent,
            Self::Stderr if io::stderr().is_terminal() => {
                ProgressMeter::Bar(bar(total, already_recorded.done()), count)
            }
            Self::Stderr => ProgressMeter::Lines(count),
        }
    }
}

impl ProgressMeter {
    /// Another run has ended.
    pub(crate) fn step(&self, status: Status) {
        match self {
            Self::Silent => {}
            Self::Bar(bar, count) => {
                let mut count = locked(count);
                count.tally.add(status);
                bar.set_position(count.tally.done() as u64);
                bar.set_message(count.line(count.start.elapsed()));
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
fn locked(count: &Mutex<RunProgress>) -> MutexGuard<'_, RunProgress> {
    count.lock().unwrap_or_else(PoisonError::into_inner)
}

fn bar(total: usize, already_recorded: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total as u64).with_style(style).with_position(already_recorded as u64);
    bar.set_message(format!("{already_recorded} of {total} runs"));
    // The bar has its own thread; without it, the bar moves when a run ends.
    if threads::check_available(1, "that moves the bar").is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

impl RunProgress {
    fn step(&mut self, status: Status) {
        self.tally.add(status);
        if self.reported.elapsed() >= LINE_INTERVAL || self.tally.done() == self.total {
            self.reported = Instant::now();
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "{}", self.line(self.start.elapsed()));
        }
    }

    /// The line `elapsed` after the beginning.
    fn line(&self, elapsed: Duration) -> String {
        let Self { total, already_recorded, tally, .. } = self;
        let StatusTally { solved, stopped, impossible, failed } = tally;
        let impossible =
            if *impossible > 0 { format!(", {impossible} unsolvable or unsupported") } else { String::new() };
        let seconds = elapsed.as_secs_f64();
        let rate = (tally.done() - already_recorded) as f64 / seconds.max(1e-9);
        let left = (total - tally.done()) as f64 / rate;
        format!(
            "{} of {total} runs: {solved} solved, {stopped} stopped{impossible}, {failed} failed; {seconds:.0} s, {rate:.1} per \
             second, about {left:.0} s left",
            tally.done()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_counts_all_runs_of_the_plan_by_status() {
        let mut already_recorded = StatusTally::default();
        for status in [Status::Solved, Status::TimeLimit, Status::Crashed] {
            already_recorded.add(status);
        }
        let now = Instant::now();
        let mut count =
            RunProgress { start: now, reported: now, total: 90, already_recorded: 3, tally: already_recorded };
        for _ in 0..25 {
            count.step(Status::Solved);
        }
        for status in [Status::NodeLimit, Status::GaveUp, Status::Wrong, Status::Unsupported, Status::Solved] {
            count.step(status);
        }
        assert_eq!(
            count.line(Duration::from_secs(15)),
            "33 of 90 runs: 27 solved, 3 stopped, 1 unsolvable or unsupported, 2 failed; 15 s, 2.0 per second, about 28 s left"
        );
    }
}
