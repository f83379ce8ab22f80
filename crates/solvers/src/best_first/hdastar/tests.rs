//! A thread that finds a full channel, and then waits.

use core::sync::atomic::Ordering;
use core::time::Duration;

use tilebench_core::{Domain, StopFlag};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::{Goal, OperatorOrder, Puzzle, Size};

use super::channels::{CAPACITY, Message, SentNode};
use super::*;
use crate::TypedHeuristic;
use crate::ida_star::recursive_engine;

/// States of the first of two threads whose successors all belong to the second, breadth-first from the goal.
fn states_with_foreign_successors(puzzle: &Puzzle<u64>, key: impl Fn(u64) -> u64) -> Vec<u64> {
    let is_first = |state| owner(key(state), 2) == 0;
    let mut states = vec![puzzle.state(puzzle.goal()).unwrap()];
    let mut found = Vec::new();
    for at in 0..300 {
        let state = states[at];
        let ops = puzzle.ops(state, puzzle.root_op(state)).iter();
        let successors: Vec<u64> = ops.map(|&op| puzzle.apply(state, op)).collect();
        if is_first(state) && !successors.iter().any(|&state| is_first(state)) && !found.contains(&state) {
            found.push(state);
        }
        states.extend(successors);
    }
    found
}

/// The test acts as the second of two threads. Its channel is full, so the first thread waits for space after it has expanded its
/// only node. A node that arrives then is expanded before the thread becomes idle.
#[test]
fn a_node_that_arrives_while_a_channel_is_full_is_expanded() {
    let goal = Goal::BlankFirst.board(Size::new(3, 3).unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let heuristic = TypedHeuristic::new(manhattan(&puzzle), recursive_engine);
    let store = Store::create(&puzzle, puzzle.root_op(puzzle.state(&goal).unwrap()), u64::MAX).unwrap();
    let states = states_with_foreign_successors(&puzzle, |state| store.key(&puzzle, state));
    let (start, arriving) = (states[1], states[2]);
    let problem = Problem {
        domain: &puzzle,
        heuristic: &heuristic,
        erased: &ErasedHeuristic::new(&heuristic),
        heuristic_factory: &|_| Err("one direction".to_owned()),
        start,
        automaton: None,
    };
    let budget = SearchBudget { limits: Limits::NONE, stop: &StopFlag::new() };
    let network = Network::new(2);
    let [first, second] = <[_; 2]>::try_from(connect(2)).ok().unwrap();
    let mut worker = Worker::new(shard(&problem, 2, budget).unwrap(), first, &network);
    worker.shard.insert(store.key(&puzzle, start), 0, puzzle.root_op(start), |_| 0).unwrap();
    let send = |to: usize, nodes| {
        network.begin_work();
        second.senders[to].send(Message::Nodes(nodes)).unwrap();
    };
    let work = || network.work.load(Ordering::SeqCst);
    let wait_for_full_channel = || {
        // Two busy threads, a full channel, and one batch more.
        while work() != 2 + CAPACITY + 1 {
            std::thread::yield_now();
        }
    };
    for _ in 0..CAPACITY {
        send(1, Vec::new());
    }
    // The worker ends although the message of the end is lost.
    let no_senders = channels::Senders::<Puzzle<u64>>::new();
    std::thread::scope(|scope| {
        scope.spawn(|| worker.run());
        wait_for_full_channel();
        let op = puzzle.ops(arriving, puzzle.root_op(arriving))[0];
        send(0, vec![SentNode { key: store.key(&puzzle, arriving), g: 1, h: 0, op }]);
        wait_for_full_channel();
        // Until only the test is busy.
        while work() > 1 {
            if second.inbox.recv_timeout(Duration::from_millis(1)).is_ok() {
                network.end_work();
            }
        }
        network.halt(&no_senders);
    });
    assert_eq!(worker.counters().expanded, 2);
}
