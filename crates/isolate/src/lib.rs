//! Isolation of work in processes under limits.
//!
//! A [`WorkerProcess`](worker::WorkerProcess) is a process of this program that does one piece of work after the other; a
//! [`Command`](program::Command) is an external program that is run once. Both are kept within limits of time, processor
//! time and memory, together with all that they start, and nothing that they started outlives them. Memory is limited by a
//! control group ([`cgroup`]) if possible, else by address space and sampling.
//!
//! Work in threads has what it needs to be measured: [`affinity`], claims on [`cores`], [`processor_time`],
//! [`instructions`], peak [`memory`] and [`panics`] as messages.
//!
//! This crate does not know what the work is.

pub mod affinity;
pub mod cgroup;
pub mod cores;
pub mod instructions;
pub mod memory;
pub mod panics;
mod processes;
pub mod processor_time;
pub mod program;
mod scratch;
mod stderr_tail;
mod usage;
pub mod worker;

pub use program::WorkerCommand;
pub use scratch::scratch_folder;
