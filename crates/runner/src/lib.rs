//! From an experiment file to recorded runs.
//!
//! [`Experiment::load`] reads and resolves the file, [`Plan::new`] expands it to runs, and
//! [`execute()`] executes those that a result folder has no record of: each under its limits, each
//! answer replayed by the independent checker, each row written as its run ends. [`solve()`] executes one
//! run outside of any experiment, and [`recheck()`] replays the solutions of a folder.
//!
//! This crate is the only bridge between searching and results: it does not know how a search works
//! or how a report is written.
//!
//! ```
//! use tilebench_runner::{Execution, Experiment, Plan, ProgressOutput, Searches, execute};
//! # let place = tempfile::tempdir()?;
//! # let place = place.path();
//!
//! let file = place.join("small.toml");
//! std::fs::write(&file, r#"
//!     name = "small"
//!     instances = ["random:3x3:2"]
//!     execution = { isolation = "thread" }
//!     [[solver]]
//!     algorithm = "idastar"
//!     heuristic = ["manhattan", "linear-conflict"]
//! "#)?;
//! let plan = Plan::new(Experiment::load(&file, &["limits.time_s=10".to_owned()])?)?;
//! let searches = Searches::default();
//! let execution = Execution::new(&searches);
//! let summary = execute(&plan, &place.join("small"), &execution)?;
//! assert_eq!((summary.planned, summary.remaining()), (4, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod date;
mod execute;
mod experiment;
mod external;
mod instance_faults;
mod isolation;
mod judge;
mod limits;
mod machine;
mod plan;
mod preview;
mod progress;
mod provenance;
mod recheck;
mod recorded_states;
mod replay;
mod schedule;
mod search;
mod search_units;
mod searches;
mod session;
mod shard;
mod shared_pool;
mod slot;
mod solve;
mod table_progress;
mod task;
mod thread_slot;
mod trace;
mod units;
mod watcher;
mod worker;

pub use bounds::{BoundsRequest, bounds, recorded_bound};
pub use execute::{Execution, ExecutionSummary, execute};
pub use experiment::{
    ClaimedRuns, Experiment, ExperimentAttribute, ExperimentClaim, OrderAndSeed, Program, Selection, Solver, keys,
};
pub use external::{
    ConformanceCheck, ConformanceReport, ExternalSolver, FORMER_PLACEHOLDERS, Finding, PLACEHOLDERS, check_solver,
};
pub use instance_faults::{InstanceFault, instance_faults};
pub use isolation::IsolationMode;
pub use limits::RunLimits;
pub use machine::machine;
pub use plan::{Plan, PlannedRun};
pub use preview::{Preview, UnsupportedSolver};
pub use progress::ProgressOutput;
pub use recheck::{RecheckReport, RefusedSolution, recheck};
pub use recorded_states::recorded_states;
pub use schedule::Schedule;
pub use search_units::search_units;
pub use searches::{PrepareFn, Searches};
pub use shared_pool::start_shared_pool;
pub use solve::{SolveRequest, solve};
pub use table_progress::{tables, tables_folder};
pub use tilebench_catalog as catalog;
pub use tilebench_isolate::cores::{cores, physical_cores};
pub use tilebench_isolate::program::{Launcher, become_program};
pub use tilebench_isolate::{WorkerCommand, check_scratch, scratch_folder};
pub use tilebench_record as record;
pub use units::{FOLDER as UNITS_FOLDER, UnitProgress, unit_progress};
pub use worker::serve;
