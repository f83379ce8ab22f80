//! Expands many boards at one context along one move, with the widest vectors of the processor.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "aarch64")]
use std::arch::is_aarch64_feature_detected;

use tilebench_heuristics::{CUT, PairTerms};
use tilebench_solvers::ida_star::Kernel;

use super::context_graph::Swap;
use super::line_deltas::LineDelta;
use crate::AxisStep;

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

impl SoaSlices<'_> {
    /// The same for a shorter time.
    pub(in crate::batched) fn reborrow(&mut self) -> SoaSlices<'_> {
        SoaSlices { from: self.from, into: &mut *self.into }
    }
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

    /// The same for a shorter time.
    pub(in crate::batched) fn reborrow(&mut self) -> Trails<'_> {
        Trails { states: self.states.reborrow(), transitions: self.transitions, direction: self.direction }
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

/// As [`ExpandFn`], of nodes of three words: the board, the state of the axis of the move and that of the other axis.
///
/// # Safety
///
/// As [`ExpandCodedFn`].
type ExpandAxesFn = unsafe fn(
    slices: [SoaSlices<'_>; 3],
    count: usize,
    swap: &Swap,
    step: &AxisStep,
    trails: &mut Trails<'_>,
) -> Expanded;

/// Keeps those of the first `count` nodes, whose blank is in the cell of bit `to`, whose slack is at least the pairs of moves that they
/// add; returns their number. `words` are the boards, the codes of rows, those of columns, and the states of an automaton if
/// there is one.
///
/// # Safety
///
/// There are three or four arrays, each of which has at least `count` items, rounded up to a multiple of [`WIDTH`]; the processor
/// supports the instructions of the kernel.
type RetainFn = unsafe fn(words: &mut [&mut [u64]], count: usize, pairs: &PairTerms, to: u32) -> usize;

/// A kernel that this processor supports: it is constructed only after that was checked.
#[derive(Clone, Copy, Debug)]
pub(in crate::batched) struct SimdLanes {
    boards: ExpandFn,
    coded: ExpandCodedFn,
    axes: ExpandAxesFn,
    retain: RetainFn,
    /// Whether `retain` evaluates many boards at once. One by one, they take longer than the recursion.
    pub(in crate::batched) retains_vectors: bool,
    pruned_boards: ExpandFn,
    pruned_coded: ExpandCodedFn,
    pruned_axes: ExpandAxesFn,
}

/// The kernels that expand batches, by the width of their vectors.
const WIDEST_FIRST: [Kernel; 4] = [Kernel::Avx512, Kernel::Avx2, Kernel::Neon, Kernel::Portable];

/// The functions of a module. Those for axes and pairs are portable unless another module is named.
macro_rules! lanes {
    ($kernel:ident) => {
        lanes!($kernel, axes and pairs: portable, false)
    };
    ($kernel:ident, axes and pairs: $axes:ident, $retains_vectors:literal) => {
        SimdLanes {
            boards: $kernel::expand::<false>,
            coded: $kernel::expand_coded::<false>,
            axes: $axes::expand_axes::<false>,
            retain: $axes::retain,
            retains_vectors: $retains_vectors,
            pruned_boards: $kernel::expand::<true>,
            pruned_coded: $kernel::expand_coded::<true>,
            pruned_axes: $axes::expand_axes::<true>,
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
                let has_vectors = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
                (has_vectors && is_x86_feature_detected!("popcnt"))
                    .then_some(lanes!(avx512, axes and pairs: avx512, true))
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
        let expand = if trails.is_some() { self.pruned_coded } else { self.coded };
        let mut trails = checked(&slices, count, trails);
        // SAFETY: the lengths were just checked, and `Self::for_kernel` constructs this only if the processor supports
        // the kernel.
        unsafe { expand(slices, count, swap, across, &mut trails) }
    }

    /// The same for nodes of three words: the board, the state of the axis of the move and that of the other axis.
    ///
    /// # Panics
    ///
    /// As [`Self::expand_coded`].
    #[inline]
    #[expect(unsafe_code, reason = "the kernels need instructions that not every processor has")]
    pub(in crate::batched) fn expand_axes(
        self,
        slices: [SoaSlices<'_>; 3],
        count: usize,
        swap: &Swap,
        step: &AxisStep,
        trails: Option<Trails<'_>>,
    ) -> Expanded {
        let expand = if trails.is_some() { self.pruned_axes } else { self.axes };
        let mut trails = checked(&slices, count, trails);
        // SAFETY: as in `expand_coded`.
        unsafe { expand(slices, count, swap, step, &mut trails) }
    }
}

impl SimdLanes {
    /// As [`RetainFn`].
    ///
    /// # Panics
    ///
    /// If an array is too short.
    #[inline]
    #[expect(unsafe_code, reason = "the kernels need instructions that not every processor has")]
    pub(in crate::batched) fn retain(
        self,
        [boards, rows, columns]: [&mut [u64]; 3],
        states: Option<&mut [u64]>,
        count: usize,
        pairs: &PairTerms,
        to: u32,
    ) -> usize {
        let (mut three, mut four);
        let words: &mut [&mut [u64]] = match states {
            None => {
                three = [boards, rows, columns];
                &mut three
            }
            Some(states) => {
                four = [boards, rows, columns, states];
                &mut four
            }
        };
        assert!(words.iter().all(|words| words.len() >= count.next_multiple_of(WIDTH)));
        // SAFETY: the lengths were just checked, and `Self::for_kernel` constructs this only if the processor supports
        // the kernel.
        unsafe { (self.retain)(words, count, pairs, to) }
    }
}

/// The states of `trails`, with the lengths that kernels rely on.
///
/// # Panics
///
/// If the slices are not padded to a multiple of [`WIDTH`], or not equally long; or there is not one state per board.
#[inline]
fn checked<'a>(slices: &[SoaSlices<'_>; 3], count: usize, trails: Option<Trails<'a>>) -> Trails<'a> {
    let [read, written] = [slices[0].from.len(), slices[0].into.len()];
    assert!(read.is_multiple_of(WIDTH) && count <= read && read <= written);
    assert!(slices.iter().all(|slice| slice.from.len() == read && slice.into.len() == written));
    trails.map_or_else(Trails::none, |trails| trails.checked(read, written))
}
