//! The data dictionary of the CSV files that this crate writes.

use tilebench_record::Columns;

use crate::export::{figures_csv, heuristics_csv, summary_csv};
use crate::{claims, history};

/// The CSV files of reports, histories and enumerations.
#[must_use]
pub fn columns() -> [Columns; 5] {
    [
        Columns { file: "summary.csv", row: "One configuration on one instance set.", columns: summary_csv::COLUMNS },
        Columns {
            file: "figures.csv",
            row: "One measure of one configuration on one instance set, with its interval.",
            columns: &figures_csv::COLUMNS,
        },
        Columns {
            file: "heuristics.csv",
            row: "One heuristic on one instance set, once per published mean; written if there are several heuristics.",
            columns: &heuristics_csv::COLUMNS,
        },
        Columns {
            file: "history.csv",
            row: "One configuration on one instance set in one folder, compared with the first folder (`report --history`).",
            columns: &history::COLUMNS,
        },
        Columns {
            file: "depths.csv",
            row: "One distance from the goal (`reproduce depths`).",
            columns: &claims::DEPTHS_COLUMNS,
        },
    ]
}
