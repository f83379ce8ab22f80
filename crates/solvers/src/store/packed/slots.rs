//! The memory of a table: words in an anonymous map.

use core::cell::RefCell;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;

use memmap2::MmapMut;
use tilebench_core::{StateCode, prefetch};

/// The bytes of a huge page of most processors.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// The minimum bytes of a memory.
const MIN_BYTES: usize = 128 << 10;

/// The maximum bytes of each memory that a thread keeps for its next tables. A search of up to some hundred thousand states takes less
/// time than the system needs to map its tables page by page.
const MAX_SPARE_BYTES: usize = 4 << 20;

/// The maximum number of memories that a thread keeps: a search from both ends has two tables.
const MAX_SPARES: usize = 2;

thread_local! {
    /// Memories of former tables, all zero.
    static SPARES: RefCell<Vec<MmapMut>> = const { RefCell::new(Vec::new()) };
}

/// Keeps `map`, whose first `used` bytes were written, for the next table. It is unmapped if enough memories of its size or larger are
/// kept, or if the thread is ending.
fn keep(mut map: MmapMut, used: usize) {
    let _ = SPARES.try_with(|spares| {
        let mut spares = spares.borrow_mut();
        if spares.len() == MAX_SPARES {
            let Some(smaller) = spares.iter().position(|spare| spare.len() < map.len()) else { return };
            spares.swap_remove(smaller);
        }
        map[..used].fill(0);
        spares.push(map);
    });
}

/// The smallest memory of at least `bytes` that the thread kept.
fn spare(bytes: usize) -> Option<MmapMut> {
    SPARES.with_borrow_mut(|spares| {
        let sufficient = spares.iter().enumerate().filter(|(_, spare)| spare.len() >= bytes);
        let place = sufficient.min_by_key(|(_, spare)| spare.len()).map(|(place, _)| place);
        place.map(|place| spares.swap_remove(place))
    })
}

/// An array of words, initially zero, in pages of the system. Pages are huge if the system supports that: then look-ups cause
/// fewer TLB misses.
#[derive(Debug)]
pub(crate) struct Slots<C> {
    /// The words, and zeros that are not in use yet.
    map: ManuallyDrop<MmapMut>,
    len: usize,
    word: PhantomData<C>,
}

impl<C> Drop for Slots<C> {
    #[expect(unsafe_code, reason = "the map outlives its owner in the thread's spare memory")]
    fn drop(&mut self) {
        // SAFETY: a value is dropped once, and its map is used nowhere after this.
        let map = unsafe { ManuallyDrop::take(&mut self.map) };
        if map.len() <= MAX_SPARE_BYTES {
            keep(map, self.len * size_of::<C>());
        }
    }
}

impl<C: StateCode> Slots<C> {
    /// The bytes of `slots` words.
    pub(crate) const fn bytes_of(slots: usize) -> u64 {
        (slots * size_of::<C>()) as u64
    }

    /// `slots` words; `None` if the system refuses the memory.
    pub(crate) fn new(slots: usize) -> Option<Self> {
        let bytes = slots * size_of::<C>();
        let map = match spare(bytes) {
            Some(spare) => spare,
            None => MmapMut::map_anon(bytes.max(MIN_BYTES)).ok()?,
        };
        let new = Self { map: ManuallyDrop::new(map), len: slots, word: PhantomData };
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
        let bytes = 2 * self.len * size_of::<C>();
        if bytes <= self.map.len() {
            self.len *= 2;
            return true;
        }
        // SAFETY: the map is of no file, so that all of its new length is memory.
        let is_longer = unsafe { self.map.remap(bytes, memmap2::RemapOptions::new().may_move(true)) }.is_ok();
        if is_longer {
            self.len *= 2;
        }
        // The advice remains valid while the map grows further.
        if is_longer && self.map.len() < 2 * HUGE_PAGE {
            self.advise_huge_pages();
        }
        is_longer
    }

    /// Doubles the number of words, the new ones zero; returns whether the system had the memory.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn double(&mut self) -> bool {
        let bytes = self.len * size_of::<C>();
        if 2 * bytes > self.map.len() {
            let Some(mut longer) = Self::new(2 * self.len) else { return false };
            longer.map[..bytes].copy_from_slice(&self.map[..bytes]);
            *self = longer;
        } else {
            self.len *= 2;
        }
        true
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.len
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

    #[test]
    fn memory_that_is_used_again_is_zero() {
        for slots in [1 << 3, MIN_BYTES / 8, MIN_BYTES / 4, MAX_SPARE_BYTES / 8] {
            let mut used = Slots::<u64>::new(1 << 3).unwrap();
            while used.len() < slots {
                assert!(used.double());
            }
            (0..slots).for_each(|at| used.set(at, u64::MAX));
            drop(used);
            assert_eq!(SPARES.with_borrow(Vec::len), 1);
            let again = Slots::<u128>::new(slots / 2).unwrap();
            assert_eq!(SPARES.with_borrow(Vec::len), 0);
            assert!((0..again.len()).all(|at| again.get(at) == 0));
        }
    }

    #[test]
    fn two_small_tables_are_kept_the_largest_first_and_no_large_one() {
        let mut large = Slots::<u64>::new(MAX_SPARE_BYTES / 8).unwrap();
        assert!(large.double());
        large.set(large.len() - 1, 1);
        drop(large);
        assert_eq!(SPARES.with_borrow(Vec::len), 0);
        drop([3, 15, 4, 16].map(|log| Slots::<u64>::new(1 << log).unwrap()));
        let kept = || SPARES.with_borrow(|spares| spares.iter().map(|spare| spare.len()).collect::<Vec<_>>());
        assert_eq!(kept(), [8 << 15, 8 << 16]);
        let used = Slots::<u64>::new(1 << 3).unwrap();
        assert_eq!(kept(), [8 << 16], "the smaller one is sufficient");
        drop(used);
    }
}
