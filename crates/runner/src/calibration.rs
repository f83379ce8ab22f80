//! The speed of the core that runs are made on, by a loop that is always the same.
//!
//! Its steps are shifts and exclusive ors that wait for each other, as the expansions of a search on words
//! do (xorshift: Marsaglia 2003), and it touches no memory: what makes its speed differ is the clock of the
//! core, and what takes the core away.

use std::hint::black_box;
use std::time::Instant;

/// About 10 ms on a core of today.
const STEPS: u32 = 5_000_000;

/// The best of so many counts: the others were interrupted more.
const TRIES: usize = 5;

/// The steps a second that this thread's core makes now. Takes about 50 ms.
pub(crate) fn speed() -> f64 {
    let one = |_| {
        let start = Instant::now();
        black_box(walk(black_box(STEPS)));
        start.elapsed().as_secs_f64()
    };
    f64::from(STEPS) / (0..TRIES).map(one).fold(f64::INFINITY, f64::min).max(1e-9)
}

fn walk(steps: u32) -> u64 {
    let mut word: u64 = 0x9E37_79B9_7F4A_7C15;
    for _ in 0..steps {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
    word
}
