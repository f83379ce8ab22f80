//! Stacks of references, in blocks of one pool.

use super::growable_vec::GrowableVec;

/// No block, or no stack.
pub(super) const NONE: u32 = u32::MAX;

/// The number of references of a block.
const BLOCK: usize = 63;

/// A stack: its first reference, and a list of blocks, the last of which is on top.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockStack<R> {
    /// The block on top, [`NONE`] if there are fewer than two references.
    top: u32,
    /// The number of references in that block; without a block, 1 if there is a first reference.
    used: u32,
    /// The reference at the bottom, so that a stack of one needs no block.
    first: Option<R>,
}

impl<R: Copy> BlockStack<R> {
    /// An empty stack.
    pub(super) const EMPTY: Self = Self { top: NONE, used: 0, first: None };

    pub(super) fn is_empty(self) -> bool {
        self.used == 0
    }

    /// Links an unused stack to the `next` unused one.
    pub(super) fn retire(&mut self, next: u32) {
        self.top = next;
    }

    /// Makes an unused stack an empty one and returns its link.
    pub(super) fn reuse(&mut self) -> u32 {
        std::mem::replace(self, Self::EMPTY).top
    }
}

/// References, and a link to the block below, or from an unused block to the next.
#[derive(Clone, Copy, Debug)]
struct Block<R> {
    below: u32,
    references: [R; BLOCK],
}

/// The blocks of many stacks.
#[derive(Clone, Debug)]
pub(super) struct BlockPool<R> {
    blocks: GrowableVec<Block<R>, 16>,
    /// The first unused block.
    unused: u32,
}

impl<R: Copy> BlockPool<R> {
    pub(super) const fn new() -> Self {
        Self { blocks: GrowableVec::new(), unused: NONE }
    }

    /// The bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.bytes()
    }

    /// The bytes that must be allocated before a reference can be pushed on `stack`, 0 if none.
    pub(super) fn growth(&self, stack: BlockStack<R>) -> u64 {
        let needs_block = !stack.is_empty() && (stack.top == NONE || stack.used as usize == BLOCK);
        if needs_block && self.unused == NONE { self.blocks.growth(self.blocks.items.len() + 1) } else { 0 }
    }

    /// Makes space for one more block; `false` if the system refuses the memory.
    pub(super) fn grow(&mut self) -> bool {
        let len = self.blocks.items.len();
        len < NONE as usize && self.blocks.reserve(len + 1)
    }

    /// Pushes a reference on a stack if its block has space; `false` if not.
    #[inline]
    pub(super) fn push(&mut self, stack: &mut BlockStack<R>, reference: R) -> bool {
        let Some(block) = self.blocks.items.get_mut(stack.top as usize) else { return false };
        let Some(place) = block.references.get_mut(stack.used as usize) else { return false };
        *place = reference;
        stack.used += 1;
        true
    }

    /// Pushes a reference on any stack. There must be space.
    pub(super) fn push_slow(&mut self, stack: &mut BlockStack<R>, reference: R) {
        if stack.is_empty() {
            *stack = BlockStack { top: NONE, used: 1, first: Some(reference) };
        } else if !self.push(stack, reference) {
            (stack.top, stack.used) = (self.block(stack.top, reference), 1);
        }
    }

    /// Pops up to `max` references from a stack, the last in first, and appends them to `out`.
    pub(super) fn pop_many(&mut self, stack: &mut BlockStack<R>, max: u32, out: &mut Vec<R>) {
        let mut left = max;
        while left > 0 && !stack.is_empty() {
            let Some(block) = self.blocks.items.get_mut(stack.top as usize) else {
                out.extend(stack.first);
                *stack = BlockStack::EMPTY;
                return;
            };
            let kept = stack.used.saturating_sub(left);
            out.extend(block.references[kept as usize..stack.used as usize].iter().rev());
            left -= stack.used - kept;
            stack.used = kept;
            if kept == 0 {
                let below = std::mem::replace(&mut block.below, self.unused);
                self.unused = std::mem::replace(&mut stack.top, below);
                #[expect(clippy::cast_possible_truncation, reason = "a small constant")]
                let used = if below == NONE { 1 } else { BLOCK as u32 };
                stack.used = used;
            }
        }
    }

    /// Calls `visit` for each reference on a stack, the last in first, until it fails.
    pub(super) fn try_for_each<E>(
        &self,
        stack: BlockStack<R>,
        mut visit: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut top, mut used) = (stack.top, stack.used as usize);
        while let Some(block) = self.blocks.items.get(top as usize) {
            block.references[..used].iter().rev().try_for_each(|reference| visit(*reference))?;
            (top, used) = (block.below, BLOCK);
        }
        if stack.is_empty() { Ok(()) } else { stack.first.map_or(Ok(()), visit) }
    }

    /// Replaces every reference on a stack.
    pub(super) fn relabel(&mut self, stack: &mut BlockStack<R>, label: impl Fn(R) -> R) {
        if stack.is_empty() {
            return;
        }
        stack.first = stack.first.map(&label);
        let (mut top, mut used) = (stack.top, stack.used as usize);
        while let Some(block) = self.blocks.items.get_mut(top as usize) {
            for reference in &mut block.references[..used] {
                *reference = label(*reference);
            }
            (top, used) = (block.below, BLOCK);
        }
    }

    /// An unused or new block with `reference`, linked to the block `below`.
    fn block(&mut self, below: u32, reference: R) -> u32 {
        let at = self.unused;
        if at == NONE {
            self.blocks.items.push(Block { below, references: [reference; BLOCK] });
            #[expect(clippy::cast_possible_truncation, reason = "grow keeps blocks below NONE")]
            let at = (self.blocks.items.len() - 1) as u32;
            return at;
        }
        let block = &mut self.blocks.items[at as usize];
        self.unused = std::mem::replace(&mut block.below, below);
        block.references[0] = reference;
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes a reference on a stack, after the announced growth.
    fn push(pool: &mut BlockPool<u32>, stack: &mut BlockStack<u32>, reference: u32) {
        let (before, growth) = (pool.bytes(), pool.growth(*stack));
        if growth > 0 {
            assert!(pool.grow());
            assert_eq!((pool.bytes(), pool.growth(*stack)), (growth, 0));
        }
        let expected = pool.bytes().max(before);
        if !pool.push(stack, reference) {
            pool.push_slow(stack, reference);
        }
        assert_eq!(pool.bytes(), expected);
    }

    #[test]
    fn references_are_popped_last_in_first_out_in_any_batches() {
        let mut pool = BlockPool::new();
        let mut stacks = [BlockStack::EMPTY; 3];
        let mut models: [Vec<u32>; 3] = Default::default();
        let mut out = Vec::new();
        for step in 0..100_000 {
            let which = (step / 7 % 3) as usize;
            let (stack, model) = (&mut stacks[which], &mut models[which]);
            if step % 7 < 4 {
                push(&mut pool, stack, step);
                model.push(step);
            } else {
                out.clear();
                // Now fewer are taken than are put, now more.
                let max = if step / 10_000 % 2 == 0 { 150 } else { 3 };
                pool.pop_many(stack, step * 31 % max, &mut out);
                let kept = model.len() - out.len();
                assert_eq!(model.drain(kept..).rev().collect::<Vec<_>>(), out);
            }
            assert_eq!(stack.is_empty(), model.is_empty());
        }
        for (stack, model) in stacks.iter_mut().zip(models) {
            assert!(!model.is_empty());
            pool.relabel(stack, |reference| 3 * reference);
            out.clear();
            pool.pop_many(stack, u32::MAX, &mut out);
            assert_eq!(out, model.iter().rev().map(|reference| 3 * reference).collect::<Vec<_>>());
            assert!(stack.is_empty());
        }
    }

    #[test]
    fn blocks_are_reused() {
        let mut pool = BlockPool::new();
        let mut stack = BlockStack::EMPTY;
        for _ in 0..100 {
            for reference in 0..900 {
                push(&mut pool, &mut stack, reference);
            }
            pool.pop_many(&mut stack, 900, &mut Vec::new());
        }
        assert_eq!(pool.bytes(), 16 * 64 * 4);
    }
}
