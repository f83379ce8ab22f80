//! Accounting of memory and disk space against a limit.

/// Counts the bytes that a search holds, in memory or on disk, and keeps them within a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteAccount {
    limit: u64,
    used: u64,
    peak: u64,
}

impl ByteAccount {
    /// An empty account with a limit in bytes.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, used: 0, peak: 0 }
    }

    /// Reserves `bytes` if they fit within the limit; returns whether they do.
    #[must_use]
    pub(crate) fn reserve(&mut self, bytes: u64) -> bool {
        let fits = self.used.saturating_add(bytes) <= self.limit;
        if fits {
            self.used += bytes;
            self.peak = self.peak.max(self.used);
        }
        fits
    }

    /// Releases `bytes` that were reserved.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    /// The maximum number of bytes that were reserved at once.
    pub(crate) fn peak(&self) -> u64 {
        self.peak
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_reservation_changes_nothing() {
        let mut account = ByteAccount::new(10);
        assert!(account.reserve(4) && account.reserve(6));
        assert!(!account.reserve(1) && !account.reserve(u64::MAX));
        account.release(7);
        assert!(account.reserve(5));
        assert_eq!((account.used, account.peak()), (8, 10));
    }
}
