//! One solution that a run found: a row of `incumbents.csv`.

use crate::schema::schema;

schema! {
    /// One solution that a run found: a row of `incumbents.csv`. The costs of a run never grow from row to row, and its last
    /// row is its answer.
    pub struct Incumbent("incumbents.csv", "One solution that a run found; the last one is its answer.", 8) {
        /// Run that found the solution, in runs.csv.
        run_id: String,
        /// Wall-clock time of the search until then.
        wall_s: f64 { unit: "s" },
        /// Processor time of the search until then.
        cpu_s: f64 { unit: "s" },
        /// Nodes expanded until then.
        expanded: Option<u64> { unit: "nodes", empty: "the solver did not report it" },
        /// Nodes generated until then.
        generated: Option<u64> { unit: "nodes", empty: "the solver did not report it" },
        /// Cost of the solution.
        cost: u64 { unit: "of the cost model" },
        /// Moves of the solution.
        length: u32 { unit: "moves" },
        /// Lower bound on the cost of every solution, as proved until then.
        bound: Option<u64> { unit: "of the cost model", empty: "nothing was proved" },
    }
}
