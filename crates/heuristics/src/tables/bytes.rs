//! Where the bytes of a table are.

use core::ops::Deref;

use memmap2::Mmap;

/// The bytes of a table. Both kinds are an address and a length, so that a look-up need not ask
/// which it is.
#[derive(Debug)]
pub(super) enum Bytes {
    /// On the heap of this process.
    Own(Box<[u8]>),
    /// In a file.
    Mapped(Mmap),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Own(bytes) => bytes,
            Self::Mapped(bytes) => bytes,
        }
    }
}
