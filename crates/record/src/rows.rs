//! The CSV files of a result folder: the rows of the smaller ones, and the list of all with their columns.

use std::ffi::OsStr;
use std::path::Path;

use crate::bounds::Bounds;
use crate::column::CsvSchema;
use crate::csv_row::CsvRow;
use crate::manifest::Manifest;
use crate::planned_runs::PlannedRun;
use crate::run::Run;
use crate::schema::schema;

schema! {
    /// One depth-first iteration, or one stage, of a run: a row of `iterations.csv`. Its counts are its own, not running
    /// sums. The thresholds of a run do not fall from row to row, except the limits of BTS.
    pub struct Iteration("iterations.csv", "One iteration of iterative deepening, or one stage, of a run.", 5) {
        /// Run that the iteration belongs to, in runs.csv.
        run_id: String,
        /// Threshold of f of the iteration, rounded down if the weight is a fraction; of a search by stages, the number of the stage.
        threshold: u32 { unit: "of the cost model" },
        /// Nodes generated in this iteration alone.
        generated: u64 { unit: "nodes" },
        /// Nodes expanded in this iteration alone.
        expanded: u64 { unit: "nodes" },
        /// Wall-clock time of this iteration; in work units, the sum over processes.
        wall_s: f64 { unit: "s" },
    }
}

schema! {
    /// One solution that a run found: a row of `incumbents.csv`. The costs of a run never grow from row to row, and its last
    /// row is its answer.
    pub struct Incumbent("incumbents.csv", "One solution that a run found, or a higher bound on the last one, which is its answer.", 8) {
        /// Run that found the solution, in runs.csv.
        run_id: String,
        /// Wall-clock time of the search until then.
        wall_s: f64 { unit: "s" },
        /// Processor time of the search until then.
        cpu_s: Option<f64> { unit: "s", empty: "it was not measured" },
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

/// The files that records consist of.
#[must_use]
pub fn csv_schemas() -> [CsvSchema; 6] {
    [
        schema_of::<Run>(),
        schema_of::<PlannedRun>(),
        schema_of::<Iteration>(),
        schema_of::<Incumbent>(),
        schema_of::<Prediction>(),
        schema_of::<Bounds>(),
    ]
}

/// Whether `path` is one of the files of records in a folder with runs, which no other output may replace.
#[must_use]
pub fn is_record(path: &Path) -> bool {
    let is_named = |name: &OsStr| name == Manifest::FILE || csv_schemas().iter().any(|schema| name == schema.file);
    path.file_name().is_some_and(is_named) && path.with_file_name(Run::FILE).is_file()
}

fn schema_of<R: CsvRow>() -> CsvSchema {
    CsvSchema { file: R::FILE, row: R::ABOUT, columns: R::COLUMNS }
}
