//! Telling how far an experiment is: a bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tilebench_record::threads;
use tilebench_sanitize::message::escaped;

/// How often a plain line is written.
const PAUSE: Duration = Duration::from_secs(5);

/// Where progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nowhere.
    Silent,
    /// On standard error.
    Stderr,
}

/// The progress of one experiment.
#[derive(Debug)]
pub(crate) enum Meter {
    Silent,
    Bar(ProgressBar),
    Lines(Mutex<Lines>),
}

#[derive(Debug)]
pub(crate) struct Lines {
    began: Instant,
    told: Instant,
    total: usize,
    done: usize,
}

impl Progress {
    /// Tells a line.
    pub(crate) fn tell(self, line: &str) {
        if self == Self::Stderr {
            // Told as far as anybody listens.
            let _ = writeln!(io::stderr(), "{}", escaped(line));
        }
    }

    /// Begins to tell the progress of `total` runs.
    pub(crate) fn begin(self, total: usize) -> Meter {
        match self {
            Self::Stderr if total == 0 => Meter::Silent,
            Self::Silent => Meter::Silent,
            Self::Stderr if io::stderr().is_terminal() => Meter::Bar(bar(total)),
            Self::Stderr => {
                let now = Instant::now();
                Meter::Lines(Mutex::new(Lines { began: now, told: now, total, done: 0 }))
            }
        }
    }
}

impl Meter {
    /// Another run has ended.
    pub(crate) fn step(&self) {
        match self {
            Self::Silent => {}
            Self::Bar(bar) => bar.inc(1),
            Self::Lines(lines) => lines.lock().unwrap_or_else(PoisonError::into_inner).step(),
        }
    }

    /// No more runs will end.
    pub(crate) fn end(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: usize) -> ProgressBar {
    let template = "{bar:32} {pos} of {len} runs, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total as u64).with_style(style);
    // The bar's own thread; without one it moves when a run ends.
    if threads::try_out(1, "that moves the bar").is_ok() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

impl Lines {
    fn step(&mut self) {
        self.done += 1;
        if self.told.elapsed() >= PAUSE || self.done == self.total {
            self.told = Instant::now();
            // Progress is told as far as anybody listens.
            let _ = writeln!(io::stderr(), "{}", line(self.done, self.total, self.began.elapsed()));
        }
    }
}

fn line(done: usize, total: usize, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = done as f64 / seconds.max(1e-9);
    let left = (total - done) as f64 / rate;
    format!("{done} of {total} runs in {seconds:.0} s, {rate:.1} a second, about {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_line_tells_rate_and_time_left() {
        assert_eq!(line(30, 90, Duration::from_secs(15)), "30 of 90 runs in 15 s, 2.0 a second, about 30 s left");
    }
}
