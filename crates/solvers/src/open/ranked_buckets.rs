//! An open list in which nodes of equal order are ordered by a rank of their states.
//!
//! Published programs that keep their open list in an ordered set or a heap of tuples break ties by the state itself. With the same
//! rank their counts can be reproduced to the node. An entry is the number of a state: 8 bytes up to 64 bits, 16 for larger ones.

use core::fmt;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use tilebench_core::BitPacked;

use super::OpenList;
use crate::store::packed::{HashMixer, MixedKey};

/// The nodes of one order, by rank.
type Bucket<C> = BinaryHeap<Reverse<C>>;

/// One binary heap of states per order.
pub struct RankedBuckets<'a, D: BitPacked> {
    domain: &'a D,
    mixer: HashMixer<D::Code>,
    /// Whether the greatest rank comes first.
    descending: bool,
    buckets: BTreeMap<u64, Bucket<D::Code>>,
    bytes: u64,
}

impl<D: BitPacked> fmt::Debug for RankedBuckets<'_, D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RankedBuckets").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

impl<'a, D: BitPacked> RankedBuckets<'a, D> {
    /// The initial capacity of a bucket.
    const FIRST: usize = 16;

    /// An empty list of states of `domain`: of equal order the least rank comes first, or if `descending` the greatest.
    #[must_use]
    pub fn new(domain: &'a D, descending: bool) -> Self {
        let mixer = HashMixer::new(domain.code_bits());
        Self { domain, mixer, descending, buckets: BTreeMap::new(), bytes: 0 }
    }

    /// The rank of a node, inverted if the greatest comes first.
    fn rank(&self, MixedKey(mixed): MixedKey<D::Code>) -> D::Code {
        let rank = self.domain.rank(self.mixer.unmix(mixed));
        if self.descending { !rank } else { rank }
    }

    fn node(&self, rank: D::Code) -> MixedKey<D::Code> {
        let rank = if self.descending { !rank } else { rank };
        MixedKey(self.mixer.mix(self.domain.rank(rank)))
    }

    const fn bytes_of(entries: usize) -> u64 {
        (entries * size_of::<D::Code>()) as u64
    }
}

/// The capacity of a bucket after it has grown.
fn next_capacity<C>(bucket: Option<&Bucket<C>>, first: usize) -> usize {
    bucket.map_or(first, |bucket| (2 * bucket.capacity()).max(first))
}

impl<D: BitPacked> OpenList<MixedKey<D::Code>> for RankedBuckets<'_, D> {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn push(&mut self, order: u64, node: MixedKey<D::Code>) -> bool {
        let rank = self.rank(node);
        match self.buckets.get_mut(&order) {
            Some(bucket) if bucket.len() < bucket.capacity() => {
                bucket.push(Reverse(rank));
                true
            }
            _ => false,
        }
    }

    fn growth(&self, order: u64) -> u64 {
        let bucket = self.buckets.get(&order);
        let is_full = bucket.is_none_or(|bucket| bucket.len() == bucket.capacity());
        if is_full { Self::bytes_of(next_capacity(bucket, Self::FIRST)) } else { 0 }
    }

    fn grow(&mut self, order: u64) -> bool {
        let bucket = self.buckets.entry(order).or_default();
        let before = bucket.capacity();
        let capacity = next_capacity(Some(bucket), Self::FIRST);
        let has_grown = bucket.try_reserve_exact(capacity - bucket.len()).is_ok();
        self.bytes += Self::bytes_of(bucket.capacity() - before);
        has_grown
    }

    fn first(&mut self) -> Option<u64> {
        let first = self.buckets.first_entry()?;
        Some(*first.key())
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<MixedKey<D::Code>>) -> Option<u64> {
        let mut first = self.buckets.first_entry()?;
        let order = *first.key();
        let Reverse(rank) = first.get_mut().pop().expect("no bucket is empty");
        if first.get().is_empty() {
            let bucket = first.remove();
            self.bytes -= Self::bytes_of(bucket.capacity());
        }
        out.push(self.node(rank));
        Some(order)
    }

    fn relabel(&mut self, _: impl Fn(MixedKey<D::Code>) -> MixedKey<D::Code>) {
        unreachable!("the number of a state never changes");
    }
}
