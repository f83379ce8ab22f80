//! Methods for rectangles of tiles that place single tiles or count whole spaces, rather than search from state to state.
//!
//! They know rows, columns, tiles and the blank by [`tilebench_puzzle::Grid`]; counts, limits and hash tables are shared with
//! the search algorithms of `tilebench-solvers`.

pub mod enumerate;
pub mod jumps;
mod layout;
pub mod staged;
pub mod strategy;
mod table;

pub use layout::{AnySize, Layout};
pub use table::{ANY_SIZE, TileDomain, rows};
