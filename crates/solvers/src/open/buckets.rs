//! An open list as buckets of nodes of equal order.
//!
//! **What it does.** Nodes of equal order share a bucket, a stack. An index finds the bucket of an order and the first bucket:
//! a binary heap ([`order_heap`](super::order_heap)) for any priorities, or arrays by priority and g
//! ([`order_array`](super::order_array)) for priorities that lie close together. With unit costs a search has some hundred
//! buckets for millions of nodes, so that either index stays in the processor's caches.
//!
//! **Memory.** A little more than the size of a reference per node, as stacks are lists of blocks; and the memory of the index
//! per bucket.
//!
//! **References.** Dial 1969 (buckets); Burns and others 2012 (nested buckets of f and g).

use super::order_array::OrderArray;
use super::order_heap::OrderHeap;
use super::stacks::Pool;
use super::{OpenList, Tie};

/// An index that finds the bucket of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// A binary heap of the orders.
    Heap,
    /// An array by priority of arrays by g. It takes the last node in of equal priority and g first, so it has no [`Tie::Fifo`].
    Array,
}

/// Buckets of nodes of equal order.
#[derive(Clone, Debug)]
pub struct Buckets<R> {
    orders: Orders<R>,
    pool: Pool<R>,
}

#[derive(Clone, Debug)]
enum Orders<R> {
    Heap(OrderHeap<R>),
    Array(OrderArray<R>),
}

impl<R: Copy> Buckets<R> {
    /// An empty list of nodes with orders of `tie`.
    ///
    /// # Panics
    ///
    /// If an array is to give nodes first in, first out.
    #[must_use]
    pub fn new(index: Index, tie: Tie) -> Self {
        let orders = match index {
            Index::Heap => Orders::Heap(OrderHeap::new()),
            Index::Array => Orders::Array(OrderArray::new(tie)),
        };
        Self { orders, pool: Pool::new() }
    }

    /// Adds a node whose order has no stack, or one with a full block.
    #[cold]
    #[inline(never)]
    fn push_slow(&mut self, order: u64, node: R) -> bool {
        if self.growth(order) > 0 {
            return false;
        }
        let stack = match &mut self.orders {
            Orders::Heap(heap) => heap.add(order),
            Orders::Array(array) => array.add(order),
        };
        self.pool.push_slow(stack, node);
        true
    }
}

impl<R: Copy> OpenList<R> for Buckets<R> {
    fn bytes(&self) -> u64 {
        let index = match &self.orders {
            Orders::Heap(heap) => heap.bytes(),
            Orders::Array(array) => array.bytes(),
        };
        index + self.pool.bytes()
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        let stack = match &mut self.orders {
            Orders::Heap(heap) => heap.stack(order),
            Orders::Array(array) => array.stack(order),
        };
        stack.is_some_and(|stack| self.pool.push(stack, node)) || self.push_slow(order, node)
    }

    fn growth(&self, order: u64) -> u64 {
        let (growth, stack) = match &self.orders {
            Orders::Heap(heap) => heap.growth(order),
            Orders::Array(array) => array.growth(order),
        };
        if growth > 0 { growth } else { stack.map_or(0, |stack| self.pool.growth(stack)) }
    }

    fn grow(&mut self, order: u64) -> bool {
        let growth = match &mut self.orders {
            Orders::Heap(heap) => heap.growth(order).0,
            Orders::Array(array) => array.growth(order).0,
        };
        if growth == 0 {
            return self.pool.grow();
        }
        match &mut self.orders {
            Orders::Heap(heap) => heap.grow(order),
            Orders::Array(array) => array.grow(order),
        }
    }

    fn take(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        let (order, stack) = match &mut self.orders {
            Orders::Heap(heap) => heap.first(),
            Orders::Array(array) => array.first(),
        }?;
        self.pool.take(stack, max, out);
        Some(order)
    }

    fn rename(&mut self, name: impl Fn(R) -> R) {
        let Self { orders, pool } = self;
        match orders {
            Orders::Heap(heap) => heap.stacks().for_each(|stack| pool.rename(stack, &name)),
            Orders::Array(array) => array.stacks().for_each(|stack| pool.rename(stack, &name)),
        }
    }
}
