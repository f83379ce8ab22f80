//! The data dictionary of the CSV files that this crate writes.

use tilebench_record::CsvSchema;

use crate::export::{figures_csv, heuristics_csv, summary_csv};
use crate::{claims, history};

/// The CSV files of reports, histories and enumerations.
#[must_use]
pub fn columns() -> [CsvSchema; 5] {
    [
        CsvSchema { file: "summary.csv", row: "One configuration on one instance set.", columns: summary_csv::COLUMNS },
        CsvSchema {
            file: "figures.csv",
            row: "One measure of one configuration on one instance set, with its interval.",
            columns: &figures_csv::COLUMNS,
        },
        CsvSchema {
            file: "heuristics.csv",
            row: "One heuristic on one instance set, once per published mean; written if there are several heuristics.",
            columns: &heuristics_csv::COLUMNS,
        },
        CsvSchema {
            file: "history.csv",
            row: "One configuration on one instance set in one folder, compared with the first folder (`report --history`).",
            columns: &history::COLUMNS,
        },
        CsvSchema {
            file: "depths.csv",
            row: "One distance from the goal (`reproduce depths`).",
            columns: &claims::DEPTHS_COLUMNS,
        },
    ]
}
