//! Worker processes: processes of this program that do one piece of work after the other and exchange messages with it.
//!
//! Limits are enforced twice. The work itself polls a flag and counts, which ends nearly all work with its results intact.
//! If it does not, its process is killed: 1 % and [`WorkLimits::grace`] after the time limit, and at the memory limit by a control
//! group or, without one, by its address space and by sampling it a hundred times per second.
//!
//! No worker outlives the program: a worker whose standard input ends, which it does however the program ends, exits with
//! all that it started.

mod exit_report;
mod limit_enforcer;
mod memory_limit;
mod message;
mod process;
mod serve;

use std::path::Path;

use crate::{processes, scratch};
pub use exit_report::ExitReport;
pub use limit_enforcer::{LimitEnforcer, StopCause, WorkLimits};
pub use message::{InvalidMessage, send};
pub use process::{StartError, WorkerEvent, WorkerProcess};
pub use serve::{RequestReceiver, run_in_worker};

/// Prepares this process for starting workers whose folders are in `scratch`: adopts the processes that a killed worker
/// leaves, and removes the folders that killed programs left.
pub fn prepare(scratch: &Path) {
    processes::adopt_orphans();
    scratch::sweep(scratch);
}
