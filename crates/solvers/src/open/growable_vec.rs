//! A list that announces its growth.

/// A list of `T` with initial space for `FIRST` items. Its growth is announced, so that a search can refuse it.
#[derive(Clone, Debug)]
pub(crate) struct GrowableVec<T, const FIRST: usize> {
    /// The items of the list. Space must be reserved before a push.
    pub(crate) items: Vec<T>,
}

impl<T, const FIRST: usize> GrowableVec<T, FIRST> {
    /// An empty list.
    pub(crate) const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        (self.items.capacity() * size_of::<T>()) as u64
    }

    /// The bytes of the larger allocation for `len` items, in addition to the present one; 0 if there is space.
    pub(crate) fn growth(&self, len: usize) -> u64 {
        if len <= self.items.capacity() { 0 } else { (self.next_capacity(len) * size_of::<T>()) as u64 }
    }

    /// Twice the present capacity, or a larger multiple for `len` items.
    fn next_capacity(&self, len: usize) -> usize {
        let mut capacity = (2 * self.items.capacity()).max(FIRST);
        while capacity < len {
            capacity *= 2;
        }
        capacity
    }

    /// Makes space for `len` items; `false` if the system refuses the memory.
    pub(crate) fn reserve(&mut self, len: usize) -> bool {
        len <= self.items.capacity() || self.items.try_reserve_exact(self.next_capacity(len) - self.items.len()).is_ok()
    }
}
