//! Anytime algorithms on every 2x3 board and on sampled 3x3 boards: incumbents strictly improve and end optimal, and a node limit
//! loses none.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use tilebench_catalog::{
    Board, Configuration, Cost, Goal, Guarantee, Incumbent, Limits, Observer, OperatorOrder, PreparedSearch,
    SearchContext, SearchResult, Size, StopFlag, Tables, Termination, algorithms, prepare,
};
use tilebench_testkit::Oracle;

/// Keeps the costs and the bounds of the incumbents that are reported.
#[derive(Default)]
struct Reports(Vec<(Cost, Option<Cost>)>);

impl Observer for Reports {
    fn incumbent(&mut self, incumbent: &Incumbent) -> Result<(), Termination> {
        assert_eq!(incumbent.cost, incumbent.length);
        self.0.push((incumbent.cost, incumbent.bound));
        Ok(())
    }
}

fn run(search: &dyn PreparedSearch, board: &Board, limits: Limits) -> (SearchResult, Reports) {
    let mut reports = Reports::default();
    let context = &mut SearchContext { limits, stop: &StopFlag::new(), observer: &mut reports, scratch: None, seed: 0 };
    (search.run(board, context).unwrap(), reports)
}

/// Checks a run without limits, and runs that are stopped at parts of its nodes.
fn check(search: &dyn PreparedSearch, board: &Board, distance: Cost, name: &str) {
    let (free, reports) = run(search, board, Limits::NONE);
    assert_eq!(
        (free.end, free.cost, free.bound),
        (Termination::Solved, Some(distance), Some(distance)),
        "{name} {board}"
    );
    for pair in reports.0.windows(2) {
        let ((before, old_bound), (after, new_bound)) = (pair[0], pair[1]);
        assert!(after < before || (after == before && new_bound > old_bound), "{name} {board}: {:?}", reports.0);
        assert!(new_bound >= old_bound, "{name} {board}: {:?}", reports.0);
    }
    assert_eq!(reports.0.last(), Some(&(distance, Some(distance))), "{name} {board}: the last incumbent is the answer");
    for part in 1..8 {
        let limits = Limits { generated: free.counters.generated * part / 8, ..Limits::NONE };
        let (stopped, reports) = run(search, board, limits);
        let last = reports.0.last().map(|(cost, _)| *cost);
        assert_eq!(stopped.cost, last, "{name} {board}: the last incumbent is the answer");
        let expected = if last.is_some() { Termination::Solved } else { Termination::NodeLimit };
        assert_eq!(stopped.end, expected, "{name} {board}");
        assert!(stopped.bound.is_none_or(|bound| bound <= distance), "{name} {board}: {stopped:?}");
    }
}

/// Checks every anytime algorithm with these heuristics on each `step`th board of a size.
fn check_boards(rows: usize, cols: usize, step: usize, max_distance: Cost, heuristics: &[&str]) {
    let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
    let oracle = Oracle::new(&goal);
    for algorithm in algorithms().iter().filter(|known| known.guarantee == Guarantee::Anytime) {
        for heuristic in heuristics {
            let configuration = Configuration::new(algorithm.name, Some(heuristic), &[]).unwrap();
            let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
            let boards = oracle.boards().iter().filter(|(_, distance)| *distance <= max_distance);
            for (board, distance) in boards.step_by(step) {
                check(&*search, board, *distance, &configuration.name());
            }
        }
    }
}

#[test]
fn incumbents_improve_and_end_optimal_on_every_2x3_board() {
    check_boards(2, 3, 1, 21, &["manhattan", "hamming"]);
}

#[test]
fn incumbents_improve_and_end_optimal_on_sampled_3x3_boards() {
    check_boards(3, 3, 9001, 24, &["manhattan", "linear-conflict"]);
}
