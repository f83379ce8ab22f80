//! Counts expansions, and checks the limits and the stop flag at intervals.

use core::sync::atomic::{AtomicU64, Ordering};

use tilebench_core::{Cost, Limits, SearchBudget, Termination};

/// The counts of a running search, and the time of the next check of its limits.
#[derive(Clone, Debug)]
pub struct LimitChecker<'a> {
    budget: SearchBudget<'a>,
    /// Successors produced, plus 1 for the start.
    pub generated: u64,
    /// Nodes whose successors were produced.
    pub expanded: u64,
    /// The maximum number of bytes that lists held.
    pub peak_bytes: u64,
    /// The number of expansions at which the limits are checked next.
    next_check: u64,
    /// The maximum number of successors of nodes counted as expanded that are not generated yet.
    pending: u64,
    /// Whether a node was pruned by the depth limit.
    was_pruned_by_depth: bool,
    /// The maximum number of generated nodes after which a node may have its remaining successors.
    max_before_successor: u64,
    /// The cancellation of this search if it is one of several in parallel.
    cancellation: Option<Cancellation<'a>>,
}

/// The cancellation of one of several parallel searches, which are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Cancellation<'a> {
    /// The number of the last search that is still needed.
    pub last_needed: &'a AtomicU64,
    /// The number of this search.
    pub number: u64,
}

impl Cancellation<'_> {
    /// Whether this search is no longer needed.
    #[inline]
    #[must_use]
    pub fn is_cancelled(self) -> bool {
        // The number guards no other data, so no ordering is needed.
        self.last_needed.load(Ordering::Relaxed) < self.number
    }
}

impl<'a> LimitChecker<'a> {
    /// A limit checker of a search that has generated its start only.
    #[must_use]
    pub fn new(budget: SearchBudget<'a>) -> Self {
        Self {
            budget,
            generated: 1,
            expanded: 0,
            peak_bytes: 0,
            next_check: 0,
            pending: 0,
            was_pruned_by_depth: false,
            max_before_successor: u64::MAX,
            cancellation: None,
        }
    }

    /// A limit checker of a depth-first search, which has pending successors of up to `max_depth` nodes above the one that it
    /// expands, and calls [`Self::may_continue`] before it generates them.
    #[must_use]
    pub fn depth_first(budget: SearchBudget<'a>, max_depth: u64, branching: u64) -> Self {
        let max_before_successor = budget.limits.generated.saturating_sub(branching - 1);
        Self { pending: max_depth * (branching - 1), max_before_successor, ..Self::new(budget) }
    }

    /// A limit checker of a part of the search in another thread, with counts of 0 and a node limit of `generated`. The part
    /// may slightly exceed that limit, so check its count afterwards. If the part is cancelled, it ends as
    /// [`Termination::Cancelled`].
    #[must_use]
    pub fn for_work_unit(&self, generated: u64, cancellation: Cancellation<'a>) -> Self {
        let SearchBudget { limits, stop } = self.budget;
        let budget = SearchBudget { limits: Limits { generated, ..limits }, stop };
        Self { generated: 0, cancellation: Some(cancellation), ..Self::new(budget) }
    }

    /// Continues with the counts of `part`, which had the same limits and began with the counts of this one.
    pub(crate) fn adopt(&mut self, part: &LimitChecker<'_>) {
        let LimitChecker { generated, expanded, peak_bytes, next_check, was_pruned_by_depth, .. } = *part;
        (self.generated, self.expanded, self.peak_bytes) = (generated, expanded, peak_bytes);
        (self.next_check, self.was_pruned_by_depth) = (next_check, was_pruned_by_depth);
    }

    /// The number of nodes that may still be generated.
    #[must_use]
    pub fn remaining_nodes(&self) -> u64 {
        self.budget.limits.generated.saturating_sub(self.generated)
    }

    /// Whether the remaining successors of a node may be generated, after the search returned from one.
    ///
    /// # Errors
    ///
    /// [`Termination::NodeLimit`] if they could exceed the limit.
    #[inline]
    pub fn may_continue(&self) -> Result<(), Termination> {
        if self.generated > self.max_before_successor { Err(Termination::NodeLimit) } else { Ok(()) }
    }

    /// Counts the expansion that is about to happen, of at most `branching` successors.
    ///
    /// # Errors
    ///
    /// The reason to stop instead.
    #[inline]
    pub fn expand(&mut self, branching: u64) -> Result<(), Termination> {
        if self.expanded == self.next_check {
            self.check(branching)?;
        }
        self.expanded += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn check(&mut self, branching: u64) -> Result<(), Termination> {
        self.check_stop()?;
        let expansions = match self.budget.remaining_expansions(self.generated + self.pending, branching) {
            // Close to the limit, every expansion is checked, since the number of pending nodes is only an upper bound.
            Err(Termination::NodeLimit) => self.budget.remaining_expansions(self.generated, branching)?.min(1),
            expansions => expansions?,
        };
        self.next_check = self.expanded + expansions;
        Ok(())
    }

    /// Adds nodes that were generated and expanded by another search, within [`Self::spare_nodes`].
    pub fn add(&mut self, generated: u64, expanded: u64) {
        self.generated += generated;
        self.expanded += expanded;
        self.next_check = self.expanded;
    }

    /// The number of nodes that can be generated before another expansion of at most `branching` successors could exceed the
    /// node limit; `None` if the next expansion could.
    #[must_use]
    pub fn spare_nodes(&self, branching: u64) -> Option<u64> {
        self.budget.limits.generated.checked_sub(self.generated.saturating_add(branching))
    }

    /// Polls the stop flag and the cancellation.
    ///
    /// # Errors
    ///
    /// The reason to stop now.
    #[inline]
    pub fn check_stop(&self) -> Result<(), Termination> {
        self.budget.check_stop()?;
        if self.cancellation.is_some_and(Cancellation::is_cancelled) { Err(Termination::Cancelled) } else { Ok(()) }
    }

    /// Records that lists are about to hold this number of bytes.
    ///
    /// # Errors
    ///
    /// [`Termination::MemoryLimit`] if that exceeds the limit.
    pub fn check_bytes(&mut self, bytes: u64) -> Result<(), Termination> {
        if self.allows_bytes(bytes) { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// As [`Self::check_bytes`]; `false` if the limit is exceeded.
    pub fn allows_bytes(&mut self, bytes: u64) -> bool {
        let allows = bytes <= self.budget.limits.bytes;
        if allows {
            self.peak_bytes = self.peak_bytes.max(bytes);
        }
        allows
    }

    /// The maximum number of bytes that lists may hold.
    #[must_use]
    pub fn max_bytes(&self) -> u64 {
        self.budget.limits.bytes
    }

    /// Whether the depth limit prunes a node. This is recorded for [`Self::exhaustion`].
    #[inline]
    pub fn exceeds_depth(&mut self, g: Cost, h: Cost) -> bool {
        let exceeds = g + h > self.max_depth();
        self.was_pruned_by_depth |= exceeds;
        exceeds
    }

    /// The termination of a search with an empty open list.
    #[must_use]
    pub fn exhaustion(&self) -> Termination {
        if self.was_pruned_by_depth { Termination::DepthLimit } else { Termination::Exhausted }
    }

    /// The maximum number of moves of a path.
    #[inline]
    #[must_use]
    pub fn max_depth(&self) -> Cost {
        self.budget.limits.depth
    }
}
