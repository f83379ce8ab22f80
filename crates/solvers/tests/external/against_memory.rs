//! The same searches in memory and on disk.

use std::collections::HashMap;

use proptest::prelude::*;
use tilebench_core::{Blind, Cost, Counters, Domain, Limits, NoObserver, SearchContext, StopFlag, Termination, Weight};
use tilebench_heuristics::{LinearConflict, ReversedPairs, Sum, manhattan};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{Config, Priority, TieBreak};
use tilebench_solvers::layers;
use tilebench_testkit::Oracle;

use super::recording::{Goalless, GoallessHeuristic, RecordingHeuristic};
use super::{MIN_BYTES, goal, in_memory, on_disk, puzzle, with_tie};

/// The distance of every state from `start`, for states of up to 9 cells.
fn distances(puzzle: &Puzzle<u64>, start: u64) -> HashMap<u64, Cost> {
    let stop = StopFlag::new();
    let context =
        SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
    let mut distances = HashMap::new();
    layers::visit_layers(puzzle, start, &context, &mut |depth, layer| {
        distances.extend(layer.iter().map(|&key| (puzzle.unpack(key), depth)));
    })
    .unwrap();
    distances
}

#[test]
fn paths_are_shortest_on_small_boards_with_any_memory() {
    for (rows, cols, sample) in [(2, 4, 97), (3, 3, 1_999)] {
        let puzzle = puzzle(rows, cols);
        let h = LinearConflict::new(&puzzle);
        let oracle = Oracle::new(&goal(rows, cols));
        for (board, distance) in oracle.boards().iter().rev().step_by(sample) {
            for (tie, bytes) in [(TieBreak::HighG, u64::MAX), (TieBreak::HighG, MIN_BYTES), (TieBreak::LowG, MIN_BYTES)]
            {
                let outcome = on_disk(&puzzle, &h, puzzle.state(board).unwrap(), &with_tie(tie), bytes);
                assert_eq!(
                    (outcome.end, outcome.path.len()),
                    (Termination::Solved, *distance as usize),
                    "{board} {tie:?}"
                );
            }
        }
    }
}

/// The states expanded below the last f, each as often as it was.
fn below(puzzle: &Puzzle<u64>, start: u64, expanded: &[u64], length: Cost, distances: &HashMap<u64, Cost>) -> Vec<u64> {
    let h = manhattan(puzzle);
    let f = |state: u64| distances[&state] + tilebench_core::HeuristicExt::estimate(&h, puzzle, state);
    assert_eq!(distances[&start], 0);
    let mut states: Vec<u64> = expanded.iter().copied().filter(|&state| f(state) < length).collect();
    states.sort_unstable();
    states
}

#[test]
fn below_the_last_f_the_same_states_are_expanded_once_each() {
    let puzzle = puzzle(3, 3);
    let mut generator = Generator::new(5);
    for _ in 0..12 {
        let start = puzzle.state(&generator.board(&goal(3, 3))).unwrap();
        let distances = distances(&puzzle, start);
        let recording = RecordingHeuristic::new(manhattan(&puzzle));
        let memory = in_memory(&puzzle, &recording, start, &Config::default(), u64::MAX);
        let length = Cost::try_from(memory.path.len()).unwrap();
        let expected = below(&puzzle, start, &recording.expanded(&memory.counters), length, &distances);
        assert!(!expected.is_empty());
        for (tie, bytes) in [
            (TieBreak::HighG, u64::MAX),
            (TieBreak::LowG, u64::MAX),
            (TieBreak::HighG, MIN_BYTES),
            (TieBreak::LowG, MIN_BYTES),
        ] {
            let recording = RecordingHeuristic::new(manhattan(&puzzle));
            let disk = on_disk(&puzzle, &recording, start, &with_tie(tie), bytes);
            let expanded = recording.expanded(&disk.counters);
            assert_eq!(below(&puzzle, start, &expanded, length, &distances), expected, "{tie:?} {bytes}");
        }
    }
}

#[test]
fn a_whole_space_is_searched_with_the_counts_of_the_search_in_memory() {
    let puzzle = puzzle(3, 3);
    let start = puzzle.state(&Generator::new(2).board(&goal(3, 3))).unwrap();
    let of_all = |counters: &Counters| (counters.generated, counters.expanded, counters.reopened);
    for tie in [TieBreak::HighG, TieBreak::LowG] {
        let goalless = Goalless(puzzle.clone());
        let h = GoallessHeuristic(manhattan(&puzzle));
        let memory = in_memory(&goalless, &h, start, &with_tie(tie), u64::MAX);
        assert_eq!((memory.end, memory.counters.expanded), (Termination::Exhausted, 181_440));
        for bytes in [u64::MAX, 1 << 20, MIN_BYTES] {
            let disk = on_disk(&goalless, &h, start, &with_tie(tie), bytes);
            assert_eq!(disk.end, Termination::Exhausted);
            assert_eq!(of_all(&disk.counters), of_all(&memory.counters), "{tie:?} {bytes}");
            assert_eq!(disk.counters.peak_disk > 0, bytes < u64::MAX);
        }
    }
}

#[test]
fn a_search_on_disk_succeeds_in_memory_that_is_too_small_for_lists_in_memory() {
    let puzzle = puzzle(4, 4);
    let start = puzzle.state(&Generator::new(1).walk(&goal(4, 4), 120)).unwrap();
    let h = manhattan(&puzzle);
    let free = in_memory(&puzzle, &h, start, &Config::default(), u64::MAX);
    assert!(free.counters.peak_bytes > 8 * MIN_BYTES, "{:?}", free.counters);
    for (bytes, tie) in [(MIN_BYTES, TieBreak::LowG), (1 << 20, TieBreak::HighG)] {
        assert_eq!(in_memory(&puzzle, &h, start, &with_tie(tie), bytes).end, Termination::MemoryLimit);
        let disk = on_disk(&puzzle, &h, start, &with_tie(tie), bytes);
        assert_eq!((disk.end, disk.path.len()), (Termination::Solved, free.path.len()));
        assert!(disk.counters.peak_disk > bytes, "{:?}", disk.counters);
    }
}

#[test]
fn boards_above_sixteen_cells_are_searched_too() {
    let goal = Goal::BlankLast.board(Size::new(5, 5).unwrap()).unwrap();
    let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
    let h = manhattan(&puzzle);
    for seed in 0..3 {
        let start = puzzle.state(&Generator::new(seed).walk(&goal, 50)).unwrap();
        let memory = in_memory(&puzzle, &h, start, &Config::default(), u64::MAX);
        let disk = on_disk(&puzzle, &h, start, &Config::default(), MIN_BYTES);
        assert_eq!((disk.end, disk.path.len()), (memory.end, memory.path.len()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_memory_limit_gives_the_same_search_and_a_length_within_the_weight(
        seed in any::<u64>(), moves in 0usize..80, bytes in MIN_BYTES..(1 << 20), low in any::<bool>(), reopen in any::<bool>(),
        weight in prop::sample::select(&["1", "4/3", "2"][..]), strong in 0..4,
    ) {
        let puzzle = puzzle(4, 4);
        let start = puzzle.state(&Generator::new(seed).walk(&goal(4, 4), moves)).unwrap();
        let weight: Weight = weight.parse().unwrap();
        let params = Config { priority: Priority::F(weight), reopen, ..with_tie(if low { TieBreak::LowG } else { TieBreak::HighG }) };
        let optimal = in_memory(&puzzle, &LinearConflict::new(&puzzle), start, &Config::default(), u64::MAX).path.len();
        let optimal = Cost::try_from(optimal).unwrap();
        let (free, tight) = match strong {
            0 => {
                let h = manhattan(&puzzle);
                (on_disk(&puzzle, &h, start, &params, u64::MAX), on_disk(&puzzle, &h, start, &params, bytes))
            }
            1 if moves < 20 => {
                (on_disk(&puzzle, &Blind, start, &params, u64::MAX), on_disk(&puzzle, &Blind, start, &params, bytes))
            }
            2 => {
                let h = Sum(manhattan(&puzzle), ReversedPairs::new(&puzzle));
                (on_disk(&puzzle, &h, start, &params, u64::MAX), on_disk(&puzzle, &h, start, &params, bytes))
            }
            _ => {
                let h = LinearConflict::new(&puzzle);
                (on_disk(&puzzle, &h, start, &params, u64::MAX), on_disk(&puzzle, &h, start, &params, bytes))
            }
        };
        prop_assert_eq!(free.end, Termination::Solved);
        prop_assert_eq!(&free.path, &tight.path);
        let counts = |counters: &Counters| (counters.generated, counters.expanded, counters.reopened);
        prop_assert_eq!(counts(&free.counters), counts(&tight.counters));
        let length = Cost::try_from(free.path.len()).unwrap();
        // Reversed pairs on top of Manhattan distance are not admissible.
        if strong != 2 && (reopen || weight == Weight::ONE) {
            prop_assert!(weight.allows(length, optimal), "{} moves for {}", length, optimal);
        }
        let mut state = start;
        for &op in &free.path {
            state = puzzle.apply(state, op);
        }
        prop_assert!(puzzle.is_goal(state));
    }
}
