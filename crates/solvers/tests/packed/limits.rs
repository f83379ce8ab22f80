//! The options that the packed store rejects, and the end of a search at its memory limit.

use tilebench_core::{Limits, Termination};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::Generator;
use tilebench_solvers::best_first::{Config, Queue, Store, TieBreak};

use super::{goal, packed, packed_within, puzzle};

#[test]
fn a_search_ends_at_its_memory_limit_and_fills_the_largest_allowed_table() {
    let puzzle = puzzle(4, 4);
    let start = puzzle.state(&Generator::new(1).walk(&goal(4, 4), 120)).unwrap();
    let h = manhattan(&puzzle);
    let free = packed(&puzzle, &h, start, &Config::default());
    assert!(free.counters.peak_bytes > 4 << 20, "{:?}", free.counters);
    for (bytes, full) in [(100, 0), (256 << 10, 0), (512 << 10, 32_768), (4 << 20, 131_072)] {
        let limits = Limits { bytes, ..Limits::NONE };
        let outcome = packed_within(&puzzle, &h, start, &Config::default(), limits);
        assert_eq!(outcome.end, Termination::MemoryLimit, "{bytes} bytes");
        // Nearly all slots of the largest table whose growth was allowed: the old one is held at the same time.
        let states = outcome.counters.peak_open.max(outcome.counters.expanded);
        assert!(full == 0 || states > full / 3, "{bytes} bytes: {:?}", outcome.counters);
    }
}

#[test]
fn options_of_the_plain_store_alone_are_rejected() {
    let packed = Config { store: Store::Packed, ..Config::default() };
    assert_eq!(Config { tie: TieBreak::Fifo, reopen: false, parent_pruning: false, ..packed }.check(), Ok(()));
    let others = [
        (Config { queue: Queue::EntryHeap, ..packed }, "queue entry-heap is of the plain store: add store = \"plain\""),
        (Config { queue: Queue::Sorted, ..packed }, "queue sorted is of the plain store: add store = \"plain\""),
        (
            Config { queue: Queue::AppendSort, ..packed },
            "queue append-sort is of the plain store: add store = \"plain\"",
        ),
        (Config { hash_statistics: true, ..packed }, "hash-statistics is of the plain store: add store = \"plain\""),
    ];
    for (config, expected) in others {
        assert_eq!(config.check().unwrap_err(), expected);
        assert_eq!(Config { store: Store::Plain, ..config }.check(), Ok(()));
    }
    let refused = Config { queue: Queue::Bucket, tie: TieBreak::Fifo, ..packed }.check().unwrap_err();
    assert_eq!(refused, "queue bucket gives the last in first and has no tie fifo: use queue heap");
}
