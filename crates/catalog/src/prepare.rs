//! From a configuration to a search compiled for its board and heuristic.

use core::marker::PhantomData;

use tilebench_core::{Control, Cost, Counters, End, Heuristic};
use tilebench_heuristics::Tables;
use tilebench_puzzle::{Board, Direction, Order, Puzzle, PuzzleError, Word};
use tilebench_solvers::{Params, Row};

use crate::heuristics::{Visit, visit};
use crate::{CatalogError, Configuration, HeuristicChoice, large, packable};

/// What a search answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How it ended.
    pub end: End,
    /// The blank's moves from the board to the goal; empty unless `end` is [`End::Solved`].
    pub moves: Vec<Direction>,
    /// The heuristic value of the start, where the algorithm takes a heuristic.
    pub h0: Option<Cost>,
    /// What was counted.
    pub counters: Counters,
}

/// A search that is ready to run: tables built, code chosen. It may run on several boards at once.
pub trait Prepared: Send + Sync {
    /// Searches for a path from `board` to the goal it was prepared for.
    ///
    /// # Errors
    ///
    /// Where the board has another size than the goal, or cannot reach it.
    fn run(&self, board: &Board, control: &mut Control<'_>) -> Result<Answer, PuzzleError>;
}

/// Prepares a search for `goal`, with operators tried in `order` and what it looks up in `tables`.
///
/// # Errors
///
/// [`CatalogError::Unsupported`] where the algorithm or the heuristic is not made for this board, and
/// [`CatalogError::TooManyCells`] where no word holds it and the algorithm packs boards.
pub fn prepare(
    configuration: &Configuration,
    goal: &Board,
    order: &Order,
    tables: &Tables,
) -> Result<Box<dyn Prepared>, CatalogError> {
    if !goal.size().is_packable() {
        large::prepare(configuration, goal)
    } else if goal.size().cells() <= <u64 as Word>::CELLS {
        prepare_in::<u64>(configuration, goal, order, tables)
    } else {
        prepare_in::<u128>(configuration, goal, order, tables)
    }
}

/// Makes the tables that `heuristic` looks up for `goal`, or finds that they are there.
///
/// # Errors
///
/// Where the heuristic is not made for this board.
pub fn make_tables(heuristic: &HeuristicChoice, goal: &Board, tables: &Tables) -> Result<(), CatalogError> {
    packable(goal.size(), &format!("heuristic '{heuristic}'"))?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        visit(heuristic, &Puzzle::<u64>::new(goal, &Order::default())?, tables, Made)
    } else {
        visit(heuristic, &Puzzle::<u128>::new(goal, &Order::default())?, tables, Made)
    }
}

/// The bytes of the tables that `heuristic` looks up for `goal`, none of which are made. Tables so
/// small that they are not kept (those of walking distance on small boards) are not counted.
///
/// # Errors
///
/// Where the heuristic is not made for this board.
pub fn table_bytes(heuristic: &HeuristicChoice, goal: &Board) -> Result<u64, CatalogError> {
    let tables = Tables::planned();
    make_tables(heuristic, goal, &tables)?;
    Ok(tables.planned_bytes())
}

/// What the tables are that `heuristic` looks up for `goal`, none of which are made.
///
/// # Errors
///
/// If the heuristic is not made for this board.
pub fn table_identities(heuristic: &HeuristicChoice, goal: &Board) -> Result<Vec<String>, CatalogError> {
    let tables = Tables::planned();
    make_tables(heuristic, goal, &tables)?;
    Ok(tables.identities())
}

/// Whether `configuration` can search for `goal`; no table is built.
///
/// # Errors
///
/// As [`prepare`].
pub fn supported(configuration: &Configuration, goal: &Board) -> Result<(), CatalogError> {
    prepare(configuration, goal, &Order::default(), &Tables::planned()).map(drop)
}

/// What was to be made is made.
struct Made;

impl<W: Word> Visit<W> for Made {
    type Out = ();

    fn visit<H: Heuristic<Puzzle<W>> + Send + 'static>(self, _: H) -> Result<(), CatalogError> {
        Ok(())
    }
}

fn prepare_in<W: Word>(
    configuration: &Configuration,
    goal: &Board,
    order: &Order,
    tables: &Tables,
) -> Result<Box<dyn Prepared>, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, order)?;
    let builder = Builder { puzzle: puzzle.clone(), configuration, word: PhantomData };
    // Algorithms without a heuristic are compiled with the blind one, which they never ask.
    let heuristic = configuration.heuristic().cloned().map_or_else(|| HeuristicChoice::new("blind"), Ok)?;
    visit(&heuristic, &puzzle, tables, builder)
}

struct Builder<'a, W: Word> {
    puzzle: Puzzle<W>,
    configuration: &'a Configuration,
    word: PhantomData<W>,
}

impl<W: Word> Visit<W> for Builder<'_, W> {
    type Out = Box<dyn Prepared>;

    fn visit<H: Heuristic<Puzzle<W>> + Send + 'static>(self, heuristic: H) -> Result<Self::Out, CatalogError> {
        let algorithm = self.configuration.algorithm();
        let params = *self.configuration.params();
        let row = Row::<Puzzle<W>, H>::all().into_iter().find(|row| row.algorithm.name == algorithm.name);
        let Some(row) = row else {
            return Err(CatalogError::Unsupported(format!("algorithm '{}' has no row", algorithm.name)));
        };
        (row.supports)(&self.puzzle, &heuristic, &params).map_err(CatalogError::Unsupported)?;
        Ok(Box::new(Ready { puzzle: self.puzzle, heuristic, row, params }))
    }
}

struct Ready<W: Word, H: Heuristic<Puzzle<W>>> {
    puzzle: Puzzle<W>,
    heuristic: H,
    row: Row<Puzzle<W>, H>,
    params: Params,
}

impl<W: Word, H: Heuristic<Puzzle<W>> + Send> Prepared for Ready<W, H> {
    fn run(&self, board: &Board, control: &mut Control<'_>) -> Result<Answer, PuzzleError> {
        let start = self.puzzle.state(board)?;
        let outcome = (self.row.run)(&self.puzzle, &self.heuristic, start, &self.params, control);
        let moves = self.puzzle.directions(&outcome.path).collect();
        Ok(Answer { end: outcome.end, moves, h0: outcome.h0, counters: outcome.counters })
    }
}
