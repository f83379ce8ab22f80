//! The tables of walking distance.
//!
//! In one direction of the board, say from row to row, an abstract state is what each line holds:
//! how many tiles of each goal line, and the blank. A move exchanges the blank with a tile of a
//! neighbouring line. What such a table looks like depends on its [`Shape`](shape::Shape) alone, and so
//! squares with the goal's blank on a diagonal need one table for rows and columns.

mod chart;
mod cursor;
mod distances;
mod numbering;
mod shape;
mod walk;
mod windows;

pub(crate) use chart::FEW;
pub(crate) use walk::{Making, Spot, Walk, distance};
