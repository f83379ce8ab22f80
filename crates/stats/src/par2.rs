//! Penalised average run times.

use crate::mean;

/// The time of a run and its limit, for penalised averages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The time it took, to the solution or until it was stopped, if known.
    pub seconds: Option<f64>,
    /// The time limit, if any.
    pub limit: Option<f64>,
    /// Whether it solved its instance.
    pub solved: bool,
}

impl Timing {
    /// The time if the run solved its instance, otherwise twice its limit; none if that time or limit is unknown.
    #[must_use]
    pub fn penalised(self) -> Option<f64> {
        if self.solved { self.seconds } else { self.limit.map(|limit| 2.0 * limit) }
    }
}

/// PAR2: the mean time, in which a run that did not solve its instance counts twice its limit, for any reason.
///
/// None unless every run had a limit: without a limit the penalty is undefined, and an average over the runs with a
/// limit would be over other instances. *Reference*: the SAT competitions; Hutter and others 2009 name it penalised average
/// runtime.
#[must_use]
pub fn par2(timings: &[Timing]) -> Option<f64> {
    let limited = timings.iter().filter(|timing| timing.limit.is_some());
    let penalised: Option<Vec<f64>> = limited.clone().map(|timing| timing.penalised()).collect();
    penalised.filter(|_| limited.count() == timings.len()).and_then(|values| mean(&values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unsolved_run_costs_twice_its_limit_and_every_run_needs_a_limit() {
        let timing = |seconds, limit, solved| Timing { seconds: Some(seconds), limit, solved };
        let runs = [timing(1.0, Some(10.0), true), timing(3.0, Some(10.0), false)];
        assert_eq!(par2(&runs), Some(10.5));
        assert_eq!(par2(&[runs[0], timing(3.0, None, true)]), None, "one had no limit");
        assert_eq!(par2(&[]), None);
    }
}
