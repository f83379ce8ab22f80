//! The solutions that runs found over time, from `incumbents.csv`: the data of charts and metrics of anytime search.
//!
//! They are read if a run has several. One run represents its instance, as in every other statistic.

use std::collections::HashMap;

use tilebench_plot::kinds::quality::{SolutionHistory, TimedSolution};
use tilebench_plot::theme;
use tilebench_record::{Folder, Incumbent, Proof, RecordError};

use crate::experiment::ExperimentData;
use crate::metric::is_attempt;
use crate::run::{AnytimeFacts, ReportRun};

/// The least time of a solution in seconds; logarithmic axes have no 0.
const MIN_SECONDS: f64 = 1e-6;

/// The set, the configuration and the index of a run.
type Place = (usize, usize, usize);

/// Adds the solutions of `folder` to the runs of `experiment`, which has its runs.
pub(crate) fn read(folder: &Folder, experiment: &mut ExperimentData) -> Result<(), RecordError> {
    if !experiment.has_incumbents {
        return Ok(());
    }
    let mut places: HashMap<(&str, &str, &str, u64, u32), Place> = HashMap::new();
    for (s, set) in experiment.sets.iter().enumerate() {
        for (c, configuration) in set.configurations.iter().enumerate() {
            for (r, run) in configuration.runs.iter().enumerate() {
                let key = (&*set.name, &*configuration.name, &*run.instance, run.seed, run.repeat);
                places.insert(key, (s, c, r));
            }
        }
    }
    let mut solutions: HashMap<String, (Place, Vec<Incumbent>)> = HashMap::new();
    folder.each_row_or_error(|row| {
        let Ok(run) = row else { return };
        let key = (&*run.problem_set(), &*run.solver, &*run.instance, run.seed, run.repeat);
        if let Some(&place) = places.get(&key) {
            solutions.insert(run.run_id, (place, Vec::new()));
        }
    })?;
    for incumbent in folder.readable_incumbents()? {
        if let Some((_, found)) = solutions.get_mut(&incumbent.run_id) {
            found.push(incumbent);
        }
    }
    let mut of_run: HashMap<Place, Vec<Incumbent>> = solutions.into_values().collect();
    for (s, set) in experiment.sets.iter_mut().enumerate() {
        for (c, configuration) in set.configurations.iter_mut().enumerate() {
            let mut runs = Vec::new();
            for (r, run) in configuration.runs.iter_mut().enumerate() {
                // A run that was killed has no solution: its incumbents are lost.
                let Some(found) = of_run.remove(&(s, c, r)).filter(|_| is_attempt(run)) else { continue };
                runs.extend(timed_solutions(run, &found));
                run.anytime = Some(Box::new(facts(run, &found)));
            }
            if !runs.is_empty() {
                let (name, style) = (configuration.name.clone(), theme::style(configuration.index));
                let max_expanded = configuration.runs.iter().filter_map(|run| run.expanded).max();
                let max_expanded = max_expanded.map(|expanded| expanded as f64);
                set.histories.push(SolutionHistory { name, style, runs, max_expanded });
            }
        }
    }
    Ok(())
}

/// The solutions `found` by `run`, if the optimal cost is known.
fn timed_solutions(run: &ReportRun, found: &[Incumbent]) -> Option<Vec<TimedSolution>> {
    let optimal = f64::from(run.optimal.filter(|&optimal| optimal > 0)?);
    let solution = |incumbent: &Incumbent| TimedSolution {
        seconds: incumbent.wall_s.max(MIN_SECONDS),
        expanded: incumbent.expanded.map(|expanded| expanded as f64),
        ratio: incumbent.cost as f64 / optimal,
    };
    Some(found.iter().map(solution).collect())
}

fn facts(run: &ReportRun, found: &[Incumbent]) -> AnytimeFacts {
    let integral = |limit| Some(primal_integral(&timed_solutions(run, found)?, limit));
    AnytimeFacts {
        first_solution_s: found.first().map(|first| first.wall_s),
        primal_integral_s: run.time_limit_s.and_then(integral),
        solutions: found.len(),
        proved_share: proved_share(run, found),
    }
}

/// The last bound that was proved over the optimal cost. A proof of optimality closes it.
fn proved_share(run: &ReportRun, found: &[Incumbent]) -> Option<f64> {
    let optimal = f64::from(run.optimal.filter(|&optimal| optimal > 0)?);
    if run.proof == Proof::Optimal {
        return Some(1.0);
    }
    let bound = found.iter().filter_map(|incumbent| incumbent.bound).max()?;
    Some(bound as f64 / optimal)
}

/// The integral of the primal gap over the time until `limit` (Berthold 2013). The gap is 1 before the first solution and
/// then (cost - optimal cost) / cost of the last one.
fn primal_integral(solutions: &[TimedSolution], limit: f64) -> f64 {
    let (mut integral, mut since, mut gap) = (0.0, 0.0, 1.0);
    for solution in solutions.iter().filter(|solution| solution.seconds < limit) {
        integral += gap * (solution.seconds - since);
        (since, gap) = (solution.seconds, 1.0 - 1.0 / solution.ratio);
    }
    integral + gap * (limit - since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primal_integral_is_the_area_under_the_gap() {
        let solution = |seconds, ratio| TimedSolution { seconds, expanded: None, ratio };
        let integral = |solutions: &[TimedSolution]| primal_integral(solutions, 10.0);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(integral(&[]), 10.0), "a gap of 1 until the limit");
        assert!(close(integral(&[solution(1.0, 2.0), solution(4.0, 1.25)]), 1.0 + 3.0 * 0.5 + 6.0 * 0.2));
        assert!(close(integral(&[solution(1.0, 1.0)]), 1.0), "an optimal solution has no gap");
        assert!(close(integral(&[solution(12.0, 1.0)]), 10.0), "a solution after the limit does not count");
    }
}
