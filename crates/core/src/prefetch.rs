//! Prefetching memory before it is needed.

/// Prefetches the cache line in which `items[index]` begins. Nothing happens if the processor has no such instruction, or
/// if `index` is out of bounds.
#[inline]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the instruction has no safe form"))]
pub fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program sees and never faults, whatever the address; every x86-64
        // has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(items.as_ptr().wrapping_add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
