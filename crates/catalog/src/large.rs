//! Searches on boards that no word holds: algorithms that search no states.

use tilebench_core::{Outcome, SearchContext, Termination, narrow};
use tilebench_methods::{ANY_SIZE, AnySize, Layout};
use tilebench_puzzle::{Board, Direction, PuzzleError};
use tilebench_solvers::Options;

use crate::{Answer, CatalogError, Configuration, Prepared};

/// Prepares a search for a `goal` of any size.
pub(crate) fn prepare(configuration: &Configuration, goal: &Board) -> Result<Box<dyn Prepared>, CatalogError> {
    let algorithm = configuration.algorithm();
    let search = ANY_SIZE.iter().find(|(name, _)| *name == algorithm.name).map(|(_, search)| *search);
    let search = search.ok_or_else(|| CatalogError::TooManyCells {
        what: format!("algorithm '{}'", algorithm.name),
        size: goal.size(),
    })?;
    Ok(Box::new(Large { goal: goal.clone(), search, options: configuration.values().clone() }))
}

struct Large {
    goal: Board,
    search: AnySize,
    options: Options,
}

impl Prepared for Large {
    fn run(&self, board: &Board, context: &mut SearchContext<'_>) -> Result<Answer, PuzzleError> {
        let size = self.goal.size();
        if board.size() != size {
            return Err(PuzzleError::SizesDiffer { board: board.size(), goal: size });
        }
        if !board.reaches(&self.goal) {
            return Err(PuzzleError::Unsolvable(board.to_string()));
        }
        let places = self.goal.cells_of_tiles();
        let goals = board.tiles().iter().map(|&tile| usize::from(places[usize::from(tile)])).collect();
        let layout = Layout { rows: size.rows(), cols: size.cols(), goals, blank_goal: self.goal.blank() };
        let Outcome { end, path, h0, counters } = (self.search)(&layout, &self.options, context);
        let mut blank = board.blank();
        let moves = path.into_iter().filter_map(|cell| {
            let to = |way: &Direction| way.from(blank, size.rows(), size.cols()) == Some(cell);
            let direction = Direction::ALL.into_iter().find(to);
            blank = cell;
            direction
        });
        let moves: Vec<Direction> = moves.collect();
        let cost = (end == Termination::Solved).then(|| narrow(moves.len(), "paths have fewer than 2^32 moves"));
        Ok(Answer { end, moves, cost, h0, counters })
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::{Limits, NoObserver, StopFlag};
    use tilebench_methods::strategy;
    use tilebench_puzzle::{Generator, Goal, Order, Puzzle, Size, Word};

    use super::*;

    /// The answer of the strategy if boards are packed.
    fn packed<W: Word>(goal: &Board, board: &Board, hole: strategy::Hole, context: &mut SearchContext<'_>) -> Answer {
        let puzzle = Puzzle::<W>::new(goal, &Order::default()).unwrap();
        let Outcome { end, path, h0, counters } = strategy::solve(&puzzle, puzzle.state(board).unwrap(), hole, context);
        let cost = (end == Termination::Solved).then(|| narrow(path.len(), "a few hundred moves"));
        Answer { end, moves: puzzle.directions(&path).collect(), cost, h0, counters }
    }

    #[test]
    fn the_answer_is_the_same_with_and_without_packed_states() {
        let configuration = Configuration::new("strategy", None, &[]).unwrap();
        let hole = configuration.values().get(&strategy::HOLE);
        for (rows, cols) in [(3, 3), (4, 4), (5, 5), (2, 12)] {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap()).unwrap().exchanged(0, 3);
            let large = prepare(&configuration, &goal).unwrap();
            let packed = if rows * cols <= <u64 as Word>::CELLS { packed::<u64> } else { packed::<u128> };
            let mut generator = Generator::new(3);
            for _ in 0..20 {
                let board = generator.board(&goal);
                let none = Limits::NONE;
                for limits in
                    [none, Limits { generated: 40, ..none }, Limits { bytes: 400, ..none }, Limits { depth: 9, ..none }]
                {
                    let stop = StopFlag::new();
                    let mut observer = NoObserver;
                    let mut context = SearchContext { limits, stop: &stop, observer: &mut observer, scratch: None };
                    let free = large.run(&board, &mut context).unwrap();
                    assert_eq!(free, packed(&goal, &board, hole, &mut context), "{board}");
                }
            }
        }
    }
}
