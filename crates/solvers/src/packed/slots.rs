//! The memory of a table: words in an anonymous map.

use core::marker::PhantomData;

use memmap2::MmapMut;
use tilebench_core::{Code, fetch};

/// A list of words, all zero at first, in pages of the system's own, which are large where it has such:
/// look-ups then miss fewer translations of addresses.
#[derive(Debug)]
pub(crate) struct Slots<C> {
    map: MmapMut,
    word: PhantomData<C>,
}

impl<C: Code> Slots<C> {
    /// The bytes of `slots` words.
    pub(crate) const fn bytes_of(slots: usize) -> u64 {
        (slots * size_of::<C>()) as u64
    }

    /// `slots` words, unless the system has no memory for them.
    pub(crate) fn new(slots: usize) -> Option<Self> {
        let map = MmapMut::map_anon(slots * size_of::<C>()).ok()?;
        // Advice: where it is not taken, pages are small.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self { map, word: PhantomData })
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.map.len() / size_of::<C>()
    }

    /// The `N` words of bucket number `bucket`.
    #[inline]
    pub(crate) fn bucket<const N: usize>(&self, bucket: usize) -> [C; N] {
        let bytes = &self.map[bucket * N * size_of::<C>()..][..N * size_of::<C>()];
        core::array::from_fn(|at| C::load(bytes, at))
    }

    /// The word at `at`.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> C {
        C::load(&self.map, at)
    }

    /// Writes the word at `at`.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, word: C) {
        word.store(&mut self.map, at);
    }

    /// Asks for the memory of the word at `at`.
    #[inline]
    pub(crate) fn fetch(&self, at: usize) {
        fetch(&self.map, at * size_of::<C>());
    }
}
