//! Methods for boards that do not fit into a word: algorithms that do not search.

use tilebench_core::{Outcome, SearchContext, Termination, narrow};
use tilebench_methods::{ANY_SIZE_METHODS, AnySizeSolver, TileLayout};
use tilebench_puzzle::{Board, Direction, PuzzleError};
use tilebench_solvers::Options;

use crate::{CatalogError, Configuration, PreparedSearch, SearchResult};

/// Prepares a search for a `goal` of any size.
pub(crate) fn prepare(configuration: &Configuration, goal: &Board) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    let algorithm = configuration.algorithm();
    let search = ANY_SIZE_METHODS.iter().find(|(name, _)| *name == algorithm.name).map(|(_, search)| *search);
    let search = search.ok_or_else(|| CatalogError::TooManyCells {
        what: format!("algorithm '{}'", algorithm.name),
        size: goal.size(),
    })?;
    Ok(Box::new(LargeBoardSearch { goal: goal.clone(), search, options: configuration.values().clone() }))
}

struct LargeBoardSearch {
    goal: Board,
    search: AnySizeSolver,
    options: Options,
}

impl PreparedSearch for LargeBoardSearch {
    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<SearchResult, PuzzleError> {
        let size = self.goal.size();
        if board.size() != size {
            return Err(PuzzleError::SizesDiffer { board: board.size(), goal: size });
        }
        if !board.reaches(&self.goal) {
            return Err(PuzzleError::Unsolvable(board.to_string()));
        }
        let places = self.goal.cells_of_tiles();
        let goals = board.tiles().iter().map(|&tile| usize::from(places[usize::from(tile)])).collect();
        let layout = TileLayout { rows: size.rows(), cols: size.cols(), goals, blank_goal: self.goal.blank() };
        let Outcome { end, path, h0, bound, counters } = (self.search)(&layout, &self.options, context);
        let mut blank = board.blank();
        let moves = path.into_iter().map(|cell| {
            let to = |direction: &Direction| direction.step_from(blank, size.rows(), size.cols()) == Some(cell);
            let direction = Direction::ALL.into_iter().find(to);
            blank = cell;
            direction.expect("the blank enters a neighbouring cell")
        });
        let moves: Vec<Direction> = moves.collect();
        let cost = (end == Termination::Solved).then(|| narrow(moves.len(), "paths have fewer than 2^32 moves"));
        Ok(SearchResult { end, moves, cost, h0, bound, counters })
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::{Limits, NoObserver, StopFlag};
    use tilebench_methods::strategy;
    use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size, Word};

    use super::*;

    /// The result of the strategy on packed boards.
    fn packed_result<W: Word>(
        goal: &Board,
        board: &Board,
        routing: strategy::BlankRouting,
        context: &mut SearchContext<'_>,
    ) -> SearchResult {
        let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default()).unwrap();
        let Outcome { end, path, h0, bound, counters } =
            strategy::solve(&puzzle, puzzle.state(board).unwrap(), routing, context);
        let cost = (end == Termination::Solved).then(|| narrow(path.len(), "a few hundred moves"));
        SearchResult { end, moves: puzzle.directions(&path).collect(), cost, h0, bound, counters }
    }

    #[test]
    fn results_are_equal_with_and_without_packed_states() {
        let configuration = Configuration::new("strategy", None, &[]).unwrap();
        let routing = configuration.values().get(&strategy::BLANK_ROUTING);
        for (rows, cols) in [(3, 3), (4, 4), (5, 5), (2, 12)] {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap()).unwrap().swapped(0, 3);
            let large = prepare(&configuration, &goal).unwrap();
            let packed_result =
                if rows * cols <= <u64 as Word>::CELLS { packed_result::<u64> } else { packed_result::<u128> };
            let mut generator = Generator::new(3);
            for _ in 0..20 {
                let board = generator.board(&goal);
                let none = Limits::NONE;
                for limits in
                    [none, Limits { generated: 40, ..none }, Limits { bytes: 400, ..none }, Limits { depth: 9, ..none }]
                {
                    let stop = StopFlag::new();
                    let mut observer = NoObserver;
                    let mut context =
                        SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None, seed: 0 };
                    let free = large.run(&board, &mut context).unwrap();
                    assert_eq!(free, packed_result(&goal, &board, routing, &mut context), "{board}");
                }
            }
        }
    }
}
