//! Solutions that are longer than their bound.
//!
//! If the optimal length is known (given with the instance or proved by any run on it; the minimum of these counts), the
//! length found by a run with a weight w must not exceed w times the optimal length, and that of a run that claims an
//! optimal path must equal it. A run that claims to be within its bound but is not is an error of the program. A run that
//! claims no bound, such as a weighted search with an inadmissible heuristic, is only listed.

use std::collections::HashMap;

use tilebench_record::{Proof, Status};

use crate::experiment::{ExperimentData, SetRuns};
use crate::number;
use crate::run::ReportRun;
use crate::table::{ReportTable, TableBuilder};

/// The maximum number of runs in the table.
const MAX_LISTED: usize = 20;

/// The relative rounding error allowed for a product of a weight and a length.
const ROUNDING: f64 = 1e-9;

/// A run whose solution is longer than its bound.
#[derive(Debug)]
pub(crate) struct BoundViolation<'a> {
    run: &'a ReportRun,
    length: u32,
    optimal: u32,
    /// The weight, or 1 for a claim of optimality.
    weight: f64,
}

impl BoundViolation<'_> {
    /// Whether the run claims to be within the bound.
    pub(crate) fn is_fault(&self) -> bool {
        self.run.proof != Proof::None
    }
}

/// Every solved run beyond its bound, runs that claim to be within it first.
pub(crate) fn violations(experiment: &ExperimentData) -> Vec<BoundViolation<'_>> {
    let mut violations: Vec<BoundViolation<'_>> = experiment.sets.iter().flat_map(set_violations).collect();
    violations.sort_by_key(|violation| !violation.is_fault());
    violations
}

fn set_violations(set: &SetRuns) -> Vec<BoundViolation<'_>> {
    let optimal_lengths = optimal_lengths(set);
    let runs = set.configurations.iter().flat_map(|c| if c.seed_runs.is_empty() { &c.runs } else { &c.seed_runs });
    runs.filter_map(|run| {
        let (length, weight) = (run.path_cost().filter(|_| run.status == Status::Solved)?, bound(run)?);
        let optimal = *optimal_lengths.get(&*run.instance)?;
        let allowed = weight * f64::from(optimal) * (1.0 + ROUNDING);
        (f64::from(length) > allowed).then_some(BoundViolation { run, length, optimal, weight })
    })
    .collect()
}

/// The factor of the optimal length that bounds the length of the run, if it has a bound.
fn bound(run: &ReportRun) -> Option<f64> {
    if run.proof == Proof::Optimal { Some(1.0) } else { run.weight_value }
}

/// The known optimal lengths, given or proved.
pub(crate) fn optimal_lengths(set: &SetRuns) -> HashMap<&str, u32> {
    let mut lengths: HashMap<&str, u32> = HashMap::new();
    for run in set.configurations.iter().flat_map(|configuration| &configuration.runs) {
        for length in run.optimal.into_iter().chain(run.proved()) {
            let minimum = lengths.entry(&run.instance).or_insert(length);
            *minimum = length.min(*minimum);
        }
    }
    lengths
}

/// The table of these runs, if there are any.
pub(crate) fn table(violations: &[BoundViolation<'_>]) -> Option<ReportTable> {
    let listed = &violations[..violations.len().min(MAX_LISTED)];
    let faults = violations.iter().filter(|violation| violation.is_fault()).count();
    let mut notes = Vec::new();
    if faults > 0 {
        let faults = number::grouped(faults as u64);
        notes.push(format!("{faults} of these runs claim to be within their bound. This is an error of the program: investigate it before trusting any result."));
    }
    if faults < violations.len() {
        let others = number::grouped((violations.len() - faults) as u64);
        notes.push(format!("{others} of these runs claim no bound (proof: none), so this is not an error."));
    }
    if listed.len() < violations.len() {
        notes.push(format!(
            "{} more are listed in runs.csv.",
            number::grouped((violations.len() - listed.len()) as u64)
        ));
    }
    let table = TableBuilder::new(listed)
        .text("set", |row| row.run.set.to_string())
        .text("instance", |row| row.run.instance.to_string())
        .text("solver", |row| row.run.solver.to_string())
        .text("proof", |row| row.run.proof.to_string())
        .count("length", |row| u64::from(row.length))
        .count("optimal", |row| u64::from(row.optimal))
        .number("bound", |row| Some(row.weight * f64::from(row.optimal)), |value| number::fixed(value, 1))
        .finish("beyond", "Solutions longer than their bound", notes);
    (!violations.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn runs_within_their_bound_are_not_listed() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        // 55 moves with a weight of 1.5 and an optimal length of 50, and optimal paths.
        assert_eq!(violations(&experiment).len(), 0);
    }

    #[test]
    fn a_run_beyond_its_bound_is_an_error_if_it_claims_to_be_within_and_is_only_listed_if_it_does_not() {
        let mut runs = fixture::runs();
        let weighted = runs.iter_mut().filter(|run| run.algorithm == "wastar" && run.length.is_some());
        for (run, (length, proof)) in weighted.zip([(75, Proof::Bounded), (91, Proof::Bounded), (500, Proof::None)]) {
            (run.length, run.proof) = (Some(length), proof);
        }
        // The optimal length of the third is unknown.
        let experiment = ExperimentData::arrange(runs.clone(), None);
        let found = violations(&experiment);
        let listed: Vec<_> = found.iter().map(|violation| (&*violation.run.instance, violation.is_fault())).collect();
        assert_eq!(listed, [("2", true)], "75 is 1.5 times 50");
        // An optimal length counts if it is given with any run or proved by any run.
        for run in runs.iter_mut().filter(|run| run.instance == "3") {
            run.optimal = (run.algorithm == "astar").then_some(66);
        }
        let experiment = ExperimentData::arrange(runs, None);
        let found = violations(&experiment);
        assert_eq!(found.iter().map(BoundViolation::is_fault).collect::<Vec<_>>(), [true, false]);
        let table = table(&found).unwrap();
        assert!(table.notes[0].starts_with("1 of these runs claim to be within their bound"), "{:?}", table.notes);
        assert_eq!(table.rows[1].iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>()[6], "99.0");
    }

    #[test]
    fn a_claim_of_optimality_is_compared_with_the_known_optimal_length() {
        let mut runs = fixture::runs();
        runs[0].length = Some(52);
        let experiment = ExperimentData::arrange(runs, None);
        let found = violations(&experiment);
        assert_eq!((found.len(), found[0].length, found[0].optimal), (1, 52, 50));
    }
}
