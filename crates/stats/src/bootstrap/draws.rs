//! The instances that resamples draw.
//!
//! A report has many intervals over the same number of instances, which draw the same. So draws are kept for the next interval.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The maximum number of draws that are kept: 16 MiB.
const MAX_KEPT: usize = 1 << 22;

/// The maximum number of sequences that are kept.
const MAX_SEQUENCES: usize = 4;

/// The last sequences that no interval uses, the latest last.
static KEPT: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// Nothing panics while it holds the lock, so poison means nothing.
fn kept() -> MutexGuard<'static, Vec<Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws of integers below a bound, from the first.
#[derive(Debug)]
pub(super) struct Draws {
    /// The number of draws until now.
    drawn: usize,
    kept: Option<Kept>,
    /// Draws after those that are kept.
    rest: Option<ChaCha8Rng>,
}

impl Draws {
    /// Draws below `bound` from `seed`.
    pub(super) fn new(seed: u64, bound: u32) -> Self {
        let mut all = kept();
        let known = all.iter().position(|kept| kept.seed == seed && kept.draw.bound == bound);
        let kept = known.map_or_else(|| Kept::new(seed, bound), |place| all.remove(place));
        Self { drawn: 0, kept: Some(kept), rest: None }
    }

    /// Replaces `sample`, which has the length of all samples before, by the next draws.
    pub(super) fn fill(&mut self, sample: &mut [u32]) {
        let kept = self.kept.as_mut().expect("only `drop` takes it");
        let end = self.drawn + sample.len();
        if let Some(places) = kept.places.get(self.drawn..end) {
            sample.copy_from_slice(places);
        } else if end <= MAX_KEPT {
            assert_eq!(kept.places.len(), self.drawn, "samples of one length");
            sample.fill_with(|| kept.draw.next(&mut kept.rng));
            kept.places.extend_from_slice(sample);
        } else {
            let rng = self.rest.get_or_insert_with(|| kept.rng.clone());
            sample.fill_with(|| kept.draw.next(rng));
        }
        self.drawn = end;
    }
}

impl Drop for Draws {
    fn drop(&mut self) {
        let mut all = kept();
        if all.len() == MAX_SEQUENCES {
            all.remove(0);
        }
        all.extend(self.kept.take());
    }
}

/// Draws in their order.
#[derive(Debug)]
struct Kept {
    seed: u64,
    draw: UniformBelow,
    places: Vec<u32>,
    /// The generator after `places`.
    rng: ChaCha8Rng,
}

impl Kept {
    fn new(seed: u64, bound: u32) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { seed, draw: UniformBelow::new(bound), places: Vec::new(), rng: ChaCha8Rng::from_seed(key) }
    }
}

/// Uniform draws of integers below a bound.
#[derive(Clone, Copy, Debug)]
struct UniformBelow {
    bound: u32,
    /// A product whose low word is below this number is rejected: it would be drawn too often.
    rejected: u32,
}

impl UniformBelow {
    fn new(bound: u32) -> Self {
        Self { bound, rejected: bound.wrapping_neg() % bound }
    }

    fn next(self, rng: &mut ChaCha8Rng) -> u32 {
        loop {
            let product = u64::from(rng.next_u32()) * u64::from(self.bound);
            #[expect(clippy::cast_possible_truncation, reason = "the two words of a product")]
            let (high, low) = ((product >> 32) as u32, product as u32);
            if low >= self.rejected {
                return high;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The draws below `bound` from seed 5, in samples of `bound`.
    fn drawn(bound: u32, samples: usize) -> Vec<u32> {
        let (mut draws, mut sample) = (Draws::new(5, bound), vec![0; bound as usize]);
        let mut all = Vec::new();
        for _ in 0..samples {
            draws.fill(&mut sample);
            all.extend_from_slice(&sample);
        }
        all
    }

    #[test]
    fn draws_are_the_same_whether_they_are_kept_or_not() {
        // The last bound has more draws than are kept.
        for (bound, samples) in [(7, 9), (100, 50), (1 << 16, 70)] {
            // Keyed with the little-endian bytes of the seed.
            let mut rng = ChaCha8Rng::from_seed(std::array::from_fn(|index| if index == 0 { 5 } else { 0 }));
            let draw = UniformBelow::new(bound);
            let expected: Vec<u32> = (0..bound as usize * samples).map(|_| draw.next(&mut rng)).collect();
            for samples in [1, samples, 2, samples] {
                let found = drawn(bound, samples);
                assert!(found == expected[..found.len()], "{samples} samples of {bound}");
            }
            let mut draws = Draws::new(5, bound);
            let kept = draws.kept.as_ref().map(|kept| kept.places.len());
            assert!(kept.is_some_and(|kept| kept <= expected.len().min(MAX_KEPT)), "{kept:?}");
            // An interval that begins before another one ends has its own draws.
            let mut sample = vec![0; bound as usize];
            draws.fill(&mut sample);
            assert_eq!(drawn(bound, 1), sample);
            assert_eq!(sample, expected[..sample.len()]);
        }
    }

    #[test]
    fn draws_of_another_seed_are_others() {
        let (mut one, mut other) = ([0; 20], [0; 20]);
        Draws::new(1, 20).fill(&mut one);
        Draws::new(2, 20).fill(&mut other);
        assert_ne!(one, other);
        assert!(one.iter().all(|&place| place < 20));
    }
}
