//! An open list as buckets of nodes of equal order.
//!
//! **What it does.** Nodes of equal order share a bucket, which is a stack. An index finds the bucket of an order and the first
//! bucket: a binary heap ([`order_heap`](super::order_heap)) for any priorities, or arrays by priority and g
//! ([`order_array`](super::order_array)) for priorities that lie close together. With unit costs a search has some hundred
//! buckets for millions of nodes, so that either index stays in the processor's caches.
//!
//! **Memory.** A little more than the size of a reference per node, as stacks are lists of blocks; and the memory of the index
//! per bucket.
//!
//! **References.** Dial 1969 (buckets); Burns and others 2012 (nested buckets of f and g).

use super::block_stack::{BlockPool, BlockStack};
use super::order_array::OrderArray;
use super::order_heap::OrderHeap;
use super::{OpenList, TieBreak};

/// The index that finds the bucket of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BucketIndex {
    /// A binary heap of the orders.
    Heap,
    /// An array by priority of arrays by g. Of equal priority and g, the last node in is the first out, so [`TieBreak::Fifo`] is
    /// not supported.
    Array,
}

/// Buckets of nodes of equal order.
#[derive(Clone, Debug)]
pub struct BucketList<R> {
    orders: OrderIndex<R>,
    pool: BlockPool<R>,
}

#[derive(Clone, Debug)]
enum OrderIndex<R> {
    Heap(OrderHeap<R>),
    Array(OrderArray<R>),
}

/// A bucket of a list that does not change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket<R> {
    /// The order of its nodes.
    pub(crate) order: u64,
    stack: BlockStack<R>,
}

impl<R: Copy> BucketList<R> {
    /// An empty list of nodes with orders of `tie`.
    ///
    /// # Panics
    ///
    /// For [`BucketIndex::Array`] with [`TieBreak::Fifo`].
    #[must_use]
    pub fn new(index: BucketIndex, tie: TieBreak) -> Self {
        let orders = match index {
            BucketIndex::Heap => OrderIndex::Heap(OrderHeap::new()),
            BucketIndex::Array => OrderIndex::Array(OrderArray::new(tie)),
        };
        Self { orders, pool: BlockPool::new() }
    }

    /// The buckets in the sequence in which they are popped, of a list with a heap.
    ///
    /// # Panics
    ///
    /// For [`BucketIndex::Array`].
    pub(crate) fn buckets(&self) -> Vec<Bucket<R>> {
        let OrderIndex::Heap(heap) = &self.orders else { panic!("a list with an array is only popped") };
        heap.buckets().into_iter().map(|(order, stack)| Bucket { order, stack }).collect()
    }

    /// Calls `visit` for each node of a bucket of this list, in the sequence in which they are popped, until it fails.
    pub(crate) fn try_for_each<E>(&self, bucket: &Bucket<R>, visit: impl FnMut(R) -> Result<(), E>) -> Result<(), E> {
        self.pool.try_for_each(bucket.stack, visit)
    }

    /// Adds a node whose order has no stack, or a stack with a full block.
    #[cold]
    #[inline(never)]
    fn push_slow(&mut self, order: u64, node: R) -> bool {
        if self.growth(order) > 0 {
            return false;
        }
        let stack = match &mut self.orders {
            OrderIndex::Heap(heap) => heap.add(order),
            OrderIndex::Array(array) => array.add(order),
        };
        self.pool.push_slow(stack, node);
        true
    }
}

impl<R: Copy> OpenList<R> for BucketList<R> {
    fn bytes(&self) -> u64 {
        let index = match &self.orders {
            OrderIndex::Heap(heap) => heap.bytes(),
            OrderIndex::Array(array) => array.bytes(),
        };
        index + self.pool.bytes()
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        let stack = match &mut self.orders {
            OrderIndex::Heap(heap) => heap.stack(order),
            OrderIndex::Array(array) => array.stack(order),
        };
        stack.is_some_and(|stack| self.pool.push(stack, node)) || self.push_slow(order, node)
    }

    fn growth(&self, order: u64) -> u64 {
        let (growth, stack) = match &self.orders {
            OrderIndex::Heap(heap) => heap.growth(order),
            OrderIndex::Array(array) => array.growth(order),
        };
        if growth > 0 { growth } else { stack.map_or(0, |stack| self.pool.growth(stack)) }
    }

    fn grow(&mut self, order: u64) -> bool {
        let growth = match &mut self.orders {
            OrderIndex::Heap(heap) => heap.growth(order).0,
            OrderIndex::Array(array) => array.growth(order).0,
        };
        if growth == 0 {
            return self.pool.grow();
        }
        match &mut self.orders {
            OrderIndex::Heap(heap) => heap.grow(order),
            OrderIndex::Array(array) => array.grow(order),
        }
    }

    fn first(&mut self) -> Option<u64> {
        let first = match &mut self.orders {
            OrderIndex::Heap(heap) => heap.first(),
            OrderIndex::Array(array) => array.first(),
        };
        first.map(|(order, _)| order)
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        let (order, stack) = match &mut self.orders {
            OrderIndex::Heap(heap) => heap.first(),
            OrderIndex::Array(array) => array.first(),
        }?;
        self.pool.pop_many(stack, max, out);
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        let Self { orders, pool } = self;
        match orders {
            OrderIndex::Heap(heap) => heap.stacks().for_each(|stack| pool.relabel(stack, &label)),
            OrderIndex::Array(array) => array.stacks().for_each(|stack| pool.relabel(stack, &label)),
        }
    }
}
