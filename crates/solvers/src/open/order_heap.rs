//! A binary heap of the orders of buckets.
//!
//! A bucket enters the heap once, and leaves it when it is the first and empty. A small direct-mapped cache stores the last
//! bucket of an order. If an order was displaced there, its next node gets a new bucket, which precedes the older ones of the
//! same order, so the last node in is still the first out. No map of all orders is needed.
//!
//! **Memory.** 16 KiB for the cache, 1 MiB from 16,384 buckets on; per bucket 16 bytes in the heap and 12 or more for its stack.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::block_stack::{BlockStack, NONE};
use super::growable_vec::GrowableVec;

/// The binary logarithm of the number of entries of the cache.
const CACHE_LOG2: u32 = 10;

/// The same of the larger cache, and the number of buckets from which there is one.
///
/// Nodes of one bucket are expanded together, so counts depend on the orders that the cache knows. With unit costs there are
/// fewer buckets.
const LARGE_CACHE_LOG2: u32 = 16;
const MANY_BUCKETS: usize = 1 << 14;

/// The last bucket of an order.
#[derive(Clone, Copy, Debug)]
struct RecentBucket {
    order: u64,
    stack: u32,
}

/// Buckets by order.
#[derive(Clone, Debug)]
pub(super) struct OrderHeap<R> {
    /// Order, complement of the bucket's age, and number of its stack.
    heap: BinaryHeap<Reverse<(u64, u32, u32)>>,
    stacks: GrowableVec<BlockStack<R>, 16>,
    /// The first stack without a bucket; it links to the next.
    unused: u32,
    recent: Vec<RecentBucket>,
    /// The binary logarithm of the number of entries of `recent`, or of those that it will have.
    cache_log2: u32,
    /// The number of buckets created so far.
    age: u32,
}

impl<R: Copy> OrderHeap<R> {
    /// The initial capacity of the heap.
    const FIRST: usize = 16;

    pub(super) fn new() -> Self {
        Self {
            heap: BinaryHeap::new(),
            stacks: GrowableVec::new(),
            unused: NONE,
            recent: Vec::new(),
            cache_log2: CACHE_LOG2,
            age: 0,
        }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let heap = self.heap.capacity() * size_of::<Reverse<(u64, u32, u32)>>();
        (heap + size_of_val(self.recent.as_slice())) as u64 + self.stacks.bytes()
    }

    /// The index of an order in the cache.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a cache has far fewer than 2^32 entries")]
    fn cache_index(&self, order: u64) -> usize {
        (order.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - self.cache_log2)) as usize
    }

    #[inline]
    fn recent(&self, order: u64) -> Option<u32> {
        let recent = self.recent.get(self.cache_index(order));
        recent.filter(|recent| recent.order == order).map(|recent| recent.stack)
    }

    /// The binary logarithm of the number of entries that the cache must get: at first, or if there are many buckets.
    fn larger_cache(&self) -> Option<u32> {
        if self.recent.is_empty() {
            return Some(CACHE_LOG2);
        }
        (self.cache_log2 < LARGE_CACHE_LOG2 && self.heap.len() >= MANY_BUCKETS).then_some(LARGE_CACHE_LOG2)
    }

    /// The stack for nodes of this order, if there is one.
    #[inline]
    pub(super) fn stack(&mut self, order: u64) -> Option<&mut BlockStack<R>> {
        let stack = self.recent(order)?;
        self.stacks.items.get_mut(stack as usize)
    }

    /// The bytes that must be allocated for a bucket of this order, and its stack, if it has one.
    pub(super) fn growth(&self, order: u64) -> (u64, Option<BlockStack<R>>) {
        if let Some(stack) = self.recent(order).and_then(|stack| self.stacks.items.get(stack as usize)) {
            return (0, Some(*stack));
        }
        if let Some(log2) = self.larger_cache() {
            return ((size_of::<RecentBucket>() << log2) as u64, None);
        }
        let stacks = if self.unused == NONE { self.stacks.growth(self.stacks.items.len() + 1) } else { 0 };
        (if stacks > 0 { stacks } else { self.heap_growth() }, None)
    }

    fn heap_growth(&self) -> u64 {
        let entry = size_of::<Reverse<(u64, u32, u32)>>();
        if self.heap.len() < self.heap.capacity() { 0 } else { (self.next_capacity() * entry) as u64 }
    }

    fn next_capacity(&self) -> usize {
        (2 * self.heap.capacity()).max(Self::FIRST)
    }

    /// Allocates the announced [`Self::growth`]; `false` if the system refuses the memory.
    pub(super) fn grow(&mut self, _: u64) -> bool {
        if let Some(log2) = self.larger_cache() {
            let mut recent = Vec::new();
            if recent.try_reserve_exact(1 << log2).is_err() {
                return false;
            }
            recent.resize(1 << log2, RecentBucket { order: 0, stack: NONE });
            self.cache_log2 = log2;
            for bucket in self.recent.iter().filter(|bucket| bucket.stack != NONE) {
                recent[self.cache_index(bucket.order)] = *bucket;
            }
            self.recent = recent;
            return true;
        }
        let stacks = self.stacks.items.len();
        if self.unused == NONE && self.stacks.growth(stacks + 1) > 0 {
            return stacks < NONE as usize && self.stacks.reserve(stacks + 1);
        }
        self.heap.try_reserve_exact(self.next_capacity() - self.heap.len()).is_ok()
    }

    /// The stack of an order, which gets a bucket if it has none. There must be space.
    pub(super) fn add(&mut self, order: u64) -> &mut BlockStack<R> {
        let known = self.recent(order).filter(|stack| *stack != NONE);
        let stack = known.unwrap_or_else(|| self.add_bucket(order));
        &mut self.stacks.items[stack as usize]
    }

    fn add_bucket(&mut self, order: u64) -> u32 {
        let stack = self.unused;
        let stack = if stack == NONE {
            self.stacks.items.push(BlockStack::EMPTY);
            #[expect(clippy::cast_possible_truncation, reason = "grow keeps stacks below NONE")]
            let stack = (self.stacks.items.len() - 1) as u32;
            stack
        } else {
            self.unused = self.stacks.items[stack as usize].reuse();
            stack
        };
        self.heap.push(Reverse((order, !self.age, stack)));
        self.age = self.age.wrapping_add(1);
        let at = self.cache_index(order);
        self.recent[at] = RecentBucket { order, stack };
        stack
    }

    /// The first order, and its stack, which is not empty.
    pub(super) fn first(&mut self) -> Option<(u64, &mut BlockStack<R>)> {
        loop {
            let &Reverse((order, _, stack)) = self.heap.peek()?;
            if !self.stacks.items[stack as usize].is_empty() {
                return Some((order, &mut self.stacks.items[stack as usize]));
            }
            self.heap.pop();
            let at = self.cache_index(order);
            let recent = &mut self.recent[at];
            if recent.stack == stack {
                *recent = RecentBucket { order: 0, stack: NONE };
            }
            self.stacks.items[stack as usize].retire(self.unused);
            self.unused = stack;
        }
    }

    /// The orders with their stacks that are not empty, in the sequence in which they are popped.
    pub(super) fn buckets(&self) -> Vec<(u64, BlockStack<R>)> {
        let mut heap: Vec<_> = self.heap.iter().map(|Reverse(bucket)| *bucket).collect();
        heap.sort_unstable();
        let buckets = heap.into_iter().map(|(order, _, stack)| (order, self.stacks.items[stack as usize]));
        buckets.filter(|(_, stack)| !stack.is_empty()).collect()
    }

    /// All stacks.
    pub(super) fn stacks(&mut self) -> impl Iterator<Item = &mut BlockStack<R>> {
        self.stacks.items.iter_mut()
    }
}
