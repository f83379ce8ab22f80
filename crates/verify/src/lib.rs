//! Checks solutions with code that shares nothing with the solvers.
//!
//! A defect of a solver may be in its board code, so this crate uses only the types of `puzzle` and its own
//! arithmetic on plain arrays: it replays moves ([`check_path`], [`path_cost`]), determines parity by another method
//! ([`is_reachable`]), and checks a cost against the known least cost and the solver's claim
//! ([`check_cost`]). It must not depend on heuristics, solvers or limits.
//!
//! ```
//! use tilebench_puzzle::{Board, parse_moves};
//! use tilebench_verify::{CostClaim, check_cost, check_path};
//!
//! let board = Board::parse("1 2 0 3 4 5 6 7 8", None)?;
//! let goal = Board::parse("0 1 2 3 4 5 6 7 8", None)?;
//! let length = check_path(&board, &goal, &parse_moves("LL")?)?;
//! check_cost(length, 2, CostClaim::Optimal, Some(2))?;
//! assert!(check_path(&board, &goal, &parse_moves("LLL")?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cost;
mod error;
mod pancake;
mod parity;
mod replay;

pub use cost::{CostClaim, check_cost};
pub use error::VerifyError;
pub use pancake::flip_cost;
pub use parity::is_reachable;
pub use replay::{check_path, count_slides, path_cost};
