//! The distance of every abstract state from the goal, by breadth-first search over numbers.
//!
//! The frontier is not a list: it is the states whose distance is the depth reached, found by
//! reading the table in order. That needs no memory but the table, and states read in order share
//! most of their lines. Blocks of the table without a frontier state are not read.
//!
//! It has threads of its own, not those of a pool: where runs wait for one table side by side, a
//! pool's thread that builds it could be given a run that waits for it.

use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::cursor::Cursor;
use super::numbering::Numbering;
use crate::{Event, Recipe, Watch};

/// States a block.
const BLOCK: usize = 1 << 12;

/// Fewer blocks than this are not worth a thread.
const SHARED: usize = 16;

const UNREACHED: u8 = u8::MAX;

/// The table of the distances of all states of a numbering, a byte each.
#[derive(Debug)]
pub(crate) struct Distances<'a>(pub(crate) &'a Numbering);

impl Recipe for Distances<'_> {
    fn identity(&self) -> String {
        let shape = self.0.shape();
        format!("walking lines={} width={} blank={}", shape.lines, shape.width, shape.blank)
    }

    fn name(&self) -> String {
        let shape = self.0.shape();
        format!("walking-{}x{}-{}", shape.lines, shape.width, shape.blank)
    }

    fn bytes(&self) -> u64 {
        u64::from(self.0.states())
    }

    fn build(&self, watch: &dyn Watch) -> Vec<u8> {
        let threads = thread::available_parallelism().map_or(1, Into::into);
        let mut search = Search::new(self.0);
        let mut done = 0;
        loop {
            let expanded = search.expand(threads);
            if expanded == 0 {
                return search.distances.into_iter().map(AtomicU8::into_inner).collect();
            }
            done += expanded;
            watch.event(&Event::Progress { done, of: self.bytes() });
        }
    }
}

/// A breadth-first search. All its atomics are relaxed: within a depth threads write the same value
/// to the same place or nothing, and between depths they are joined.
struct Search<'a> {
    numbering: &'a Numbering,
    depth: u8,
    distances: Vec<AtomicU8>,
    /// The blocks with states of the next depth.
    next: Vec<AtomicBool>,
}

impl<'a> Search<'a> {
    fn new(numbering: &'a Numbering) -> Self {
        let states = numbering.states() as usize;
        let distances: Vec<AtomicU8> = (0..states).map(|_| AtomicU8::new(UNREACHED)).collect();
        let next: Vec<AtomicBool> = (0..states.div_ceil(BLOCK)).map(|_| AtomicBool::new(false)).collect();
        let goal = numbering.goal() as usize;
        distances[goal].store(0, Relaxed);
        next[goal / BLOCK].store(true, Relaxed);
        Self { numbering, depth: 0, distances, next }
    }

    /// Reaches the successors of all states of this depth, and says how many states these were.
    fn expand(&mut self, threads: usize) -> u64 {
        let blocks: Vec<usize> = (0..self.next.len()).filter(|block| self.next[*block].swap(false, Relaxed)).collect();
        let (taken, expanded) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut cursor = Cursor::new(self.numbering);
            while let Some(&block) = blocks.get(taken.fetch_add(1, Relaxed)) {
                expanded.fetch_add(self.expand_block(block, &mut cursor), Relaxed);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(blocks.len() / SHARED) {
                scope.spawn(work);
            }
            work();
        });
        let expanded = expanded.into_inner();
        self.depth += u8::from(expanded > 0);
        expanded
    }

    fn expand_block(&self, block: usize, cursor: &mut Cursor<'_>) -> u64 {
        let mut expanded = 0;
        let numbers = block * BLOCK..self.distances.len().min((block + 1) * BLOCK);
        for number in numbers {
            if self.distances[number].load(Relaxed) != self.depth {
                continue;
            }
            expanded += 1;
            cursor.seek(u32::try_from(number).unwrap_or(u32::MAX));
            cursor.successors(|_, next| {
                let next = next as usize;
                if self.distances[next].load(Relaxed) == UNREACHED {
                    self.distances[next].store(self.depth + 1, Relaxed);
                    if !self.next[next / BLOCK].load(Relaxed) {
                        self.next[next / BLOCK].store(true, Relaxed);
                    }
                }
            });
        }
        expanded
    }
}
