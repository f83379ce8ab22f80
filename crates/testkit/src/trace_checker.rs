//! Checks of the iterations and incumbents that a search reports.

use tilebench_core::{Cost, Counters, Incumbent, Observer, Termination};

/// An observer that panics if reports contradict each other.
#[derive(Debug, Default)]
pub(crate) struct TraceChecker {
    iterations: u64,
    sums: Counters,
    last: Option<Incumbent>,
}

impl TraceChecker {
    /// Checks the reports of a search that ended with these counts; `cost` is that of its path, if it is solved.
    ///
    /// # Panics
    ///
    /// If they contradict each other.
    pub(crate) fn check_end(&mut self, end: Termination, cost: Cost, counters: &Counters) {
        self.check_sums(counters);
        assert_eq!(self.iterations, counters.iterations, "iterations that were reported, and those that are counted");
        if let Some(last) = self.last.filter(|_| end == Termination::Solved) {
            assert_eq!(last.cost, cost, "the last incumbent is not the answer");
        }
    }

    fn check_sums(&mut self, counters: &Counters) {
        assert!(
            counters.generated >= self.sums.generated && counters.expanded >= self.sums.expanded,
            "reported counts fall: {:?}, then {counters:?}",
            self.sums
        );
        self.sums = *counters;
    }
}

impl Observer for TraceChecker {
    fn iteration(&mut self, _: Cost, counters: &Counters) {
        self.iterations += 1;
        self.check_sums(counters);
    }

    fn incumbent(&mut self, incumbent: &Incumbent) -> Result<(), Termination> {
        self.check_sums(&incumbent.counters);
        // Bounds have no meaning if the heuristic is inadmissible, so they are not checked here.
        if let Some(last) = self.last {
            assert!(incumbent.cost <= last.cost, "{incumbent:?} costs more than {last:?}");
        }
        self.last = Some(*incumbent);
        Ok(())
    }

    fn attribute(&mut self, name: &'static str, value: f64) {
        assert!(value.is_finite(), "attribute {name} is {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(generated: u64, iterations: u64) -> Counters {
        Counters { generated, iterations, ..Counters::default() }
    }

    #[test]
    fn reports_that_agree_are_accepted() {
        let mut checker = TraceChecker::default();
        checker.iteration(3, &counters(5, 1));
        for (cost, bound, generated) in [(7, None, 6), (5, Some(3), 8), (5, Some(5), 9)] {
            let incumbent = Incumbent { cost, length: cost, bound, counters: counters(generated, 1) };
            assert_eq!(checker.incumbent(&incumbent), Ok(()));
        }
        checker.iteration(5, &counters(9, 2));
        checker.check_end(Termination::Solved, 5, &counters(9, 2));
    }

    #[test]
    #[should_panic(expected = "iterations that were reported")]
    fn an_iteration_that_is_not_reported_is_a_fault() {
        TraceChecker::default().check_end(Termination::Solved, 5, &counters(9, 1));
    }

    #[test]
    #[should_panic(expected = "reported counts fall")]
    fn counts_that_fall_are_a_fault() {
        let mut checker = TraceChecker::default();
        checker.iteration(3, &counters(5, 1));
        checker.iteration(4, &counters(4, 2));
    }

    #[test]
    #[should_panic(expected = "costs more than")]
    fn an_incumbent_of_greater_cost_is_a_fault() {
        let mut checker = TraceChecker::default();
        for cost in [5, 7] {
            let incumbent = Incumbent { cost, length: cost, bound: None, counters: counters(cost.into(), 0) };
            assert_eq!(checker.incumbent(&incumbent), Ok(()));
        }
    }
}
