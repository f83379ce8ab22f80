//! What a slot holds: a node in one word.

use tilebench_core::{Code, Cost};

/// What is known of a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    /// The length of the cheapest known path.
    pub(crate) g: Cost,
    /// Whether it was expanded.
    pub(crate) closed: bool,
    /// The number of the operator by which that path arrives.
    pub(crate) op: u32,
}

/// Where in a word its parts are. From the lowest bit: what is left of the state's number, the probe
/// that found the bucket, from 1, the operator, whether it is closed, and g in all that is left. A word
/// that holds no node is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The bits of what is left of the number.
    rest: u32,
    op_bits: u32,
}

impl Layout {
    /// The bits for probes.
    const PROBE_BITS: u32 = 5;
    /// Probes are below this.
    pub(crate) const PROBES: u32 = (1 << Self::PROBE_BITS) - 1;

    /// The layout where a bucket tells all but `rest` bits of a number.
    pub(crate) const fn new(rest: u32, op_bits: u32) -> Self {
        Self { rest, op_bits }
    }

    /// The bits that a word has for g, at least 1 where there is a layout at all.
    pub(crate) fn g_bits<C: Code>(self) -> Option<u32> {
        C::BITS.checked_sub(self.rest + Self::PROBE_BITS + self.op_bits + 1).filter(|bits| *bits > 0)
    }

    /// The largest g that a word holds.
    pub(crate) fn largest_g<C: Code>(self) -> Cost {
        self.g_bits::<C>().map_or(0, |bits| if bits < Cost::BITS { (1 << bits) - 1 } else { Cost::MAX })
    }

    /// The part of a word that tells the state: what is left of its number, and the probe, below
    /// [`Self::PROBES`].
    #[inline]
    pub(crate) fn tag<C: Code>(self, rest: C, probe: u32) -> C {
        rest | C::from_low(u64::from(probe) + 1) << self.rest
    }

    /// The tag that a word holds.
    #[inline]
    pub(crate) fn tag_of<C: Code>(self, word: C) -> C {
        word & !(!C::ZERO << (self.rest + Self::PROBE_BITS))
    }

    /// What is left of the number, and the probe, by a word that holds a node.
    #[inline]
    pub(crate) fn state<C: Code>(self, word: C) -> (C, u32) {
        (word & !(!C::ZERO << self.rest), low(self.tag_of(word) >> self.rest) - 1)
    }

    /// The node that a word holds.
    #[inline]
    pub(crate) fn node<C: Code>(self, word: C) -> Node {
        let node = word >> (self.rest + Self::PROBE_BITS);
        let op = low(node) & !(u32::MAX << self.op_bits);
        Node { g: low(node >> (self.op_bits + 1)), closed: low(node >> self.op_bits) & 1 == 1, op }
    }

    /// The word of a node.
    #[inline]
    pub(crate) fn word<C: Code>(self, tag: C, node: Node) -> C {
        let Node { g, closed, op } = node;
        debug_assert!(g <= self.largest_g::<C>() && op >> self.op_bits == 0, "{node:?}");
        let node = (u64::from(g) << 1 | u64::from(closed)) << self.op_bits | u64::from(op);
        tag | C::from_low(node) << (self.rest + Self::PROBE_BITS)
    }
}

/// The low half of a number's low word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "parts of a word are below 2^32")]
fn low<C: Code>(word: C) -> u32 {
    word.low() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: Code>(rest: u32, op_bits: u32) {
        let layout = Layout::new(rest, op_bits);
        let left = !(!C::ZERO << rest);
        for g in [0, 1, 80, layout.largest_g::<C>()] {
            for (closed, op) in [(false, 0), (true, (1 << op_bits) - 1)] {
                for probe in [0, 17, Layout::PROBES - 1] {
                    let node = Node { g, closed, op };
                    for rest in [C::ZERO, left] {
                        let tag = layout.tag(rest, probe);
                        let word = layout.word(tag, node);
                        assert_eq!(layout.node(word), node);
                        assert_eq!((layout.tag_of(word), layout.state(word)), (tag, (rest, probe)));
                        assert_ne!(word, C::ZERO);
                    }
                }
            }
        }
    }

    #[test]
    fn a_word_gives_back_all_that_was_put_into_it() {
        check::<u64>(48, 2);
        check::<u64>(27, 2);
        check::<u64>(0, 16);
        check::<u128>(112, 2);
        check::<u128>(40, 5);
    }

    #[test]
    fn a_word_has_no_layout_where_the_number_leaves_no_bit_for_g() {
        assert_eq!(Layout::new(48, 2).g_bits::<u64>(), Some(8));
        assert_eq!(Layout::new(48, 2).largest_g::<u64>(), 255);
        assert_eq!(Layout::new(56, 2).g_bits::<u64>(), None);
        assert_eq!(Layout::new(60, 2).g_bits::<u64>(), None);
        assert_eq!(Layout::new(0, 2).largest_g::<u128>(), u32::MAX);
    }
}
