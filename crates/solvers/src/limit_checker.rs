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
    ask_at: u64,
    /// The maximum number of successors of nodes counted as expanded that are not generated yet.
    pending: u64,
    /// Whether a node was left out for the limit of depth.
    was_cut: bool,
    /// From more nodes than this, the rest of a node's successors could exceed the limit.
    last: u64,
    /// The place of this search if it is one of several in parallel.
    turn: Option<Turn<'a>>,
}

/// The place of a search among several parallel ones.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The last place whose search is still needed.
    pub wanted: &'a AtomicU64,
    /// The place of this one.
    pub own: u64,
}

impl Turn<'_> {
    /// Whether this search is not needed any more.
    #[inline]
    #[must_use]
    pub fn is_over(self) -> bool {
        // The number guards no other data, so no ordering is needed.
        self.wanted.load(Ordering::Relaxed) < self.own
    }
}

impl<'a> LimitChecker<'a> {
    /// The meter of a search that has only its start.
    #[must_use]
    pub fn new(budget: SearchBudget<'a>) -> Self {
        Self {
            budget,
            generated: 1,
            expanded: 0,
            peak_bytes: 0,
            ask_at: 0,
            pending: 0,
            was_cut: false,
            last: u64::MAX,
            turn: None,
        }
    }

    /// The meter of a depth-first search, which continues with the successors of up to `deepest`
    /// nodes above the one that it expands, and asks [`Self::may_continue`] before it does.
    #[must_use]
    pub fn depth_first(budget: SearchBudget<'a>, deepest: u64, branching: u64) -> Self {
        let last = budget.limits.generated.saturating_sub(branching - 1);
        Self { pending: deepest * (branching - 1), last, ..Self::new(budget) }
    }

    /// The meter of a part of the search that another thread makes, none of whose nodes are counted yet: about
    /// `generated` of them at most, which has to be looked at when it is done. When its turn is over, it ends as
    /// [`Termination::Cancelled`].
    #[must_use]
    pub fn part(&self, generated: u64, turn: Turn<'a>) -> Self {
        let SearchBudget { limits, stop } = self.budget;
        let budget = SearchBudget { limits: Limits { generated, ..limits }, stop };
        Self { generated: 0, turn: Some(turn), ..Self::new(budget) }
    }

    /// The number of nodes that may still be generated.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.budget.limits.generated.saturating_sub(self.generated)
    }

    /// Whether a node may have its other successors, now that the search came back from one.
    ///
    /// # Errors
    ///
    /// That they could exceed the node limit.
    #[inline]
    pub fn may_continue(&self) -> Result<(), Termination> {
        if self.generated > self.last { Err(Termination::NodeLimit) } else { Ok(()) }
    }

    /// Counts the expansion that is about to happen, of at most `branching` successors.
    ///
    /// # Errors
    ///
    /// The reason to stop instead.
    #[inline]
    pub fn expand(&mut self, branching: u64) -> Result<(), Termination> {
        if self.expanded == self.ask_at {
            self.ask(branching)?;
        }
        self.expanded += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self, branching: u64) -> Result<(), Termination> {
        self.check_stop()?;
        let allowance = match self.budget.remaining_expansions(self.generated + self.pending, branching) {
            // Close to the limit, pending nodes must be counted as they come: one at a time.
            Err(Termination::NodeLimit) => self.budget.remaining_expansions(self.generated, branching)?.min(1),
            allowance => allowance?,
        };
        self.ask_at = self.expanded + allowance;
        Ok(())
    }

    /// Counts nodes that were generated and expanded elsewhere, within [`Self::room`].
    pub fn add(&mut self, generated: u64, expanded: u64) {
        self.generated += generated;
        self.expanded += expanded;
        self.ask_at = self.expanded;
    }

    /// The maximum number of generated nodes after which another expansion of at most `branching`
    /// successors is certainly within the node limit; `None` if that is not certain now.
    #[must_use]
    pub fn room(&self, branching: u64) -> Option<u64> {
        self.budget.limits.generated.checked_sub(self.generated.saturating_add(branching))
    }

    /// Whether the search may go on as far as its stop flag says, and its turn.
    ///
    /// # Errors
    ///
    /// The reason to stop now.
    #[inline]
    pub fn check_stop(&self) -> Result<(), Termination> {
        self.budget.check_stop()?;
        if self.turn.is_some_and(Turn::is_over) { Err(Termination::Cancelled) } else { Ok(()) }
    }

    /// Notes that lists are about to hold this many bytes.
    ///
    /// # Errors
    ///
    /// [`Termination::MemoryLimit`] if that exceeds the limit.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Termination> {
        if self.holds(bytes) { Ok(()) } else { Err(Termination::MemoryLimit) }
    }

    /// As [`Self::hold`]; `false` if the limit is exceeded.
    pub fn holds(&mut self, bytes: u64) -> bool {
        let holds = bytes <= self.budget.limits.bytes;
        if holds {
            self.peak_bytes = self.peak_bytes.max(bytes);
        }
        holds
    }

    /// The maximum number of bytes that lists may hold.
    #[must_use]
    pub fn max_bytes(&self) -> u64 {
        self.budget.limits.bytes
    }

    /// Whether the limit of depth leaves out a node, which is remembered.
    #[inline]
    pub fn cuts(&mut self, g: Cost, h: Cost) -> bool {
        let cuts = g + h > self.max_depth();
        self.was_cut |= cuts;
        cuts
    }

    /// How a search ends that has nothing left to expand.
    #[must_use]
    pub fn nothing_left(&self) -> Termination {
        if self.was_cut { Termination::DepthLimit } else { Termination::Exhausted }
    }

    /// The maximum number of moves of a path.
    #[inline]
    #[must_use]
    pub fn max_depth(&self) -> Cost {
        self.budget.limits.depth
    }
}
