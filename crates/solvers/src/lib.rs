//! Search algorithms, one file each, written against the traits of `tilebench-core` alone.
//!
//! An algorithm is a plain generic function from a domain, a heuristic where it takes one, a start
//! and a [`Control`](tilebench_core::Control) to an [`Outcome`](tilebench_core::Outcome). What
//! several share (lists, the meter that counts and stops them) are structures passed by type.
//! [`Row::all`] is the table of them all.

pub mod best_first;
pub mod bfida;
pub mod bfs;
mod closed;
pub mod depths;
pub mod dfs;
pub mod enumerate;
pub mod external;
pub mod idastar;
pub mod jumps;
mod layout;
mod meter;
mod open;
pub mod packed;
mod params;
pub mod staged;
pub mod strategy;
mod table;

pub use closed::{Probes, Table};
pub use jumps::JumpDepth;
pub use layout::{AnySize, Layout};
pub use open::{AppendSort, BinaryHeap, BucketQueue, Entry, Open, SortedList};
pub use params::{Estimate, OptionInfo, Params, Queue, Store, Tie, option};
pub use staged::PlanName;
pub use table::{ALGORITHMS, Algorithm, Guarantee, Row, Run};
