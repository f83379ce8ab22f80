//! Every built-in algorithm, compiled for every domain.
//!
//! The code of the second compile class is generated here, in a crate that does not depend on the heuristics: a changed heuristic
//! does not compile the algorithms again, and a changed algorithm does not compile the heuristics again.

use tilebench_methods::TileDomain;
use tilebench_puzzle::{CostedPuzzle, Puzzle, SlidePuzzle};
use tilebench_solvers::AlgorithmRow;

/// A domain for which the algorithms are compiled here.
pub trait CompiledDomain: TileDomain {
    /// The rows of the algorithms and methods, in the order in which they are listed.
    fn compiled_rows() -> Vec<AlgorithmRow<Self>>;
}

/// Not generic in the domain, so that the code is generated in this crate.
macro_rules! compiled {
    ($rows:expr => $($domain:ty),*) => {
        $(impl CompiledDomain for $domain {
            #[inline(never)]
            fn compiled_rows() -> Vec<AlgorithmRow<Self>> {
                $rows
            }
        })*
    };
}

compiled!(tilebench_solvers::algorithms().into_iter().chain(tilebench_methods::algorithms()).collect()
    => Puzzle<u64>, Puzzle<u128>, CostedPuzzle<u64>, CostedPuzzle<u128>);
// Each further algorithm would be compiled twice more.
compiled!(tilebench_solvers::basic_algorithms() => SlidePuzzle<u64>, SlidePuzzle<u128>);
