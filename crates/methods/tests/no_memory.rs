//! Searches with lists, on a system without memory for long allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilebench_core::{Limits, NoObserver, Outcome, SearchContext, StopFlag, Termination};
use tilebench_heuristics::manhattan;
use tilebench_methods::jumps::{self, JumpDepth};
use tilebench_methods::staged::{self, StagePlan};
use tilebench_puzzle::{Board, Goal, Op, OperatorOrder, Puzzle};
use tilebench_solvers::{bfida, bfs};

/// The system's allocator, limited to allocations of at most [`MAX_ALLOCATION`] bytes.
struct LimitedAllocator;

static MAX_ALLOCATION: AtomicUsize = AtomicUsize::new(usize::MAX);

// SAFETY: all allocations come from the system's allocator and are returned to it; returning null is allowed.
#[expect(unsafe_code, reason = "an allocator")]
unsafe impl GlobalAlloc for LimitedAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > MAX_ALLOCATION.load(Ordering::Relaxed) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(piece, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: LimitedAllocator = LimitedAllocator;

type SearchFn = fn(&Puzzle<u64>, u64, &mut SearchContext<'_>) -> Outcome<Op>;

const SEARCHES: &[(&str, SearchFn)] = &[
    ("bfs", |puzzle, start, context| bfs::solve(puzzle, start, context)),
    ("bfida", |puzzle, start, context| bfida::solve(puzzle, &manhattan(puzzle), start, context)),
    ("jumps", |puzzle, start, context| jumps::solve(puzzle, start, JumpDepth::Fixed(14), false, context)),
    ("staged", |puzzle, start, context| staged::solve(puzzle, start, StagePlan::SixTargets, context)),
];

// The only test of this file, because the allocator is that of the process.
#[test]
fn searches_end_with_memory_limit_if_the_system_has_no_memory_for_their_lists() {
    let goal = Goal::BlankFirst.board("4x4".parse().unwrap()).unwrap();
    let puzzle = Puzzle::<u64>::new(&goal, &OperatorOrder::default()).unwrap();
    let board = Board::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None).unwrap();
    let start = puzzle.state(&board).unwrap();
    for (name, search) in SEARCHES {
        let stop = StopFlag::new();
        for shift in 12..16 {
            MAX_ALLOCATION.store(1 << shift, Ordering::Relaxed);
            let mut context =
                SearchContext { limits: Limits::NONE, stop: &stop, observer: &mut NoObserver, scratch: None, seed: 0 };
            let end = search(&puzzle, start, &mut context).end;
            MAX_ALLOCATION.store(usize::MAX, Ordering::Relaxed);
            assert_eq!(end, Termination::MemoryLimit, "{name} with pieces of at most 2^{shift} bytes");
        }
    }
}
