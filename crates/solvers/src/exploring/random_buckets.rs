//! Buckets from which a node is drawn: first a bucket, each with equal probability, then one of its nodes.

use std::collections::HashMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// A bucket that is not empty.
#[derive(Debug)]
struct Bucket<R> {
    key: u64,
    nodes: Vec<R>,
}

/// Buckets of nodes by key.
#[derive(Debug)]
pub(super) struct RandomBuckets<R> {
    buckets: Vec<Bucket<R>>,
    /// By key: the index of the bucket.
    indices: HashMap<u64, usize>,
    node_bytes: u64,
}

/// A number below `bound`. Of 2^64 equally likely words, each number gets the same count or one more.
#[expect(clippy::cast_possible_truncation, reason = "the result is below the bound, an index")]
pub(super) fn below(bound: usize, rng: &mut ChaCha8Rng) -> usize {
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

impl<R: Copy> RandomBuckets<R> {
    /// The initial capacity of a bucket.
    const MIN_CAPACITY: usize = 16;

    /// The bytes per bucket, with its entry in the map.
    const BUCKET_BYTES: usize = 2 * (size_of::<Bucket<R>>() + size_of::<(u64, usize)>() + 1);

    pub(super) fn new() -> Self {
        Self { buckets: Vec::new(), indices: HashMap::new(), node_bytes: 0 }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.node_bytes + (self.buckets.capacity() * Self::BUCKET_BYTES) as u64
    }

    fn bytes_of(nodes: usize) -> u64 {
        (nodes * size_of::<R>()) as u64
    }

    fn next_capacity(capacity: usize) -> usize {
        (2 * capacity).max(Self::MIN_CAPACITY)
    }

    /// The bytes that must be allocated before a node with this key can be added; 0 if none.
    pub(super) fn growth(&self, key: u64) -> u64 {
        let Some(&index) = self.indices.get(&key) else {
            return Self::bytes_of(Self::MIN_CAPACITY) + 2 * Self::BUCKET_BYTES as u64;
        };
        let nodes = &self.buckets[index].nodes;
        let is_full = nodes.len() == nodes.capacity();
        if is_full { Self::bytes_of(Self::next_capacity(nodes.capacity())) } else { 0 }
    }

    /// Allocates the announced [`Self::growth`]; `false` if the system refuses the memory.
    pub(super) fn grow(&mut self, key: u64) -> bool {
        if !self.indices.contains_key(&key) {
            if self.buckets.try_reserve(1).is_err() || self.indices.try_reserve(1).is_err() {
                return false;
            }
            self.indices.insert(key, self.buckets.len());
            self.buckets.push(Bucket { key, nodes: Vec::new() });
        }
        let nodes = &mut self.buckets[self.indices[&key]].nodes;
        let (old, new) = (nodes.capacity(), Self::next_capacity(nodes.capacity()));
        if nodes.try_reserve_exact(new - nodes.len()).is_err() {
            return false;
        }
        self.node_bytes += Self::bytes_of(nodes.capacity()) - Self::bytes_of(old);
        true
    }

    /// Adds a node for which there is space.
    pub(super) fn push(&mut self, key: u64, node: R) {
        let index = self.indices[&key];
        self.buckets[index].nodes.push(node);
    }

    /// Removes a node at random.
    pub(super) fn draw(&mut self, rng: &mut ChaCha8Rng) -> Option<(u64, R)> {
        if self.buckets.is_empty() {
            return None;
        }
        let index = below(self.buckets.len(), rng);
        let Bucket { key, nodes } = &mut self.buckets[index];
        let (key, node) = (*key, nodes.swap_remove(below(nodes.len(), rng)));
        if nodes.is_empty() {
            self.remove(index);
        }
        Some((key, node))
    }

    fn remove(&mut self, index: usize) {
        let Bucket { key, nodes } = self.buckets.swap_remove(index);
        self.node_bytes -= Self::bytes_of(nodes.capacity());
        self.indices.remove(&key);
        if let Some(moved) = self.buckets.get(index) {
            self.indices.insert(moved.key, index);
        }
    }

    pub(super) fn relabel(&mut self, label: impl Fn(R) -> R) {
        for node in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.nodes) {
            *node = label(*node);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    fn push(buckets: &mut RandomBuckets<u32>, key: u64, node: u32) {
        if buckets.growth(key) > 0 {
            assert!(buckets.grow(key));
        }
        buckets.push(key, node);
    }

    #[test]
    fn every_node_is_drawn_once_and_the_memory_is_released() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut buckets = RandomBuckets::new();
        (0..1000).for_each(|node| push(&mut buckets, u64::from(node % 7), node));
        let mut drawn: Vec<u32> = std::iter::from_fn(|| buckets.draw(&mut rng).map(|(_, node)| node)).collect();
        assert!(!drawn.is_sorted());
        drawn.sort_unstable();
        assert_eq!(drawn, (0..1000).collect::<Vec<_>>());
        assert_eq!((buckets.node_bytes, buckets.indices.len()), (0, 0));
    }

    /// The buckets have 10, 90 and 900 nodes. Each is expected in 10,000 of 30,000 draws, with a standard deviation of 82.
    #[test]
    fn buckets_are_equally_likely_whatever_their_size() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut buckets = RandomBuckets::new();
        (0..1000).for_each(|node: u32| push(&mut buckets, u64::from(node.max(1).ilog10()), node));
        let mut counts = [0_i32; 3];
        for _ in 0..30_000 {
            let (key, node) = buckets.draw(&mut rng).unwrap();
            counts[usize::try_from(key).unwrap()] += 1;
            push(&mut buckets, key, node);
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }
}
