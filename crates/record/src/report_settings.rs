//! How reports show the runs of an experiment.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How reports show the runs: the table `[report]` of an experiment file. It does not affect the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportSettings {
    /// The configuration that the others are compared with; by default the one that solved the most instances.
    pub baseline: Option<String>,
    /// The width in points that tables of LaTeX must not exceed; by default that of the class `article`.
    pub text_width: Option<u32>,
    /// By table: its columns, in this order. A table that is not named has all of its columns.
    pub columns: BTreeMap<String, Vec<String>>,
    /// Display names, by the name of a configuration or a column.
    pub names: BTreeMap<String, String>,
}
