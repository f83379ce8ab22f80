//! Expands many boards at one context along one move, with the widest vectors of the processor.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

#[cfg(target_arch = "aarch64")]
use std::arch::is_aarch64_feature_detected;

use tilebench_heuristics::CUT;
use tilebench_solvers::ida_star::Kernel;

use super::context_graph::Swap;
use super::line_deltas::LineDelta;

/// Whether this processor has the instructions that `kernel` needs.
#[must_use]
pub fn is_available(kernel: Kernel) -> bool {
    kernel == Kernel::Plain || SimdLanes::for_kernel(kernel).is_some()
}

/// Whether this processor has the instructions that `kernel` needs.
///
/// # Errors
///
/// If it does not: a sentence that names the kernel.
pub(crate) fn check(kernel: Kernel) -> Result<(), String> {
    if is_available(kernel) {
        return Ok(());
    }
    Err(format!("kernel '{kernel}' needs instructions that this processor has not: leave kernel out"))
}

/// The array of one word of the nodes that are expanded, and the array for that word of their successors.
#[derive(Debug)]
pub(in crate::batched) struct SoaSlices<'a> {
    pub(in crate::batched) from: &'a [u64],
    pub(in crate::batched) into: &'a mut [u64],
}

/// The automaton that cuts paths, along one move: the states before it and after it, as words of their own.
///
/// Kernels with a constant `CUTS` of false ignore it.
#[derive(Debug)]
pub(in crate::batched) struct Trails<'a> {
    pub(in crate::batched) states: SoaSlices<'a>,
    /// By state and direction: the next state, or [`CUT`].
    pub(in crate::batched) transitions: &'a [[u8; 4]],
    pub(in crate::batched) direction: usize,
}

impl Trails<'_> {
    /// Those of nodes whose paths are not cut.
    const fn none() -> Self {
        Self { states: SoaSlices { from: &[], into: &mut [] }, transitions: &[], direction: 0 }
    }

    /// The same, with the lengths that kernels rely on.
    #[inline]
    fn checked(self, read: usize, written: usize) -> Self {
        assert!(self.states.from.len() == read && self.states.into.len() == written, "a state per board");
        assert!(!self.transitions.is_empty() && self.direction < 4, "an automaton has transitions in four directions");
        self
    }

    /// The state after `state`, or [`CUT`].
    #[inline]
    fn next(&self, state: u64) -> u64 {
        let index = usize::try_from(4 * state).ok().map(|first| first + self.direction);
        let next = index.and_then(|index| self.transitions.get(index));
        u64::from(next.map_or(CUT, |bytes| u32::from_le_bytes(*bytes)))
    }
}

/// The numbers of successors along one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::batched) struct Expanded {
    /// Those that are neither cut nor pruned.
    pub(in crate::batched) kept: usize,
    /// Those that are not cut.
    pub(in crate::batched) generated: usize,
}

/// The number of boards that kernels read and write at once, at most: the slices that they read are
/// padded to a multiple of it.
pub(in crate::batched) const WIDTH: usize = 8;

/// Expands the first `count` of `boards` along `swap`: writes the successors that are neither cut nor pruned to `out`,
/// in order, with their states to those of `trails`.
///
/// A kernel may read all of `boards` and write all of the first `boards.len()` items of `out`.
///
/// # Safety
///
/// `boards.len()` is a multiple of [`WIDTH`] and at least `count`, `out` is at least as long, and the
/// processor supports the instructions of the kernel. If paths are cut, there is one state per board, and there is a
/// transition.
type ExpandFn =
    unsafe fn(boards: &[u64], count: usize, swap: &Swap, out: &mut [u64], trails: &mut Trails<'_>) -> Expanded;

/// As [`ExpandFn`], of nodes of three words: the board, the codes of the lines along the move and of those across it.
///
/// # Safety
///
/// As there for every pair of slices; all `from` are equally long, and so are all `into`.
type ExpandCodedFn = unsafe fn(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    across: &LineDelta,
    trails: &mut Trails<'_>,
) -> Expanded;

/// A kernel that this processor supports: it is constructed only after that was checked.
#[derive(Clone, Copy, Debug)]
pub(in crate::batched) struct SimdLanes {
    boards: ExpandFn,
    coded: ExpandCodedFn,
    pruned_boards: ExpandFn,
    pruned_coded: ExpandCodedFn,
}

/// The kernels that expand batches, by the width of their vectors.
const WIDEST_FIRST: [Kernel; 4] = [Kernel::Avx512, Kernel::Avx2, Kernel::Neon, Kernel::Portable];

/// The functions of a module.
macro_rules! lanes {
    ($kernel:ident) => {
        SimdLanes {
            boards: $kernel::expand::<false>,
            coded: $kernel::expand_coded::<false>,
            pruned_boards: $kernel::expand::<true>,
            pruned_coded: $kernel::expand_coded::<true>,
        }
    };
}

impl SimdLanes {
    /// The functions of `kernel`, if it expands batches and the processor supports it.
    pub(in crate::batched) fn for_kernel(kernel: Kernel) -> Option<Self> {
        match kernel {
            Kernel::Auto => WIDEST_FIRST.into_iter().find_map(Self::for_kernel),
            Kernel::Plain => None,
            Kernel::Portable => Some(lanes!(portable)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")).then_some(lanes!(avx2))
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("popcnt")).then_some(lanes!(avx512))
            }
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => is_aarch64_feature_detected!("neon").then_some(lanes!(neon)),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => None,
            #[cfg(not(target_arch = "aarch64"))]
            Kernel::Neon => None,
        }
    }

    /// Expands the first `count` of `boards` along `swap` into `out`, cutting paths by `trails` if there are any.
    ///
    /// # Panics
    ///
    /// If `boards` is not padded to a multiple of [`WIDTH`], or `out` is shorter; if there is not one state per board, or there is no
    /// transition.
    #[inline]
    #[expect(unsafe_code, reason = "the kernels need instructions that not every processor has")]
    pub(in crate::batched) fn expand(
        self,
        boards: &[u64],
        count: usize,
        swap: &Swap,
        out: &mut [u64],
        trails: Option<Trails<'_>>,
    ) -> Expanded {
        let (read, written) = (boards.len(), out.len());
        assert!(read.is_multiple_of(WIDTH) && count <= read && read <= written);
        let (expand, mut trails) = match trails {
            None => (self.boards, Trails::none()),
            Some(trails) => (self.pruned_boards, trails.checked(read, written)),
        };
        // SAFETY: the lengths were just checked, and `Self::for_kernel` constructs this only if the processor supports
        // the kernel.
        unsafe { expand(boards, count, swap, out, &mut trails) }
    }

    /// The same for nodes of three words: the board, the codes of the lines along the move and of those across it.
    ///
    /// # Panics
    ///
    /// If the slices are not padded to a multiple of [`WIDTH`], or not equally long; as [`Self::expand`] for the states.
    #[inline]
    #[expect(unsafe_code, reason = "the kernels need instructions that not every processor has")]
    pub(in crate::batched) fn expand_coded(
        self,
        slices: [SoaSlices<'_>; 3],
        count: usize,
        swap: &Swap,
        across: &LineDelta,
        trails: Option<Trails<'_>>,
    ) -> Expanded {
        let [read, written] = [slices[0].from.len(), slices[0].into.len()];
        assert!(read.is_multiple_of(WIDTH) && count <= read && read <= written);
        assert!(slices.iter().all(|slice| slice.from.len() == read && slice.into.len() == written));
        let (expand, mut trails) = match trails {
            None => (self.coded, Trails::none()),
            Some(trails) => (self.pruned_coded, trails.checked(read, written)),
        };
        // SAFETY: the lengths were just checked, and `Self::for_kernel` constructs this only if the processor supports
        // the kernel.
        unsafe { expand(slices, count, swap, across, &mut trails) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A board of slack `slack` with its blank in cell `from`, tiles shuffled by `seed`.
    fn board(from: u8, slack: u64, mut seed: u64) -> u64 {
        let mut tiles: Vec<u64> = (1..16).collect();
        (0..16u8).fold(0, |word, cell| {
            let nibble = if cell == from {
                slack
            } else {
                let at = usize::try_from(seed % tiles.len() as u64).unwrap();
                seed = (seed / 16) ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                tiles.swap_remove(at)
            };
            word | nibble << (4 * cell)
        })
    }

    /// The specification of a kernel, cell by cell.
    fn expected_successor(board: u64, from: u8, to: u8, increases_h: u16) -> Option<u64> {
        let mut cells: Vec<u64> = (0..16).map(|cell| board >> (4 * cell) & 15).collect();
        let (from, to) = (usize::from(from), usize::from(to));
        let tile = cells[to];
        let slack = cells[from].checked_sub(u64::from(increases_h >> tile & 1))?;
        (cells[from], cells[to]) = (tile, slack);
        Some((0..).zip(cells).map(|(cell, nibble)| nibble << (4 * cell)).sum())
    }

    proptest! {
        #[test]
        fn kernels_match_the_specification_in_order_and_do_not_write_beyond_the_padding(
            seeds in prop::collection::vec((any::<u64>(), 0u64..16), 1..70),
            (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
            increases_h in any::<u16>(),
        ) {
            let boards: Vec<u64> = seeds.iter().map(|&(seed, slack)| board(from, slack / 4, seed)).collect();
            let expected: Vec<u64> = boards.iter().filter_map(|&board| expected_successor(board, from, to, increases_h)).collect();
            let mut padded = boards.clone();
            // The words after the boards are read but must not change the result.
            padded.resize(boards.len().next_multiple_of(WIDTH), 0x0123_4567_89AB_CDEF);
            for kernel in WIDEST_FIRST {
                let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
                let mut out = vec![7; padded.len() + 1];
                let Expanded { kept, generated } =
                    lanes.expand(&padded, boards.len(), &Swap::new(from, to, increases_h), &mut out, None);
                prop_assert_eq!(generated, boards.len());
                prop_assert_eq!(&out[..kept], &expected[..], "{:?}", kernel);
                prop_assert_eq!(out[padded.len()], 7, "{:?} wrote beyond the padding", kernel);
            }
        }
    }

    /// Arbitrary lines across a move: the number added by tile, the first bits of the codes, their lengths, the table.
    fn lines() -> impl Strategy<Value = LineDelta> {
        let words = || prop::array::uniform16(any::<u64>());
        (words(), words(), prop::array::uniform16(0u64..=54), 0u32..=10, words()).prop_map(
            |(along, across, first, bits, adds_conflict)| {
                LineDelta::from_terms(false, [along, across, first], (1 << bits) - 1, adds_conflict)
            },
        )
    }

    /// The specification of a kernel for a node of three words.
    fn expected_coded_successor(
        node: [u64; 3],
        (from, to, increases_h): (u8, u8, u16),
        lines: &LineDelta,
    ) -> Option<[u64; 3]> {
        let [board, along, across] = node;
        let tile = (board >> (4 * to) & 15) as usize;
        let after = across.wrapping_add(lines.across[tile]);
        let code = across.max(after) >> lines.first[tile] & lines.code;
        let adds_conflict = lines.adds_conflict[(code / 64) as usize] >> (code % 64) & 1 == 1;
        let increases_h = if adds_conflict { !increases_h } else { increases_h };
        Some([expected_successor(board, from, to, increases_h)?, along.wrapping_add(lines.along[tile]), after])
    }

    proptest! {
        #[test]
        fn kernels_look_up_the_line_across_and_update_all_codes(
            seeds in prop::collection::vec((any::<u64>(), 0u64..16, any::<u64>(), any::<u64>()), 1..70),
            (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
            increases_h in any::<u16>(),
            lines in lines(),
        ) {
            let nodes = seeds.iter().map(|&(seed, slack, along, across)| [board(from, slack / 4, seed), along, across]);
            let expected: Vec<[u64; 3]> =
                nodes.clone().filter_map(|node| expected_coded_successor(node, (from, to, increases_h), &lines)).collect();
            let mut words = [0, 1, 2].map(|word| nodes.clone().map(|node| node[word]).collect::<Vec<u64>>());
            let padded = seeds.len().next_multiple_of(WIDTH);
            for words in &mut words {
                words.resize(padded, 0x0123_4567_89AB_CDEF);
            }
            for kernel in WIDEST_FIRST {
                let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
                let mut arrays = words.clone().map(|from| (from, vec![7; padded + 1]));
                let slices = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
                let Expanded { kept, .. } =
                    lanes.expand_coded(slices, seeds.len(), &Swap::new(from, to, increases_h), &lines, None);
                let out = arrays.map(|(_, into)| into);
                let written: Vec<[u64; 3]> = (0..kept).map(|at| out.each_ref().map(|words| words[at])).collect();
                prop_assert_eq!(&written, &expected, "{:?}", kernel);
                prop_assert!(out.iter().all(|words| words[padded] == 7), "{:?} wrote beyond the padding", kernel);
            }
        }
    }

    proptest! {
        #[test]
        fn kernels_leave_out_cut_successors_and_store_the_states_of_the_others(
            seeds in prop::collection::vec((any::<u64>(), 0u64..16, 0u64..8, any::<u64>(), any::<u64>()), 1..70),
            (from, to) in (0u8..16, 0u8..16).prop_filter("two cells", |(from, to)| from != to),
            increases_h in any::<u16>(),
            lines in lines(),
            next in prop::collection::vec(prop_oneof![0u32..8, Just(CUT)], 32),
            direction in 0usize..4,
        ) {
            let transitions: Vec<[u8; 4]> = next.iter().map(|next| next.to_le_bytes()).collect();
            let nodes: Vec<[u64; 4]> = seeds
                .iter()
                .map(|&(seed, slack, state, along, across)| [board(from, slack / 4, seed), along, across, state])
                .collect();
            let next_state = |node: &[u64; 4]| next[4 * usize::try_from(node[3]).unwrap() + direction];
            let uncut: Vec<&[u64; 4]> = nodes.iter().filter(|node| next_state(node) != CUT).collect();
            let boards: Vec<[u64; 2]> = uncut
                .iter()
                .filter_map(|node| Some([expected_successor(node[0], from, to, increases_h)?, next_state(node).into()]))
                .collect();
            let coded: Vec<[u64; 4]> = uncut
                .iter()
                .filter_map(|node| {
                    let [board, along, across] =
                        expected_coded_successor([node[0], node[1], node[2]], (from, to, increases_h), &lines)?;
                    Some([board, along, across, next_state(node).into()])
                })
                .collect();
            let padded = nodes.len().next_multiple_of(WIDTH);
            let swap = Swap::new(from, to, increases_h);
            for kernel in WIDEST_FIRST {
                let Some(lanes) = SimdLanes::for_kernel(kernel) else { continue };
                let mut arrays: [(Vec<u64>, Vec<u64>); 4] = core::array::from_fn(|word| {
                    let mut from: Vec<u64> = nodes.iter().map(|node| node[word]).collect();
                    from.resize(padded, 0xFEDC_BA98_7654_3210);
                    (from, vec![7; padded + 1])
                });
                let [board_words, _, _, states] = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
                let trails = Trails { states, transitions: &transitions, direction };
                let expanded = lanes.expand(board_words.from, nodes.len(), &swap, board_words.into, Some(trails));
                let written: Vec<[u64; 2]> =
                    (0..expanded.kept).map(|at| [arrays[0].1[at], arrays[3].1[at]]).collect();
                prop_assert_eq!((expanded.generated, &written), (uncut.len(), &boards), "{:?}", kernel);

                let [board_words, along_words, across_words, states] =
                    arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
                let trails = Trails { states, transitions: &transitions, direction };
                let slices = [board_words, along_words, across_words];
                let expanded = lanes.expand_coded(slices, nodes.len(), &swap, &lines, Some(trails));
                let written: Vec<[u64; 4]> =
                    (0..expanded.kept).map(|at| arrays.each_ref().map(|(_, into)| into[at])).collect();
                prop_assert_eq!((expanded.generated, &written), (uncut.len(), &coded), "{:?}", kernel);
                prop_assert!(arrays.iter().all(|(_, into)| into[padded] == 7), "{:?} wrote beyond the padding", kernel);
            }
        }
    }

    #[test]
    #[should_panic(expected = "assertion failed")]
    fn slices_of_unequal_lengths_are_rejected() {
        let lines = LineDelta::from_terms(false, [[0; 16]; 3], 0, [0; 16]);
        let mut arrays = [([0; 8], vec![0; 8]), ([0; 8], vec![0; 7]), ([0; 8], vec![0; 8])];
        let slices = arrays.each_mut().map(|(from, into)| SoaSlices { from, into });
        SimdLanes::for_kernel(Kernel::Auto).unwrap().expand_coded(slices, 8, &Swap::new(0, 1, 0), &lines, None);
    }

    #[test]
    #[should_panic(expected = "assertion failed")]
    fn slices_without_padding_are_rejected() {
        let lanes = SimdLanes::for_kernel(Kernel::Auto).unwrap();
        lanes.expand(&[0; 7], 7, &Swap::new(0, 1, 0), &mut [0; 8], None);
    }
}
