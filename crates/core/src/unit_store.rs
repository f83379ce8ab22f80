//! The store of the finished work units of an iteration, so that a search can be continued, or shared by processes.
//!
//! An iteration is a tree, which is cut at some nodes. These are roots, numbered from 0 in depth-first order.
//! A work unit is a number of successive roots with the subtrees below them. A part of a unit is finished when the subtrees
//! of its roots are searched. The nodes above the roots are few, and are generated again by the process that adds up the parts.

use core::fmt;
use std::io::ErrorKind;

use crate::{ChunkCounts, Cost};

/// How an iteration is cut into units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSplit {
    /// The bound of the roots: each is the first node of its path whose 2g + h is at least this.
    pub cut: u64,
    /// The number of roots.
    pub roots: u64,
    /// The number of roots of a unit; the last one may have fewer.
    pub roots_per_unit: u64,
}

impl UnitSplit {
    /// The number of units.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.roots.div_ceil(self.roots_per_unit)
    }

    /// The roots of a unit: the first, and the one after the last.
    #[must_use]
    pub fn range(&self, unit: u64) -> (u64, u64) {
        let first = unit * self.roots_per_unit;
        (first, (first + self.roots_per_unit).min(self.roots))
    }

    /// Whether the roots of a part exist and are of one unit.
    #[must_use]
    pub fn contains(&self, part: UnitPart) -> bool {
        let last = if part.is_end_of_search() { part.first } else { part.end - 1 };
        last < self.roots && part.first / self.roots_per_unit == last / self.roots_per_unit
    }
}

/// The sizes by which an iteration is cut into units. Counts do not depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSizes {
    /// The minimum number of nodes of a unit.
    pub min_unit: u64,
    /// The maximum number of nodes of a unit.
    pub max_unit: u64,
    /// The number of units of an iteration, if their sizes allow it.
    pub units: u64,
    /// The minimum number of nodes below a root, on average.
    pub min_root: u64,
    /// The maximum number of roots, approximately: they are walked through by every thread.
    pub max_roots: u64,
    /// The approximate number of nodes of a part, which is recorded when it is finished.
    pub part: u64,
}

/// How an iteration is to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitPlan {
    /// In one piece.
    Whole,
    /// In units of these sizes.
    New(UnitSizes),
    /// In the units of an earlier search, with parts of these sizes.
    Begun(UnitSplit, UnitSizes),
}

/// Finished roots of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitPart {
    /// The number of the first root.
    pub first: u64,
    /// The number of the root after the last. If it is `first`, the search ends below that root, by the goal or a limit, and
    /// no root after it is needed.
    pub end: u64,
    /// The counts below the roots.
    pub counts: ChunkCounts,
}

impl UnitPart {
    /// The end of the search below this root.
    #[must_use]
    pub fn end_of_search(root: u64) -> Self {
        Self { first: root, end: root, counts: ChunkCounts::default() }
    }

    /// Whether the search ends below its root.
    #[must_use]
    pub fn is_end_of_search(&self) -> bool {
        self.first == self.end
    }
}

/// The next work of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextUnit {
    /// It searches the roots of a unit from this one to the one before `end`.
    Roots {
        /// The first root that is not finished.
        first: u64,
        /// The root after the last.
        end: u64,
    },
    /// It asks again: other processes search the last units.
    Wait,
    /// Nothing: every unit that is needed is finished, or is searched by another thread of this process.
    Nothing,
}

/// The finished work units of one search.
///
/// Several threads call the methods from [`take`](Self::take) on. Each returns the reason if a file cannot be read or written.
pub trait UnitStore: fmt::Debug + Send + Sync {
    /// Begins the iteration of this threshold, after one of `last` nodes.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn begin(&self, threshold: Cost, last: u64) -> Result<UnitPlan, ErrorKind>;

    /// Stores how the iteration is cut, and returns it; if another process stored it first, its cut.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written.
    fn split(&self, proposed: UnitSplit) -> Result<UnitSplit, ErrorKind>;

    /// Takes the next roots for the calling thread.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written.
    fn take(&self) -> Result<NextUnit, ErrorKind>;

    /// Records a part of a unit that the calling thread took. Returns whether the next part is still needed from this thread.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    fn record(&self, part: UnitPart) -> Result<bool, ErrorKind>;

    /// The parts without gap from the first root on, in order. The last one is the end of the search, if there is one and all
    /// roots before it are finished.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn finished(&self) -> Result<Vec<UnitPart>, ErrorKind>;

    /// The counts of all finished parts, also of those after a gap.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    fn counts(&self) -> Result<ChunkCounts, ErrorKind>;
}
