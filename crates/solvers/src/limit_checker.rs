//! Counts expansions and asks, every so often, whether to stop.

use core::sync::atomic::{AtomicU64, Ordering};

use tilebench_core::{Cost, Limits, SearchBudget, Termination};

/// The counts of a running search, and when it must next look up.
#[derive(Clone, Debug)]
pub struct LimitChecker<'a> {
    budget: SearchBudget<'a>,
    /// Successors produced, plus 1 for the start.
    pub generated: u64,
    /// Nodes whose successors were produced.
    pub expanded: u64,
    /// The maximum number of bytes that lists held.
    pub peak_bytes: u64,
    /// The number of expansions at which the context is asked again.
    next_check: u64,
    /// The maximum number of successors of nodes counted as expanded that are not generated yet.
    pending: u64,
    /// Whether a node was left out for the limit of depth.
    was_pruned_by_depth: bool,
    /// From more nodes than this, the rest of a node's successors could exceed the limit.
    max_before_successor: u64,
    /// The place of this search if it is one of several in parallel.
    cancellation: Option<Cancellation<'a>>,
}

/// The place of a search among several parallel ones.
#[derive(Clone, Copy, Debug)]
pub struct Cancellation<'a> {
    /// The last place whose search is still needed.
    pub last_needed: &'a AtomicU64,
    /// The place of this one.
    pub number: u64,
}

impl Cancellation<'_> {
    /// Whether this search is not needed any more.
    #[inline]
    #[must_use]
    pub fn is_cancelled(self) -> bool {
        // The number guards no other data, so no ordering is needed.
        self.last_needed.load(Ordering::Relaxed) < self.number
    }
}

impl<'a> LimitChecker<'a> {
    /// The limit checker of a search that has only its start.
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

    /// The limit checker of a depth-first search, which continues with the successors of up to `max_depth`
    /// nodes above the one that it expands, and asks [`Self::may_continue`] before it does.
    #[must_use]
    pub fn depth_first(budget: SearchBudget<'a>, max_depth: u64, branching: u64) -> Self {
        let max_before_successor = budget.limits.generated.saturating_sub(branching - 1);
        Self { pending: max_depth * (branching - 1), max_before_successor, ..Self::new(budget) }
    }

    /// The limit checker of a part of the search that another thread makes, none of whose nodes are counted yet: about
    /// `generated` of them at most, which has to be looked at when it is done. When its cancellation is over, it ends as
    /// [`Termination::Cancelled`].
    #[must_use]
    pub fn for_work_unit(&self, generated: u64, cancellation: Cancellation<'a>) -> Self {
        let SearchBudget { limits, stop } = self.budget;
        let budget = SearchBudget { limits: Limits { generated, ..limits }, stop };
        Self { generated: 0, cancellation: Some(cancellation), ..Self::new(budget) }
    }

    /// The number of nodes that may still be generated.
    #[must_use]
    pub fn remaining_nodes(&self) -> u64 {
        self.budget.limits.generated.saturating_sub(self.generated)
    }

    /// Whether a node may have its other successors, now that the search came back from one.
    ///
    /// # Errors
    ///
    /// That they could exceed the node limit.
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
            // Close to the limit, pending nodes must be counted as they come: one at a time.
            Err(Termination::NodeLimit) => self.budget.remaining_expansions(self.generated, branching)?.min(1),
            expansions => expansions?,
        };
        self.next_check = self.expanded + expansions;
        Ok(())
    }

    /// Counts nodes that were generated and expanded elsewhere, within [`Self::spare_nodes`].
    pub fn add(&mut self, generated: u64, expanded: u64) {
        self.generated += generated;
        self.expanded += expanded;
        self.next_check = self.expanded;
    }

    /// The maximum number of generated nodes after which another expansion of at most `branching`
    /// successors is certainly within the node limit; `None` if that is not certain now.
    #[must_use]
    pub fn spare_nodes(&self, branching: u64) -> Option<u64> {
        self.budget.limits.generated.checked_sub(self.generated.saturating_add(branching))
    }

    /// Whether the search may go on as far as its stop flag says, and its cancellation.
    ///
    /// # Errors
    ///
    /// The reason to stop now.
    #[inline]
    pub fn check_stop(&self) -> Result<(), Termination> {
        self.budget.check_stop()?;
        if self.cancellation.is_some_and(Cancellation::is_cancelled) { Err(Termination::Cancelled) } else { Ok(()) }
    }

    /// Notes that lists are about to hold this many bytes.
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

    /// Whether the limit of depth leaves out a node, which is remembered.
    #[inline]
    pub fn exceeds_depth(&mut self, g: Cost, h: Cost) -> bool {
        let exceeds = g + h > self.max_depth();
        self.was_pruned_by_depth |= exceeds;
        exceeds
    }

    /// How a search ends that has nothing left to expand.
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
