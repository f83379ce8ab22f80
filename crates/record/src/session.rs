//! The conditions under which the runs of one execution took place: everything that affects their times, besides the
//! program.

use serde::{Deserialize, Serialize};

/// One execution of runs of a folder. A folder that was resumed has several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// When it began, as RFC 3339 in UTC.
    pub began: String,
    /// The number of parallel runs.
    #[serde(default)]
    pub jobs: usize,
    /// Whether each search was pinned to its own core.
    #[serde(default)]
    pub pinned: bool,
    /// The rows of `runs.csv` when it began, so that each row belongs to a session. None in a merged folder.
    #[serde(default)]
    pub rows: Option<u64>,
    /// The machine's load (runnable tasks, mean over one minute) before the first run, if known.
    #[serde(default)]
    pub load_before: Option<f64>,
    /// The load after the last run, including that of the runs. `None` if the program was killed.
    #[serde(default)]
    pub load_after: Option<f64>,
    /// The speed of a fixed loop on a job's core before the first run, in steps per second.
    #[serde(default)]
    pub speed_before: Option<f64>,
    /// The same after the last run. `None` if the program was killed.
    #[serde(default)]
    pub speed_after: Option<f64>,
}

impl Session {
    /// The load of other programs, in cores, above which a session was not quiet.
    pub const MAX_QUIET_LOAD: f64 = 0.5;

    /// The share by which the fixed loop's speed may change during a session, and differ between sessions whose times are
    /// compared.
    pub const MAX_DRIFT: f64 = 0.05;

    /// Whether other programs kept more than [`Session::MAX_QUIET_LOAD`] cores busy when it began; `None` if the load is
    /// unknown. No run has started at that time, so all of the load is that of other programs.
    #[must_use]
    pub fn is_busy(&self) -> Option<bool> {
        self.load_before.map(|load| load > Self::MAX_QUIET_LOAD)
    }

    /// Whether the fixed loop's speed changed by more than [`Session::MAX_DRIFT`]; `None` if a speed is unknown.
    #[must_use]
    pub fn has_drifted(&self) -> Option<bool> {
        let (before, after) = self.speed_before.zip(self.speed_after)?;
        Some((after / before - 1.0).abs() > Self::MAX_DRIFT)
    }
}
