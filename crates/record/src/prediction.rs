//! What an iteration was predicted to expand: a row of `predictions.csv`.

use serde::{Deserialize, Serialize};

use crate::Column;
use crate::cells::{BadCell, Cells};
use crate::table::Row;

/// How many nodes an iteration of iterative deepening is predicted to expand, averaged over starts with the blank in
/// one cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The rows of the board.
    pub rows: u32,
    /// The columns of the board.
    pub cols: u32,
    /// The goal: its name or its board text, as in the runs.
    pub goal: String,
    /// The heuristic's name.
    pub heuristic: String,
    /// The cell of the start's blank, from 0, row by row.
    pub blank: u32,
    /// The largest f the iteration expands.
    pub threshold: u32,
    /// Nodes expanded, as predicted.
    pub expanded: f64,
    /// The boards that the heuristic's distribution was sampled from.
    pub samples: u64,
    /// The seed of these boards.
    pub seed: u64,
}

impl Row for Prediction {
    const FILE: &'static str = "predictions.csv";
    const COLUMNS: &'static [Column] = &[
        Column::whole("rows", "cells", "Rows of the board."),
        Column::whole("cols", "cells", "Columns of the board."),
        Column::text("goal", "Goal: blank-first, blank-last, or tiles in reading order."),
        Column::text("heuristic", "Heuristic."),
        Column::whole("blank", "", "Cell of the start's blank, counted from 0 in reading order."),
        Column::whole("threshold", "moves", "Largest f that the iteration expands."),
        Column::real(
            "expanded",
            "nodes",
            "Predicted number of nodes expanded, averaged over starts with the blank in this cell.",
        ),
        Column::whole("samples", "states", "States from which the distribution of the heuristic was sampled."),
        Column::whole("seed", "", "Seed of these states."),
    ];
    const REQUIRED: usize = Self::COLUMNS.len();

    fn read(cells: &mut Cells<'_>) -> Result<Self, BadCell> {
        Ok(Self {
            rows: cells.value()?,
            cols: cells.value()?,
            goal: cells.value()?,
            heuristic: cells.value()?,
            blank: cells.value()?,
            threshold: cells.value()?,
            expanded: cells.value()?,
            samples: cells.value()?,
            seed: cells.value()?,
        })
    }
}
