//! The domains of the catalog: puzzles, with and without costs and in the multi-tile metric, and the heuristics that a specification makes for them.

use tilebench_heuristics::{
    CostedPdbs, IncrementalPdbs, MultiplePdbs, PatternDatabases, PdbSpec, SlidePdbs, Tables, TilesLeftOut,
    UnsupportedBoard, costed_manhattan_without, manhattan_without,
};
use tilebench_kernels::{grouped, plain};
use tilebench_puzzle::{Board, CostedPuzzle, Direction, Puzzle, SlidePuzzle};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{AlgorithmRow, AnyHeuristic, SearchDomain, TypedHeuristic};

use crate::heuristic_spec::SpecKind;
use crate::registry::{CatalogWord, HeuristicRow};
use crate::{CatalogError, HeuristicSpec, Registry};

/// The maximum number of patterns of incremental databases: 7-8, 5-5-5 and 6-6-6-6, also reflected. More slots would
/// enlarge the nodes of a search, and instances for other numbers of slots would enlarge the program.
const SLOTS: usize = 8;

/// A heuristic for the goal of a domain, or the reason why there is none.
type MadeHeuristic<D> = Result<Box<dyn AnyHeuristic<D>>, UnsupportedBoard>;

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

    /// Makes the heuristic of a row.
    fn make_row(&self, row: &HeuristicRow, tables: &Tables) -> MadeHeuristic<Self>;

    /// Makes weakened Manhattan distance.
    fn make_manhattan_without(&self, left_out: TilesLeftOut) -> MadeHeuristic<Self>;

    /// Makes pattern databases.
    fn make_databases(&self, patterns: &PdbSpec, tables: &Tables) -> MadeHeuristic<Self>;
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

    fn make_row(&self, row: &HeuristicRow, tables: &Tables) -> MadeHeuristic<Self> {
        W::constructor(row)(self, tables)
    }

    fn make_manhattan_without(&self, left_out: TilesLeftOut) -> MadeHeuristic<Self> {
        Ok(Box::new(TypedHeuristic::new(manhattan_without(self, left_out)?, plain)))
    }

    fn make_databases(&self, patterns: &PdbSpec, tables: &Tables) -> MadeHeuristic<Self> {
        // Planned first, so that no table is built if a later pattern is refused.
        typed_databases(self, PatternDatabases::new(self, patterns, &Tables::planned())?)?;
        typed_databases(self, PatternDatabases::new(self, patterns, tables)?)
    }
}

/// Databases as the type that evaluates them fastest.
fn typed_databases<W: CatalogWord>(puzzle: &Puzzle<W>, databases: PatternDatabases) -> MadeHeuristic<Puzzle<W>> {
    let databases = match IncrementalPdbs::<SLOTS>::new(puzzle, databases) {
        Ok(tracked) => return Ok(Box::new(TypedHeuristic::new(tracked, grouped))),
        Err(databases) => databases,
    };
    match MultiplePdbs::new(databases) {
        Ok(multiple) => Ok(Box::new(TypedHeuristic::new(multiple, grouped))),
        Err(databases) => Ok(Box::new(TypedHeuristic::new(databases.checked()?, plain))),
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

    fn make_row(&self, row: &HeuristicRow, tables: &Tables) -> MadeHeuristic<Self> {
        let Some(constructor) = W::costed_constructor(row) else {
            let rows = Registry::get().heuristics().iter().filter(|row| row.costed.is_some());
            let names: Vec<&str> = rows.map(|row| row.info.name).collect();
            return Err(UnsupportedBoard(format!(
                "heuristic '{}' needs moves that all cost 1: use cost unit, or one of {} and pattern databases",
                row.info.name,
                names.join(", ")
            )));
        };
        constructor(self, tables)
    }

    fn make_manhattan_without(&self, left_out: TilesLeftOut) -> MadeHeuristic<Self> {
        Ok(Box::new(TypedHeuristic::new(costed_manhattan_without(self, left_out)?, recursive_engine)))
    }

    fn make_databases(&self, patterns: &PdbSpec, tables: &Tables) -> MadeHeuristic<Self> {
        CostedPdbs::new(self, patterns, &Tables::planned())?;
        Ok(Box::new(TypedHeuristic::new(CostedPdbs::new(self, patterns, tables)?, recursive_engine)))
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

    fn make_row(&self, row: &HeuristicRow, tables: &Tables) -> MadeHeuristic<Self> {
        let constructor = W::slide_constructor(row).ok_or_else(|| not_for_slides(row.info.name))?;
        constructor(self, tables)
    }

    fn make_manhattan_without(&self, _: TilesLeftOut) -> MadeHeuristic<Self> {
        Err(not_for_slides("manhattan-without"))
    }

    fn make_databases(&self, patterns: &PdbSpec, tables: &Tables) -> MadeHeuristic<Self> {
        SlidePdbs::new(self, patterns, &Tables::planned())?;
        Ok(Box::new(TypedHeuristic::new(SlidePdbs::new(self, patterns, tables)?, recursive_engine)))
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
        SpecKind::Row(row) => domain.make_row(row, tables),
        SpecKind::ManhattanWithout(left_out) => domain.make_manhattan_without(*left_out),
        SpecKind::Patterns(patterns) => domain.make_databases(patterns, tables),
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
            domain.make_databases(&patterns, tables).map_err(unsupported)
        }
    }
}

fn unsupported(UnsupportedBoard(reason): UnsupportedBoard) -> CatalogError {
    CatalogError::Unsupported(reason)
}
