//! The end and the result of a search.

use std::io::ErrorKind;

use crate::{Cost, Counters};

/// How a search ended. Running out of something is an outcome, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A path to the goal was found.
    Solved,
    /// Every state that can be reached was searched, and none is a goal.
    Exhausted,
    /// The method came to its own end without an answer, and states are left that it did not search.
    GaveUp,
    /// No path within the depth that the search was given was found, and longer ones were left out:
    /// [`crate::Limits::depth`], or a bound of the algorithm's own.
    DepthLimit,
    /// The stop flag said that time is up.
    TimeLimit,
    /// Another node would exceed [`crate::Limits::generated`].
    NodeLimit,
    /// The next growth of a list would exceed [`crate::Limits::bytes`].
    MemoryLimit,
    /// The next write to disk would exceed [`crate::Limits::disk`].
    DiskLimit,
    /// The system refused a file of the search, for this reason: a full disk, say.
    DiskFailed(ErrorKind),
    /// The system refused to start the threads that the search was to have.
    NoThreads,
    /// The run was cancelled by the stop flag.
    Cancelled,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<Op> {
    /// How it ended.
    pub end: End,
    /// The operators from the start to the goal; empty unless `end` is [`End::Solved`].
    pub path: Vec<Op>,
    /// The heuristic value of the start, if the algorithm takes a heuristic.
    pub h0: Option<Cost>,
    /// The counters at the end of the search.
    pub counters: Counters,
}
