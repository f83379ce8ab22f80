//! Export formats, one file per format.

pub(crate) mod chart_csv;
pub(crate) mod chart_file;
pub(crate) mod figures_csv;
pub(crate) mod heuristics_csv;
pub(crate) mod html;
pub(crate) mod latex;
pub(crate) mod markdown;
pub(crate) mod parquet;
pub(crate) mod plain;
pub(crate) mod summary_csv;
pub(crate) mod table_csv;
pub(crate) mod value;
