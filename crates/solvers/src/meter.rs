//! Counts expansions and asks, every so often, whether to stop.

use tilebench_core::{Budget, End};

/// The counts of a running search, and when it must next look up.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    /// Successors produced, plus 1 for the start.
    pub(crate) generated: u64,
    /// Nodes whose successors were produced.
    pub(crate) expanded: u64,
    /// The number of expansions at which the control is asked again.
    ask_at: u64,
}

impl<'a> Meter<'a> {
    /// The meter of a search that has only its start.
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        Self { budget, generated: 1, expanded: 0, ask_at: 0 }
    }

    /// Counts the expansion that is about to happen, of at most `branching` successors.
    ///
    /// # Errors
    ///
    /// The reason to stop instead.
    #[inline]
    pub(crate) fn expand(&mut self, branching: u64) -> Result<(), End> {
        if self.expanded == self.ask_at {
            self.ask(branching)?;
        }
        self.expanded += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self, branching: u64) -> Result<(), End> {
        self.ask_at = self.expanded + self.budget.allowance(self.generated, branching)?;
        Ok(())
    }

    /// The most bytes that lists may hold.
    pub(crate) fn limit_bytes(&self) -> u64 {
        self.budget.limits.bytes
    }
}
