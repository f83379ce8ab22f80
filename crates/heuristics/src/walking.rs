//! The tables of walking distance.
//!
//! On one axis of the board, from row to row for example, an abstract state gives the content of each line:
//! the number of tiles of each goal line, and the blank. A move swaps the blank with a tile of a
//! neighbouring line. A table depends only on its [`WdShape`](wd_shape::WdShape), so rows and columns of a
//! square share one table if the goal's blank is on a diagonal.

mod axis_wd;
mod packed_fillings;
mod state_cursor;
mod state_ranking;
mod wd_distances;
mod wd_shape;
mod wd_table;
mod windows;

pub use axis_wd::WalkingMoves;
pub(crate) use axis_wd::{AxisWd, WdOptions, distance};
pub(crate) use wd_table::{AxisState, MAX_TABULATED_STATES};
