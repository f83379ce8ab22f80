//! The record of a run, and the folder that keeps records.
//!
//! One run of one configuration on one instance is a [`Run`], a row of `runs.csv`. A search by iterative deepening
//! adds an [`Iteration`] per threshold to `iterations.csv`, and a run that finds solutions adds an [`Incumbent`] per
//! solution to `incumbents.csv`. A [`Manifest`] states the origin of all of them. A [`Folder`] reads all of them
//! strictly and appends to the CSV files. Existing bytes are changed only by repairs, which keep the old ones aside:
//! see [`Repair`].
//!
//! This crate must not depend on how runs are executed, on puzzles, or on reports: it defines the one format that the
//! two halves of the program share.
//!
//! ```
//! use tilebench_record::{Folder, Run, Status};
//! # let place = tempfile::tempdir()?;
//! # let place = place.path();
//!
//! let folder = Folder::open_or_create(&place.join("first"))?;
//! let run = Run { run_id: "0123456789abcdef".into(), status: Status::Solved, ..Run::default() };
//! folder.appender()?.append(&run, &[])?;
//! assert_eq!(folder.runs()?, [run]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod append_log;
mod appender;
mod atomic_file;
mod attributes;
mod bounds;
mod bounds_log;
mod cells;
mod column;
mod csv_row;
mod ended_by;
mod error;
mod folder;
mod folder_lock;
mod id;
mod manifest;
mod merge;
mod names;
mod ownership;
mod planned_runs;
mod proof;
mod repair;
mod replace;
mod report_settings;
mod row_reader;
mod rows;
mod run;
mod scan;
mod schema;
mod session;
mod shortest_lengths;
mod status;
mod syncer;
mod unreadable_row;

pub use appender::{Appender, RecordedRun};
pub use attributes::{Attribute, AttributeKind, attributes_cell};
pub use bounds::{Bounds, RecordedBound};
pub use bounds_log::BoundsLog;
pub use cells::{CellGetter, CellValue};
pub use column::{Column, ColumnKind, CsvSchema, Role, Scale};
pub use ended_by::EndedBy;
pub use error::RecordError;
pub use folder::Folder;
pub use id::{plan_id, run_id};
pub use manifest::{Build, EnforcedLimit, HeuristicTables, Machine, Manifest, PublishedValue, Retry, Shard, TableInfo};
pub use merge::{Merge, MergeError};
pub use names::UnknownName;
pub use proof::Proof;
pub use repair::Repair;
pub use report_settings::ReportSettings;
pub use rows::{Incumbent, Iteration, Prediction, csv_schemas, is_record};
pub use run::{Run, problem_set};
pub use session::Session;
pub use shortest_lengths::{RefutedClaim, ShortestLengths};
pub use status::Status;
pub use unreadable_row::UnreadableRow;
