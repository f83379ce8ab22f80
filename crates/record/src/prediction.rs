//! What an iteration was predicted to expand: a row of `predictions.csv`.

use crate::schema::schema;

schema! {
    /// How many nodes an iteration of iterative deepening is predicted to expand, averaged over starts with the blank in
    /// one cell: a row of `predictions.csv`.
    pub struct Prediction(
        "predictions.csv",
        "One predicted iteration (`tilebench predict`), averaged over starts with the blank in one cell.",
        9
    ) {
        /// Rows of the board.
        rows: u32 { unit: "cells" },
        /// Columns of the board.
        cols: u32 { unit: "cells" },
        /// Goal: blank-first, blank-last, or tiles in reading order.
        goal: String,
        /// Heuristic.
        heuristic: String,
        /// Cell of the start's blank, counted from 0 in reading order.
        blank: u32,
        /// Largest f that the iteration expands.
        threshold: u32 { unit: "moves" },
        /// Predicted number of nodes expanded, averaged over starts with the blank in this cell.
        expanded: f64 { unit: "nodes" },
        /// States from which the distribution of the heuristic was sampled.
        samples: u64 { unit: "states" },
        /// Seed of these states.
        seed: u64,
    }
}
