//! The conditions under which the runs of one execution were made: what a time that is to be quoted
//! depends on beside the program.

use serde::{Deserialize, Serialize};

/// One execution that made runs of a folder. A folder that was gone on with has several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// When it began, as RFC 3339 in UTC.
    pub began: String,
    /// How many runs went side by side.
    #[serde(default)]
    pub jobs: usize,
    /// Whether each search was kept on a core of its own.
    #[serde(default)]
    pub pinned: bool,
    /// The machine's load (runnable tasks, mean of a minute) before the first run, where that is known.
    #[serde(default)]
    pub load_before: Option<f64>,
    /// The same after the last; its own runs are among it. None where the program was ended by force.
    #[serde(default)]
    pub load_after: Option<f64>,
    /// The speed of a fixed loop on a job's core before the first run, in steps a second.
    #[serde(default)]
    pub speed_before: Option<f64>,
    /// The same after the last. None where the program was ended by force.
    #[serde(default)]
    pub speed_after: Option<f64>,
}
