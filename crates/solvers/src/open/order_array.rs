//! Arrays of buckets, by priority and within a priority by g.
//!
//! **Memory.** 40 bytes per priority from 0 up, used or not, and the size of a stack for each g up to the largest of the
//! priority. Priorities should therefore lie close together. Those of f = g + w h, in units of 1 / den, do so for a w such as
//! 3/2. For a w such as 9999/5000 most buckets are empty, which wastes space and time.

use tilebench_core::narrow;

use super::TieBreak;
use super::block_stack::BlockStack;
use super::growable_vec::GrowableVec;

/// The buckets of one priority.
#[derive(Clone, Debug)]
struct PriorityLevel<R> {
    /// By g; a single stack if ties are broken by age.
    stacks: GrowableVec<BlockStack<R>, 8>,
    /// All stacks before this one are empty.
    first: usize,
}

impl<R: Copy> PriorityLevel<R> {
    const fn new(high_g: bool) -> Self {
        Self { stacks: GrowableVec::new(), first: Self::none(high_g) }
    }

    /// A bound that every g precedes.
    const fn none(high_g: bool) -> usize {
        if high_g { 0 } else { usize::MAX }
    }
}

/// Buckets by priority and g.
#[derive(Clone, Debug)]
pub(super) struct OrderArray<R> {
    /// Whether the larger g comes first.
    high_g: bool,
    /// By priority.
    levels: GrowableVec<PriorityLevel<R>, 64>,
    /// The bytes of the stacks of all levels.
    stack_bytes: u64,
    /// All levels before this one are empty.
    first: usize,
}

impl<R: Copy> OrderArray<R> {
    pub(super) fn new(tie: TieBreak) -> Self {
        assert!(tie != TieBreak::Fifo, "an array of buckets gives the last in first");
        Self { high_g: tie == TieBreak::HighG, levels: GrowableVec::new(), stack_bytes: 0, first: 0 }
    }

    /// The priority and g of an order.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of an order")]
    fn address(&self, order: u64) -> (usize, usize) {
        let tie = order as u32;
        ((order >> 32) as usize, if self.high_g { !tie } else { tie } as usize)
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.levels.bytes() + self.stack_bytes
    }

    /// The stack for nodes of this order, if there is one.
    #[inline]
    pub(super) fn stack(&mut self, order: u64) -> Option<&mut BlockStack<R>> {
        let (priority, g) = self.address(order);
        let level = self.levels.items.get_mut(priority)?;
        let stack = level.stacks.items.get_mut(g)?;
        level.first = if self.high_g { level.first.max(g) } else { level.first.min(g) };
        self.first = self.first.min(priority);
        Some(stack)
    }

    /// The bytes that must be allocated for a stack of this order, and the stack, if there is one.
    pub(super) fn growth(&self, order: u64) -> (u64, Option<BlockStack<R>>) {
        let (priority, g) = self.address(order);
        let levels = self.levels.growth(priority + 1);
        if levels > 0 {
            return (levels, None);
        }
        match self.levels.items.get(priority) {
            None => (GrowableVec::<BlockStack<R>, 8>::new().growth(g + 1), None),
            Some(level) => (level.stacks.growth(g + 1), level.stacks.items.get(g).copied()),
        }
    }

    /// Allocates the announced [`Self::growth`]; `false` if the system refuses the memory.
    pub(super) fn grow(&mut self, order: u64) -> bool {
        let (priority, g) = self.address(order);
        if self.levels.growth(priority + 1) > 0 {
            return self.levels.reserve(priority + 1);
        }
        let stacks = &mut self.level(priority).stacks;
        let before = stacks.bytes();
        let has_memory = stacks.reserve(g + 1);
        let after = stacks.bytes();
        self.stack_bytes += after - before;
        has_memory
    }

    fn level(&mut self, priority: usize) -> &mut PriorityLevel<R> {
        if self.levels.items.len() <= priority {
            let high_g = self.high_g;
            self.levels.items.resize_with(priority + 1, || PriorityLevel::new(high_g));
        }
        &mut self.levels.items[priority]
    }

    /// The stack of an order, which is created if necessary. There must be space.
    pub(super) fn add(&mut self, order: u64) -> &mut BlockStack<R> {
        let (priority, g) = self.address(order);
        let stacks = &mut self.level(priority).stacks.items;
        if stacks.len() <= g {
            stacks.resize(g + 1, BlockStack::EMPTY);
        }
        self.stack(order).expect("the stack was just made")
    }

    /// The first order, and its stack, which is not empty.
    pub(super) fn first(&mut self) -> Option<(u64, &mut BlockStack<R>)> {
        let (priority, g) = self.first_address()?;
        let g_order: u32 = narrow(g, "an order has 32 bits of g");
        let order = (priority as u64) << 32 | u64::from(if self.high_g { !g_order } else { g_order });
        Some((order, &mut self.levels.items[priority].stacks.items[g]))
    }

    fn first_address(&mut self) -> Option<(usize, usize)> {
        while let Some(level) = self.levels.items.get_mut(self.first) {
            while let Some(stack) = level.stacks.items.get(level.first) {
                if !stack.is_empty() {
                    return Some((self.first, level.first));
                }
                // There are no stacks below g = 0.
                level.first = if self.high_g { level.first.wrapping_sub(1) } else { level.first + 1 };
            }
            level.first = PriorityLevel::<R>::none(self.high_g);
            self.first += 1;
        }
        None
    }

    /// All stacks.
    pub(super) fn stacks(&mut self) -> impl Iterator<Item = &mut BlockStack<R>> {
        self.levels.items.iter_mut().flat_map(|level| &mut level.stacks.items)
    }
}
