//! Searches in the multi-tile metric, held to breadth-first search over boards.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_catalog::{
    Board, COST_MODELS, Configuration, Cost, Direction, Goal, Limits, Metric, NoObserver, OperatorOrder, Proof,
    SearchContext, StopFlag, Tables, Termination, count_move_runs, prepare,
};
use tilebench_testkit::Oracle;

/// An algorithm, its heuristic and its options.
type Choice = (&'static str, Option<&'static str>, &'static [(&'static str, &'static str)]);

/// The configurations that exist in the metric.
const CONFIGURATIONS: [Choice; 8] = [
    ("bfs", None, &[]),
    ("astar", Some("blind"), &[]),
    ("astar", Some("manhattan"), &[]),
    ("astar", Some("manhattan"), &[("store", "plain")]),
    ("astar", Some("manhattan"), &[("direction", "reverse")]),
    ("idastar", Some("blind"), &[]),
    ("idastar", Some("manhattan"), &[]),
    ("idastar", Some("manhattan"), &[("threads", "2")]),
];

fn configuration(algorithm: &str, heuristic: Option<&str>, options: &[(&str, &str)]) -> Configuration {
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Configuration::new(algorithm, heuristic, &options).unwrap().with_metric(Metric::Multi)
}

/// Checks the answers on one of `step` boards of `goal` up to `max_distance` slides.
fn check(goal: &Board, max_distance: Cost, step: usize) {
    let oracle = Oracle::in_metric(goal, Metric::Multi);
    let stop = StopFlag::new();
    for (algorithm, heuristic, options) in CONFIGURATIONS {
        let configuration = configuration(algorithm, heuristic, options);
        assert_eq!(configuration.proof(), Proof::Optimal);
        let search = prepare(&configuration, goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
        let near = oracle.boards().iter().filter(|(_, distance)| *distance <= max_distance);
        for (board, distance) in near.step_by(step) {
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
            let result = search.run(board, &mut context).unwrap();
            assert_eq!((result.end, result.cost), (Termination::Solved, Some(*distance)), "{configuration}: {board}");
            assert_eq!(count_move_runs(&result.moves), *distance as usize, "{configuration}: {board}");
            let end = result.moves.iter().try_fold(board.clone(), |board, &direction| board.moved(direction));
            assert_eq!(end.as_ref(), Some(goal), "{configuration}: {board}");
            assert!(result.h0.is_none_or(|h0| h0 <= *distance), "{configuration}: {board}");
        }
    }
}

#[test]
fn every_algorithm_finds_a_path_of_the_fewest_slides_on_every_small_board() {
    for size in ["2x2", "2x3", "3x2"] {
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            check(&goal.board(size.parse().unwrap()).unwrap(), Cost::MAX, 1);
        }
    }
}

#[test]
fn every_algorithm_finds_a_path_of_the_fewest_slides_on_larger_boards() {
    check(&Goal::BlankFirst.board("2x4".parse().unwrap()).unwrap(), 18, 97);
    check(&Goal::BlankLast.board("3x3".parse().unwrap()).unwrap(), 18, 997);
    check(&Board::parse("1 2 3 8 0 4 7 6 5", None).unwrap(), 18, 997);
}

#[test]
fn pattern_databases_find_paths_of_the_fewest_slides() {
    let goal = Goal::BlankFirst.board("3x3".parse().unwrap()).unwrap();
    let oracle = Oracle::in_metric(&goal, Metric::Multi);
    let (tables, stop) = (Tables::in_memory(), StopFlag::new());
    for (algorithm, heuristic) in
        [("astar", "pdb-4-4"), ("idastar", "pdb-4-4+reflected"), ("astar", "pdb:1,2,3,4,5,6,7")]
    {
        let configuration = configuration(algorithm, Some(heuristic), &[]);
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &tables).unwrap();
        for (board, distance) in oracle.boards().iter().step_by(1499) {
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
            assert_eq!(search.run(board, &mut context).unwrap().cost, Some(*distance), "{configuration}: {board}");
        }
    }
}

#[test]
fn boards_of_more_than_sixteen_cells_are_searched_too() {
    let goal = Goal::BlankFirst.board("2x12".parse().unwrap()).unwrap();
    // Two slides, the second of eleven tiles.
    let mut board = goal.clone();
    for direction in [Direction::Down].into_iter().chain([Direction::Right; 11]) {
        board = board.moved(direction).unwrap();
    }
    let stop = StopFlag::new();
    for (algorithm, heuristic, options) in CONFIGURATIONS {
        let configuration = configuration(algorithm, heuristic, options);
        let search = prepare(&configuration, &goal, &OperatorOrder::default(), &Tables::in_memory()).unwrap();
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let result = search.run(&board, &mut context).unwrap();
        assert_eq!((result.cost, result.moves.len()), (Some(2), 12), "{configuration}");
    }
}

#[test]
fn what_has_no_form_in_the_metric_is_refused_with_a_remedy() {
    let goal = Goal::BlankFirst.board("3x3".parse().unwrap()).unwrap();
    let refusal = |configuration: &Configuration| {
        let prepared = prepare(configuration, &goal, &OperatorOrder::default(), &Tables::planned());
        prepared.err().unwrap().to_string()
    };
    assert_eq!(
        refusal(&configuration("nbs", Some("manhattan"), &[])),
        "algorithm 'nbs' has no form for metric multi: use metric single, or one of bfs, astar, idastar"
    );
    for (heuristic, name) in [("linear-conflict", "linear-conflict"), ("manhattan-without:2", "manhattan-without")] {
        assert_eq!(
            refusal(&configuration("astar", Some(heuristic), &[])),
            format!(
                "heuristic '{name}' counts moves of single tiles: use metric single, or one of blind, manhattan and pattern databases"
            )
        );
    }
    assert_eq!(
        refusal(&configuration("astar", Some("pdb-4-4+dual"), &[])),
        "the look-ups +zero-aware, +dual and +random have no form for metric multi: leave them out of pdb-4-4+dual"
    );
    let heavy = COST_MODELS.iter().find(|model| model.name == "heavy").unwrap();
    assert_eq!(
        refusal(&configuration("astar", Some("manhattan"), &[]).with_cost_model(heavy)),
        "cost heavy is not defined for slides of several tiles: use cost unit, or metric single"
    );
}
