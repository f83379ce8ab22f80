//! Search algorithms, one file or folder each, written against the traits of `tilebench-core` alone.
//!
//! An algorithm is a generic function from a [`Side`] (domain, heuristic, root), its own configuration and a
//! [`SearchContext`](tilebench_core::SearchContext) to an [`Outcome`](tilebench_core::Outcome). Shared structures (lists, the
//! [`LimitChecker`]) are passed by type.
//!
//! # Example
//!
//! A* on a path of four nodes, with the estimate h of each:
//!
//! ```
//! use tilebench_core::{Limits, NoObserver, SearchContext, StopFlag, Termination};
//! use tilebench_solvers::best_first::{Config, solve_plain};
//! use tilebench_testkit::ExplicitGraph;
//!
//! let graph = <ExplicitGraph>::new(&[(0, 1), (1, 2), (2, 3)], 3, &[3, 2, 1, 0]);
//! let stop = StopFlag::new();
//! let mut context = SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
//! let outcome = solve_plain(&graph, &graph.heuristic(), 0, Config::default(), &mut context);
//! assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, 3));
//! ```

mod algorithm;
mod algorithms;
pub mod anytime;
pub mod beam;
pub mod best_first;
pub mod bfhs;
pub mod bfida;
pub mod bfs;
pub mod bidirectional;
mod bounds;
pub mod bulb;
mod byte_account;
pub mod dfs;
mod direction;
pub mod epeastar;
mod erased;
pub mod exploring;
pub mod external;
pub mod hog2;
pub mod hybrid;
pub mod ida_star;
mod instance_domain;
pub mod layers;
mod limit_checker;
pub mod lineage;
mod lists;
mod open;
pub mod options;
mod path;
pub mod rbfs;
pub mod rectangle;
mod side;
pub mod store;
pub mod suboptimal;

pub use algorithm::{
    Algorithm, AlgorithmRow, CheckFn, ExpansionBound, Guarantee, HeuristicFactory, Problem, RunFn, SearchAlgorithm,
    SearchDomain,
};
pub use algorithms::{algorithms, basic_algorithms};
pub use bounds::{ExpansionBounds, StateCounts, check_bounds, expansion_bounds};
pub use direction::{DIRECTION, SearchDirection};
pub use erased::{AnyHeuristic, ErasedCache, ErasedHeuristic, TypedHeuristic};
pub use instance_domain::{DomainHeuristic, DomainInfo, HeuristicInfo, InstanceDomain, MakeHeuristic};
pub use limit_checker::{Cancellation, LimitChecker};
pub use open::{
    BucketIndex, BucketList, FocalList, Group, GroupedBuckets, IndexedHeap, LevelList, OpenList, RankedBuckets,
    StdHeap, TieBreak, TwoLevelList,
};
pub use options::{AnyOption, FormerOption, OptionSpec, Options};
pub use path::reconstruct_path;
pub use side::Side;
pub use store::NodeStore;
pub use store::plain::{ProbeCounts, StateTable};
