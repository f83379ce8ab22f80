//! Searches on boards that no word holds: algorithms that search no states.

use tilebench_core::{Control, Outcome};
use tilebench_puzzle::{Board, Direction, PuzzleError};
use tilebench_solvers::{AnySize, Layout, Params};

use crate::{Answer, CatalogError, Configuration, Prepared};

/// Prepares a search for a `goal` of any size.
pub(crate) fn prepare(configuration: &Configuration, goal: &Board) -> Result<Box<dyn Prepared>, CatalogError> {
    let algorithm = configuration.algorithm();
    let search = algorithm.any_size.ok_or_else(|| CatalogError::TooManyCells {
        what: format!("algorithm '{}'", algorithm.name),
        size: goal.size(),
    })?;
    Ok(Box::new(Large { goal: goal.clone(), search, params: *configuration.params() }))
}

struct Large {
    goal: Board,
    search: AnySize,
    params: Params,
}

impl Prepared for Large {
    fn run(&self, board: &Board, control: &mut Control<'_>) -> Result<Answer, PuzzleError> {
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
        let Outcome { end, path, h0, counters } = (self.search)(&layout, &self.params, control);
        let mut blank = board.blank();
        let moves = path.into_iter().filter_map(|cell| {
            let to = |way: &Direction| way.from(blank, size.rows(), size.cols()) == Some(cell);
            let direction = Direction::ALL.into_iter().find(to);
            blank = cell;
            direction
        });
        Ok(Answer { end, moves: moves.collect(), h0, counters })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebench_core::{Cost, End, Limits, NoObserver, StopFlag};
    use tilebench_puzzle::{Generator, Goal, Order, Size};

    use crate::{Tables, algorithms};

    fn configuration(algorithm: &str) -> Configuration {
        let guided = algorithms().iter().any(|known| known.name == algorithm && known.guided);
        Configuration::new(algorithm, guided.then_some("manhattan"), &[]).unwrap()
    }

    fn run(search: &dyn Prepared, board: &Board, limits: Limits) -> Answer {
        let stop = StopFlag::new();
        search.run(board, &mut Control { limits, stop: &stop, observer: &mut NoObserver }).unwrap()
    }

    #[test]
    fn the_answer_is_the_same_with_and_without_packed_states() {
        let strategy = configuration("strategy");
        for (rows, cols) in [(3, 3), (4, 4), (5, 5), (2, 12)] {
            let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap()).unwrap().exchanged(0, 3);
            let packed = crate::prepare(&strategy, &goal, &Order::default(), &Tables::in_memory()).unwrap();
            let large = prepare(&strategy, &goal).unwrap();
            let mut generator = Generator::new(3);
            for _ in 0..20 {
                let board = generator.board(&goal);
                let free = run(&*large, &board, Limits::NONE);
                assert_eq!(free, run(&*packed, &board, Limits::NONE), "{board}");
                let none = Limits::NONE;
                for limits in
                    [Limits { generated: 40, ..none }, Limits { bytes: 400, ..none }, Limits { depth: 9, ..none }]
                {
                    assert_eq!(run(&*large, &board, limits), run(&*packed, &board, limits), "{board}");
                }
            }
        }
    }

    #[test]
    fn large_boards_are_solved_by_what_needs_no_states() {
        for (rows, cols) in [(2, 13), (6, 6), (20, 20), (50, 50), (64, 64)] {
            let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
            let search = crate::prepare(&configuration("strategy"), &goal, &Order::default(), &Tables::in_memory());
            let board = Generator::new(1).board(&goal);
            let search = search.unwrap();
            let answer = run(&*search, &board, Limits::NONE);
            assert_eq!(answer.end, End::Solved);
            let depth = Cost::try_from(answer.moves.len()).unwrap();
            assert_eq!(run(&*search, &board, Limits { depth, ..Limits::NONE }), answer);
            let short = run(&*search, &board, Limits { depth: depth - 1, ..Limits::NONE });
            assert_eq!((short.end, short.moves.len()), (End::DepthLimit, 0), "{rows}x{cols}");
            let reached = answer.moves.iter().try_fold(board, |board, way| board.moved(*way));
            assert_eq!(reached, Some(goal), "{rows}x{cols}");
        }
    }

    #[test]
    fn every_other_algorithm_says_that_it_packs_boards_and_what_does_not() {
        let goal = Goal::BlankFirst.board(Size::new(6, 6).unwrap()).unwrap();
        for algorithm in algorithms().iter().filter(|known| known.any_size.is_none()) {
            let refused = prepare(&configuration(algorithm.name), &goal).map(drop).unwrap_err();
            let name = algorithm.name;
            assert_eq!(
                refused.to_string(),
                format!(
                    "algorithm '{name}' packs boards into words of at most 25 cells, and a 6x6 board has 36: above \
                     that there is only the algorithm 'strategy'"
                )
            );
        }
    }
}
