//! The distance of every abstract state from the goal, by breadth-first search over numbers.
//!
//! Only outermost moves are taken back (see [`Cursor::predecessors`]), at most two per state on
//! average. The frontier is one bit per state, read in order, because states read in order share
//! most of their lines. The set of states reached has one bit per state as well, so the memory
//! written out of order is an eighth of the table. States of earlier depths are reached again, and
//! left out when read.
//!
//! It has threads of its own, not those of a pool: if parallel runs wait for one table, a pool's
//! thread that builds it could be given a run that waits for it.

use core::sync::atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::cursor::Cursor;
use super::numbering::Numbering;
use crate::{TableEvent, TableObserver, TableSpec};
use tilebench_core::narrow;

/// Words of bits that a thread takes at once.
const BLOCK: usize = 1 << 8;

/// Fewer blocks than this are not worth a thread.
const SHARED: usize = 4;

/// The table of the distances of all states of a numbering, a byte each.
#[derive(Debug)]
pub(crate) struct Distances<'a>(pub(crate) &'a Numbering);

impl TableSpec for Distances<'_> {
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
        let mut search = Search::new(self.0);
        // To ask costs more than a small table.
        let threads =
            if search.blocks() < 2 * SHARED { 1 } else { thread::available_parallelism().map_or(1, Into::into) };
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
/// it takes, all threads set bits of `next`, and between depths they are joined.
struct Search<'a> {
    numbering: &'a Numbering,
    depth: u8,
    distances: Vec<AtomicU8>,
    /// One bit per state: whether its distance is known.
    known: Vec<AtomicU64>,
    /// Those of this depth, with some of earlier ones.
    frontier: Vec<AtomicU64>,
    /// Those of the next depth, with some of earlier ones.
    next: Vec<AtomicU64>,
}

impl<'a> Search<'a> {
    fn new(numbering: &'a Numbering) -> Self {
        let states = numbering.states() as usize;
        let words = || (0..states.div_ceil(64)).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
        let distances = (0..states).map(|_| AtomicU8::new(0)).collect();
        let search = Self { numbering, depth: 0, distances, known: words(), frontier: words(), next: words() };
        set(&search.frontier, numbering.goal());
        search
    }

    /// The work that the threads of a depth share.
    fn blocks(&self) -> usize {
        self.known.len().div_ceil(BLOCK)
    }

    /// Reaches the predecessors of all states of this depth, and says how many states these were.
    fn expand(&mut self, threads: usize) -> u64 {
        let blocks = self.blocks();
        let (taken, expanded) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            let mut cursor = Cursor::new(self.numbering);
            loop {
                let start = taken.fetch_add(BLOCK, Relaxed);
                if start >= self.known.len() {
                    break;
                }
                let words = start..self.known.len().min(start + BLOCK);
                expanded.fetch_add(words.map(|word| self.expand_word(word, &mut cursor)).sum(), Relaxed);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(blocks / SHARED) {
                // A thread that cannot be had is work for the others.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        core::mem::swap(&mut self.frontier, &mut self.next);
        let expanded = expanded.into_inner();
        self.depth += u8::from(expanded > 0);
        expanded
    }

    fn expand_word(&self, word: usize, cursor: &mut Cursor<'_>) -> u64 {
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

/// Sets the bit of `number`. Most are set already, and reading is cheaper than writing.
#[inline]
fn set(bits: &[AtomicU64], number: u32) {
    let (word, bit) = (&bits[number as usize / 64], 1 << (number % 64));
    if word.load(Relaxed) & bit == 0 {
        word.fetch_or(bit, Relaxed);
    }
}
