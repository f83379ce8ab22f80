//! From names to searches: the tables of algorithms and heuristics, and the instance sets.
//!
//! A [`Configuration`] is a validated choice of names; [`prepare`] turns it, once a run, into a
//! search compiled for its board's word and its heuristic. Nothing here knows a result or draws.
//!
//! ```
//! use tilebench_catalog::{
//!     Configuration, SearchContext, Limits, NoObserver, Order, StopFlag, Tables, load_set, prepare,
//! };
//!
//! let set = load_set("korf100")?.select("79")?;
//! let configuration = Configuration::new("idastar", Some("manhattan"), &[])?;
//! let goal = set.goal.board(set.size)?;
//! let search = prepare(&configuration, &goal, &Order::default(), &Tables::in_memory())?;
//! let stop = StopFlag::new();
//! let mut context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None };
//! let answer = search.run(&set.instances[0].board, &mut context)?;
//! assert_eq!(answer.moves.len(), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod audit;
mod builtin;
mod choice;
mod column;
mod configuration;
mod depths;
mod error;
mod heuristics;
mod instances;
mod large;
pub mod prediction;
mod prepare;
mod published;
mod published_depths;
mod registry;
mod rule;
pub mod set_file;

pub use builtin::set_names;
pub use choice::{HeuristicChoice, heuristics};
pub use column::column;
pub use configuration::{Configuration, Proof};
pub use depths::{DepthsOptions, depths};
pub use error::{CatalogError, nearest, packable};
pub use heuristics::HeuristicInfo;
pub use instances::{Instance, InstanceSet, inspect_set, load_set};
pub use prepare::{Answer, Prepared, make_tables, prepare, supported, table_bytes, table_identities};
pub use published::{PublishedMean, published_mean, published_means};
pub use published_depths::{PublishedDepths, greatest_distance, published_depths, published_depths_of};
pub use registry::{CatalogWord, HeuristicRow, Make, Registry};
pub use tilebench_core::{
    Cost, Counters, Incumbent, Limits, NoObserver, Observer, SearchContext, StopFlag, StopReason, Termination, Weight,
    WeightError,
};
pub use tilebench_heuristics::tables::{self, Tables};
pub use tilebench_methods::enumerate::{Enumeration, Method};
pub use tilebench_puzzle::{
    Board, Direction, Draws, Exchange, Goal, Inversions, Order, PuzzleError, Ranking, Size, format_moves, parse_moves,
    runs_of_moves,
};
use tilebench_solvers::ida_star::Kernel;
pub use tilebench_solvers::{Algorithm, AnyOption, Guarantee};

/// The kernels of IDA* that this processor has the instructions for, by name.
#[must_use]
pub fn kernels() -> Vec<&'static str> {
    let batches =
        Kernel::ALL.iter().filter(|(_, kernel)| kernel.is_forced() && tilebench_kernels::is_available(*kernel));
    batches.map(|(name, _)| *name).collect()
}

/// All algorithms, in the order in which they are listed.
#[must_use]
pub fn algorithms() -> Vec<&'static Algorithm> {
    Registry::get().algorithms().collect()
}
