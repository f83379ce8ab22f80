//! One iteration of one run: a row of `iterations.csv`.

use serde::{Deserialize, Serialize};

use crate::Column;
use crate::cells::{BadCell, Cells};
use crate::table::Row;

/// One depth-first iteration, or one stage, of a run; its counts are its own, not running sums.
///
/// The thresholds of a run grow from row to row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Iteration {
    /// The run it belongs to.
    pub run_id: String,
    /// The largest f the iteration expanded.
    pub threshold: u32,
    /// Nodes generated in this iteration.
    pub generated: u64,
    /// Nodes expanded in this iteration.
    pub expanded: u64,
    /// Seconds of this iteration by the clock.
    pub wall_s: f64,
}

impl Row for Iteration {
    const FILE: &'static str = "iterations.csv";
    const COLUMNS: &'static [Column] = &[
        Column::text("run_id", "Run that the iteration belongs to, in runs.csv."),
        Column::whole(
            "threshold",
            "moves",
            "Largest f that the iteration expanded; of a search by stages, the number of the stage.",
        ),
        Column::whole("generated", "nodes", "Nodes generated in this iteration alone."),
        Column::whole("expanded", "nodes", "Nodes expanded in this iteration alone."),
        Column::real("wall_s", "s", "Wall-clock time of this iteration."),
    ];
    const REQUIRED: usize = Self::COLUMNS.len();

    fn read(cells: &mut Cells<'_>) -> Result<Self, BadCell> {
        Ok(Self {
            run_id: cells.value()?,
            threshold: cells.value()?,
            generated: cells.value()?,
            expanded: cells.value()?,
            wall_s: cells.value()?,
        })
    }
}
