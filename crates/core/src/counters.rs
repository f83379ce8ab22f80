//! The counters of a search, and the rules of counting.

use crate::Cost;

/// The counts of one search.
///
/// The rules are the same for every algorithm:
///
/// - `generated`: successors produced by applying an operator, including duplicates and without the inverse of the last
///   operator, plus 1 for the start;
/// - `expanded`: nodes whose successors were produced; the goal that ends a search is not expanded;
/// - `reopened`: closed nodes that were put back on the open list because a cheaper path to them was found;
/// - `evaluated`: heuristic values computed for generated nodes;
/// - `iterations`: depth-first iterations, stages of a stage-wise search, or jumps of a greedy one,
///   begun; 0 if there are none;
/// - `peak_open`, `peak_closed`: the maximum number of nodes in either list; an expanded node is closed. For a depth-first
///   search, `peak_open` is the longest path that its thresholds allowed;
/// - `peak_bytes`: the maximum number of bytes that the algorithm's own structures held at once;
/// - `table_slots`, `table_states`, `table_probes`, `table_longest`: for the hash table at the end of
///   a search with the option to measure it, its slots, its states, the slots that are examined to
///   find every state once, and the maximum of these for one state; 0 if nothing was measured.
/// - `peak_disk`: the maximum number of bytes of files that the algorithm had at once; 0 if it writes none;
/// - `backward`: of a bidirectional search, the part of `generated` and `expanded` that is of the direction from the goal.
///
/// An option may add successors: a best-first search with `parent-pruning = false` produces the move that
/// undoes the last one too, and counts it as it counts every successor.
///
/// For iterative deepening the counts are summed over iterations, the start counted once, and the
/// search stops when the goal is generated. So counted, IDA* with Manhattan distance in operator
/// order up, left, right, down gives exactly the node counts of R. E. Korf, *Depth-first
/// iterative-deepening*, Artificial Intelligence 27 (1985).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Successors produced, plus 1 for the start.
    pub generated: u64,
    /// Nodes whose successors were produced.
    pub expanded: u64,
    /// Closed nodes put back on the open list.
    pub reopened: u64,
    /// Heuristic values computed for generated nodes.
    pub evaluated: u64,
    /// Depth-first iterations, stages or jumps.
    pub iterations: u64,
    /// The maximum number of nodes in the open list.
    pub peak_open: u64,
    /// The maximum number of nodes in the closed list.
    pub peak_closed: u64,
    /// The maximum number of bytes that the algorithm's structures held.
    pub peak_bytes: u64,
    /// The number of slots of the hash table, if it was measured.
    pub table_slots: u64,
    /// The number of states in the hash table.
    pub table_states: u64,
    /// The number of slots probed to find each of these states once, summed.
    pub table_probes: u64,
    /// The maximum number of slots probed for one state.
    pub table_longest: u64,
    /// The maximum number of bytes of the algorithm's files.
    pub peak_disk: u64,
    /// The part of a bidirectional search that ran from the goal to the start; included in `generated` and `expanded`.
    pub backward: Option<BackwardCounters>,
}

/// The counts of the backward direction of a bidirectional search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackwardCounters {
    /// Successors produced, plus 1 for the goal as root.
    pub generated: u64,
    /// Nodes whose successors were produced.
    pub expanded: u64,
    /// The g of the state in which the two parts of the cheapest solution so far meet, forward and backward.
    pub meeting_g: Option<[Cost; 2]>,
}
