//! Every fault that a long experiment can meet, injected next to sound solvers. No row may be lost.
//! `cargo test --release -p tilebench-cli --test faults -- --nocapture` prints the table of `docs/reliability.md`.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "the documentation shows the table")]

mod fault_experiment;
mod folder;
mod live_processes;
mod processes;
mod programs;
