//! Stacks of references in blocks of one pool.

use crate::open::Growing;

/// No block.
const NONE: u32 = u32::MAX;

/// The words of a block: a link, and references.
const BLOCK: u32 = 64;
/// The same, to index by.
const WORDS: usize = BLOCK as usize;

/// The last references in, in a block of their own, and a link to those before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// The block on top.
    top: u32,
    /// The words in use in that block, from 1, where the link is; a stack that holds nothing has no block.
    used: u32,
}

impl Stack {
    /// A stack that holds nothing.
    pub(crate) const EMPTY: Self = Self { top: NONE, used: 0 };

    pub(crate) fn is_empty(self) -> bool {
        self.top == NONE
    }
}

/// The blocks of many stacks.
#[derive(Debug)]
pub(crate) struct Pool {
    blocks: Growing<[u32; WORDS], 16>,
    /// The first block that is not in use; it links to the next.
    unused: u32,
}

impl Pool {
    pub(crate) const fn new() -> Self {
        Self { blocks: Growing::new(), unused: NONE }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.blocks.bytes()
    }

    /// The bytes of the larger list of blocks that one more block may need beside the present one, 0 where
    /// there is space.
    pub(crate) fn growth(&self) -> u64 {
        if self.unused == NONE { self.blocks.growth(self.blocks.items.len() + 1) } else { 0 }
    }

    /// Makes space for one more block; says whether the system had the memory.
    pub(crate) fn reserve(&mut self) -> bool {
        let len = self.blocks.items.len();
        self.unused != NONE || (len < NONE as usize && self.blocks.reserve(len + 1))
    }

    /// Puts a reference on a stack where its block has space; says whether it did.
    #[inline]
    pub(crate) fn push(&mut self, stack: &mut Stack, reference: u32) -> bool {
        let Some(block) = self.blocks.items.get_mut(stack.top as usize) else { return false };
        let Some(place) = block.get_mut(stack.used as usize) else { return false };
        *place = reference;
        stack.used += 1;
        true
    }

    /// Puts a block on a stack whose last one is full. Space must have been made.
    pub(crate) fn add_block(&mut self, stack: &mut Stack) {
        if stack.is_empty() || stack.used == BLOCK {
            *stack = Stack { top: self.block(stack.top), used: 1 };
        }
    }

    /// Takes up to `most` references off a stack, the last in first, and appends them to `out`.
    pub(crate) fn take(&mut self, stack: &mut Stack, most: u32, out: &mut Vec<u32>) {
        let mut left = most;
        while left > 0 && !stack.is_empty() {
            let block = &mut self.blocks.items[stack.top as usize];
            let kept = stack.used.saturating_sub(left).max(1);
            out.extend(block[kept as usize..stack.used as usize].iter().rev());
            left -= stack.used - kept;
            stack.used = kept;
            if kept == 1 {
                let below = std::mem::replace(&mut block[0], self.unused);
                self.unused = stack.top;
                *stack = if below == NONE { Stack::EMPTY } else { Stack { top: below, used: BLOCK } };
            }
        }
    }

    /// Gives every reference on a stack another name.
    pub(crate) fn rename(&mut self, stack: Stack, name: impl Fn(u32) -> u32) {
        let Stack { mut top, mut used } = stack;
        while top != NONE {
            let block = &mut self.blocks.items[top as usize];
            for reference in &mut block[1..used as usize] {
                *reference = name(*reference);
            }
            (top, used) = (block[0], BLOCK);
        }
    }

    /// A block that links to the one `below`, unused or new.
    fn block(&mut self, below: u32) -> u32 {
        let at = self.unused;
        if at == NONE {
            let mut block = [0; WORDS];
            block[0] = below;
            self.blocks.items.push(block);
            #[expect(clippy::cast_possible_truncation, reason = "reserve keeps blocks below NONE")]
            let at = (self.blocks.items.len() - 1) as u32;
            return at;
        }
        let block = &mut self.blocks.items[at as usize];
        self.unused = std::mem::replace(&mut block[0], below);
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_give_back_the_last_in_first_whatever_is_taken_at_once() {
        let mut pool = Pool::new();
        let mut stacks = [Stack::EMPTY; 3];
        let mut models: [Vec<u32>; 3] = Default::default();
        let mut out = Vec::new();
        for step in 0..100_000 {
            let which = (step / 7 % 3) as usize;
            let (stack, model) = (&mut stacks[which], &mut models[which]);
            if step % 7 < 4 {
                if !pool.push(stack, step) {
                    let (before, growth) = (pool.bytes(), pool.growth());
                    assert!(pool.reserve());
                    assert_eq!(pool.bytes(), if growth == 0 { before } else { growth });
                    pool.add_block(stack);
                    assert!(pool.push(stack, step));
                }
                model.push(step);
            } else {
                out.clear();
                // Now fewer are taken than are put, now more.
                let most = if step / 10_000 % 2 == 0 { 150 } else { 3 };
                pool.take(stack, step * 31 % most, &mut out);
                let kept = model.len() - out.len();
                assert_eq!(model.drain(kept..).rev().collect::<Vec<_>>(), out);
            }
            assert_eq!(stack.is_empty(), model.is_empty());
        }
        for (stack, model) in stacks.iter_mut().zip(models) {
            assert!(!model.is_empty());
            pool.rename(*stack, |reference| 3 * reference);
            out.clear();
            pool.take(stack, u32::MAX, &mut out);
            assert_eq!(out, model.iter().rev().map(|reference| 3 * reference).collect::<Vec<_>>());
            assert!(stack.is_empty());
        }
    }

    #[test]
    fn blocks_are_used_again() {
        let mut pool = Pool::new();
        let mut stack = Stack::EMPTY;
        for _ in 0..100 {
            for reference in 0..900 {
                if !pool.push(&mut stack, reference) {
                    assert!(pool.reserve());
                    pool.add_block(&mut stack);
                    assert!(pool.push(&mut stack, reference));
                }
            }
            pool.take(&mut stack, 900, &mut Vec::new());
        }
        assert_eq!(pool.bytes(), 16 * 64 * 4);
    }
}
