//! The parts of best-first search that can be exchanged: the results that they change, and those that they do not.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use tilebench_core::{
    Cost, Counters, Heuristic, HeuristicExt, Limits, NoObserver, Observer, Outcome, SearchContext, StopFlag,
    Termination, Weight,
};
use tilebench_heuristics::{LinearConflict, ReversedPairs, Sum, manhattan};
use tilebench_puzzle::{Board, Generator, Goal, Op, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{self, Config, Priority, Queue, TieBreak};
use tilebench_solvers::lineage::EvaluationMode;
use tilebench_testkit::{ExplicitGraph, Oracle};

const TIES: [TieBreak; 4] = [TieBreak::HighG, TieBreak::LowG, TieBreak::Fifo, TieBreak::Lifo];

fn puzzle(rows: usize, cols: usize, order: &OperatorOrder) -> Puzzle<u64> {
    let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
    Puzzle::new(&goal, order).unwrap()
}

/// Random boards, the same in every run.
fn boards(rows: usize, cols: usize, count: usize) -> Vec<Board> {
    let puzzle = puzzle(rows, cols, &OperatorOrder::default());
    let mut generator = Generator::new(11);
    (0..count).map(|_| generator.board(puzzle.goal())).collect()
}

fn search<H: Heuristic<Puzzle<u64>>>(puzzle: &Puzzle<u64>, h: &H, board: &Board, config: Config) -> Outcome<Op> {
    let stop = StopFlag::new();
    let mut context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    best_first::solve_plain(puzzle, h, puzzle.state(board).unwrap(), config, &mut context)
}

/// A*, weighted A* with and without reopening, and greedy search, with each tie.
fn configs() -> Vec<Config> {
    let of = |params: &Config| [*params, params.into_greedy()];
    let ratios = [(1, 1), (3, 2), (5, 1)].map(|(num, den)| Weight::new(num, den).unwrap());
    let params = ratios.into_iter().flat_map(|weight| {
        TIES.into_iter().flat_map(move |tie| {
            [true, false].map(|reopen| Config { priority: Priority::F(weight), tie, reopen, ..Config::default() })
        })
    });
    params.flat_map(|params| of(&params)).collect()
}

#[test]
fn all_open_lists_agree_in_path_and_all_counts_except_bytes() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let inconsistent = Sum(manhattan(&puzzle), ReversedPairs::new(&puzzle));
    for board in boards(3, 3, 3) {
        for config in configs() {
            let of = |queue| {
                let outcome = search(&puzzle, &inconsistent, &board, Config { queue, ..config });
                Outcome { counters: Counters { peak_bytes: 0, ..outcome.counters }, ..outcome }
            };
            let heap = of(Queue::Heap);
            assert_eq!(heap.end, Termination::Solved);
            let others = [Queue::Bucket, Queue::EntryHeap, Queue::Sorted, Queue::AppendSort];
            for queue in others.into_iter().filter(|queue| (*queue, config.tie) != (Queue::Bucket, TieBreak::Fifo)) {
                assert_eq!(of(queue), heap, "{queue:?}, {config:?}");
            }
        }
    }
}

#[test]
fn astar_expands_all_states_with_f_below_the_length_and_some_of_the_last_f() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let h = manhattan(&puzzle);
    for board in boards(3, 3, 12) {
        let distances = Oracle::new(&board);
        let f = |board: &Board, g: u32| g + h.estimate(&puzzle, puzzle.state(board).unwrap());
        let f: Vec<u32> = distances.boards().iter().map(|(board, g)| f(board, *g)).collect();
        let count = |below: u32| f.iter().filter(|f| **f < below).count() as u64;
        for tie in TIES {
            let outcome = search(&puzzle, &h, &board, Config { tie, ..Config::default() });
            let length = u32::try_from(outcome.path.len()).unwrap();
            assert!((count(length)..count(length + 1)).contains(&outcome.counters.expanded), "{tie:?}");
        }
    }
}

/// The f-layers that a search reports, with the nodes expanded before each.
#[derive(Default)]
struct LayerLog(Vec<(Cost, u64)>);

impl Observer for LayerLog {
    fn f_layer(&mut self, f: Cost, counters: &Counters) {
        self.0.push((f, counters.expanded));
    }
}

#[test]
fn an_observer_receives_every_f_layer_with_the_nodes_of_smaller_f() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let h = manhattan(&puzzle);
    for board in boards(3, 3, 5) {
        let distances = Oracle::new(&board);
        let f = |board: &Board, g: u32| g + h.estimate(&puzzle, puzzle.state(board).unwrap());
        let f: Vec<u32> = distances.boards().iter().map(|(board, g)| f(board, *g)).collect();
        let length = distances.distance(puzzle.goal()).unwrap();
        let below = |layer: u32| f.iter().filter(|f| **f < layer).count() as u64;
        let start = h.estimate(&puzzle, puzzle.state(&board).unwrap());
        let expected: Vec<_> = (start..=length).step_by(2).map(|layer| (layer, below(layer))).collect();
        for solve in [best_first::solve_plain, best_first::solve_packed] {
            let (stop, mut layers) = (StopFlag::new(), LayerLog::default());
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut layers, scratch: None, seed: 0 };
            let outcome = solve(&puzzle, &h, puzzle.state(&board).unwrap(), Config::default(), &mut context);
            assert_eq!((outcome.end, &layers.0), (Termination::Solved, &expected));
        }
    }
}

#[test]
fn inverse_moves_add_one_generated_node_per_expansion_other_than_the_start() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let inconsistent = Sum(manhattan(&puzzle), ReversedPairs::new(&puzzle));
    let mut reopened = 0;
    for board in boards(3, 3, 10).into_iter().filter(|board| board != puzzle.goal()) {
        for config in configs() {
            let pruned = search(&puzzle, &inconsistent, &board, config);
            let all = search(&puzzle, &inconsistent, &board, Config { parent_pruning: false, ..config });
            let added = pruned.counters.expanded - 1;
            let expected = Counters { generated: pruned.counters.generated + added, ..pruned.counters };
            assert_eq!(all, Outcome { counters: expected, ..pruned }, "{config:?}");
            reopened += all.counters.reopened;
        }
    }
    assert!(reopened > 0, "reopened nodes must have been among them");
}

#[test]
fn estimates_from_scratch_change_no_count() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let h = LinearConflict::new(&puzzle);
    for board in boards(3, 3, 10) {
        for config in configs() {
            let scratch = Config { evaluation: EvaluationMode::FromScratch, ..config };
            assert_eq!(search(&puzzle, &h, &board, scratch), search(&puzzle, &h, &board, config));
        }
    }
}

#[test]
fn every_open_list_keeps_the_memory_limit_to_the_byte_at_any_weight() {
    let puzzle = puzzle(3, 3, &OperatorOrder::default());
    let h = manhattan(&puzzle);
    let board = boards(3, 3, 2).swap_remove(1);
    for queue in [Queue::Heap, Queue::Bucket, Queue::EntryHeap, Queue::Sorted, Queue::AppendSort] {
        for weight in [Weight::ONE, Weight::new(9_999, 5_000).unwrap()] {
            let config = Config { queue, priority: Priority::F(weight), ..Config::default() };
            let within = |bytes| {
                let (stop, limits) = (StopFlag::new(), Limits { bytes, ..Limits::NONE });
                let mut context =
                    SearchContext { limits, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
                best_first::solve_plain(&puzzle, &h, puzzle.state(&board).unwrap(), config, &mut context)
            };
            let free = within(u64::MAX).counters.peak_bytes;
            assert_eq!(within(free).end, Termination::Solved);
            for bytes in [0, 4_095, free / 2, free - 1] {
                let stopped = within(bytes);
                assert_eq!(stopped.end, Termination::MemoryLimit, "{queue:?}, {bytes} of {free} bytes");
                assert!(stopped.counters.peak_bytes <= bytes);
            }
        }
    }
}

#[test]
fn probes_of_searches_are_close_to_the_theory_of_linear_probing() {
    let puzzle = puzzle(4, 4, &OperatorOrder::default());
    let h = LinearConflict::new(&puzzle);
    let texts = [
        "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15",
        "13 8 14 3 9 1 0 7 15 5 4 10 12 2 6 11",
        "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15",
    ];
    let mut ratios = Vec::new();
    for text in texts {
        let board = Board::parse(text, None).unwrap();
        for (num, den) in [(1, 1), (6, 5), (4, 3)] {
            let weight = Weight::new(num, den).unwrap();
            let config = Config { priority: Priority::F(weight), hash_statistics: true, ..Config::default() };
            let counters = search(&puzzle, &h, &board, config).counters;
            assert!((counters.expanded..=counters.evaluated).contains(&counters.table_states));
            let load = counters.table_states as f64 / counters.table_slots as f64;
            let mean = counters.table_probes as f64 / counters.table_states as f64;
            let expected = f64::midpoint(1.0, 1.0 / (1.0 - load));
            assert!((mean / expected - 1.0).abs() < 0.15, "{mean} probes at load {load}, {expected} expected");
            assert!(counters.table_longest as f64 > mean && counters.table_longest < 200);
            ratios.push(mean / expected);
            let unmeasured =
                Counters { table_slots: 0, table_states: 0, table_probes: 0, table_longest: 0, ..counters };
            assert_eq!(search(&puzzle, &h, &board, Config { hash_statistics: false, ..config }).counters, unmeasured);
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!((mean - 1.0).abs() < 0.05, "{ratios:?}");
}

/// The number of different counts of expansions that the operator orders of 24 seeds give.
fn distinct_counts_of_shuffled_orders(board: &Board, config: Config) -> usize {
    let of = |seed| {
        let size = board.size();
        let puzzle = puzzle(size.rows(), size.cols(), &OperatorOrder::Shuffle { seed });
        search(&puzzle, &LinearConflict::new(&puzzle), board, config)
    };
    (0..24).map(|seed| of(seed).counters.expanded).collect::<BTreeSet<u64>>().len()
}

#[test]
fn operator_orders_change_counts() {
    let (small, large) = (boards(3, 3, 4).swap_remove(3), boards(4, 4, 3).swap_remove(2));
    let twice = Weight::new(2, 1).unwrap();
    let searches =
        [(&small, Weight::ONE, TieBreak::Lifo), (&large, twice, TieBreak::Lifo), (&large, twice, TieBreak::Fifo)];
    for (board, weight, tie) in
        searches.into_iter().chain([(&large, twice, TieBreak::HighG), (&large, twice, TieBreak::LowG)])
    {
        let counts = distinct_counts_of_shuffled_orders(
            board,
            Config { priority: Priority::F(weight), tie, ..Config::default() },
        );
        assert!(counts > 12, "{tie:?}: only {counts} of 24");
    }
}

#[test]
fn a_start_that_cannot_move_is_exhausted_with_every_list() {
    let graph = ExplicitGraph::new(&[], 1, &[0, 0]);
    for queue in [Queue::Heap, Queue::Bucket, Queue::EntryHeap, Queue::Sorted, Queue::AppendSort] {
        let stop = StopFlag::new();
        let mut context =
            SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
        let config = Config { queue, ..Config::default() };
        assert_eq!(
            best_first::solve_plain(&graph, &graph.heuristic(), 0, config, &mut context).end,
            Termination::Exhausted
        );
    }
}
