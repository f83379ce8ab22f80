//! tilebench as a library: the whole program with a user's own heuristics, algorithms and cost models.
//!
//! A crate that depends on this one registers its entries and calls [`main`]. Its program has all commands of tilebench: its names are
//! known to experiment files, worker processes, records and reports. `examples/own-heuristic` and `examples/own-algorithm` are such
//! crates.
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

pub use tilebench_catalog::{
    CostedConstructors, HeuristicConstructor, HeuristicInfo, HeuristicRow, Registry, SlideConstructors, heuristic_row,
    recursive_engine,
};
pub use tilebench_cli::main;
pub use tilebench_core as core;
pub use tilebench_heuristics as heuristics;
pub use tilebench_kernels::{batched, grouped, plain};
pub use tilebench_puzzle as puzzle;
pub use tilebench_solvers as solvers;
