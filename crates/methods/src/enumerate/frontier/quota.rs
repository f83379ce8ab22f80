//! A limit that threads share, with the amount in use and its peak.

use std::sync::atomic::{AtomicU64, Ordering};

/// A quota that threads share: of bytes of memory or disk, or of nodes.
#[derive(Debug)]
pub(crate) struct Quota {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Quota {
    /// An unused quota of `limit`.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Reserves `bytes` if they fit; returns whether they do.
    #[must_use]
    pub(crate) fn reserve(&self, bytes: u64) -> bool {
        // The numbers do not synchronise other data, so relaxed ordering suffices.
        let fitting = |held: u64| held.checked_add(bytes).filter(|&held| held <= self.limit);
        let taken = self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fitting);
        if let Ok(held) = taken {
            self.peak.fetch_max(held + bytes, Ordering::Relaxed);
        }
        taken.is_ok()
    }

    /// Releases `bytes`.
    pub(crate) fn release(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The maximum that was in use.
    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}
