//! The CSV files that a result folder holds, with their columns.

use crate::column::Columns;
use crate::incumbent::Incumbent;
use crate::iteration::Iteration;
use crate::planned::PlannedRun;
use crate::prediction::Prediction;
use crate::run::Run;
use crate::table::Row;

/// The files that records consist of.
#[must_use]
pub fn columns() -> [Columns; 5] {
    [of::<Run>(), of::<PlannedRun>(), of::<Iteration>(), of::<Incumbent>(), of::<Prediction>()]
}

fn of<R: Row>() -> Columns {
    Columns { file: R::FILE, row: R::ABOUT, columns: R::COLUMNS }
}
