//! One iteration of one run: a row of `iterations.csv`.

use crate::schema::schema;

schema! {
    /// One depth-first iteration, or one stage, of a run: a row of `iterations.csv`. Its counts are its own, not running
    /// sums. The thresholds of a run grow from row to row.
    pub struct Iteration("iterations.csv", "One iteration of iterative deepening, or one stage, of a run.", 5) {
        /// Run that the iteration belongs to, in runs.csv.
        run_id: String,
        /// Largest f that the iteration expanded; of a search by stages, the number of the stage.
        threshold: u32 { unit: "moves" },
        /// Nodes generated in this iteration alone.
        generated: u64 { unit: "nodes" },
        /// Nodes expanded in this iteration alone.
        expanded: u64 { unit: "nodes" },
        /// Wall-clock time of this iteration.
        wall_s: f64 { unit: "s" },
    }
}
