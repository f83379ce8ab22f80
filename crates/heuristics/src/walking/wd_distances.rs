//! The distance of every abstract state from the goal, by breadth-first search over ranks.
//!
//! Only outermost moves are inverted (see [`StateCursor::predecessors`]), at most two per state on
//! average. The frontier is one bit per state, read in order, because consecutive states share
//! most of their lines. The set of reached states has one bit per state as well, so the memory
//! written out of order is an eighth of the table. States of earlier depths are reached again, and
//! skipped when read.
//!
//! The search starts its own threads and does not use a pool: if parallel runs wait for one table, a
//! thread of a pool that builds the table could receive a run that waits for it.

use core::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::state_cursor::StateCursor;
use super::state_ranking::StateRanking;
use crate::{TableEvent, TableObserver, TableSpec};
use tilebench_core::narrow;

/// The number of words of bits that a thread takes at once.
const BLOCK_WORDS: usize = 1 << 8;

/// The minimum number of blocks per thread.
const MIN_BLOCKS_PER_THREAD: usize = 4;

/// The table of the distances of all states of a ranking, one byte each.
#[derive(Debug)]
pub(crate) struct WdDistances<'a>(pub(crate) &'a StateRanking);

impl TableSpec for WdDistances<'_> {
    fn identity(&self) -> String {
        let shape = self.0.shape();
        match even(shape.widths()) {
            Some(width) => format!("walking lines={} width={width} blank={}", shape.lines, shape.blank),
            None => format!("walking widths={} blank={}", joined(shape.widths(), ","), shape.blank),
        }
    }

    fn name(&self) -> String {
        let shape = self.0.shape();
        match even(shape.widths()) {
            Some(width) => format!("walking-{}x{width}-{}", shape.lines, shape.blank),
            None => format!("walking-{}-{}", joined(shape.widths(), "-"), shape.blank),
        }
    }

    fn bytes(&self) -> u64 {
        u64::from(self.0.states())
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        let mut search = DistanceSearch::new(self.0);
        // Querying the number of cores takes longer than a small table.
        let threads = if search.blocks() < 2 * MIN_BLOCKS_PER_THREAD {
            1
        } else {
            thread::available_parallelism().map_or(1, Into::into)
        };
        let mut done = 0;
        loop {
            let expanded = search.expand(threads);
            if expanded == 0 {
                return search.distances.into_iter().map(AtomicU8::into_inner).collect();
            }
            done += expanded;
            observer.event(&TableEvent::Progress { done, of: self.bytes() });
        }
    }
}

/// The width of all lines, if it is the same.
fn even(widths: &[usize]) -> Option<usize> {
    widths.iter().all(|width| *width == widths[0]).then_some(widths[0])
}

fn joined(widths: &[usize], between: &str) -> String {
    widths.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// A breadth-first search. All its atomics are relaxed: within a depth a thread owns the blocks that
/// it takes and all threads set bits of `next`; between depths the threads are joined.
struct DistanceSearch<'a> {
    ranking: &'a StateRanking,
    depth: u8,
    distances: Vec<AtomicU8>,
    /// One bit per state: whether its distance is known.
    known: Vec<AtomicU64>,
    /// The states of this depth, with some of earlier depths.
    frontier: Vec<AtomicU64>,
    /// The states of the next depth, with some of earlier depths.
    next: Vec<AtomicU64>,
}

impl<'a> DistanceSearch<'a> {
    fn new(ranking: &'a StateRanking) -> Self {
        let states = ranking.states() as usize;
        let words = || (0..states.div_ceil(64)).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
        let distances = (0..states).map(|_| AtomicU8::new(0)).collect();
        let search = Self { ranking, depth: 0, distances, known: words(), frontier: words(), next: words() };
        set(&search.frontier, ranking.goal());
        search
    }

    /// The number of blocks that the threads of a depth share.
    fn blocks(&self) -> usize {
        self.known.len().div_ceil(BLOCK_WORDS)
    }

    /// Expands all states of this depth by their predecessors, and returns the number of expanded states.
    fn expand(&mut self, threads: usize) -> u64 {
        let blocks = self.blocks();
        let (taken, expanded) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut cursor = StateCursor::new(self.ranking);
            loop {
                let start = taken.fetch_add(BLOCK_WORDS, Relaxed);
                if start >= self.known.len() {
                    break;
                }
                let words = start..self.known.len().min(start + BLOCK_WORDS);
                expanded.fetch_add(words.map(|word| self.expand_word(word, &mut cursor)).sum(), Relaxed);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(blocks / MIN_BLOCKS_PER_THREAD) {
                // If the system refuses a thread, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        core::mem::swap(&mut self.frontier, &mut self.next);
        let expanded = expanded.into_inner();
        self.depth += u8::from(expanded > 0);
        expanded
    }

    fn expand_word(&self, word: usize, cursor: &mut StateCursor<'_>) -> u64 {
        let frontier = self.frontier[word].load(Relaxed);
        if frontier == 0 {
            return 0;
        }
        self.frontier[word].store(0, Relaxed);
        let known = self.known[word].load(Relaxed);
        self.known[word].store(known | frontier, Relaxed);
        let mut new = frontier & !known;
        let expanded = u64::from(new.count_ones());
        while new != 0 {
            let number = word * 64 + new.trailing_zeros() as usize;
            new &= new - 1;
            self.distances[number].store(self.depth, Relaxed);
            cursor.seek(narrow(number, "there are fewer than 2^32 states"));
            cursor.predecessors(|number| set(&self.next, number));
        }
        expanded
    }
}

/// Sets the bit of `number`. Most bits are set already, and reading is cheaper than writing.
#[inline]
fn set(bits: &[AtomicU64], number: u32) {
    let (word, bit) = (&bits[number as usize / 64], 1 << (number % 64));
    if word.load(Relaxed) & bit == 0 {
        word.fetch_or(bit, Relaxed);
    }
}
