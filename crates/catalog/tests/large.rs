//! Boards that do not fit into a word.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{
    Board, CatalogError, Configuration, Cost, Goal, Limits, NoObserver, OperatorOrder, PreparedSearch, SearchContext,
    SearchResult, Size, StopFlag, Tables, Termination, algorithms, prepare,
};
use tilebench_puzzle::Generator;

fn configuration(algorithm: &str) -> Configuration {
    let informed = algorithms().iter().any(|known| known.name == algorithm && known.informed);
    Configuration::new(algorithm, informed.then_some("manhattan"), &[]).unwrap()
}

fn prepared(algorithm: &str, goal: &Board) -> Result<Box<dyn PreparedSearch>, CatalogError> {
    prepare(&configuration(algorithm), goal, &OperatorOrder::default(), &Tables::in_memory())
}

fn run(search: &dyn PreparedSearch, board: &Board, limits: Limits) -> SearchResult {
    let stop = StopFlag::new();
    search
        .run(board, &mut SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 })
        .unwrap()
}

#[test]
fn large_boards_are_solved_by_methods_without_search() {
    for (rows, cols) in [(2, 13), (6, 6), (20, 20), (50, 50), (64, 64)] {
        let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
        let search = prepared("strategy", &goal).unwrap();
        let board = Generator::new(1).board(&goal);
        let answer = run(&*search, &board, Limits::NONE);
        assert_eq!(answer.end, Termination::Solved);
        let depth = Cost::try_from(answer.moves.len()).unwrap();
        assert_eq!(run(&*search, &board, Limits { depth, ..Limits::NONE }), answer);
        let short = run(&*search, &board, Limits { depth: depth - 1, ..Limits::NONE });
        assert_eq!((short.end, short.moves.len()), (Termination::DepthLimit, 0), "{rows}x{cols}");
        let reached = answer.moves.iter().try_fold(board, |board, direction| board.moved(*direction));
        assert_eq!(reached, Some(goal), "{rows}x{cols}");
    }
}

#[test]
fn every_other_algorithm_is_refused_with_a_reason_and_an_alternative() {
    let goal = Goal::BlankFirst.board(Size::new(6, 6).unwrap()).unwrap();
    for algorithm in algorithms().iter().filter(|known| known.name != "strategy") {
        let refused = prepared(algorithm.name, &goal).map(drop).unwrap_err();
        let name = algorithm.name;
        assert_eq!(
            refused.to_string(),
            format!(
                "algorithm '{name}' supports boards of at most 25 cells, and a 6x6 board has 36: larger boards need \
                 the algorithm 'strategy'"
            )
        );
    }
}
