//! An open list as buckets by priority, and within a priority by g.
//!
//! **What it does.** A push and a pop put an entry into a bucket and take it out, where a heap
//! compares it with a logarithm's worth of others. The first buckets that hold anything are
//! remembered, and looked for from there when they are empty. This is how A* on unit costs is made
//! fast: E. Burns, M. Hatem, M. Leighton and W. Ruml, *Implementing fast heuristic search code*,
//! Symposium on Combinatorial Search 2012; the idea is R. Dial's, Communications of the ACM 12, 1969.
//!
//! **Order.** With ties first in, first out or last in, first out exactly that of the other lists.
//! With ties by g, priorities and g are taken in the same order too, but of entries equal in both the
//! last in is the first out, where the other lists go by the packed state: the counts of a search
//! differ by what is expanded among equals, which for A* with a consistent heuristic is part of the
//! last layer of f. Among equals the order of operators matters, as it does with ties by age.
//!
//! **Memory.** Entries lie in one list, linked, and places are used again: 16 bytes an entry for
//! keys of 8 bytes and 24 for larger ones. A priority costs 40 bytes from 0 up, used or not,
//! and 8 bytes for each g up to the largest that it has held. Priorities should therefore lie close
//! together: f = g + w h in units of 1 / den does so for a w such as 3/2, and wastes space and time on
//! empty buckets for one such as 9999/5000.

use tilebench_core::Key;

use super::growing::Growing;
use crate::best_first::Tie;
use crate::{Entry, Open};

/// No place.
const NONE: u32 = u32::MAX;

/// A state, linked to the next of its bucket, or an unused place, linked to the next unused.
#[derive(Clone, Copy, Debug)]
struct Place<K> {
    key: K,
    next: u32,
}

/// The first and last place of a bucket.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    head: u32,
    tail: u32,
}

/// The entries of one priority.
#[derive(Clone, Debug)]
struct Level {
    /// By g; one alone where ties do not go by g.
    buckets: Growing<Bucket, 4>,
    /// No bucket that comes before this one in the order of ties holds anything.
    first: usize,
    /// The entries in all buckets.
    len: usize,
}

impl Level {
    const fn new() -> Self {
        Self { buckets: Growing::new(), first: 0, len: 0 }
    }
}

/// Buckets of entries, by priority and then by g.
#[derive(Clone, Debug)]
pub struct BucketQueue<K: Key> {
    tie: Tie,
    places: Growing<Place<K>, 64>,
    /// The first unused place.
    unused: u32,
    /// By priority.
    levels: Growing<Level, 64>,
    /// The bytes of the buckets of all levels.
    bucket_bytes: u64,
    /// No level before this one holds anything.
    first: usize,
    /// The entries of all levels.
    len: usize,
}

impl<K: Key> BucketQueue<K> {
    /// The level and the bucket of an order.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of an order")]
    fn address(&self, order: u64) -> (usize, usize) {
        let (priority, tie) = ((order >> 32) as u32, order as u32);
        let bucket = match self.tie {
            Tie::HighG => !tie,
            Tie::LowG => tie,
            Tie::Fifo | Tie::Lifo => 0,
        };
        (priority as usize, bucket as usize)
    }

    /// A place for a state, unused or new.
    fn place(&mut self, key: K) -> u32 {
        let place = Place { key, next: NONE };
        if self.unused == NONE {
            self.places.items.push(place);
            #[expect(clippy::cast_possible_truncation, reason = "reserve_one keeps places below NONE")]
            let at = (self.places.items.len() - 1) as u32;
            return at;
        }
        let at = self.unused;
        let unused = &mut self.places.items[at as usize];
        self.unused = unused.next;
        *unused = place;
        at
    }
}

impl<K: Key> Open<K> for BucketQueue<K> {
    fn new(tie: Tie) -> Self {
        let (places, levels) = (Growing::new(), Growing::new());
        Self { tie, places, unused: NONE, levels, bucket_bytes: 0, first: 0, len: 0 }
    }

    fn bytes(&self) -> u64 {
        self.places.bytes() + self.levels.bytes() + self.bucket_bytes
    }

    fn growth(&self) -> u64 {
        if self.unused == NONE { self.places.growth(self.places.items.len() + 1) } else { 0 }
    }

    fn reserve_one(&mut self) -> bool {
        let len = self.places.items.len();
        self.unused != NONE || (len < NONE as usize && self.places.reserve(len + 1))
    }

    fn growth_for(&self, order: u64) -> u64 {
        let (level, bucket) = self.address(order);
        match self.levels.growth(level + 1) {
            0 => self
                .levels
                .items
                .get(level)
                .map_or(Level::new().buckets.growth(bucket + 1), |level| level.buckets.growth(bucket + 1)),
            growth => growth,
        }
    }

    fn reserve_for(&mut self, order: u64) -> bool {
        let (level, bucket) = self.address(order);
        if self.levels.growth(level + 1) > 0 {
            return self.levels.reserve(level + 1);
        }
        if self.levels.items.len() <= level {
            self.levels.items.resize_with(level + 1, Level::new);
        }
        let buckets = &mut self.levels.items[level].buckets;
        self.bucket_bytes -= buckets.bytes();
        let has_memory = buckets.reserve(bucket + 1);
        self.bucket_bytes += buckets.bytes();
        has_memory
    }

    fn push(&mut self, entry: Entry<K>) {
        let (at, bucket) = self.address(entry.order);
        let place = self.place(entry.key);
        let level = &mut self.levels.items[at];
        if level.buckets.items.len() <= bucket {
            level.buckets.items.resize(bucket + 1, Bucket { head: NONE, tail: NONE });
        }
        let comes_first = if self.tie == Tie::HighG { bucket > level.first } else { bucket < level.first };
        if level.len == 0 || comes_first {
            level.first = bucket;
        }
        level.len += 1;
        let bucket = &mut level.buckets.items[bucket];
        if bucket.head == NONE {
            *bucket = Bucket { head: place, tail: place };
        } else if self.tie == Tie::Fifo {
            self.places.items[bucket.tail as usize].next = place;
            bucket.tail = place;
        } else {
            self.places.items[place as usize].next = bucket.head;
            bucket.head = place;
        }
        self.first = if self.len == 0 { at } else { self.first.min(at) };
        self.len += 1;
    }

    fn pop(&mut self) -> Option<K> {
        if self.len == 0 {
            return None;
        }
        while self.levels.items[self.first].len == 0 {
            self.first += 1;
        }
        let level = &mut self.levels.items[self.first];
        while level.buckets.items[level.first].head == NONE {
            level.first = if self.tie == Tie::HighG { level.first - 1 } else { level.first + 1 };
        }
        let bucket = &mut level.buckets.items[level.first];
        let at = bucket.head;
        let place = &mut self.places.items[at as usize];
        bucket.head = place.next;
        place.next = self.unused;
        self.unused = at;
        level.len -= 1;
        self.len -= 1;
        Some(place.key)
    }
}
