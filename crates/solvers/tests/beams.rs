//! Beam searches on explicit graphs: narrow beams find valid paths or none, wide ones shortest paths.

use tilebench_core::{Cost, Counters, Domain, Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{AlgorithmRow, AnyHeuristic, ErasedHeuristic, Options, Problem, TypedHeuristic, algorithms};
use tilebench_testkit::ExplicitGraph;

/// A grid of `size` by `size` nodes without those in `walls`; the goal is the last one, h is the distance without walls.
fn grid(size: usize, walls: &[usize]) -> ExplicitGraph {
    let is_free = |node: &usize| !walls.contains(node);
    let right = (0..size * size).filter(|node| node % size + 1 < size).map(|node| (node, node + 1));
    let down = (0..size * (size - 1)).map(|node| (node, node + size));
    let pairs: Vec<_> = right.chain(down).filter(|(a, b)| is_free(a) && is_free(b)).collect();
    let distance = |node: usize| Cost::try_from(2 * size - 2 - node % size - node / size);
    let estimates: Vec<Cost> = (0..size * size).map(|node| distance(node).expect("a small grid")).collect();
    ExplicitGraph::new(&pairs, size * size - 1, &estimates)
}

/// A wall next to the goal with a gap at its far end: the best nodes lead to a dead end.
fn trap(size: usize) -> ExplicitGraph {
    let row = size - 2;
    let walls: Vec<usize> = (1..size).map(|column| row * size + column).collect();
    grid(size, &walls)
}

fn run(name: &str, graph: &ExplicitGraph, options: &[(&str, &str)], limits: Limits) -> Outcome<(usize, usize)> {
    let rows: Vec<AlgorithmRow<ExplicitGraph>> = algorithms();
    let row = rows.iter().find(|row| row.algorithm.name == name).expect("a known algorithm");
    let heuristic = TypedHeuristic::new(graph.heuristic(), recursive_engine);
    let factory = |_: &ExplicitGraph| -> Result<Box<dyn AnyHeuristic<_>>, String> { Err("one goal".to_owned()) };
    let erased = ErasedHeuristic::new(&heuristic);
    let problem = Problem {
        domain: graph,
        heuristic: &heuristic,
        erased: &erased,
        heuristic_factory: &factory,
        start: 0,
        automaton: None,
    };
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let context =
        &mut SearchContext { limits, stop: &StopFlag::new(), observer: &mut NoObserver, scratch: None, seed: 0 };
    let outcome = (row.run)(&problem, &Options::new(&options), context);
    let end = outcome.path.iter().fold(0, |state, op| {
        assert!(graph.ops(state, graph.root_op(state)).contains(op), "{op:?} does not leave {state}");
        graph.apply(state, *op)
    });
    assert_eq!(graph.is_goal(end), outcome.end == Termination::Solved, "{name}: {outcome:?}");
    outcome
}

#[test]
fn a_wide_beam_finds_a_shortest_path() {
    let distance = trap(12).distances()[0].expect("the goal is reached") as usize;
    for name in ["beam", "bulb", "rectangle"] {
        let options: &[_] = if name == "rectangle" { &[] } else { &[("width", "100")] };
        let outcome = run(name, &trap(12), options, Limits::NONE);
        assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, distance), "{name}");
    }
}

#[test]
fn a_beam_whose_nodes_all_end_in_a_trap_gives_up_and_bulb_does_not() {
    // The way to the goal from node 0 leads over 4; the nodes 1, 2 and 3 have less h and lead nowhere.
    let edges = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6)];
    let graph = ExplicitGraph::new(&edges, 6, &[3, 1, 1, 1, 2, 1, 0]);
    let narrow = &[("width", "1")];
    assert_eq!(run("beam", &graph, narrow, Limits::NONE).end, Termination::Incomplete);
    assert_eq!(run("beam", &graph, &[("width", "2")], Limits::NONE).path.len(), 3);
    let bulb = run("bulb", &graph, narrow, Limits::NONE);
    assert_eq!((bulb.end, bulb.path.len(), bulb.counters.iterations), (Termination::Solved, 3, 2));
}

#[test]
fn bulb_finds_a_path_with_every_width_or_ends() {
    for size in 4..8 {
        for width in ["1", "2", "3", "7"] {
            let outcome = run("bulb", &trap(size), &[("width", width)], Limits::NONE);
            assert_eq!(outcome.end, Termination::Solved, "{size} {width}: {outcome:?}");
        }
        let walls: Vec<usize> = (0..size).map(|column| size * 2 + column).collect();
        let closed = grid(size, &walls);
        for name in ["beam", "bulb", "rectangle"] {
            let outcome = run(name, &closed, &[], Limits::NONE);
            assert_eq!(outcome.end, Termination::Exhausted, "{name} {size}");
        }
    }
}

#[test]
fn bulb_turns_back_if_a_layer_does_not_fit_into_memory() {
    let free = run("bulb", &trap(12), &[("width", "100")], Limits::NONE);
    let bytes = free.counters.peak_bytes;
    let same = run("bulb", &trap(12), &[("width", "100")], Limits { bytes, ..Limits::NONE });
    assert_eq!(same, free);
    for bytes in [100, 2_000, bytes / 2, bytes - 1] {
        let outcome = run("bulb", &trap(12), &[("width", "100")], Limits { bytes, ..Limits::NONE });
        let Counters { peak_bytes, .. } = outcome.counters;
        assert!(
            peak_bytes <= bytes && matches!(outcome.end, Termination::Solved | Termination::MemoryLimit),
            "{bytes}"
        );
    }
}
