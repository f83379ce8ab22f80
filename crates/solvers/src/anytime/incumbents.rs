//! The incumbent of an anytime search and the lower bound that it has proved.

use tilebench_core::{Cost, Counters, Domain, Incumbent, Observer, Outcome, Termination, narrow};

/// The cheapest solution so far, and a lower bound on the cost of every solution.
#[derive(Debug)]
pub(crate) struct Incumbents<Op> {
    /// Its cost and path.
    best: Option<(Cost, Vec<Op>)>,
    /// No solution costs less, if the heuristic is admissible.
    bound: Cost,
    /// The bound that was reported last.
    reported: Cost,
    /// A divisor of the differences of the costs of solutions.
    divisor: Cost,
    /// The maximum f of a node that may lead to a better solution.
    max_f: Cost,
}

impl<Op> Incumbents<Op> {
    /// A bound is reported if it has risen by this part of the cost of the incumbent, so that reports stay few.
    const STEPS: Cost = 256;

    /// No incumbent, and h of the start as bound.
    pub(crate) fn new<D: Domain<Op = Op>>(domain: &D, h0: Cost) -> Self {
        Self { best: None, bound: h0, reported: 0, divisor: domain.cost_gcd().max(1), max_f: Cost::MAX }
    }

    /// The cost of the incumbent.
    #[inline]
    pub(crate) fn cost(&self) -> Option<Cost> {
        self.best.as_ref().map(|(cost, _)| *cost)
    }

    /// Whether a node of this f leads to no better solution.
    #[inline]
    pub(crate) fn prunes(&self, f: Cost) -> bool {
        f > self.max_f
    }

    /// Whether no solution is cheaper than the incumbent.
    pub(crate) fn is_proved(&self) -> bool {
        self.prunes(self.bound)
    }

    /// Replaces the incumbent by a cheaper one and reports it. If it was found after the limit of time, the former one stays.
    pub(crate) fn improve(
        &mut self,
        cost: Cost,
        path: Vec<Op>,
        counters: Counters,
        observer: &mut dyn Observer,
    ) -> Result<(), Termination> {
        debug_assert!(!self.prunes(cost), "the solution is not better than the incumbent");
        let former = self.best.replace((cost, path));
        if let Err(end) = self.report(counters, observer) {
            self.best = former;
            return Err(end);
        }
        // No f is below 0, so a solution of cost 0 leaves nothing to search: `is_proved` is true by its own bound.
        self.max_f = cost.saturating_sub(self.divisor);
        Ok(())
    }

    /// Raises the bound to `bound`, and reports it if it has risen much.
    pub(crate) fn raise_bound(
        &mut self,
        bound: Cost,
        counters: impl FnOnce() -> Counters,
        observer: &mut dyn Observer,
    ) {
        if bound <= self.bound {
            return;
        }
        self.bound = bound;
        if self.cost().is_some_and(|cost| self.proved() - self.reported > cost / Self::STEPS) {
            // A bound that is too late is not recorded, and the search ends at its next poll.
            let _ = self.report(counters(), observer);
        }
    }

    /// The proved bound. If there is an incumbent, it is the next cost that a solution can have: that of the incumbent if no
    /// solution is cheaper.
    fn proved(&self) -> Cost {
        let Some(cost) = self.cost() else { return self.bound };
        let less = cost.saturating_sub(self.bound);
        cost - less / self.divisor * self.divisor
    }

    /// Reports the incumbent with the bound.
    fn report(&mut self, counters: Counters, observer: &mut dyn Observer) -> Result<(), Termination> {
        let Some((cost, path)) = &self.best else { return Ok(()) };
        self.reported = self.proved();
        let length = narrow(path.len(), "a path has fewer than 2^32 operators");
        let bound = (self.reported > 0 || *cost == 0).then_some(self.reported);
        observer.incumbent(&Incumbent { cost: *cost, length, bound, counters })
    }

    /// The outcome of a search that ended with `result`, which has no error if no node is left that may lead to a better solution.
    /// Then the search ended by `exhaustion` if there is no solution.
    pub(crate) fn outcome(
        mut self,
        result: Result<(), Termination>,
        exhaustion: Termination,
        h0: Cost,
        counters: Counters,
        observer: &mut dyn Observer,
    ) -> Outcome<Op> {
        if let (Ok(()), Some(cost)) = (result, self.cost()) {
            self.bound = cost;
        }
        if self.cost().is_some_and(|_| self.proved() > self.reported) {
            let _ = self.report(counters, observer);
        }
        let bound = self.proved();
        let bound = (bound > 0 || self.cost() == Some(0)).then_some(bound);
        let is_limit = |end| {
            matches!(
                end,
                Termination::TimeLimit | Termination::NodeLimit | Termination::MemoryLimit | Termination::DiskLimit
            )
        };
        let (end, path) = match (result, self.best) {
            (Ok(()), Some((_, path))) => (Termination::Solved, path),
            (Err(end), Some((_, path))) if is_limit(end) => (Termination::Solved, path),
            (Ok(()), None) => (exhaustion, Vec::new()),
            (Err(end), _) => (end, Vec::new()),
        };
        Outcome { end, path, h0: Some(h0), bound, counters }
    }
}
