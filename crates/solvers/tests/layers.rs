//! The layers of a breadth-first search are whole, sorted and at their depth.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use tilebench_core::{Domain, Limits, NoObserver, SearchContext, StopFlag, Termination};
use tilebench_puzzle::{Goal, OperatorOrder, Puzzle, Word};
use tilebench_solvers::layers::visit_layers;
use tilebench_testkit::Oracle;

fn check<W: Word>(limits: Limits) -> (usize, Result<(), Termination>) {
    let goal = Goal::BlankLast.board("2x4".parse().unwrap()).unwrap();
    let oracle = Oracle::new(&goal);
    let puzzle = Puzzle::<W>::new(&goal, &OperatorOrder::default()).unwrap();
    let stop = StopFlag::new();
    let context = SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let mut counts = Vec::new();
    let end = visit_layers(&puzzle, puzzle.state(&goal).unwrap(), &context, &mut |depth, layer| {
        assert!(layer.is_sorted_by(|a, b| a < b), "layer {depth} is unsorted or has a state twice");
        for &key in layer {
            assert_eq!(oracle.distance(&puzzle.board(puzzle.unpack(key))), Some(depth));
        }
        counts.push(layer.len() as u64);
    });
    assert_eq!(counts, oracle.layer_sizes()[..counts.len()]);
    (counts.len(), end)
}

#[test]
fn every_state_is_visited_once_at_its_distance() {
    assert_eq!(check::<u64>(Limits::NONE), (37, Ok(())));
    assert_eq!(check::<u128>(Limits::NONE), (37, Ok(())));
}

#[test]
fn a_stopped_search_has_visited_complete_layers_only() {
    let (layers, end) = check::<u64>(Limits { bytes: 20_000, ..Limits::NONE });
    assert_eq!(end, Err(Termination::MemoryLimit));
    assert!((5..30).contains(&layers), "{layers}");
    let (layers, end) = check::<u64>(Limits { generated: 20_000, ..Limits::NONE });
    assert_eq!(end, Err(Termination::NodeLimit));
    assert!((5..30).contains(&layers), "{layers}");
    for depth in [0, 7] {
        let (layers, end) = check::<u64>(Limits { depth, ..Limits::NONE });
        assert_eq!((layers, end), (depth as usize + 1, Err(Termination::DepthLimit)));
    }
}
