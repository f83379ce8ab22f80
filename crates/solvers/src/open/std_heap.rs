//! The binary heap of the C++ standard library, for published counts that depend on it.
//!
//! Programs that keep their open list in `std::priority_queue` expand nodes of equal order in a sequence that follows from the
//! heap's structure alone. libstdc++ moves the hole that a pop leaves down to a leaf, along the smaller child, and lets the last
//! entry rise from there. Such programs push a state again each time they generate it, and skip it once it is closed. An
//! entry is 16 bytes for keys of 8 bytes and 32 for larger ones.

use super::OpenList;

/// A binary heap of single entries, in the order of libstdc++.
#[derive(Clone, Debug)]
pub struct StdHeap<R> {
    entries: Vec<(u64, R)>,
}

impl<R: Copy> StdHeap<R> {
    /// The initial capacity.
    const FIRST: usize = 64;

    /// An empty heap.
    #[must_use]
    pub fn new() -> Self {
        Self { entries: Vec::new() }
    }

    fn next_capacity(&self) -> usize {
        (2 * self.entries.capacity()).max(Self::FIRST)
    }

    /// Lets `entry` rise from the hole at `at` (`std::__push_heap`).
    fn rise(&mut self, mut at: usize, entry: (u64, R)) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.entries[parent].0 <= entry.0 {
                break;
            }
            self.entries[at] = self.entries[parent];
            at = parent;
        }
        self.entries[at] = entry;
    }

    /// Moves the hole at the root down to a leaf, and returns its place there (first half of `std::__adjust_heap`).
    fn sink(&mut self) -> usize {
        let len = self.entries.len();
        let mut hole = 0;
        while 2 * hole + 2 < len {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let child = if self.entries[right].0 > self.entries[left].0 { left } else { right };
            self.entries[hole] = self.entries[child];
            hole = child;
        }
        if 2 * hole + 1 < len {
            self.entries[hole] = self.entries[2 * hole + 1];
            hole = 2 * hole + 1;
        }
        hole
    }
}

impl<R: Copy> Default for StdHeap<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Copy> OpenList<R> for StdHeap<R> {
    const KEEPS_DUPLICATES: bool = true;

    fn bytes(&self) -> u64 {
        (self.entries.capacity() * size_of::<(u64, R)>()) as u64
    }

    fn push(&mut self, order: u64, node: R) -> bool {
        let has_space = self.entries.len() < self.entries.capacity();
        if has_space {
            self.entries.push((order, node));
            self.rise(self.entries.len() - 1, (order, node));
        }
        has_space
    }

    fn growth(&self, _: u64) -> u64 {
        let is_full = self.entries.len() == self.entries.capacity();
        if is_full { (self.next_capacity() * size_of::<(u64, R)>()) as u64 } else { 0 }
    }

    fn grow(&mut self, _: u64) -> bool {
        self.entries.try_reserve_exact(self.next_capacity() - self.entries.len()).is_ok()
    }

    fn first(&mut self) -> Option<u64> {
        self.entries.first().map(|&(order, _)| order)
    }

    fn pop_batch(&mut self, _: u32, out: &mut Vec<R>) -> Option<u64> {
        let last = self.entries.pop()?;
        let Some(&(order, node)) = self.entries.first() else {
            out.push(last.1);
            return Some(last.0);
        };
        let hole = self.sink();
        self.rise(hole, last);
        out.push(node);
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        self.entries.iter_mut().for_each(|(_, node)| *node = label(*node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heap of C++ for the operations `push 3 1 3 2 1 3 1, pop pop, push 2 1, pop pop pop`, with entries numbered as pushed.
    #[test]
    fn equal_orders_leave_in_the_sequence_of_libstdcxx() {
        let mut heap = StdHeap::new();
        let mut out = Vec::new();
        let push = |heap: &mut StdHeap<u32>, order, node| {
            while !heap.push(order, node) {
                assert!(heap.grow(order));
            }
        };
        for (node, order) in (0..).zip([3, 1, 3, 2, 1, 3, 1]) {
            push(&mut heap, order, node);
        }
        let mut orders = vec![heap.pop_batch(1, &mut out), heap.pop_batch(1, &mut out)];
        push(&mut heap, 2, 7);
        push(&mut heap, 1, 8);
        orders.extend((0..8).map(|_| heap.pop_batch(1, &mut out)));
        assert_eq!(orders.iter().map_while(|order| *order).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 2, 3, 3, 3]);
        assert_eq!(out, [1, 6, 4, 8, 7, 3, 5, 0, 2]);
    }
}
