//! The open list: stacks of references, by priority, and within a priority by g.

use tilebench_core::Cost;

use super::stacks::{Pool, Stack};
use crate::open::Growing;

/// The references of one priority.
#[derive(Debug)]
struct Level {
    /// By g.
    stacks: Growing<Stack, 8>,
    /// No stack that comes before this one in the order of ties holds anything.
    first: usize,
}

impl Level {
    const fn new(low_g: bool) -> Self {
        Self { stacks: Growing::new(), first: Self::none(low_g) }
    }

    /// A bound that any g comes before.
    const fn none(low_g: bool) -> usize {
        if low_g { usize::MAX } else { 0 }
    }
}

/// References to slots, taken out by priority, then by g, and of equals the last in first.
#[derive(Debug)]
pub(crate) struct Open {
    /// Whether the smaller g comes first, and not the larger.
    low_g: bool,
    /// By priority.
    levels: Growing<Level, 64>,
    pool: Pool,
    /// The bytes of the stacks of all levels.
    stack_bytes: u64,
    /// No level before this one holds anything.
    first: usize,
}

/// References of one priority and one g.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) priority: u32,
    pub(crate) g: Cost,
}

impl Open {
    /// A list that holds nothing, with the order of ties.
    pub(crate) const fn new(low_g: bool) -> Self {
        Self { low_g, levels: Growing::new(), pool: Pool::new(), stack_bytes: 0, first: 0 }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        self.levels.bytes() + self.stack_bytes + self.pool.bytes()
    }

    /// The bytes of the next list that must grow before a reference may be put there, 0 where there is
    /// space.
    pub(crate) fn growth(&self, best: Best) -> u64 {
        let (priority, g) = (best.priority as usize, best.g as usize);
        let none = Level::new(self.low_g);
        let stacks = &self.levels.items.get(priority).unwrap_or(&none).stacks;
        match (self.levels.growth(priority + 1), stacks.growth(g + 1)) {
            (0, 0) => self.pool.growth(),
            (0, growth) | (growth, _) => growth,
        }
    }

    /// Grows the list that must grow next; says whether the system had the memory.
    pub(crate) fn reserve(&mut self, best: Best) -> bool {
        let (priority, g) = (best.priority as usize, best.g as usize);
        if self.levels.growth(priority + 1) > 0 {
            return self.levels.reserve(priority + 1);
        }
        if self.levels.items.len() <= priority {
            let low_g = self.low_g;
            self.levels.items.resize_with(priority + 1, || Level::new(low_g));
        }
        let stacks = &mut self.levels.items[priority].stacks;
        if stacks.growth(g + 1) == 0 {
            return self.pool.reserve();
        }
        self.stack_bytes -= stacks.bytes();
        let has_memory = stacks.reserve(g + 1);
        self.stack_bytes += stacks.bytes();
        has_memory
    }

    /// Puts a reference on the list where it needs no space that is not there; says whether it did.
    #[inline]
    pub(crate) fn push(&mut self, best: Best, reference: u32) -> bool {
        let (priority, g) = (best.priority as usize, best.g as usize);
        let Some(level) = self.levels.items.get_mut(priority) else { return false };
        let Some(stack) = level.stacks.items.get_mut(g) else { return false };
        level.first = if self.low_g { level.first.min(g) } else { level.first.max(g) };
        self.first = self.first.min(priority);
        self.pool.push(stack, reference)
    }

    /// Puts a reference on the list for which space was made.
    pub(crate) fn put(&mut self, best: Best, reference: u32) {
        let (priority, g) = (best.priority as usize, best.g as usize);
        if self.levels.items.len() <= priority {
            let low_g = self.low_g;
            self.levels.items.resize_with(priority + 1, || Level::new(low_g));
        }
        let stacks = &mut self.levels.items[priority].stacks.items;
        if stacks.len() <= g {
            stacks.resize(g + 1, Stack::EMPTY);
        }
        self.pool.add_block(&mut stacks[g]);
        self.push(best, reference);
    }

    /// Takes up to `most` references of the best priority and g, and appends them to `out`; `None` where the
    /// list holds nothing.
    pub(crate) fn take(&mut self, most: u32, out: &mut Vec<u32>) -> Option<Best> {
        while let Some(level) = self.levels.items.get_mut(self.first) {
            while let Some(stack) = level.stacks.items.get_mut(level.first) {
                if !stack.is_empty() {
                    self.pool.take(stack, most, out);
                    let (Ok(priority), Ok(g)) = (self.first.try_into(), level.first.try_into()) else { return None };
                    return Some(Best { priority, g });
                }
                // From the smallest g down, the search for one goes to no stack.
                level.first = if self.low_g { level.first + 1 } else { level.first.wrapping_sub(1) };
            }
            level.first = Level::none(self.low_g);
            self.first += 1;
        }
        None
    }

    /// Gives every reference another name.
    pub(crate) fn rename(&mut self, name: impl Fn(u32) -> u32) {
        for stack in self.levels.items.iter().flat_map(|level| &level.stacks.items) {
            self.pool.rename(*stack, &name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(open: &mut Open, best: Best, reference: u32) {
        if open.push(best, reference) {
            return;
        }
        while open.growth(best) > 0 {
            let (before, growth) = (open.bytes(), open.growth(best));
            assert!(open.reserve(best));
            assert!(before < open.bytes() && open.bytes() <= before + growth);
        }
        let before = open.bytes();
        open.put(best, reference);
        assert_eq!(open.bytes(), before);
    }

    #[test]
    fn references_come_out_by_priority_and_g_and_of_equals_the_last_in_first() {
        for low_g in [false, true] {
            let mut open = Open::new(low_g);
            let mut model: Vec<(Best, u32)> = Vec::new();
            let mut out = Vec::new();
            for step in 0..60_000u32 {
                let number = step.wrapping_mul(0x9E37_79B9) >> 8;
                if number % 8 < if step / 3_000 % 2 == 0 { 5 } else { 3 } {
                    let best = Best { priority: 20 + number / 8 % 9, g: number / 128 % 40 };
                    push(&mut open, best, step);
                    model.push((best, step));
                    continue;
                }
                let rank = |best: Best| (best.priority, if low_g { best.g } else { !best.g });
                let expected = model.iter().map(|(best, _)| *best).min_by_key(|best| rank(*best));
                out.clear();
                assert_eq!(open.take(3, &mut out), expected);
                let Some(expected) = expected else { continue };
                let of = model.iter().rev().filter(|(best, _)| *best == expected).map(|(_, step)| *step);
                assert_eq!(of.take(3).collect::<Vec<_>>(), out);
                model.retain(|(_, step)| !out.contains(step));
            }
            open.rename(|step| step + 1);
            out.clear();
            while open.take(100, &mut out).is_some() {}
            out.sort_unstable();
            assert_eq!(out, model.iter().map(|(_, step)| step + 1).collect::<Vec<_>>());
        }
    }
}
