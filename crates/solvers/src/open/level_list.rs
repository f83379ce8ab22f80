//! An open list of levels, ranges of priorities, each of which is sorted when it becomes the first.
//!
//! **What it does.** If operators have different costs, few nodes have equal priority and equal g, so that most buckets contain one
//! node, and finding and creating buckets takes most of the time. Here a node is added at the end of the list of its level,
//! which takes one write. When a level becomes the first one, its nodes are sorted, the first at the end. A node that is added
//! to the first level is inserted there. It is a successor of the node that was just removed, so it belongs close to the end. The
//! last level contains all higher priorities; when it becomes the first, the ranges of all levels are enlarged, and its nodes
//! are distributed to the others.
//!
//! **Memory.** The size of a reference and 8 bytes per node, up to three times that while levels grow; 128 KiB
//! of levels; and once the size of the largest level, for sorting or distributing it.
//!
//! **References.** Brown 1988 (calendar queue); Tang and others 2005 (ladder queue, which sorts the first nodes only).

use std::cmp::Reverse;

use tilebench_core::narrow;

use super::OpenList;
use super::growable_vec::GrowableVec;

/// The number of levels. The last one contains all higher priorities.
const LEVELS: usize = 1 << 12;

/// The bits of the level of the first node: there may be lower priorities, which a path within w has, and higher ones.
const FIRST_BITS: u32 = 11;

/// The number of nodes that are inserted one by one into a sorted level, and the part of a large level.
const MAX_INSERTED: usize = 16;
const MAX_INSERTED_PART: usize = 32;

/// The capacity of a level up to which an empty level keeps its memory.
const MAX_KEPT: usize = 8;

/// A node and its order.
#[derive(Clone, Copy, Debug)]
struct Entry<R> {
    order: u64,
    node: R,
}

/// The nodes of a range of priorities.
#[derive(Clone, Debug)]
struct Level<R> {
    entries: GrowableVec<Entry<R>, 8>,
    /// The number of entries, from the first on, that are sorted: descending by order, of equal orders the last in at the end.
    sorted: usize,
}

impl<R: Copy> Level<R> {
    const EMPTY: Self = Self { entries: GrowableVec::new(), sorted: 0 };

    /// Sorts the entries that were added since the level was last sorted.
    fn sort(&mut self) {
        let entries = &mut self.entries.items;
        if entries.len() - self.sorted > MAX_INSERTED.max(self.sorted / MAX_INSERTED_PART) {
            // Stable, so that of equal orders the last in stays at the end.
            entries.sort_by_key(|entry| Reverse(entry.order));
        } else {
            for added in self.sorted..entries.len() {
                let order = entries[added].order;
                let smaller = entries[..added].iter().rev().take_while(|entry| entry.order < order).count();
                entries[added - smaller..=added].rotate_right(1);
            }
        }
        self.sorted = entries.len();
    }
}

/// Levels of priorities.
#[derive(Clone, Debug)]
pub struct LevelList<R> {
    /// None before the first node.
    levels: GrowableVec<Level<R>, LEVELS>,
    /// A bit per level: whether it has nodes.
    occupied: [u64; LEVELS / 64],
    /// The number of low bits of a priority that do not decide its level.
    shift: u32,
    /// All levels before this one are empty.
    first: usize,
    /// The bytes of the entries of all levels, and of the largest level so far.
    entry_bytes: u64,
    largest: u64,
}

impl<R: Copy> Default for LevelList<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Copy> LevelList<R> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { levels: GrowableVec::new(), occupied: [0; LEVELS / 64], shift: 0, first: 0, entry_bytes: 0, largest: 0 }
    }

    /// The level of an order.
    #[inline]
    fn level(&self, order: u64) -> usize {
        narrow((order >> 32 >> self.shift).min(LEVELS as u64 - 1), "a level")
    }

    /// The first level with nodes.
    #[inline]
    fn first_occupied(&self) -> Option<usize> {
        let mut word = self.first / 64;
        let mut bits = self.occupied[word] & (u64::MAX << (self.first % 64));
        while bits == 0 {
            word += 1;
            bits = *self.occupied.get(word)?;
        }
        Some(64 * word + bits.trailing_zeros() as usize)
    }

    /// The first level with nodes, sorted.
    #[inline]
    fn first_level(&mut self) -> Option<&mut Level<R>> {
        self.first = self.first_occupied()?;
        if self.first == LEVELS - 1 {
            self.distribute_last();
            self.first = self.first_occupied()?;
        }
        let level = &mut self.levels.items[self.first];
        if level.sorted < level.entries.items.len() {
            level.sort();
        }
        Some(level)
    }

    /// Distributes the nodes of the last level to all others, which are empty, unless the system refuses the memory.
    #[cold]
    fn distribute_last(&mut self) {
        let entries = &self.levels.items[LEVELS - 1].entries.items;
        let Some(max) = entries.iter().map(|entry| entry.order >> 32).max() else { return };
        let shift = bits(max / (LEVELS as u64 - 1));
        let former = std::mem::replace(&mut self.shift, shift);
        let mut counts = vec![0; LEVELS];
        for entry in entries {
            counts[self.level(entry.order)] += 1;
        }
        let last = std::mem::replace(&mut self.levels.items[LEVELS - 1], Level::EMPTY);
        let mut has_memory = true;
        for (level, count) in self.levels.items.iter_mut().zip(counts) {
            let before = level.entries.bytes();
            // The bytes of the largest level are held for this.
            has_memory &= level.entries.items.try_reserve_exact(count).is_ok();
            self.entry_bytes += level.entries.bytes() - before;
        }
        if !has_memory {
            self.shift = former;
            self.levels.items[LEVELS - 1] = last;
            return;
        }
        self.mark_empty(LEVELS - 1);
        self.entry_bytes -= last.entries.bytes();
        for Entry { order, node } in last.entries.items {
            self.push(order, node);
        }
    }

    fn mark_empty(&mut self, level: usize) {
        self.occupied[level / 64] &= !(1 << (level % 64));
    }
}

/// The number of bits of a priority.
fn bits(priority: u64) -> u32 {
    u64::BITS - priority.leading_zeros()
}

impl<R: Copy> OpenList<R> for LevelList<R> {
    fn bytes(&self) -> u64 {
        self.levels.bytes() + self.entry_bytes + self.largest
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        let at = self.level(order);
        let Some(Level { entries, .. }) = self.levels.items.get_mut(at) else { return false };
        if entries.items.len() == entries.items.capacity() {
            return false;
        }
        entries.items.push(Entry { order, node });
        self.occupied[at / 64] |= 1 << (at % 64);
        self.first = self.first.min(at);
        true
    }

    fn growth(&self, order: u64) -> u64 {
        let Some(Level { entries, .. }) = self.levels.items.get(self.level(order)) else {
            return self.levels.growth(LEVELS);
        };
        let growth = entries.growth(entries.items.len() + 1);
        growth + growth.saturating_sub(self.largest)
    }

    fn grow(&mut self, order: u64) -> bool {
        if self.levels.items.is_empty() {
            let has_memory = self.levels.reserve(LEVELS);
            if has_memory {
                self.levels.items.resize_with(LEVELS, || Level::EMPTY);
                self.shift = bits(order >> 32).saturating_sub(FIRST_BITS);
            }
            return has_memory;
        }
        let at = self.level(order);
        let entries = &mut self.levels.items[at].entries;
        let before = entries.bytes();
        let has_memory = entries.reserve(entries.items.len() + 1);
        let after = entries.bytes();
        self.entry_bytes += after - before;
        self.largest = self.largest.max(after);
        has_memory
    }

    #[inline]
    fn first(&mut self) -> Option<u64> {
        self.first_level()?.entries.items.last().map(|entry| entry.order)
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        let level = self.first_level()?;
        let entries = &mut level.entries.items;
        let order = entries.last()?.order;
        for _ in 0..max {
            match entries.pop_if(|entry| entry.order == order) {
                Some(entry) => out.push(entry.node),
                None => break,
            }
        }
        level.sorted = entries.len();
        if entries.is_empty() {
            if entries.capacity() > MAX_KEPT {
                let released = std::mem::replace(level, Level::EMPTY);
                self.entry_bytes -= released.entries.bytes();
            }
            self.mark_empty(self.first);
        }
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        let entries = self.levels.items.iter_mut().flat_map(|level| &mut level.entries.items);
        entries.for_each(|entry| entry.node = label(entry.node));
    }
}
