//! The catalog: the tables of algorithms and heuristics, and the instance sets, by name.
//!
//! A [`Configuration`] is a validated choice of names. [`prepare`] turns it, once per run, into a
//! search compiled for the word of its board and its heuristic. This crate does not record results or draw charts.
//!
//! ```
//! use tilebench_catalog::{
//!     Configuration, SearchContext, Limits, NoObserver, OperatorOrder, StopFlag, Tables, load_set, prepare,
//! };
//!
//! let set = load_set("korf100")?.select("79")?;
//! let configuration = Configuration::new("idastar", Some("manhattan"), &[])?;
//! let goal = set.goal_board()?;
//! let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory())?;
//! let stop = StopFlag::new();
//! let mut context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
//! let answer = search.run(set.instances[0].board()?, &mut context)?;
//! assert_eq!(answer.moves.len(), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alternating;
pub mod audit;
mod board_values;
mod builtin_sets;
mod catalog_domain;
mod configuration;
mod depth_counts;
mod domain_form;
mod domain_laws;
mod error;
pub mod eta;
mod expansion_bounds;
mod heuristic_spec;
mod heuristics;
mod instance_rule;
mod instance_search;
mod instance_state;
mod instances;
mod large_boards;
mod other_domains;
pub mod prediction;
mod prepare;
mod published_column;
mod published_depths;
mod published_means;
mod published_runs;
mod registry;
pub mod set_file;

pub use alternating::alternating_searches;
pub use builtin_sets::set_names;
pub use configuration::{Configuration, Proof};
pub use depth_counts::{DepthCountOptions, count_by_depth};
pub use domain_laws::check_domain_laws;
pub use error::{CatalogError, check_packable, nearest};
pub use expansion_bounds::{board_bounds, check_bounded, instance_bounds};
pub use heuristic_spec::{HeuristicSpec, heuristics};
pub use instance_search::InstanceSearch;
pub use instance_state::{DomainState, InstanceState, SetGoal, TILES};
pub use instances::{Instance, InstanceSet, inspect_set, load_set};
pub use other_domains::{check_domain, check_heuristic_domain, prepare_in_domain, replay_in_domain};
pub use prepare::{
    PreparedSearch, SearchResult, build_tables, check_supported, prepare, pruning_table, table_bytes, table_identities,
};
pub use published_column::published_column;
pub use published_depths::{PublishedDepths, max_distance, published_depths, published_depths_of};
pub use published_means::{PublishedMean, published_mean, published_means};
pub use published_runs::{PUBLISHED_RUNS, PublishedCount, PublishedRuns};
pub use registry::{AttributeRow, CatalogWord, Registry};
pub use tilebench_core::{
    ChunkCounts, Cost, Counters, Incumbent, Limits, NextUnit, NoObserver, Observer, SearchBudget, SearchContext,
    StopFlag, StopReason, Termination, UnitPart, UnitParts, UnitPlan, UnitSizes, UnitSplit, UnitStore, Weight,
    WeightError,
};
pub use tilebench_heuristics::tables::{self, TableSpec, Tables};
pub use tilebench_heuristics::{BATCH_BYTES, BATCH_ORDER, PruningTable, StringAutomaton, duplicate_strings_in_batches};
pub use tilebench_kernels::HeuristicInfo;
pub use tilebench_methods::enumerate::{EnumerationMethod, EnumerationOutcome};
pub use tilebench_puzzle::{
    AdjacentSwap, Board, COST_MODELS, CostModel, Direction, Goal, Inversions, Metric, OperatorOrder, PuzzleError,
    Ranking, SeededRng, Size, UNIT, count_move_runs, format_moves, parse_moves,
};
use tilebench_solvers::ida_star::Kernel;
pub use tilebench_solvers::{
    Algorithm, AnyOption, DomainInfo, ExpansionBound, ExpansionBounds, FormerOption, Guarantee, StateCounts,
};

/// The names of the kernels of IDA* whose instructions this processor supports.
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
