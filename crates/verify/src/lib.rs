//! Checks answers with code that shares nothing with the solvers.
//!
//! A solver that is wrong is likely to be wrong in the board code it searches with, so this crate
//! takes only the types of `puzzle` and does its own arithmetic on plain arrays: it replays moves
//! ([`check`]), determines parity in another way ([`reachable`]), and checks a length against the
//! known and the claimed one ([`check_length`]). It must not know a heuristic, a solver or a limit.
//!
//! ```
//! use tilebench_puzzle::{Board, parse_moves};
//! use tilebench_verify::{Claim, check, check_length};
//!
//! let board = Board::parse("1 2 0 3 4 5 6 7 8", None)?;
//! let goal = Board::parse("0 1 2 3 4 5 6 7 8", None)?;
//! let length = check(&board, &goal, &parse_moves("LL")?)?;
//! check_length(length, Claim::Optimal, Some(2))?;
//! assert!(check(&board, &goal, &parse_moves("LLL")?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod length;
mod parity;
mod refusal;
mod replay;

pub use length::{Claim, check_length};
pub use parity::reachable;
pub use refusal::Refusal;
pub use replay::check;
