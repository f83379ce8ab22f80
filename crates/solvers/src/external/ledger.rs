//! Bytes that are held, the most that were, and the most that may be.

/// An account of bytes: of memory or of disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ledger {
    limit: u64,
    held: u64,
    peak: u64,
}

impl Ledger {
    /// An account that holds nothing and may hold `limit`.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, held: 0, peak: 0 }
    }

    /// Holds `bytes` more, where they fit; says whether they do.
    #[must_use]
    pub(crate) fn take(&mut self, bytes: u64) -> bool {
        let fits = self.held.saturating_add(bytes) <= self.limit;
        if fits {
            self.held += bytes;
            self.peak = self.peak.max(self.held);
        }
        fits
    }

    /// Holds `bytes` less.
    pub(crate) fn give(&mut self, bytes: u64) {
        self.held -= bytes;
    }

    /// The most that was held.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }
}
