//! What packed lists refuse, and how they end where memory does.

use tilebench_core::{End, Limits};
use tilebench_heuristics::manhattan;
use tilebench_puzzle::Generator;
use tilebench_solvers::best_first::{Config, Evaluation, Queue, Store, Tie};
use tilebench_solvers::packed::supports;

use super::{goal, packed, packed_within, puzzle};

#[test]
fn a_search_ends_at_its_memory_limit_and_fills_the_last_table_that_it_allows() {
    let puzzle = puzzle(4, 4);
    let start = puzzle.state(&Generator::new(1).walk(&goal(4, 4), 120)).unwrap();
    let h = manhattan(&puzzle);
    let free = packed(&puzzle, &h, start, &Config::default());
    assert!(free.counters.peak_bytes > 4 << 20, "{:?}", free.counters);
    for (bytes, full) in [(100, 0), (256 << 10, 0), (512 << 10, 32_768), (4 << 20, 131_072)] {
        let limits = Limits { bytes, ..Limits::NONE };
        let outcome = packed_within(&puzzle, &h, start, &Config::default(), limits);
        assert_eq!(outcome.end, End::MemoryLimit, "{bytes} bytes");
        // Nearly all slots of the largest table whose growth was allowed: the old one is held beside it.
        let states = outcome.counters.peak_open.max(outcome.counters.expanded);
        assert!(full == 0 || states > full / 3, "{bytes} bytes: {:?}", outcome.counters);
    }
}

#[test]
fn options_of_plain_lists_are_refused() {
    let puzzle = puzzle(4, 4);
    let packed = Config { store: Store::Packed, ..Config::default() };
    assert_eq!(supports(&puzzle, &packed), Ok(()));
    assert_eq!(supports(&puzzle, &Config { tie: Tie::LowG, reopen: false, ..packed }), Ok(()));
    for tie in [Tie::Fifo, Tie::Lifo] {
        let told = supports(&puzzle, &Config { tie, ..packed }).unwrap_err();
        assert_eq!(told, "packed lists keep no order of generation: use tie high-g or low-g, or store memory");
        assert_eq!(supports(&puzzle, &Config { tie, ..Config::default() }), Ok(()));
    }
    let others = [
        Config { queue: Queue::Bucket, ..packed },
        Config { undo: true, ..packed },
        Config { estimate: Evaluation::Scratch, ..packed },
        Config { measure_table: true, ..packed },
    ];
    for params in others {
        let told = supports(&puzzle, &params).unwrap_err();
        let expected =
            "queue, undo, estimate and measure-table are of plain lists: leave them out, or use store memory";
        assert_eq!(told, expected);
    }
}
