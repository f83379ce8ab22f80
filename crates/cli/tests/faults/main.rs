//! Every fault that a long experiment meets, brought about beside sound solvers, and the rows that it
//! costs: none. `docs/reliability.md` has the table that `cargo test --release -p tilebench-cli --test
//! faults -- --nocapture` prints.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "the table is what the page of the documentation shows")]

mod folder;
mod living;
mod place;
mod processes;
mod programs;
