//! Checks solutions with code that shares nothing with the solvers.
//!
//! A defect of a solver may be in its board code, so this crate uses only the types of `puzzle` and its own
//! arithmetic on plain arrays: it replays moves ([`check_path`]), determines parity by another method
//! ([`is_reachable`]), and checks a length against the known optimal length and the solver's claim
//! ([`check_length`]). It must not depend on heuristics, solvers or limits.
//!
//! ```
//! use tilebench_puzzle::{Board, parse_moves};
//! use tilebench_verify::{LengthClaim, check_path, check_length};
//!
//! let board = Board::parse("1 2 0 3 4 5 6 7 8", None)?;
//! let goal = Board::parse("0 1 2 3 4 5 6 7 8", None)?;
//! let length = check_path(&board, &goal, &parse_moves("LL")?)?;
//! check_length(length, LengthClaim::Optimal, Some(2))?;
//! assert!(check_path(&board, &goal, &parse_moves("LLL")?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod length;
mod parity;
mod replay;

pub use error::VerifyError;
pub use length::{LengthClaim, check_length};
pub use parity::is_reachable;
pub use replay::check_path;
