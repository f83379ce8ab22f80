//! The row of a heuristic in the registry: its description, and a constructor per domain that compiles its searches.

use std::fmt;

use tilebench_heuristics::{Tables, UnsupportedBoard};
use tilebench_puzzle::{CostedPuzzle, Puzzle, SlidePuzzle};
use tilebench_solvers::{AnyHeuristic, HeuristicInfo};

/// A heuristic for the goal of a domain, or the reason why there is none.
pub type MadeHeuristic<D> = Result<Box<dyn AnyHeuristic<D>>, UnsupportedBoard>;

/// A constructor of a heuristic for the goal of a domain. Those of a family have a parameter `P`.
pub type HeuristicConstructor<D, P = ()> = fn(&D, &P, &Tables) -> MadeHeuristic<D>;

/// A heuristic with its constructors, one per domain; or a family of heuristics with a parameter `P`.
#[derive(Clone, Copy)]
pub struct HeuristicRow<P = ()> {
    /// Its description.
    pub info: HeuristicInfo,
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<Puzzle<u64>, P>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<Puzzle<u128>, P>,
    /// For moves of different costs, if it has a form for them.
    pub costed: Option<CostedConstructors<P>>,
    /// For slides of several tiles, if it has a form for them.
    pub slides: Option<SlideConstructors<P>>,
}

/// The constructors of the form of a heuristic for moves of different costs.
#[derive(Clone, Copy)]
pub struct CostedConstructors<P = ()> {
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<CostedPuzzle<u64>, P>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<CostedPuzzle<u128>, P>,
}

/// The constructors of the form of a heuristic for slides of several tiles.
#[derive(Clone, Copy)]
pub struct SlideConstructors<P = ()> {
    /// For boards of up to 16 cells.
    pub narrow: HeuristicConstructor<SlidePuzzle<u64>, P>,
    /// For boards of up to 25 cells.
    pub wide: HeuristicConstructor<SlidePuzzle<u128>, P>,
}

impl<P> fmt::Debug for SlideConstructors<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SlideConstructors").finish_non_exhaustive()
    }
}

impl<P> fmt::Debug for CostedConstructors<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("CostedConstructors").finish_non_exhaustive()
    }
}

impl<P> fmt::Debug for HeuristicRow<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("HeuristicRow").field("info", &self.info).finish_non_exhaustive()
    }
}

/// The row of a heuristic: its description, the engine of its IDA* (`plain` unless a faster one supports it), a constructor, and
/// constructors for moves of different costs and for slides of several tiles if there are any. Constructors get the puzzle and the
/// store of tables.
///
/// All searches of the first compile class are compiled at the place of the row.
///
/// ```
/// use tilebench_core::Blind;
/// use tilebench_kernels::{HeuristicInfo, HeuristicRow, heuristic_row, plain};
///
/// static ZERO: HeuristicRow = heuristic_row! {
///     HeuristicInfo {
///         name: "zero",
///         title: "Zero",
///         summary: "Zero for every state.",
///         reference: "none",
///         admissible: true,
///         consistent: true,
///     },
///     plain => |_puzzle, _tables| Blind
/// };
/// # assert_eq!(ZERO.info.name, "zero");
/// ```
#[macro_export]
macro_rules! heuristic_row {
    ($info:expr, $engine:ident => |$puzzle:pat_param, $tables:pat_param| $make:expr
        $(, costed => |$costed_puzzle:pat_param, $costed_tables:pat_param| $make_costed:expr)?
        $(, slides => |$slide_puzzle:pat_param, $slide_tables:pat_param| $make_slides:expr)? $(,)?) => {
        $crate::HeuristicRow {
            info: $info,
            narrow: |$puzzle, (), $tables| Ok(Box::new($crate::TypedHeuristic::new($make, $engine))),
            // Batches support boards of up to 16 cells.
            wide: |$puzzle, (), $tables| Ok(Box::new($crate::TypedHeuristic::new($make, $crate::plain))),
            costed: $crate::heuristic_row!(@form CostedConstructors $(|$costed_puzzle, $costed_tables| $make_costed)?),
            slides: $crate::heuristic_row!(@form SlideConstructors $(|$slide_puzzle, $slide_tables| $make_slides)?),
        }
    };
    (@form $constructors:ident) => {
        None
    };
    (@form $constructors:ident |$puzzle:pat_param, $tables:pat_param| $make:expr) => {
        Some($crate::$constructors {
            narrow: |$puzzle, (), $tables| Ok(Box::new($crate::TypedHeuristic::new($make, $crate::recursive_engine))),
            wide: |$puzzle, (), $tables| Ok(Box::new($crate::TypedHeuristic::new($make, $crate::recursive_engine))),
        })
    };
}
