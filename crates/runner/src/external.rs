//! External programs, in any language, run like the solvers of this project.
//!
//! An experiment names a command line with placeholders; [`ExternalSolver`] is its parsed and checked form. A run
//! fills in the board, starts the program, waits for it under the run's limits, and reads its answer: a line of JSON,
//! or the matches of regular expressions. The answer is not trusted: its moves are replayed by the checker that
//! replays all others, and an answer without moves is not a solution. Its counters are recorded as it reports them.
//! [`check_solver`] runs it on boards with known answers and reports its faults.

mod answer;
mod attributes;
mod check;
mod dialect;
mod external_solver;
mod incumbents;
mod missing_answer;
mod record;
mod template;
#[cfg(test)]
mod tests;

pub(crate) use answer::{AnswerField, AnswerFormat};
pub use check::{ConformanceCheck, ConformanceReport, Finding, check_solver};
pub(crate) use dialect::{BoardText, Dialect};
pub use external_solver::{ExternalSolver, FORMER_PLACEHOLDERS, PLACEHOLDERS};
pub(crate) use external_solver::{Invocation, is_common_placeholder};
pub(crate) use record::run_program;
pub(crate) use template::Template;
