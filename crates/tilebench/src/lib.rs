//! tilebench as a library: the whole program with a user's own heuristics, algorithms, domains, cost models, instance sets and attributes.
//!
//! A crate that depends on this one registers its entries and calls [`main`]. Its program has all commands of tilebench: its names are
//! known to experiment files, worker processes, records and reports. `examples/own-heuristic`, `examples/own-algorithm` and
//! `examples/own-domain` are such crates.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use tilebench::core::{Cost, Heuristic};
//! use tilebench::puzzle::{Grid, Op, Puzzle, Word};
//! use tilebench::{HeuristicInfo, HeuristicRow, Registry, heuristic_row, plain};
//!
//! /// Whether the blank is away from its goal.
//! struct BlankAway;
//!
//! impl<W: Word> Heuristic<Puzzle<W>> for BlankAway {
//!     type Cache = Cost;
//!
//!     fn initial(&self, puzzle: &Puzzle<W>, state: W) -> Cost {
//!         Cost::from(state.tile(puzzle.goal_cell(0)) != 0)
//!     }
//!
//!     fn step(&self, puzzle: &Puzzle<W>, _: Cost, parent: W, op: Op) -> Cost {
//!         self.initial(puzzle, tilebench::core::Domain::apply(puzzle, parent, op))
//!     }
//!
//!     fn h(&self, away: Cost) -> Cost {
//!         away
//!     }
//! }
//!
//! static BLANK_AWAY: HeuristicRow = heuristic_row! {
//!     HeuristicInfo {
//!         name: "blank-away",
//!         title: "Blank away",
//!         summary: "1 if the blank is not in its goal cell.",
//!         reference: "none",
//!         admissible: true,
//!         consistent: true,
//!     },
//!     plain => |_, _| BlankAway
//! };
//!
//! fn main() -> ExitCode {
//!     let mut registry = Registry::builtin();
//!     registry.heuristic(&BLANK_AWAY);
//!     tilebench::main(registry)
//! }
//! ```
//!
//! Tests of such a crate check a heuristic by [`heuristic_laws!`], an algorithm by [`algorithm_conformance!`] and a domain by
//! [`domain_laws!`].

pub mod conformance;

pub use tilebench_catalog::audit::check_heuristic_laws;
pub use tilebench_catalog::{AttributeRow, Registry, check_domain_laws};
pub use tilebench_cli::main;
pub use tilebench_core as core;
pub use tilebench_heuristics as heuristics;
pub use tilebench_kernels::{
    CostedConstructors, HeuristicConstructor, HeuristicInfo, HeuristicRow, SlideConstructors, batched, grouped,
    heuristic_row, plain, recursive_engine,
};
pub use tilebench_puzzle as puzzle;
pub use tilebench_solvers as solvers;

/// A test that heuristics obey the laws: their rows are checked on all states of small boards by [`check_heuristic_laws`]. Nothing is
/// compiled for it outside of tests.
///
/// ```ignore
/// static BLANK_AWAY: HeuristicRow = heuristic_row! { .. };
///
/// tilebench::heuristic_laws!(BLANK_AWAY);
/// ```
#[macro_export]
macro_rules! heuristic_laws {
    ($($row:expr),+ $(,)?) => {
        #[test]
        fn heuristics_obey_the_laws() {
            $($crate::check_heuristic_laws(&$row);)+
        }
    };
}

/// A test that algorithms keep the rules of every solver: a type that implements [`SearchAlgorithm`](solvers::SearchAlgorithm) is
/// checked by [`conformance::check_algorithm`]. A number after a type is the maximum distance of the boards in moves, for searches
/// whose time grows exponentially with it. The macro is used once per test program, with all algorithms. Nothing is compiled for it
/// outside of tests.
///
/// ```ignore
/// tilebench::algorithm_conformance!(BestFirst, IterativeDeepening: 15);
/// ```
#[macro_export]
macro_rules! algorithm_conformance {
    (@distance) => {
        $crate::conformance::EVERY_DISTANCE
    };
    (@distance $distance:literal) => {
        $distance
    };
    ($($algorithm:ty $(: $distance:literal)?),+ $(,)?) => {
        #[test]
        fn algorithms_conform() {
            let mut registry = $crate::Registry::builtin();
            $(registry.algorithm::<$algorithm>();)+
            $crate::conformance::install(registry);
            $($crate::conformance::check_algorithm(
                <$algorithm as $crate::solvers::SearchAlgorithm>::ALGORITHM.name,
                $crate::algorithm_conformance!(@distance $($distance)?),
            );)+
        }
    };
}

/// A test that a domain keeps the laws: a type that implements [`InstanceDomain`](solvers::InstanceDomain) is checked by
/// [`check_domain_laws`] on the states of a small goal. The macro is used once per test program, with all domains, and not beside
/// [`algorithm_conformance!`]: both install a registry. Nothing is compiled for it outside of tests.
///
/// ```ignore
/// tilebench::domain_laws!(TopSpin: "1 2 3 4 5 6 7");
/// ```
#[macro_export]
macro_rules! domain_laws {
    ($($domain:ty: $goal:literal),+ $(,)?) => {
        #[test]
        fn domains_keep_the_laws() {
            let mut registry = $crate::Registry::builtin();
            $(registry.domain::<$domain>();)+
            $crate::conformance::install(registry);
            $($crate::check_domain_laws::<$domain>($goal);)+
        }
    };
}
