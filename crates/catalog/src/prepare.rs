//! Prepares searches: from a configuration to a search compiled for its board and heuristic.

use tilebench_core::{Cost, Counters, SearchContext, Termination, path_cost};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Direction, OperatorOrder, Puzzle, PuzzleError, Word};
use tilebench_solvers::{AlgorithmRow, ErasedHeuristic, Options, Problem};

use crate::heuristics::{BoxedHeuristic, make_for_goal, make_heuristic};
use crate::registry::CatalogWord;
use crate::{CatalogError, Configuration, HeuristicSpec, Registry, check_packable, large_boards};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The end of the search.
    pub end: Termination,
    /// The blank's moves from the board to the goal; empty unless `end` is [`Termination::Solved`].
    pub moves: Vec<Direction>,
    /// The cost of the path in the unit of the cost model; `None` unless `end` is [`Termination::Solved`].
    pub cost: Option<Cost>,
    /// The heuristic value of the start, if the algorithm takes a heuristic.
    pub h0: Option<Cost>,
    /// The lower bound on the cost of every path that an anytime search proved.
    pub bound: Option<Cost>,
    /// The counters of the search.
    pub counters: Counters,
}

/// A prepared search: its tables are built and its code is chosen. It may run on several boards at once.
pub trait PreparedSearch: Send + Sync {
    /// Searches for a path from `board` to the goal it was prepared for.
    ///
    /// # Errors
    ///
    /// If the board has another size than the goal, or cannot reach it.
    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError>;
}

/// Prepares a search for `goal`, with operators tried in `order` and its tables from `tables`.
///
/// # Errors
///
/// [`CatalogError::Unsupported`] if the algorithm or the heuristic does not support this board, and
/// [`CatalogError::TooManyCells`] if the board does not fit into a word and the algorithm packs boards.
pub fn prepare(
    configuration: &Configuration,
    goal: &Board,
    order: &OperatorOrder,
    tables: &Tables,
) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    if !goal.size().is_packable() {
        large_boards::prepare(configuration, goal)
    } else if goal.size().cells() <= <u64 as Word>::CELLS {
        prepare_in::<u64>(configuration, goal, order, tables)
    } else {
        prepare_in::<u128>(configuration, goal, order, tables)
    }
}

/// Builds the tables that `heuristic` looks up for `goal`, unless they exist.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn build_tables(heuristic: &HeuristicSpec, goal: &Board, tables: &Tables) -> Result<(), CatalogError> {
    check_packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        make_heuristic(heuristic, &Puzzle::<u64>::new(goal, &OperatorOrder::default())?, tables).map(drop)
    } else {
        make_heuristic(heuristic, &Puzzle::<u128>::new(goal, &OperatorOrder::default())?, tables).map(drop)
    }
}

/// The bytes of the tables that `heuristic` looks up for `goal`. No table is built. Small
/// tables that are not stored (those of walking distance on small boards) are not counted.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn table_bytes(heuristic: &HeuristicSpec, goal: &Board) -> Result<u64, CatalogError> {
    let tables = Tables::planned();
    build_tables(heuristic, goal, &tables)?;
    Ok(tables.planned_bytes())
}

/// The identities of the tables that `heuristic` looks up for `goal`. No table is built.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn table_identities(heuristic: &HeuristicSpec, goal: &Board) -> Result<Vec<String>, CatalogError> {
    let tables = Tables::planned();
    build_tables(heuristic, goal, &tables)?;
    Ok(tables.identities())
}

/// Checks that `configuration` supports `goal`. No table is built.
///
/// # Errors
///
/// As [`prepare`].
pub fn check_supported(configuration: &Configuration, goal: &Board) -> Result<(), CatalogError> {
    prepare(configuration, goal, &OperatorOrder::default(), &Tables::planned()).map(drop)
}

fn prepare_in<W: CatalogWord>(
    configuration: &Configuration,
    goal: &Board,
    order: &OperatorOrder,
    tables: &Tables,
) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, order)?;
    // Algorithms without heuristic receive the blind one, which they never evaluate.
    let spec = configuration.heuristic().cloned().map_or_else(|| HeuristicSpec::new("blind"), Ok)?;
    let heuristic = make_heuristic(&spec, &puzzle, tables)?;
    let name = configuration.algorithm().name;
    let row = W::rows(Registry::get()).iter().find(|row| row.algorithm.name == name);
    let row = *row.ok_or_else(|| CatalogError::Unsupported(format!("algorithm '{name}' has no row")))?;
    let options = configuration.values().clone();
    (row.check)(&puzzle, &*heuristic, &options).map_err(CatalogError::Unsupported)?;
    Ok(Box::new(CompiledSearch { puzzle, heuristic, spec, tables: tables.clone(), row, options }))
}

/// A search for one goal.
struct CompiledSearch<W: CatalogWord> {
    puzzle: Puzzle<W>,
    heuristic: BoxedHeuristic<W>,
    /// The specification, for the heuristic of another goal.
    spec: HeuristicSpec,
    tables: Tables,
    row: AlgorithmRow<Puzzle<W>>,
    options: Options,
}

impl<W: CatalogWord> PreparedSearch for CompiledSearch<W> {
    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError> {
        let start = self.puzzle.state(board)?;
        let heuristic_factory = |puzzle: &Puzzle<W>| {
            make_for_goal(&self.spec, self.puzzle.goal(), puzzle, &self.tables).map_err(|error| error.to_string())
        };
        let erased = ErasedHeuristic::new(&*self.heuristic);
        let problem = Problem {
            domain: &self.puzzle,
            heuristic: &*self.heuristic,
            erased: &erased,
            heuristic_factory: &heuristic_factory,
            start,
        };
        let outcome = (self.row.run)(&problem, &self.options, context);
        let moves = self.puzzle.directions(&outcome.path).collect();
        let cost = (outcome.end == Termination::Solved).then(|| path_cost(&self.puzzle, start, &outcome.path));
        Ok(SearchResult {
            end: outcome.end,
            moves,
            cost,
            h0: outcome.h0,
            bound: outcome.bound,
            counters: outcome.counters,
        })
    }
}
