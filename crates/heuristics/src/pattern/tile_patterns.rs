//! The patterns of many partitions, and those that contain a tile.

use tilebench_core::narrow;

use super::partition_sums::PartitionSums;
use super::pattern_lookup::PatternLookup;
use super::pdb_spec::MAX_PARTITIONS;

/// A pattern.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) lookup: PatternLookup,
    /// The partitions that contain it.
    pub(super) members: PartitionSums,
}

/// The patterns that contain a tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TilePatterns {
    /// Their number.
    pub(super) count: u8,
    /// Their indices, as bits.
    pub(super) all: u16,
    pub(super) patterns: [u8; MAX_PARTITIONS],
    /// By partition: the index in `patterns` of its pattern.
    pub(super) of_partition: [u8; MAX_PARTITIONS],
    /// The partitions that do not exist, or in which the tile is in no pattern.
    pub(super) unchanged: PartitionSums,
}

impl TilePatterns {
    /// Those of `patterns` that contain `tile`.
    pub(super) fn new(tile: usize, patterns: &[Pattern]) -> Self {
        let mut found = Self { unchanged: PartitionSums::ALL, ..Self::default() };
        let contains = |pattern: &Pattern| pattern.lookup.tiles().iter().any(|other| usize::from(*other) == tile);
        for (number, pattern) in patterns.iter().enumerate().filter(|(_, pattern)| contains(pattern)) {
            found.patterns[usize::from(found.count)] = narrow(number, "there are at most 32 patterns");
            for partition in (0..MAX_PARTITIONS).filter(|partition| pattern.members.contains(*partition)) {
                found.of_partition[partition] = found.count;
                found.unchanged.clear(partition);
            }
            found.all |= 1 << found.count;
            found.count += 1;
        }
        found
    }

    /// The indices of the patterns.
    pub(super) fn patterns(&self) -> &[u8] {
        &self.patterns[..usize::from(self.count)]
    }
}
