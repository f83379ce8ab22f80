//! Prepares searches: from a configuration to a search compiled for its board and heuristic.

use std::sync::Arc;

use tilebench_core::{Cost, Counters, SearchContext, Termination, path_cost};
use tilebench_heuristics::{LookupTable, PruningTable, Tables};
use tilebench_puzzle::{
    Board, CostModel, CostedPuzzle, Direction, Metric, OperatorOrder, Puzzle, PuzzleError, Size, SlidePuzzle, Word,
};
use tilebench_solvers::ida_star::PRUNE;
use tilebench_solvers::{AlgorithmRow, AnyHeuristic, ErasedHeuristic, Options, Problem};

use crate::catalog_domain::{CatalogDomain, make_for_goal, make_heuristic};
use crate::registry::CatalogWord;
use crate::{CatalogError, Configuration, HeuristicSpec, Registry, check_packable, large_boards, max_distance};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M = Vec<Direction>> {
    /// The end of the search.
    pub end: Termination,
    /// The moves from the start to the goal, of the blank if it is a board; empty unless `end` is [`Termination::Solved`].
    pub moves: M,
    /// The cost of the path in the unit of the cost model, or its number of slides in the multi-tile metric; `None` unless `end` is [`Termination::Solved`].
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
    /// Builds or loads the tables that a search from `board` looks up beside those of its goal, and returns whether it did.
    fn prepare_start(&self, board: &Board) -> bool {
        let _ = board;
        false
    }

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
/// [`CatalogError::Unsupported`] if the algorithm or the heuristic does not support this board or cost model, and
/// [`CatalogError::TooManyCells`] if the board does not fit into a word and the algorithm packs boards.
pub fn prepare(
    configuration: &Configuration,
    goal: &Board,
    order: &OperatorOrder,
    tables: &Tables,
) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    if !goal.size().is_packable() {
        large_boards::prepare(configuration, goal)
    } else if is_narrow(goal.size(), configuration.cost_model()) {
        prepare_in::<u64>(configuration, goal, order, tables)
    } else {
        prepare_in::<u128>(configuration, goal, order, tables)
    }
}

/// Whether states are words of 64 bits: the board has at most 16 cells, and g needs few of the bits that a packed node has beside
/// its state. A table of such nodes with a large g would have to be large from the start.
fn is_narrow(size: Size, cost_model: &CostModel) -> bool {
    const MAX_COST: Cost = 64;
    let has_small_costs = || cost_model.costs(size).is_ok_and(|costs| costs.iter().all(|cost| *cost <= MAX_COST));
    size.cells() <= <u64 as Word>::CELLS && (cost_model.is_unit() || has_small_costs())
}

/// Builds the tables that `heuristic` looks up for `goal` under a cost model in a metric, unless they exist.
///
/// # Errors
///
/// If the heuristic does not support this board, cost model or metric.
pub fn build_tables(
    heuristic: &HeuristicSpec,
    goal: &Board,
    cost_model: &CostModel,
    metric: Metric,
    tables: &Tables,
) -> Result<(), CatalogError> {
    check_packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if is_narrow(goal.size(), cost_model) {
        build_in::<u64>(heuristic, goal, cost_model, metric, tables)
    } else {
        build_in::<u128>(heuristic, goal, cost_model, metric, tables)
    }
}

fn build_in<W: CatalogWord>(
    heuristic: &HeuristicSpec,
    goal: &Board,
    cost_model: &CostModel,
    metric: Metric,
    tables: &Tables,
) -> Result<(), CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    if metric == Metric::Multi {
        make_heuristic(heuristic, &SlidePuzzle::new(puzzle), tables).map(drop)
    } else if cost_model.is_unit() {
        make_heuristic(heuristic, &puzzle, tables).map(drop)
    } else {
        make_heuristic(heuristic, &CostedPuzzle::new(puzzle, cost_model)?, tables).map(drop)
    }
}

/// The bytes of the tables that `heuristic` looks up for `goal` under a cost model in a metric. No table is built. Small
/// tables that are not stored (those of walking distance on small boards) are not counted.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn table_bytes(
    heuristic: &HeuristicSpec,
    goal: &Board,
    cost_model: &CostModel,
    metric: Metric,
) -> Result<u64, CatalogError> {
    let tables = Tables::planned();
    build_tables(heuristic, goal, cost_model, metric, &tables)?;
    Ok(tables.planned_bytes())
}

/// The identities of the tables that `heuristic` looks up for `goal` under a cost model in a metric. No table is built.
///
/// # Errors
///
/// If the heuristic does not support this board.
pub fn table_identities(
    heuristic: &HeuristicSpec,
    goal: &Board,
    cost_model: &CostModel,
    metric: Metric,
) -> Result<Vec<String>, CatalogError> {
    let tables = Tables::planned();
    build_tables(heuristic, goal, cost_model, metric, &tables)?;
    Ok(tables.identities())
}

/// The table of the automaton that a search of `configuration` on boards of `size` looks up beside those of its heuristic, if it cuts
/// strings of moves.
#[must_use]
pub fn pruning_table(configuration: &Configuration, size: Size) -> Option<PruningTable> {
    configuration.value_of(&PRUNE).flatten().map(|depth| PruningTable { size, depth })
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
    let cost_model = configuration.cost_model();
    match (configuration.metric(), cost_model.is_unit()) {
        (Metric::Single, true) => return compiled(configuration, puzzle, tables),
        (Metric::Multi, true) => return compiled(configuration, SlidePuzzle::new(puzzle), tables),
        (Metric::Single, false) => {}
        (Metric::Multi, false) => {
            return Err(CatalogError::Unsupported(format!(
                "cost {cost_model} is not defined for slides of several tiles: use cost unit, or metric single"
            )));
        }
    }
    let puzzle = CostedPuzzle::new(puzzle, cost_model)?;
    check_priorities(configuration, goal, puzzle.max_cost())?;
    compiled(configuration, puzzle, tables)
}

/// Whether the priorities of a weighted search fit into 32 bits. No optimal path has more than 16 moves per cell, so no node with
/// a greater f is expanded. Anytime searches, whose weights are large, use the known maximum distance, if that is less: g of a
/// node is at most w times the least cost C*, and h at most C*, so that f is at most 2 w C*.
fn check_priorities(configuration: &Configuration, goal: &Board, max_cost: Cost) -> Result<(), CatalogError> {
    const MOVES_PER_CELL: u64 = 16;
    let Some(weight) = configuration.largest_weight() else { return Ok(()) };
    let size = goal.size();
    let known = max_distance(goal, Metric::Single).filter(|_| configuration.weight().is_none());
    let max_moves = known.map_or(u64::MAX, |moves| 2 * u64::from(moves)).min(MOVES_PER_CELL * size.cells() as u64);
    let max_cost_of_paths = max_moves * u64::from(max_cost);
    if u64::from(weight.num()) * max_cost_of_paths <= u64::from(Cost::MAX) {
        return Ok(());
    }
    Err(CatalogError::Unsupported(format!(
        "weight {weight} with cost model {} on a {size} board has priorities that exceed 32 bits: use a weight with fewer digits",
        configuration.cost_model()
    )))
}

fn compiled<D: CatalogDomain + Send + 'static>(
    configuration: &Configuration,
    domain: D,
    tables: &Tables,
) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    // Algorithms without heuristic receive the blind one, which they never evaluate.
    let spec = configuration.heuristic().cloned().map_or_else(|| HeuristicSpec::new("blind"), Ok)?;
    let name = configuration.algorithm().name;
    let rows = D::registered_rows(Registry::get());
    let row = *rows.iter().find(|row| row.algorithm.name == name).ok_or_else(|| {
        let metric = configuration.metric();
        let names: Vec<&str> = rows.iter().map(|row| row.algorithm.name).collect();
        let names = names.join(", ");
        CatalogError::Unsupported(format!(
            "algorithm '{name}' has no form for metric {metric}: use metric single, or one of {names}"
        ))
    })?;
    let heuristic = make_heuristic(&spec, &domain, tables)?;
    let options = configuration.values().clone();
    (row.check)(&domain, &*heuristic, &options).map_err(CatalogError::Unsupported)?;
    let automaton = pruning_table(configuration, domain.puzzle().size()).map(|table| tables.get(&table));
    Ok(Box::new(CompiledSearch { domain, heuristic, spec, tables: tables.clone(), row, options, automaton }))
}

/// A search for one goal.
struct CompiledSearch<D: CatalogDomain> {
    domain: D,
    heuristic: Box<dyn AnyHeuristic<D>>,
    /// The specification, for the heuristic of another goal.
    spec: HeuristicSpec,
    tables: Tables,
    row: AlgorithmRow<D>,
    options: Options,
    /// The automaton that cuts strings of moves, if the options request one.
    automaton: Option<Arc<LookupTable>>,
}

impl<D: CatalogDomain> CompiledSearch<D> {
    /// The heuristic of `domain`, which has another goal.
    fn heuristic_of(&self, domain: &D) -> Result<Box<dyn AnyHeuristic<D>>, String> {
        make_for_goal(&self.spec, self.domain.puzzle().goal(), domain, &self.tables).map_err(|error| error.to_string())
    }
}

impl<D: CatalogDomain + Send> PreparedSearch for CompiledSearch<D> {
    fn prepare_start(&self, board: &Board) -> bool {
        let Ok(start) = self.domain.puzzle().state(board) else { return false };
        if !(self.row.looks_up_start)(&self.options) {
            return false;
        }
        let known = self.tables.identities().len();
        // An error is that of the search, which constructs the heuristic again.
        drop(self.heuristic_of(&self.domain.with_goal(start)));
        self.tables.identities().len() > known
    }

    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError> {
        let puzzle = self.domain.puzzle();
        let start = puzzle.state(board)?;
        let heuristic_factory = |domain: &D| self.heuristic_of(domain);
        let erased = ErasedHeuristic::new(&*self.heuristic);
        let problem = Problem {
            domain: &self.domain,
            heuristic: &*self.heuristic,
            erased: &erased,
            heuristic_factory: &heuristic_factory,
            start,
            automaton: self.automaton.as_ref().map(|table| &***table),
        };
        let outcome = (self.row.run)(&problem, &self.options, context);
        let moves = self.domain.moves(&outcome.path);
        let cost = (outcome.end == Termination::Solved).then(|| path_cost(&self.domain, start, &outcome.path));
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

#[cfg(test)]
mod tests {
    use tilebench_core::{Limits, NoObserver, StopFlag};
    use tilebench_puzzle::{Generator, Goal};

    use super::*;

    #[test]
    fn tables_that_a_search_looks_up_for_its_start_are_built_before_it() {
        let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
        let start = Generator::new(1).walk(&goal, 20);
        let reverse = [("direction".to_owned(), "reverse".to_owned())];
        let best = [("direction".to_owned(), "best".to_owned())];
        for (algorithm, options, has_tables) in
            [("idastar", &[][..], false), ("idastar", &reverse, true), ("astar", &best, true), ("mm", &[], true)]
        {
            let tables = Tables::in_memory();
            let configuration = Configuration::new(algorithm, Some("pdb:1,2/4,5"), options).unwrap();
            // The costs of a pattern's tiles depend on the goal.
            let heavy = Registry::get().find_cost_model("heavy").unwrap();
            let configuration = configuration.with_cost_model(heavy);
            let search = prepare(&configuration, &goal, &OperatorOrder::default(), &tables).unwrap();
            let name = configuration.name();
            assert_eq!(search.prepare_start(&start), has_tables, "{name}");
            assert!(!search.prepare_start(&start), "{name}: they are built once");
            let known = tables.identities();
            let (stop, mut observer) = (StopFlag::new(), NoObserver);
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
            assert_eq!(search.run(&start, &mut context).unwrap().end, Termination::Solved, "{name}");
            assert_eq!(tables.identities(), known, "{name}: the search built a table");
        }
    }
}
