//! The counts of a part of an iteration.

/// The counts of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkCounts {
    /// Nodes generated.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// The minimum f above the threshold.
    pub next: u32,
}

impl ChunkCounts {
    /// Adds the counts of another chunk.
    pub fn add(&mut self, other: Self) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.next = self.next.min(other.next);
    }
}

impl Default for ChunkCounts {
    /// Counts of 0.
    fn default() -> Self {
        Self { generated: 0, expanded: 0, next: u32::MAX }
    }
}
