//! A binary heap of the orders of buckets.
//!
//! A bucket enters the heap once, and leaves it when it is the first and empty. A small direct-mapped cache stores the last
//! bucket of an order. If an order was displaced there, its next node gets a new bucket, which precedes the older ones of the
//! same order, so the last node in is still the first out. No map of all orders is needed.
//!
//! **Memory.** 16 KiB for the cache, which grows with the number of buckets to at most 1 MiB; per bucket 16 bytes in the heap and 12 or more for its stack.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::block_stack::{BlockStack, NONE};
use super::growable_vec::GrowableVec;

/// The initial number of entries of the cache, and the maximum.
const MIN_CACHE: usize = 1 << 10;
const MAX_CACHE: usize = 1 << 16;

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
    /// The number of buckets created so far.
    age: u32,
}

impl<R: Copy> OrderHeap<R> {
    /// The initial capacity of the heap.
    const FIRST: usize = 16;

    pub(super) fn new() -> Self {
        Self { heap: BinaryHeap::new(), stacks: GrowableVec::new(), unused: NONE, recent: Vec::new(), age: 0 }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let heap = self.heap.capacity() * size_of::<Reverse<(u64, u32, u32)>>();
        (heap + size_of_val(self.recent.as_slice())) as u64 + self.stacks.bytes()
    }

    /// The index of an order in a cache with this number of entries, a power of two.
    #[inline]
    fn cache_index(order: u64, entries: usize) -> usize {
        (order.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & entries.wrapping_sub(1)
    }

    #[inline]
    fn recent(&self, order: u64) -> Option<u32> {
        let recent = self.recent.get(Self::cache_index(order, self.recent.len()));
        recent.filter(|recent| recent.order == order).map(|recent| recent.stack)
    }

    /// The number of entries of a larger cache, if the present one is too small for the buckets.
    fn larger_cache(&self) -> Option<usize> {
        let entries = self.recent.len();
        let is_small = entries < MAX_CACHE && self.heap.len() >= entries;
        is_small.then(|| (2 * entries).max(MIN_CACHE))
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
        if let Some(entries) = self.larger_cache() {
            return ((entries * size_of::<RecentBucket>()) as u64, None);
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
        if let Some(entries) = self.larger_cache() {
            let mut recent = Vec::new();
            if recent.try_reserve_exact(entries).is_err() {
                return false;
            }
            recent.resize(entries, RecentBucket { order: 0, stack: NONE });
            for bucket in self.recent.iter().filter(|bucket| bucket.stack != NONE) {
                recent[Self::cache_index(bucket.order, entries)] = *bucket;
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
        let at = Self::cache_index(order, self.recent.len());
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
            let at = Self::cache_index(order, self.recent.len());
            let recent = &mut self.recent[at];
            if recent.stack == stack {
                *recent = RecentBucket { order: 0, stack: NONE };
            }
            self.stacks.items[stack as usize].retire(self.unused);
            self.unused = stack;
        }
    }

    /// All stacks.
    pub(super) fn stacks(&mut self) -> impl Iterator<Item = &mut BlockStack<R>> {
        self.stacks.items.iter_mut()
    }
}
