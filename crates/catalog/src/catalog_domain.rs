//! The domains of the catalog: puzzles, with and without costs and in the multi-tile metric, and the heuristics that a specification makes for them.

use tilebench_heuristics::{Tables, UnsupportedBoard};
use tilebench_kernels::{HeuristicRow, MadeHeuristic};
use tilebench_puzzle::{Board, CostedPuzzle, Direction, Puzzle, SlidePuzzle};
use tilebench_solvers::{AlgorithmRow, AnyHeuristic, SearchDomain};

use crate::heuristic_spec::SpecKind;
use crate::heuristics::{MANHATTAN_WITHOUT, PATTERN_DATABASES};
use crate::registry::CatalogWord;
use crate::{CatalogError, HeuristicSpec, Registry};

/// A puzzle for which algorithms and heuristics are registered.
pub(crate) trait CatalogDomain: SearchDomain<State = Self::Word> {
    /// The word of its states.
    type Word: CatalogWord;

    /// The puzzle without costs.
    fn puzzle(&self) -> &Puzzle<Self::Word>;

    /// The moves of the blank on a path.
    fn moves(&self, path: &[Self::Op]) -> Vec<Direction>;

    /// The algorithms that are registered for it.
    fn registered_rows(registry: &Registry) -> &[AlgorithmRow<Self>];

    /// Makes the heuristic of a row, or of a family with this parameter.
    fn make_row<P>(&self, row: &HeuristicRow<P>, parameter: &P, tables: &Tables) -> MadeHeuristic<Self>;
}

impl<W: CatalogWord> CatalogDomain for Puzzle<W> {
    type Word = W;

    fn puzzle(&self) -> &Self {
        self
    }

    fn moves(&self, path: &[Self::Op]) -> Vec<Direction> {
        self.directions(path).collect()
    }

    fn registered_rows(registry: &Registry) -> &[AlgorithmRow<Self>] {
        W::rows(registry)
    }

    fn make_row<P>(&self, row: &HeuristicRow<P>, parameter: &P, tables: &Tables) -> MadeHeuristic<Self> {
        W::constructor(row)(self, parameter, tables)
    }
}

impl<W: CatalogWord> CatalogDomain for CostedPuzzle<W> {
    type Word = W;

    fn puzzle(&self) -> &Puzzle<W> {
        self.puzzle()
    }

    fn moves(&self, path: &[Self::Op]) -> Vec<Direction> {
        self.puzzle().directions(path).collect()
    }

    fn registered_rows(registry: &Registry) -> &[AlgorithmRow<Self>] {
        W::costed_rows(registry)
    }

    fn make_row<P>(&self, row: &HeuristicRow<P>, parameter: &P, tables: &Tables) -> MadeHeuristic<Self> {
        let Some(constructor) = W::costed_constructor(row) else {
            let rows = Registry::get().heuristics().iter().filter(|row| row.costed.is_some());
            let names: Vec<&str> = rows.map(|row| row.info.name).collect();
            return Err(UnsupportedBoard(format!(
                "heuristic '{}' needs moves that all cost 1: use cost unit, or one of {} and pattern databases",
                row.info.name,
                names.join(", ")
            )));
        };
        constructor(self, parameter, tables)
    }
}

impl<W: CatalogWord> CatalogDomain for SlidePuzzle<W> {
    type Word = W;

    fn puzzle(&self) -> &Puzzle<W> {
        self.puzzle()
    }

    fn moves(&self, path: &[Self::Op]) -> Vec<Direction> {
        self.directions(path).collect()
    }

    fn registered_rows(registry: &Registry) -> &[AlgorithmRow<Self>] {
        W::slide_rows(registry)
    }

    fn make_row<P>(&self, row: &HeuristicRow<P>, parameter: &P, tables: &Tables) -> MadeHeuristic<Self> {
        let constructor = W::slide_constructor(row).ok_or_else(|| not_for_slides(row.info.name))?;
        constructor(self, parameter, tables)
    }
}

/// The refusal of a heuristic that is not admissible if a slide of several tiles is one move.
fn not_for_slides(name: &str) -> UnsupportedBoard {
    let rows = Registry::get().heuristics().iter().filter(|row| row.slides.is_some());
    let names: Vec<&str> = rows.map(|row| row.info.name).collect();
    UnsupportedBoard(format!(
        "heuristic '{name}' counts moves of single tiles: use metric single, or one of {} and pattern databases",
        names.join(", ")
    ))
}

/// Makes the heuristic of `spec` for the goal of `domain`.
pub(crate) fn make_heuristic<D: CatalogDomain>(
    spec: &HeuristicSpec,
    domain: &D,
    tables: &Tables,
) -> Result<Box<dyn AnyHeuristic<D>>, CatalogError> {
    let made = match spec.kind() {
        SpecKind::Row(row) => domain.make_row(row, &(), tables),
        SpecKind::ManhattanWithout(left_out) => domain.make_row(&MANHATTAN_WITHOUT, left_out, tables),
        SpecKind::Patterns(patterns) => domain.make_row(&PATTERN_DATABASES, patterns, tables),
        SpecKind::OfDomain(other, _) => {
            Err(UnsupportedBoard(format!("heuristic '{spec}' is of domain {other}, not of tiles: use another")))
        }
    };
    made.map_err(unsupported)
}

/// Makes the heuristic of `spec`, which is meant for `goal`, for `domain`, which has another goal.
pub(crate) fn make_for_goal<D: CatalogDomain>(
    spec: &HeuristicSpec,
    goal: &Board,
    domain: &D,
    tables: &Tables,
) -> Result<Box<dyn AnyHeuristic<D>>, CatalogError> {
    match spec.pdb_spec() {
        None => make_heuristic(spec, domain, tables),
        Some(patterns) => {
            let patterns = patterns.for_goal(goal, domain.puzzle().goal()).map_err(unsupported)?;
            domain.make_row(&PATTERN_DATABASES, &patterns, tables).map_err(unsupported)
        }
    }
}

fn unsupported(UnsupportedBoard(reason): UnsupportedBoard) -> CatalogError {
    CatalogError::Unsupported(reason)
}
