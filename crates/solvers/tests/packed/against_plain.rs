//! The same searches with plain lists and with packed ones.

use std::collections::HashMap;

use proptest::prelude::*;
use tilebench_core::{
    BitPacked, Cost, Counters, Domain, Heuristic, HeuristicExt, Limits, NoObserver, SearchContext, StopFlag,
    Termination, Weight,
};
use tilebench_heuristics::{LinearConflict, ReversedPairs, Sum, manhattan};
use tilebench_puzzle::{Generator, Goal, OperatorOrder, Puzzle, Size};
use tilebench_solvers::best_first::{Config, Priority, TieBreak};
use tilebench_solvers::layers;

use super::recording::{Goalless, GoallessHeuristic, RecordingHeuristic};
use super::{goal, packed, packed_within, plain, puzzle, with_tie};

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
fn below_the_last_f_the_same_states_are_expanded_once_each() {
    let puzzle = puzzle(3, 3);
    let h = manhattan(&puzzle);
    let mut generator = Generator::new(5);
    for _ in 0..12 {
        let start = puzzle.state(&generator.board(&goal(3, 3))).unwrap();
        let distances = distances(&puzzle, start);
        // The states read to be expanded, without those of the last f.
        let below = |expanded: Vec<u64>, length: Cost| {
            let f = |state: u64| distances[&state] + h.estimate(&puzzle, state);
            let mut states: Vec<u64> = expanded.into_iter().filter(|&state| f(state) < length).collect();
            states.sort_unstable();
            states
        };
        let recording = RecordingHeuristic::new(manhattan(&puzzle));
        let expected = plain(&puzzle, &recording, start, &Config::default());
        let length = Cost::try_from(expected.path.len()).unwrap();
        let states = below(recording.expanded(&expected.counters), length);
        assert!(!states.is_empty());
        for tie in [TieBreak::HighG, TieBreak::LowG] {
            let recording = RecordingHeuristic::new(manhattan(&puzzle));
            let outcome = packed(&puzzle, &recording, start, &with_tie(tie));
            assert_eq!((outcome.end, outcome.path.len()), (Termination::Solved, expected.path.len()));
            assert_eq!(outcome.counters.reopened, 0);
            assert_eq!(below(recording.expanded(&outcome.counters), length), states, "{tie:?}");
        }
    }
}

#[test]
fn a_whole_space_is_searched_with_the_counts_of_plain_lists() {
    let puzzle = puzzle(3, 3);
    let start = puzzle.state(&Generator::new(2).board(&goal(3, 3))).unwrap();
    // How often a state is evaluated again on a cheaper path depends on the order.
    let of_all = |counters: &Counters| {
        let Counters { generated, expanded, reopened, peak_closed, .. } = *counters;
        (generated, expanded, reopened, peak_closed)
    };
    for tie in [TieBreak::HighG, TieBreak::LowG] {
        let goalless = Goalless(puzzle.clone());
        let h = GoallessHeuristic(manhattan(&puzzle));
        let expected = plain(&goalless, &h, start, &with_tie(tie));
        let outcome = packed(&goalless, &h, start, &with_tie(tie));
        assert_eq!((outcome.end, outcome.counters.expanded), (Termination::Exhausted, 181_440));
        assert_eq!(of_all(&outcome.counters), of_all(&expected.counters));
        // 262,144 slots of 8 bytes and half of that in the old table, and the references.
        assert!(outcome.counters.peak_bytes < 4 << 20, "{:?}", outcome.counters);
        assert!(outcome.counters.peak_bytes * 2 < expected.counters.peak_bytes, "{:?}", expected.counters);
    }
}

/// The same path in twice the space and with any limit that suffices, and a path of the plain length.
fn check<D: BitPacked>(domain: &D, h: &impl Heuristic<D>, start: D::State) {
    let expected = plain(domain, h, start, &Config::default());
    let outcome = packed(domain, h, start, &Config::default());
    assert_eq!((outcome.end, outcome.path.len()), (expected.end, expected.path.len()));
    let goal = outcome.path.iter().fold(start, |state, &op| domain.apply(state, op));
    assert!(domain.is_goal(goal));
    let limits = Limits { bytes: outcome.counters.peak_bytes, ..Limits::NONE };
    assert_eq!(packed_within(domain, h, start, &Config::default(), limits), outcome);
}

#[test]
fn boards_above_sixteen_cells_are_searched_in_slots_of_sixteen_bytes() {
    for (rows, cols) in [(5, 5), (3, 6)] {
        let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap()).unwrap();
        let puzzle = Puzzle::<u128>::new(&goal, &OperatorOrder::default()).unwrap();
        for seed in 0..2 {
            check(&puzzle, &manhattan(&puzzle), puzzle.state(&Generator::new(seed).walk(&goal, 50)).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_memory_that_suffices_gives_the_same_search_and_a_length_within_the_weight(
        seed in any::<u64>(), moves in 0usize..90, bytes in (1_u64 << 18)..(1 << 21), low in any::<bool>(),
        reopen in any::<bool>(), weight in prop::sample::select(&["1", "4/3", "2", "9999/5000"][..]), strong in 0..3,
    ) {
        let puzzle = puzzle(4, 4);
        let start = puzzle.state(&Generator::new(seed).walk(&goal(4, 4), moves)).unwrap();
        let weight: Weight = weight.parse().unwrap();
        let params = Config { priority: Priority::F(weight), reopen, ..with_tie(if low { TieBreak::LowG } else { TieBreak::HighG }) };
        let limits = Limits { bytes, ..Limits::NONE };
        let optimal = plain(&puzzle, &LinearConflict::new(&puzzle), start, &Config::default()).path.len();
        let optimal = Cost::try_from(optimal).unwrap();
        let (free, tight) = match strong {
            0 => {
                let h = manhattan(&puzzle);
                (packed(&puzzle, &h, start, &params), packed_within(&puzzle, &h, start, &params, limits))
            }
            1 => {
                let h = Sum(manhattan(&puzzle), ReversedPairs::new(&puzzle));
                (packed(&puzzle, &h, start, &params), packed_within(&puzzle, &h, start, &params, limits))
            }
            _ => {
                let h = LinearConflict::new(&puzzle);
                (packed(&puzzle, &h, start, &params), packed_within(&puzzle, &h, start, &params, limits))
            }
        };
        prop_assert_eq!(free.end, Termination::Solved);
        if tight.end == Termination::Solved {
            let counts = |counters: &Counters| Counters { peak_bytes: 0, ..*counters };
            prop_assert_eq!((&tight.path, counts(&tight.counters)), (&free.path, counts(&free.counters)));
        } else {
            prop_assert_eq!((tight.end, free.counters.peak_bytes > bytes), (Termination::MemoryLimit, true));
        }
        let length = Cost::try_from(free.path.len()).unwrap();
        // Reversed pairs on top of Manhattan distance are not admissible.
        if strong != 1 && (reopen || weight == Weight::ONE) {
            prop_assert!(weight.allows(length, optimal), "{} moves for {}", length, optimal);
        }
        let reached = free.path.iter().fold(start, |state, &op| puzzle.apply(state, op));
        prop_assert!(puzzle.is_goal(reached));
    }
}
