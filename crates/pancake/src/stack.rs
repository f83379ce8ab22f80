//! A stack of pancakes.

use core::fmt::Write as _;

use tilebench_core::{Limbs, narrow};

/// The least number of pancakes.
pub const MIN_PANCAKES: usize = 2;

/// The maximum number of pancakes.
pub const MAX_PANCAKES: usize = 60;

/// The bits of a pancake in a number.
const PANCAKE_BITS: u32 = 6;

/// The bytes of a stack, a power of two.
const BYTES: usize = 64;

/// The number of a stack: six bits for each pancake but the last, with space for a node of a packed store.
pub type StackCode = Limbs<6>;

/// A stack of pancakes from the top, each by its size less 1; entries below the stack are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack(pub(crate) [u8; BYTES]);

impl Stack {
    /// The stack of `count` pancakes with the smallest on top.
    #[must_use]
    pub fn sorted(count: usize) -> Self {
        let mut stack = Self([0; BYTES]);
        for (pancake, size) in stack.0[..count].iter_mut().zip(0..) {
            *pancake = size;
        }
        stack
    }

    /// The stack whose sizes from the top are in `text`, such as `3 1 2`, and the number of its pancakes, which must be `count` if
    /// that is given.
    ///
    /// # Errors
    ///
    /// One sentence, if the text is not a stack of every size from 1 to the number of pancakes.
    pub fn parse(text: &str, count: Option<usize>) -> Result<(Self, usize), String> {
        let mut stack = Self([0; BYTES]);
        let given = text.split_whitespace().count();
        if !(MIN_PANCAKES..=MAX_PANCAKES).contains(&given) {
            return Err(format!("a stack has from {MIN_PANCAKES} to {MAX_PANCAKES} pancakes, not {given}"));
        }
        if let Some(count) = count.filter(|count| *count != given) {
            return Err(format!("the stack has {given} pancakes, and the goal has {count}"));
        }
        let mut seen = 0u64;
        for (pancake, word) in stack.0.iter_mut().zip(text.split_whitespace()) {
            let size = word.parse::<usize>().ok().filter(|size| (1..=given).contains(size));
            let size = size.ok_or_else(|| format!("'{word}' is not the size of one of {given} pancakes"))?;
            if seen >> size & 1 == 1 {
                return Err(format!("pancake {size} is in the stack twice"));
            }
            seen |= 1 << size;
            *pancake = narrow(size - 1, "a stack has at most 60 pancakes");
        }
        Ok((stack, given))
    }

    /// The sizes of `count` pancakes from the top, as [`Self::parse`] reads them.
    #[must_use]
    pub fn text(&self, count: usize) -> String {
        let mut text = String::new();
        for (at, pancake) in self.0[..count].iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(text, "{space}{}", pancake + 1);
        }
        text
    }

    /// The stack with its `count` uppermost pancakes flipped.
    #[inline]
    #[must_use]
    pub(crate) fn flipped(mut self, count: usize) -> Self {
        self.0[..count].reverse();
        self
    }

    /// The number of bits of a stack's number.
    pub(crate) fn code_bits(count: usize) -> u32 {
        PANCAKE_BITS * narrow::<u32, _>(count - 1, "a stack has at most 60 pancakes")
    }

    /// The number of a stack of `count` pancakes.
    #[inline]
    pub(crate) fn encode(&self, count: usize) -> StackCode {
        let mut but_last = self.0;
        but_last[count - 1] = 0;
        let (groups, _) = but_last.as_chunks::<8>();
        let (halves, _) = groups.as_chunks::<4>();
        let mut code = [0; 6];
        for (limbs, half) in code.as_chunks_mut::<3>().0.iter_mut().zip(halves) {
            let [a, b, c, d] = half.map(joined);
            *limbs = [a | b << 48, b >> 16 | c << 32, c >> 32 | d << 16];
        }
        Limbs(code)
    }

    /// The stack of `count` pancakes with this number.
    #[inline]
    pub(crate) fn decode(Limbs(code): StackCode, count: usize) -> Self {
        const GROUP: u64 = (1 << 48) - 1;
        let mut stack = Self([0; BYTES]);
        let (groups, _) = stack.0.as_chunks_mut::<8>();
        for (half, limbs) in groups.as_chunks_mut::<4>().0.iter_mut().zip(code.as_chunks::<3>().0) {
            let [low, middle, high] = *limbs;
            let joined =
                [low & GROUP, (low >> 48 | middle << 16) & GROUP, (middle >> 32 | high << 32) & GROUP, high >> 16];
            *half = joined.map(split);
        }
        // All sizes together are known, so the last pancake is the rest.
        let others: u32 = stack.0.iter().map(|&pancake| u32::from(pancake)).sum();
        let all: u32 = narrow(count * (count - 1) / 2, "a stack has at most 60 pancakes");
        stack.0[count - 1] = narrow(all - others, "a pancake has six bits");
        stack
    }
}

/// Eight pancakes as one number of 48 bits.
#[inline]
fn joined(pancakes: [u8; 8]) -> u64 {
    let bytes = u64::from_le_bytes(pancakes);
    let pairs = bytes & 0x003F_003F_003F_003F | (bytes & 0x3F00_3F00_3F00_3F00) >> 2;
    let fours = pairs & 0x0000_0FFF_0000_0FFF | (pairs & 0x0FFF_0000_0FFF_0000) >> 4;
    fours & 0x00FF_FFFF | (fours & 0x00FF_FFFF_0000_0000) >> 8
}

/// The pancakes of a number of 48 bits.
#[inline]
fn split(joined: u64) -> [u8; 8] {
    let fours = joined & 0x00FF_FFFF | (joined & 0xFFFF_FF00_0000) << 8;
    let pairs = fours & 0x0000_0FFF_0000_0FFF | (fours & 0x00FF_F000_00FF_F000) << 4;
    (pairs & 0x003F_003F_003F_003F | (pairs & 0x0FC0_0FC0_0FC0_0FC0) << 2).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A stack with the number of its pancakes.
    fn stacks() -> impl Strategy<Value = (Stack, usize)> {
        (MIN_PANCAKES..=MAX_PANCAKES).prop_flat_map(|count| {
            let sizes: Vec<u8> = Stack::sorted(count).0[..count].to_vec();
            Just(sizes).prop_shuffle().prop_map(move |sizes| {
                let mut stack = Stack([0; BYTES]);
                stack.0[..count].copy_from_slice(&sizes);
                (stack, count)
            })
        })
    }

    proptest! {
        #[test]
        fn a_stack_is_read_back_from_its_text_and_its_number((stack, count) in stacks()) {
            prop_assert_eq!(Stack::parse(&stack.text(count), Some(count)), Ok((stack, count)));
            prop_assert_eq!(Stack::decode(stack.encode(count), count), stack);
            prop_assert_eq!(stack.encode(count).0[5] >> (Stack::code_bits(60) - 320), 0);
        }

        #[test]
        fn two_equal_flips_change_nothing((stack, count) in stacks(), flip in any::<prop::sample::Index>()) {
            let flip = 2 + flip.index(count - 1);
            prop_assert_eq!(stack.flipped(flip).flipped(flip), stack);
            prop_assert_ne!(stack.flipped(flip), stack);
        }
    }

    #[test]
    fn a_text_that_is_not_a_stack_is_refused() {
        let message = |text| Stack::parse(text, None).unwrap_err();
        assert_eq!(message("1"), "a stack has from 2 to 60 pancakes, not 1");
        assert_eq!(message("1 2 2"), "pancake 2 is in the stack twice");
        assert_eq!(message("0 1 2"), "'0' is not the size of one of 3 pancakes");
        assert_eq!(message("1 x"), "'x' is not the size of one of 2 pancakes");
        assert_eq!(Stack::parse("2 1", Some(3)).unwrap_err(), "the stack has 2 pancakes, and the goal has 3");
    }
}
