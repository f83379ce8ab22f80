//! The content of a slot: a node in one word.

use tilebench_core::{Cost, StateCode};

/// The search data of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedNode {
    /// The length of the cheapest known path.
    pub(crate) g: Cost,
    /// Whether it was expanded.
    pub(crate) closed: bool,
    /// The number of the operator by which that path arrives.
    pub(crate) op: u32,
}

/// The positions of the fields of a word. From the lowest bit: whether the node is closed, the operator, the probe that
/// selected the bucket, counted from 1, g, and the remaining bits of the state's number. An empty slot is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotLayout<C> {
    /// The first bit of the probe.
    probe: u32,
    /// The first bit of g.
    g: u32,
    /// The first bit of the remaining bits of the number.
    rest: u32,
    /// The bits that identify the state.
    tag: C,
    /// The bits of g, shifted to the lowest.
    g_mask: u32,
}

impl<C: StateCode> SlotLayout<C> {
    /// The number of bits of a probe.
    const PROBE_BITS: u32 = 5;
    /// The number of probes.
    pub(crate) const PROBES: u32 = (1 << Self::PROBE_BITS) - 1;

    /// The layout if a bucket determines all but `rest` bits of a number, at least 1; `None` if fewer than `g_bits` bits are left
    /// for g.
    pub(crate) fn new(rest: u32, op_bits: u32, g_bits: u32) -> Option<Self> {
        let probe = 1 + op_bits;
        let g = probe + Self::PROBE_BITS;
        let stored_g_bits = C::BITS.checked_sub(rest + g).filter(|bits| *bits >= g_bits)?;
        let rest = C::BITS - rest;
        let tag = !C::ZERO << rest | C::from_u64(u64::from(Self::PROBES)) << probe;
        Some(Self {
            probe,
            g,
            rest,
            tag,
            g_mask: if stored_g_bits < Cost::BITS { !(Cost::MAX << stored_g_bits) } else { Cost::MAX },
        })
    }

    /// The maximum g of a word.
    pub(crate) fn max_g(&self) -> Cost {
        self.g_mask
    }

    /// The part of a word that identifies the state: the bits of `mixed` below the number of a bucket, and the probe, below
    /// [`Self::PROBES`].
    #[inline]
    pub(crate) fn tag(&self, mixed: C, probe: u32) -> C {
        self.probed(mixed << self.rest, probe)
    }

    /// The mask of the tag in a word.
    #[inline]
    pub(crate) fn tag_bits(&self) -> C {
        self.tag
    }

    /// The tag of a word.
    #[inline]
    pub(crate) fn tag_of(&self, word: C) -> C {
        word & self.tag
    }

    /// The bits of a word other than its tag, which are the same in every layout with the same number of operator bits.
    #[inline]
    pub(crate) fn untagged(&self, word: C) -> C {
        word & !self.tag
    }

    /// The remaining bits of the number, and the probe, of a word that contains a node.
    #[inline]
    pub(crate) fn state(&self, word: C) -> (C, u32) {
        (word >> self.rest, (low(word >> self.probe) & Self::PROBES) - 1)
    }

    /// The highest of the remaining bits of a word that contains a node, and the word without this bit and without a probe, in
    /// the next layout, in which this bit belongs to the number of a bucket.
    #[inline]
    pub(crate) fn split(&self, word: C) -> (usize, C) {
        let left = word >> self.rest << self.rest;
        (usize::from(word >> (C::BITS - 1) != C::ZERO), left << 1 | self.untagged(word))
    }

    /// Adds the probe to a word without one.
    #[inline]
    pub(crate) fn probed(&self, word: C, probe: u32) -> C {
        word | C::from_u64(u64::from(probe + 1)) << self.probe
    }

    /// Whether the probe of a tag is the third or a later one, which leaves the pair of the first bucket.
    #[inline]
    pub(crate) fn is_displaced(&self, tag: C) -> bool {
        low(tag >> self.probe) & Self::PROBES > 2
    }

    /// The node of a word.
    #[inline]
    pub(crate) fn node(&self, word: C) -> PackedNode {
        let op = low(word) >> 1 & !(u32::MAX << (self.probe - 1));
        PackedNode { g: low(word >> self.g) & self.g_mask, closed: low(word) & 1 == 1, op }
    }

    /// The word with the node marked as expanded.
    #[inline]
    pub(crate) fn closed(word: C) -> C {
        word | C::from_u64(1)
    }

    /// The word with the node marked as not expanded; an empty slot stays empty.
    #[inline]
    pub(crate) fn opened(word: C) -> C {
        word & !C::from_u64(1)
    }

    /// The word of a node.
    #[inline]
    pub(crate) fn word(&self, tag: C, node: PackedNode) -> C {
        let PackedNode { g, closed, op } = node;
        debug_assert!(g <= self.g_mask && op >> (self.probe - 1) == 0, "{node:?}");
        tag | C::from_u64(u64::from(g)) << self.g | C::from_u64(u64::from(op << 1 | u32::from(closed)))
    }
}

/// The low half of a number's low word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "parts of a word are masked to fewer bits")]
fn low<C: StateCode>(word: C) -> u32 {
    word.low_u64() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: StateCode>(rest: u32, op_bits: u32) {
        let layout = SlotLayout::<C>::new(rest, op_bits, 1).unwrap();
        let left = !(!C::ZERO << rest);
        for g in [0, 1, layout.max_g() / 3, layout.max_g()] {
            for (closed, op) in [(false, 0), (true, (1 << op_bits) - 1)] {
                for probe in [0, 17, SlotLayout::<C>::PROBES - 1] {
                    let node = PackedNode { g, closed, op };
                    for rest in [C::ZERO, left] {
                        let tag = layout.tag(rest, probe);
                        let word = layout.word(tag, node);
                        assert_eq!(layout.node(word), node);
                        assert_eq!((layout.tag_of(word), layout.state(word)), (tag, (rest, probe)));
                        assert_eq!(layout.node(SlotLayout::closed(word)), PackedNode { closed: true, ..node });
                        assert_ne!(tag, C::ZERO);
                    }
                }
            }
        }
    }

    #[test]
    fn a_word_is_split_into_the_highest_bit_and_the_word_of_the_next_layout() {
        let (layout, next) = (SlotLayout::<u64>::new(40, 2, 8).unwrap(), SlotLayout::<u64>::new(39, 2, 8).unwrap());
        for left in [0, 1, 0xAB_CDEF, 1 << 39, (1 << 40) - 1] {
            let node = PackedNode { g: layout.max_g(), closed: true, op: 3 };
            let word = layout.word(layout.tag(left, 1), node);
            let (bit, rest) = layout.split(word);
            assert_eq!(bit as u64, left >> 39);
            assert_eq!(next.probed(rest, 0), next.word(next.tag(left, 0), node));
            assert_eq!((layout.is_displaced(word), layout.is_displaced(layout.tag(left, 2))), (false, true));
        }
    }

    #[test]
    fn the_fields_of_a_word_are_read_back() {
        check::<u64>(48, 2);
        check::<u64>(27, 2);
        check::<u64>(1, 16);
        check::<u128>(112, 2);
        check::<u128>(40, 5);
    }

    #[test]
    fn there_is_no_layout_if_the_number_leaves_too_few_bits_for_g() {
        let max_g = |rest, g_bits| SlotLayout::<u64>::new(rest, 2, g_bits).map(|layout| layout.max_g());
        assert_eq!(max_g(48, 8), Some(255));
        assert_eq!(max_g(48, 9), None);
        assert_eq!(max_g(60, 1), None);
        assert_eq!(SlotLayout::<u128>::new(1, 2, 1).map(|layout| layout.max_g()), Some(u32::MAX));
    }
}
