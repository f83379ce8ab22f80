//! An open list in groups: nodes of equal f and equal value x share a bucket, and buckets of equal x form a group.
//!
//! **What it does.** The value x is an estimate, h or d. A group knows the least f of its open nodes. An algorithm whose choice is
//! monotone in f for each x therefore compares groups, not nodes, even if its priorities change with the least f of open: there
//! is one group per value of x. Nodes that were closed or got a cheaper path since they were added stay in their bucket
//! until they are popped, but they are no longer counted, so the least f is always that of an open node.
//!
//! **Memory.** A little more than the size of a reference per node; 44 bytes per pair of f and x, and 24 more if references have
//! 8 bytes; 36 bytes per group. With unit cost a search has some thousand pairs. With costs there may be one per node.
//!
//! **References.** Dial 1969 (buckets); Gilon and others 2016 (buckets for priorities that change with the least f); Fredman and
//! others 1986 (the pairing heap of a group).

use tilebench_core::Cost;

use super::OpenList;
use super::block_stack::{BlockPool, BlockStack, NONE};
use super::growable_vec::GrowableVec;
use super::tournament::Tournament;

/// The f of a group without open nodes.
const NO_F: Cost = Cost::MAX;

/// The open nodes of equal x.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The value that its nodes share.
    pub x: Cost,
    /// The least f of its open nodes; `Cost::MAX` if there are none.
    f: Cost,
    /// The bucket of that f.
    root: u32,
    /// Whether f changed since the changes were last cleared.
    is_changed: bool,
}

impl Group {
    /// The least f of its open nodes, if it has any.
    #[inline]
    #[must_use]
    pub fn f(&self) -> Option<Cost> {
        (self.f != NO_F).then_some(self.f)
    }
}

/// The nodes of equal f and x.
#[derive(Clone, Debug)]
struct Bucket<R> {
    f: Cost,
    group: u32,
    /// The number of its nodes that are open with this f.
    open: u32,
    /// Whether it is in the heap of its group.
    is_queued: bool,
    /// The first child and the next sibling in that heap.
    child: u32,
    sibling: u32,
    stack: BlockStack<R>,
}

/// Buckets by f and x.
#[derive(Clone, Debug)]
pub struct GroupedBuckets<R> {
    buckets: GrowableVec<Bucket<R>, 16>,
    groups: GrowableVec<Group, 16>,
    /// A hash table with open addressing: the bucket of f and x. The bucket of `NO_F` and x stands for the group.
    index: Vec<u32>,
    pool: BlockPool<R>,
    /// The groups with open nodes by f, then by x.
    by_f: Tournament<(Cost, Cost)>,
    /// The groups whose least f changed.
    changed: GrowableVec<u32, 16>,
}

impl<R: Copy> Default for GroupedBuckets<R> {
    fn default() -> Self {
        Self::new()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "an order has two halves, and buckets are numbered with 32 bits")]
impl<R: Copy> GroupedBuckets<R> {
    const MIN_INDEX: usize = 64;

    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        let (buckets, groups) = (GrowableVec::new(), GrowableVec::new());
        let (by_f, changed) = (Tournament::new(), GrowableVec::new());
        Self { buckets, groups, index: Vec::new(), pool: BlockPool::new(), by_f, changed }
    }

    /// The order of a node.
    #[inline]
    #[must_use]
    pub fn order(f: Cost, x: Cost) -> u64 {
        u64::from(f) << 32 | u64::from(x)
    }

    /// The groups, also those without open nodes.
    #[inline]
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups.items
    }

    /// The group of the least f of an open node, of equals the one of least x.
    #[inline]
    #[must_use]
    pub fn first_by_f(&self) -> Option<usize> {
        self.by_f.first().map(|(group, _)| group)
    }

    /// The groups whose least f changed since the changes were last [cleared](Self::clear_changed).
    #[inline]
    #[must_use]
    pub fn changed(&self) -> &[u32] {
        &self.changed.items
    }

    /// Forgets the changes so far.
    #[inline]
    pub fn clear_changed(&mut self) {
        for at in self.changed.items.drain(..) {
            self.groups.items[at as usize].is_changed = false;
        }
    }

    /// Sets the least f of a group, and the bucket of that f.
    #[inline]
    fn set_first(&mut self, at: u32, root: u32) {
        let group = &mut self.groups.items[at as usize];
        let f = if root == NONE { NO_F } else { self.buckets.items[root as usize].f };
        group.root = root;
        if group.f != f {
            group.f = f;
            let key = (f != NO_F).then_some((f, group.x));
            if !std::mem::replace(&mut group.is_changed, true) {
                self.changed.items.push(at);
            }
            self.by_f.set(at as usize, key);
        }
    }

    /// Removes a node of least f from a group that has open nodes, and returns it with that f. If it is open with this f, the caller
    /// must [`forget`](Self::forget) it; else it was closed or got a cheaper path since it was added.
    ///
    /// # Panics
    ///
    /// If the group has no open node.
    #[inline]
    pub fn pop(&mut self, group: usize, out: &mut Vec<R>) -> Cost {
        let bucket = &mut self.buckets.items[self.groups.items[group].root as usize];
        self.pool.pop_many(&mut bucket.stack, 1, out);
        bucket.f
    }

    /// No longer counts a node of this order, because it is closed, or open with a smaller f.
    ///
    /// # Panics
    ///
    /// If no node of this order is open.
    #[inline]
    pub fn forget(&mut self, order: u64) {
        let at = self.find(order).expect("a node of this order is open");
        let bucket = &mut self.buckets.items[at as usize];
        bucket.open -= 1;
        if bucket.open == 0 && self.groups.items[bucket.group as usize].root == at {
            self.settle(self.buckets.items[at as usize].group);
        }
    }

    /// Removes buckets without open nodes from the top of a group's heap.
    fn settle(&mut self, group: u32) {
        let Group { mut root, .. } = self.groups.items[group as usize];
        while root != NONE && self.buckets.items[root as usize].open == 0 {
            self.buckets.items[root as usize].is_queued = false;
            root = self.pop_root(root);
        }
        self.set_first(group, root);
    }

    /// The first place of an order in the index.
    #[inline]
    fn place(&self, order: u64) -> usize {
        let shift = 64 - self.index.len().trailing_zeros();
        (order.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize
    }

    /// The bucket of an order.
    #[inline]
    fn find(&self, order: u64) -> Option<u32> {
        if self.index.is_empty() {
            return None;
        }
        let (f, x) = ((order >> 32) as Cost, order as Cost);
        let mut place = self.place(order);
        loop {
            let at = self.index[place];
            let bucket = self.buckets.items.get(at as usize)?;
            if bucket.f == f && self.groups.items[bucket.group as usize].x == x {
                return Some(at);
            }
            place = (place + 1) & (self.index.len() - 1);
        }
    }

    /// Adds an empty bucket, for which there is space.
    fn add(&mut self, f: Cost, x: Cost, group: u32) -> u32 {
        let at = self.buckets.items.len() as u32;
        let bucket =
            Bucket { f, group, open: 0, is_queued: false, child: NONE, sibling: NONE, stack: BlockStack::EMPTY };
        self.buckets.items.push(bucket);
        self.enter(Self::order(f, x), at);
        at
    }

    fn enter(&mut self, order: u64, at: u32) {
        let mut place = self.place(order);
        while self.index[place] != NONE {
            place = (place + 1) & (self.index.len() - 1);
        }
        self.index[place] = at;
    }

    /// Adds the bucket of an order, and its group if that is new. There must be space.
    #[cold]
    fn create(&mut self, f: Cost, x: Cost) -> u32 {
        let group = if let Some(at) = self.find(Self::order(NO_F, x)) {
            self.buckets.items[at as usize].group
        } else {
            let group = self.groups.items.len() as u32;
            self.groups.items.push(Group { x, f: NO_F, root: NONE, is_changed: false });
            self.add(NO_F, x, group);
            group
        };
        self.add(f, x, group)
    }

    /// The length of the index if two more buckets need a larger one.
    fn larger_index(&self) -> Option<usize> {
        let is_full = 2 * (self.buckets.items.len() + 2) > self.index.len();
        is_full.then(|| (2 * self.index.len()).max(Self::MIN_INDEX))
    }

    /// Unites two heaps, one of which may be empty.
    fn meld(&mut self, a: u32, b: u32) -> u32 {
        if a == NONE || b == NONE {
            return a.min(b);
        }
        let is_first = self.buckets.items[a as usize].f <= self.buckets.items[b as usize].f;
        let (root, other) = if is_first { (a, b) } else { (b, a) };
        self.buckets.items[other as usize].sibling = self.buckets.items[root as usize].child;
        self.buckets.items[root as usize].child = other;
        root
    }

    /// Removes the root of a heap, and returns the root of the rest.
    fn pop_root(&mut self, root: u32) -> u32 {
        let mut child = std::mem::replace(&mut self.buckets.items[root as usize].child, NONE);
        let mut take_next = |buckets: &mut Vec<Bucket<R>>| {
            let taken = child;
            if taken != NONE {
                child = std::mem::replace(&mut buckets[taken as usize].sibling, NONE);
            }
            taken
        };
        let mut pairs = NONE;
        loop {
            let (a, b) = (take_next(&mut self.buckets.items), take_next(&mut self.buckets.items));
            if a == NONE {
                break;
            }
            let pair = self.meld(a, b);
            self.buckets.items[pair as usize].sibling = pairs;
            pairs = pair;
        }
        let mut rest = NONE;
        while pairs != NONE {
            let next = std::mem::replace(&mut self.buckets.items[pairs as usize].sibling, NONE);
            rest = self.meld(rest, pairs);
            pairs = next;
        }
        rest
    }
}

/// The first node is one of least f, then of least x.
#[expect(clippy::cast_possible_truncation, reason = "an order has two halves")]
impl<R: Copy> OpenList<R> for GroupedBuckets<R> {
    fn bytes(&self) -> u64 {
        let index = (self.index.len() * size_of::<u32>()) as u64;
        let groups = self.groups.bytes() + self.by_f.bytes() + self.changed.bytes();
        self.buckets.bytes() + groups + index + self.pool.bytes()
    }

    #[inline]
    fn push(&mut self, order: u64, node: R) -> bool {
        let at = match self.find(order) {
            Some(at) => at,
            None if self.growth(order) == 0 => self.create((order >> 32) as Cost, order as Cost),
            None => return false,
        };
        let bucket = &mut self.buckets.items[at as usize];
        if !self.pool.push(&mut bucket.stack, node) {
            if self.pool.growth(bucket.stack) > 0 {
                return false;
            }
            self.pool.push_slow(&mut bucket.stack, node);
        }
        bucket.open += 1;
        let group = bucket.group;
        if !std::mem::replace(&mut bucket.is_queued, true) {
            let root = self.meld(self.groups.items[group as usize].root, at);
            self.set_first(group, root);
        }
        true
    }

    fn growth(&self, order: u64) -> u64 {
        if let Some(at) = self.find(order) {
            return self.pool.growth(self.buckets.items[at as usize].stack);
        }
        if let Some(len) = self.larger_index() {
            return (len * size_of::<u32>()) as u64;
        }
        let buckets = self.buckets.growth(self.buckets.items.len() + 2);
        if buckets > 0 {
            return buckets;
        }
        let groups = self.groups.items.len() + 1;
        let growths = [self.groups.growth(groups), self.changed.growth(groups), self.by_f.growth(groups)];
        growths.into_iter().find(|growth| *growth > 0).unwrap_or(0)
    }

    fn grow(&mut self, order: u64) -> bool {
        if self.find(order).is_some() {
            return self.pool.grow();
        }
        if let Some(len) = self.larger_index() {
            let mut index = Vec::new();
            if self.buckets.items.len() + 2 >= NONE as usize || index.try_reserve_exact(len).is_err() {
                return false;
            }
            index.resize(len, NONE);
            self.index = index;
            for at in 0..self.buckets.items.len() {
                let Bucket { f, group, .. } = self.buckets.items[at];
                self.enter(Self::order(f, self.groups.items[group as usize].x), at as u32);
            }
            return true;
        }
        if self.buckets.growth(self.buckets.items.len() + 2) > 0 {
            return self.buckets.reserve(self.buckets.items.len() + 2);
        }
        let groups = self.groups.items.len() + 1;
        if self.groups.growth(groups) > 0 {
            return self.groups.reserve(groups);
        }
        if self.changed.growth(groups) > 0 { self.changed.reserve(groups) } else { self.by_f.reserve(groups) }
    }

    fn first(&mut self) -> Option<u64> {
        self.by_f.first().map(|(_, (f, x))| Self::order(f, x))
    }

    fn pop_batch(&mut self, max: u32, out: &mut Vec<R>) -> Option<u64> {
        let order = self.first()?;
        let at = self.find(order)? as usize;
        let before = out.len();
        self.pool.pop_many(&mut self.buckets.items[at].stack, max, out);
        (before..out.len()).for_each(|_| self.forget(order));
        Some(order)
    }

    fn relabel(&mut self, label: impl Fn(R) -> R) {
        for bucket in &mut self.buckets.items {
            self.pool.relabel(&mut bucket.stack, &label);
        }
    }
}
