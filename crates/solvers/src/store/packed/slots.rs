//! The memory of a table: words in an anonymous map.

use core::marker::PhantomData;

use memmap2::MmapMut;
use tilebench_core::{StateCode, prefetch};

/// The bytes of a huge page of most processors.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// An array of words, initially zero, in pages of the system. Pages are huge if the system supports that: then look-ups cause
/// fewer TLB misses.
#[derive(Debug)]
pub(crate) struct Slots<C> {
    map: MmapMut,
    word: PhantomData<C>,
}

impl<C: StateCode> Slots<C> {
    /// The bytes of `slots` words.
    pub(crate) const fn bytes_of(slots: usize) -> u64 {
        (slots * size_of::<C>()) as u64
    }

    /// `slots` words; `None` if the system refuses the memory.
    pub(crate) fn new(slots: usize) -> Option<Self> {
        let map = MmapMut::map_anon(slots * size_of::<C>()).ok()?;
        let new = Self { map, word: PhantomData };
        new.advise_huge_pages();
        Some(new)
    }

    /// Requests huge pages, unless the map is smaller than one. This is advice: if it is not followed, pages are small.
    fn advise_huge_pages(&self) {
        #[cfg(target_os = "linux")]
        if self.map.len() >= HUGE_PAGE {
            let _ = self.map.advise(memmap2::Advice::HugePage);
        }
    }

    /// The bytes that are allocated in addition to the present ones while `slots` words are doubled.
    pub(crate) const fn growth(slots: usize) -> u64 {
        if cfg!(target_os = "linux") { Self::bytes_of(slots) } else { Self::bytes_of(2 * slots) }
    }

    /// Doubles the number of words, the new ones zero; returns whether the system had the memory.
    ///
    /// If it can, the system extends the map: no word is copied, and only the new memory is cleared.
    #[cfg(target_os = "linux")]
    #[expect(unsafe_code, reason = "a map of a file could become longer than the file")]
    pub(crate) fn double(&mut self) -> bool {
        // SAFETY: the map is of no file, so that all of its new length is memory.
        let is_longer =
            unsafe { self.map.remap(2 * self.map.len(), memmap2::RemapOptions::new().may_move(true)) }.is_ok();
        // The advice remains valid while the map grows further.
        if is_longer && self.map.len() < 2 * HUGE_PAGE {
            self.advise_huge_pages();
        }
        is_longer
    }

    /// Doubles the number of words, the new ones zero; returns whether the system had the memory.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn double(&mut self) -> bool {
        let Some(mut longer) = Self::new(2 * self.len()) else { return false };
        longer.map[..self.map.len()].copy_from_slice(&self.map);
        *self = longer;
        true
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.map.len() / size_of::<C>()
    }

    /// The `N` words of bucket number `bucket`.
    #[inline]
    pub(crate) fn bucket<const N: usize>(&self, bucket: usize) -> [C; N] {
        let bytes = self.bytes::<N>(bucket);
        core::array::from_fn(|at| C::load(bytes, at))
    }

    /// The bytes of the `N` words of bucket number `bucket`.
    #[inline]
    pub(crate) fn bytes<const N: usize>(&self, bucket: usize) -> &[u8] {
        &self.map[bucket * N * size_of::<C>()..][..N * size_of::<C>()]
    }

    /// The bytes of the `N` words of bucket number `bucket`, to be written.
    #[inline]
    pub(crate) fn bytes_mut<const N: usize>(&mut self, bucket: usize) -> &mut [u8] {
        &mut self.map[bucket * N * size_of::<C>()..][..N * size_of::<C>()]
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

    /// Prefetches the memory of the word at `at`.
    #[inline]
    pub(crate) fn prefetch(&self, at: usize) {
        prefetch(&self.map, at * size_of::<C>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_keeps_the_words_and_appends_zeros() {
        let mut slots = Slots::<u64>::new(1 << 9).unwrap();
        for log in 9..20 {
            let half = 1 << log;
            (0..half).for_each(|at| slots.set(at, at as u64 + 1));
            assert!(slots.double());
            assert_eq!(slots.len(), 2 * half);
            assert!((0..half).all(|at| slots.get(at) == at as u64 + 1 && slots.get(half + at) == 0));
        }
    }
}
