//! The state space of the pancake puzzle.

use tilebench_core::{Bidirectional, BitPacked, Cost, Domain};

use crate::{MAX_PANCAKES, Stack, StackCode};

/// The pancake puzzle of one number of pancakes, with one goal.
///
/// If `UNIT`, every flip costs 1. Otherwise costs are heavy: a flip costs the size of the larger of the two pancakes at the
/// ends of the flipped part. A flip and the one that undoes it then have the same cost, as every domain requires; the heavy
/// costs of some authors are the size of the lower of the two, with which they differ.
#[derive(Clone, Debug)]
pub struct Pancakes<const UNIT: bool> {
    count: usize,
    goal: Stack,
    /// The place of each pancake in the goal, from the top, and of the plate, which lies below the last one.
    goal_places: [u8; MAX_PANCAKES + 1],
    /// By the last flip: the flips that may follow it, in the order in which they are tried.
    flips: Vec<Vec<Flip>>,
}

/// A flip: its number of pancakes. The root is reached by a flip of none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flip(pub(crate) u8);

impl<const UNIT: bool> Pancakes<UNIT> {
    /// The puzzle of reaching `goal`, a stack of `count` pancakes. Small flips are tried first.
    ///
    /// # Panics
    ///
    /// If `count` is below 2 or above [`MAX_PANCAKES`].
    #[must_use]
    pub fn new(goal: Stack, count: usize) -> Self {
        assert!((2..=MAX_PANCAKES).contains(&count), "a stack of {count} pancakes");
        let sizes = 0..=u8::try_from(count).expect("it is at most 60");
        let after = |last| sizes.clone().skip(2).filter(|&size| size != last).map(Flip).collect();
        let mut goal_places = [0; MAX_PANCAKES + 1];
        for (place, &pancake) in sizes.clone().zip(&goal.0[..count]) {
            goal_places[usize::from(pancake)] = place;
        }
        goal_places[count] = *sizes.end();
        Self { count, goal, goal_places, flips: sizes.clone().map(after).collect() }
    }

    /// The number of pancakes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The pancake at a place from the top, or the plate below the last one, whose number is that of the pancakes.
    #[inline]
    pub(crate) fn at(&self, stack: &Stack, place: usize) -> usize {
        if place == self.count { self.count } else { usize::from(stack.0[place]) }
    }

    /// Whether two pancakes, one of which may be the plate, are not neighbours in the goal.
    #[inline]
    pub(crate) fn is_gap(&self, upper: usize, lower: usize) -> bool {
        self.goal_places[upper].abs_diff(self.goal_places[lower]) != 1
    }
}

impl<const UNIT: bool> Domain for Pancakes<UNIT> {
    type State = Stack;
    type Key = StackCode;
    type Op = Flip;

    const MAX_BRANCHING: u64 = MAX_PANCAKES as u64 - 1;
    const UNIT_COST: bool = UNIT;

    #[inline]
    fn cost(&self, stack: Stack, Flip(size): Flip) -> Cost {
        if UNIT { 1 } else { Cost::from(stack.0[0].max(stack.0[usize::from(size) - 1])) + 1 }
    }

    /// Of two pancakes, the larger has at least the size 2.
    fn min_cost(&self) -> Cost {
        if UNIT { 1 } else { 2 }
    }

    fn root_op(&self, _: Stack) -> Flip {
        Flip(0)
    }

    #[inline]
    fn ops(&self, _: Stack, Flip(last): Flip) -> &[Flip] {
        &self.flips[usize::from(last)]
    }

    #[inline]
    fn apply(&self, stack: Stack, Flip(size): Flip) -> Stack {
        stack.flipped(size.into())
    }

    fn inverse(&self, flip: Flip) -> Flip {
        flip
    }

    #[inline]
    fn is_goal(&self, stack: Stack) -> bool {
        stack == self.goal
    }

    #[inline]
    fn pack(&self, stack: Stack) -> StackCode {
        stack.encode(self.count)
    }

    #[inline]
    fn unpack(&self, key: StackCode) -> Stack {
        Stack::decode(key, self.count)
    }
}

impl<const UNIT: bool> Bidirectional for Pancakes<UNIT> {
    fn goal(&self) -> Stack {
        self.goal
    }

    fn with_goal(&self, goal: Stack) -> Self {
        Self::new(goal, self.count)
    }
}

impl<const UNIT: bool> BitPacked for Pancakes<UNIT> {
    type Code = StackCode;

    const OP_BITS: u32 = 6;

    fn code_bits(&self) -> u32 {
        Stack::code_bits(self.count)
    }

    #[inline]
    fn encode(&self, stack: Stack) -> StackCode {
        stack.encode(self.count)
    }

    #[inline]
    fn decode(&self, code: StackCode) -> Stack {
        Stack::decode(code, self.count)
    }

    #[inline]
    fn op_number(Flip(size): Flip) -> u32 {
        size.into()
    }

    #[inline]
    fn incoming_op(&self, _: Stack, number: u32) -> Flip {
        Flip(tilebench_core::narrow(number, "a flip has at most 60 pancakes"))
    }
}
