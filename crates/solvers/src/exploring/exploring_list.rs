//! The open list of a greedy search that explores: every node is in the list by order and in the list for draws.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::random_buckets::{RandomBuckets, below};
use crate::{BucketIndex, BucketList, OpenList, TieBreak};

/// A probability in units of 1 / 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Probability(pub(super) u32);

impl Probability {
    /// The probability 1.
    pub(super) const ONE: u32 = 10_000;
}

/// The expansions that are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Exploration {
    /// Each with this probability, from all nodes.
    WithProbability(Probability),
    /// Every second, from the nodes of a type.
    EverySecond,
}

/// An open list that gives some nodes at random.
#[derive(Debug)]
pub(super) struct ExploringList<R> {
    exploration: Exploration,
    by_order: BucketList<R>,
    for_draws: RandomBuckets<R>,
    rng: ChaCha8Rng,
    /// Whether the last node was drawn.
    was_drawn: bool,
    /// Whether the last node was closed before, so that another takes its turn.
    was_skipped: bool,
}

impl<R: Copy> ExploringList<R> {
    pub(super) fn new(exploration: Exploration, seed: u64) -> Self {
        Self {
            exploration,
            by_order: BucketList::new(BucketIndex::Heap, TieBreak::HighG),
            for_draws: RandomBuckets::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            was_drawn: true,
            was_skipped: false,
        }
    }

    /// The bucket of a node: its order is h, then g, so that it is the type.
    fn bucket(&self, order: u64) -> u64 {
        match self.exploration {
            Exploration::WithProbability(_) => 0,
            Exploration::EverySecond => order,
        }
    }

    /// Whether the next node is drawn.
    fn draws(&mut self) -> bool {
        if std::mem::take(&mut self.was_skipped) {
            return self.was_drawn;
        }
        match self.exploration {
            Exploration::WithProbability(Probability(epsilon)) => {
                below(Probability::ONE as usize, &mut self.rng) < epsilon as usize
            }
            Exploration::EverySecond => !self.was_drawn,
        }
    }
}

impl<R: Copy> OpenList<R> for ExploringList<R> {
    fn bytes(&self) -> u64 {
        self.by_order.bytes() + self.for_draws.bytes()
    }

    fn push(&mut self, order: u64, node: R) -> bool {
        let bucket = self.bucket(order);
        let has_space = self.for_draws.growth(bucket) == 0 && self.by_order.push(order, node);
        if has_space {
            self.for_draws.push(bucket, node);
        }
        has_space
    }

    fn growth(&self, order: u64) -> u64 {
        match self.for_draws.growth(self.bucket(order)) {
            0 => self.by_order.growth(order),
            growth => growth,
        }
    }

    fn grow(&mut self, order: u64) -> bool {
        let bucket = self.bucket(order);
        if self.for_draws.growth(bucket) > 0 { self.for_draws.grow(bucket) } else { self.by_order.grow(order) }
    }

    fn first(&mut self) -> Option<u64> {
        self.by_order.first()
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<R>) -> Option<u64> {
        self.was_drawn = self.draws();
        if self.was_drawn
            && let Some((bucket, node)) = self.for_draws.draw(&mut self.rng)
        {
            out.push(node);
            return Some(bucket);
        }
        self.by_order.pop_batch(1, out)
    }

    fn skipped(&mut self) {
        self.was_skipped = true;
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        self.by_order.relabel(&label);
        self.for_draws.relabel(label);
    }
}
