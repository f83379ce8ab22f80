//! External programs, in any language, run like the solvers of this project.
//!
//! An experiment names a command line with placeholders; [`ExternalSolver`] is its parsed and checked form. A run
//! fills in the board, starts the program, waits for it under the run's limits, and reads its answer: a line of JSON,
//! or the matches of regular expressions. The answer is not trusted: its moves are replayed by the checker that
//! replays all others, and an answer without moves is not a solution. Its counters are recorded as it reports them.
//! [`check_solver`] runs it on boards with known answers and reports its faults.

mod answer;
mod check;
mod dialect;
mod judge;
mod no_answer;
mod spec;
mod template;
#[cfg(test)]
mod tests;

pub(crate) use answer::{Form, Key};
pub use check::{Check, Conformance, Finding, check_solver};
pub(crate) use dialect::{BoardText, Dialect};
pub(crate) use judge::make;
pub(crate) use spec::Ask;
pub use spec::{ExternalSolver, PLACEHOLDERS};
pub(crate) use template::Template;
