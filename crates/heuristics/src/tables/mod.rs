//! Tables that heuristics look up: built once, kept in a folder, shared by every process that maps
//! them.

mod recipe;
mod store;
mod table;
mod watch;

pub use recipe::Recipe;
pub use store::Tables;
pub use table::Table;
pub use watch::{Event, NoWatch, Watch};
