//! Isolation of work in processes under limits.
//!
//! A [`WorkerProcess`](worker::WorkerProcess) is a process of this program that does one piece of work after the other. A
//! [`ProgramCommand`](program::ProgramCommand) is an external program that is run once. Both are kept within limits of time,
//! processor time and memory, together with their descendants, and no descendant outlives them. Memory is limited by a
//! control group ([`cgroup`]) if possible, else by address space and sampling.
//!
//! Work in threads is measured by [`affinity`], claims on [`cores`], [`processor_time`], [`instructions`] and peak
//! [`memory`]; [`panics`] returns a panic as a message.
//!
//! This crate does not depend on the kind of work.
//!
//! ```
//! use std::time::Duration;
//! use tilebench_isolate::program::{self, Launcher, ProgramCommand, ProgramExit};
//!
//! let command = ProgramCommand {
//!     argv: ["sh", "-c", "echo begun; sleep 60"].map(str::to_owned).to_vec(),
//!     folder: ".".into(),
//!     stdin: String::new(),
//!     time: Some(Duration::from_millis(200)),
//!     cpu: None,
//!     memory: None,
//! };
//! // The shell and the `sleep` that it started are killed.
//! let output = program::run(&command, Launcher::default(), &|| false);
//! assert_eq!((output.exit, output.stdout.as_str()), (ProgramExit::TimeLimit, "begun\n"));
//! ```

pub mod affinity;
pub mod cgroup;
pub mod cores;
pub mod instructions;
pub mod memory;
pub mod os_path;
pub mod panics;
mod process_tree;
mod processes;
pub mod processor_time;
pub mod program;
mod scratch;
mod stderr_tail;
mod usage;
pub mod worker;

pub use program::WorkerCommand;
pub use scratch::{check_scratch, scratch_folder};
