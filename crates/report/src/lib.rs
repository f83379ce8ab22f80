//! Tables, statistics, charts and a page from records.
//!
//! [`write()`] reads a result folder and writes `summary.csv`, `figures.csv`, `summary.md`, `summary.tex`, `charts/` and
//! `index.html` next to its records. If two heuristics evaluated starts, it also writes `heuristics.csv`, `heuristics.md`
//! and `heuristics.tex`. Equal records give equal bytes.
//!
//! Only solved runs have lengths, but no run is dropped silently: every table and chart states its number of runs. This
//! crate depends on records only, not on a solver.
//!
//! ```
//! use tilebench_record::{Folder, Run, Status};
//! # let place = tempfile::tempdir()?;
//! # let dir = place.path().join("first");
//!
//! let folder = Folder::open_or_create(&dir)?;
//! let run = Run { run_id: "1".into(), solver: "A*".into(), status: Status::Crashed, ..Run::default() };
//! folder.appender()?.append(&run, &[])?;
//!
//! let written = tilebench_report::write(&dir)?;
//! assert_eq!(written.unexplained, 1);
//! assert!(written.index.is_file());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod chart;
pub mod claims;
mod column;
mod common_instances;
mod common_summary;
mod compare;
mod compare_on;
mod configurations;
mod count_as;
mod counting;
mod dictionary;
mod earlier_plans;
mod embedded_runs;
mod estimates;
mod expansion_bounds;
mod experiment;
mod export;
mod expression;
mod family;
mod findings;
#[cfg(test)]
mod fixture;
mod frame;
mod guarantees;
mod hardest;
mod heuristics;
mod history;
mod incumbents;
mod iterations;
mod limits;
mod measure_statistics;
mod measure_table;
mod metric;
mod named_tables;
mod output_file;
mod page;
mod parallel;
mod programs;
mod proved_lengths;
mod ranking;
mod remarks;
mod repeats;
mod request;
mod results;
mod run;
mod run_collector;
mod run_order;
mod search;
mod sessions;
mod settings;
mod summary;
mod table;
mod table_view;
mod tables;
#[cfg(test)]
mod tests;
mod unread;
mod virtual_best;
mod write;

use tilebench_plot::number;
use tilebench_stats as stats;

pub use compare::published::{PublishedBaseline, PublishedComparison, PublishedPair, compare_published};
pub use compare::published_text::published_text;
pub use compare::{ConfigurationComparison, MeasureRatio, SetComparison, TestResult, compare};
pub use compare_on::CompareOn;
pub use configurations::{ConfigurationInfo, ConfigurationSetInfo, configurations};
pub use count_as::{COUNT_RULES, ConvertedRuns, CountRule, count_as, count_rules};
pub use counting::COUNTING;
pub use dictionary::columns;
pub use export::chart_file::ChartFormat;
pub use export::parquet::parquet;
pub use history::{History, HistoryRules, history};
pub use named_tables::{TableFormat, table};
pub use output_file::write_output;
pub use programs::{CountDifference, ProgramComparison, ProgramConfiguration, compare_programs};
pub use request::{PlotRequest, PlotResult, WrittenChart, plot, plot_columns, plot_kinds};
pub use sessions::TimeVerdict;
pub use table_view::TableView;
pub use write::{ReportOptions, WrittenReport, write, write_with};
