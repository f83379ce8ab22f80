//! A table in memory.

use core::ops::Deref;

/// The bytes of a table and what they are.
#[derive(Debug)]
pub struct Table {
    identity: String,
    bytes: Vec<u8>,
}

impl Table {
    pub(crate) fn new(identity: String, bytes: Vec<u8>) -> Self {
        Self { identity, bytes }
    }

    /// What the table is: see [`Recipe::identity`](crate::Recipe::identity).
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.identity
    }
}

impl Deref for Table {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}
