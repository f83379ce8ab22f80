//! The log-rank test: are two Kaplan-Meier curves the same?
//!
//! *Tests*, with [`Observation::under_limit`], whether two cumulative incidences of solving are the same, as the test
//! of Gray 1988 does: with administrative censoring only, the risk sets are those of Fine and Gray 1999.
//!
//! *Assumes* that the runs of both samples are independent of each other, and that limits do not depend on how hard an
//! instance is. Two configurations on the same instances are paired, so the test is conservative there:
//! [`signed_rank`](crate::signed_rank) on penalised times sees more. Most sensitive if one curve is a
//! constant factor of hazard below the other; crossing curves can hide. *Approximate*: chi-square with one
//! degree of freedom. *Reference*: Mantel 1966; Peto and Peto 1972.

use crate::chi_square;
use crate::kaplan_meier::Observation;

/// A log-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogRank {
    /// The runs of the first sample that solved.
    pub solved: f64,
    /// How many of them were expected to, if the curves are the same.
    pub expected: f64,
    /// The statistic.
    pub chi_square: f64,
    /// Its probability under the null hypothesis.
    pub p: f64,
}

/// Tests two samples; none if nothing can differ: a sample is empty, or no run solved while both were at risk.
#[must_use]
pub fn log_rank(first: &[Observation], second: &[Observation]) -> Option<LogRank> {
    let mut all: Vec<(Observation, bool)> = first.iter().map(|&run| (run, true)).collect();
    all.extend(second.iter().map(|&run| (run, false)));
    if all.iter().any(|(run, _)| run.time.is_nan()) {
        return None;
    }
    all.sort_by(|(a, _), (b, _)| a.time.total_cmp(&b.time));
    let (mut running, mut ours) = (all.len() as f64, first.len() as f64);
    let (mut solved, mut expected, mut variance) = (0.0, 0.0, 0.0);
    for together in all.chunk_by(|(a, _), (b, _)| a.time.total_cmp(&b.time).is_eq()) {
        let count = |holds: fn(&(Observation, bool)) -> bool| together.iter().filter(|run| holds(run)).count() as f64;
        let events = count(|(run, _)| run.solved);
        solved += count(|(run, is_first)| run.solved && *is_first);
        let share = ours / running;
        expected += events * share;
        if running > 1.0 {
            variance += events * share * (1.0 - share) * (running - events) / (running - 1.0);
        }
        running -= together.len() as f64;
        ours -= count(|(_, is_first)| *is_first);
    }
    let chi_square = (solved - expected).powi(2) / variance;
    (variance > 0.0).then(|| LogRank { solved, expected, chi_square, p: chi_square::survival(chi_square, 1.0) })
}
