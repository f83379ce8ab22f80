//! The termination and the result of a search.

use std::io::ErrorKind;

use crate::{Cost, Counters};

/// How a search ended. Reaching a limit is an outcome, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// A path to the goal was found. An anytime search that reached a limit of time, nodes, memory or disk ends so too if it
    /// has an incumbent, which is its answer.
    Solved,
    /// All reachable states were searched, and none is a goal.
    Exhausted,
    /// An incomplete method ended without a solution, and did not search all reachable states.
    Incomplete,
    /// No path was found within the depth, which is [`crate::Limits::depth`] or a bound of the algorithm, and longer paths
    /// were pruned.
    DepthLimit,
    /// The stop flag was raised because the time is up.
    TimeLimit,
    /// Another node would exceed [`crate::Limits::generated`].
    NodeLimit,
    /// The next growth of a list would exceed [`crate::Limits::bytes`].
    MemoryLimit,
    /// The next write to disk would exceed [`crate::Limits::disk`].
    DiskLimit,
    /// The system refused a file of the search, for this reason, for example a full disk.
    DiskFailed(ErrorKind),
    /// The system refused to start the threads of the search.
    NoThreads,
    /// The run was cancelled by the stop flag.
    Cancelled,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<Op> {
    /// How it ended.
    pub end: Termination,
    /// The operators from the start to the goal; empty unless `end` is [`Termination::Solved`].
    pub path: Vec<Op>,
    /// The heuristic value of the start, if the algorithm takes a heuristic.
    pub h0: Option<Cost>,
    /// The lower bound on the cost of every path to the goal that an anytime search or stopped IDA* proved, given an admissible
    /// heuristic; `None` if it proved none, and for all other algorithms.
    pub bound: Option<Cost>,
    /// The counters at the end of the search.
    pub counters: Counters,
}
