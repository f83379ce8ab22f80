//! The record of a run, and the folder that keeps records.
//!
//! One run of one configuration on one instance is a [`Run`], a row of `runs.csv`. A search by iterative deepening
//! adds an [`Iteration`] per threshold to `iterations.csv`, and a run that finds solutions adds an [`Incumbent`] per
//! solution to `incumbents.csv`. A [`Manifest`] states the origin of all of them. A [`Folder`] reads all of them
//! strictly and appends to the CSV files. Existing bytes are changed only by mending, which keeps the old ones aside:
//! see [`Mended`].
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

mod again;
mod appender;
mod cells;
mod column;
mod ended_by;
mod error;
mod folder;
mod id;
mod lock;
mod log;
mod manifest;
mod mend;
mod merge;
mod names;
mod ownership;
mod planned;
mod proof;
mod replace;
mod rows;
mod run;
mod scan;
mod schema;
mod session;
mod shortest;
mod status;
mod syncer;
mod table;
mod unreadable;
mod whole;

pub use appender::{Appender, Recorded};
pub use cells::{Value, ValueOf};
pub use column::{Column, ColumnKind, Columns, Role, Scale};
pub use ended_by::EndedBy;
pub use error::RecordError;
pub use folder::Folder;
pub use id::{plan_id, run_id};
pub use manifest::{Build, HeuristicTables, Limit, Machine, Manifest, Published, Retry, Shard, Table};
pub use mend::Mended;
pub use merge::{Merge, MergeError};
pub use names::UnknownName;
pub use proof::Proof;
pub use rows::{Incumbent, Iteration, Prediction, columns};
pub use run::Run;
pub use session::Session;
pub use shortest::{Refuted, Shortest};
pub use status::Status;
pub use unreadable::Unreadable;
