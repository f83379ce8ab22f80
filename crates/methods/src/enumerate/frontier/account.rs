//! Bytes that threads hold together, the most that they did, and the most that they may.

use std::sync::atomic::{AtomicU64, Ordering};

/// An account of bytes that threads share: of memory or of disk.
#[derive(Debug)]
pub(crate) struct Account {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// An account that holds nothing and may hold `limit`.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Holds `bytes` more if they fit; returns whether they do.
    #[must_use]
    pub(crate) fn take(&self, bytes: u64) -> bool {
        // The numbers guard no other data, so no ordering is needed.
        let fitting = |held: u64| held.checked_add(bytes).filter(|&held| held <= self.limit);
        let taken = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fitting);
        if let Ok(held) = taken {
            self.peak.fetch_max(held + bytes, Ordering::Relaxed);
        }
        taken.is_ok()
    }

    /// Holds `bytes` less.
    pub(crate) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The maximum number of bytes held.
    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}
