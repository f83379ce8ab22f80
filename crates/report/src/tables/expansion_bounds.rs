//! Expansions compared with the states that a search must expand, and with those that it may expand.

use std::collections::HashMap;

use tilebench_record::{Bounds, Proof, RecordedBound, Status};

use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::iterations::LogSum;
use crate::number;
use crate::table::{ReportTable, TableBuilder};

/// The bounds of the report, in words.
const BOUNDS: &[(RecordedBound, &str)] = &[
    (RecordedBound::FromStart, "f < C* from the start"),
    (RecordedBound::FromGoal, "f < C* from the goal"),
    (RecordedBound::Cover, "minimum vertex cover"),
];

/// A configuration's row.
struct BoundRow<'a> {
    set: &'a str,
    solver: &'a str,
    bound: &'static str,
    /// Expanded nodes / the states that it must expand.
    must: LogSum,
    /// The minimum and the maximum of these ratios.
    range: Option<(f64, f64)>,
    /// Expanded nodes / the states that it may expand.
    may: LogSum,
}

const NOTES: [&str; 2] = [
    "Ratio: expanded nodes / the states that the search must expand, over the n instances whose solution was proved optimal \
     and whose bounds are in bounds.csv (tilebench bounds). A* must expand the states of f < C* and may expand those of \
     f <= C*, of which it leaves out some of the last layer.",
    "A bidirectional search must expand a vertex cover of the must-expand graph, if it proves its solution by front-to-end \
     bounds of pairs of nodes alone. A search that uses more has a ratio that can be below 1: it rounds its bound up to the \
     next cost that a solution can have, or uses both estimates of a state, as BAE* does.",
];

/// The table, if there are bounds of a run.
pub(crate) fn table(experiment: &ExperimentData) -> Option<ReportTable> {
    let several = experiment.sets.len() > 1;
    let configurations = &experiment.manifest.as_ref()?.bounds;
    let bounds: HashMap<_, _> = experiment
        .bounds
        .iter()
        .map(|bounds| ((&*bounds.set, &*bounds.instance, &*bounds.heuristic), bounds))
        .collect();
    let mut rows = Vec::new();
    for (set, configuration) in experiment.configurations() {
        let known = configurations.get(&configuration.name);
        let Some(&(bound, name)) = BOUNDS.iter().find(|(bound, _)| known == Some(bound)) else { continue };
        let mut row = BoundRow {
            set: if several { &set.name } else { "" },
            solver: &configuration.name,
            bound: name,
            must: LogSum::default(),
            range: None,
            may: LogSum::default(),
        };
        row.add(configuration, bound, &bounds);
        if row.must.n > 0 {
            rows.push(row);
        }
    }
    let ratio = |value: f64| number::fixed(value, 3);
    let table = TableBuilder::new(&rows)
        .text_if_any("set", |row| row.set.to_owned())
        .text("solver", |row| row.solver.to_owned())
        .text("bound", |row| row.bound.to_owned())
        .count("instances (n)", |row| row.must.n)
        .number("geometric mean ratio", |row| row.must.geometric_mean(), ratio)
        .number("minimum", |row| row.range.map(|(min, _)| min), ratio)
        .number("maximum", |row| row.range.map(|(_, max)| max), ratio)
        .number_if_any("ratio to f <= C*", |row| row.may.geometric_mean(), ratio)
        .finish("bounds-distance", "Distance from the bounds", NOTES.map(str::to_owned).to_vec());
    (!rows.is_empty()).then_some(table)
}

impl BoundRow<'_> {
    /// Adds the runs that have bounds.
    fn add(
        &mut self,
        configuration: &ConfigurationRuns,
        bound: RecordedBound,
        bounds: &HashMap<(&str, &str, &str), &Bounds>,
    ) {
        for run in &configuration.runs {
            let is_optimal = run.status == Status::Solved && run.proof == Proof::Optimal;
            let Some(expanded) = run.expanded.filter(|_| is_optimal) else { continue };
            let Some(bounds) = bounds.get(&(&*run.set, &*run.instance, &*run.heuristic)) else { continue };
            let must = bound.must(bounds);
            if must == 0 || expanded == 0 {
                continue;
            }
            let ratio = expanded as f64 / must as f64;
            self.must.add(ratio);
            let (min, max) = self.range.unwrap_or((ratio, ratio));
            self.range = Some((min.min(ratio), max.max(ratio)));
            if let Some(may) = bound.may(bounds) {
                self.may.add(expanded as f64 / may as f64);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn bounds(instance: &str, must: u64) -> Bounds {
        Bounds {
            set: "korf100".into(),
            instance: instance.into(),
            heuristic: "manhattan".into(),
            from_start_must: must,
            from_start_may: 4 * must,
            ..Bounds::default()
        }
    }

    #[test]
    fn only_optimal_runs_with_bounds_are_compared() {
        let mut manifest = fixture::manifest();
        manifest.bounds = [0, 1].map(|solver| (manifest.solvers[solver].clone(), RecordedBound::FromStart)).into();
        let mut experiment = ExperimentData::arrange(fixture::runs(), Some(manifest));
        assert!(table(&experiment).is_none(), "no bounds are recorded");
        let expanded = |instance: usize| experiment.sets[0].configurations[0].runs[instance].expanded.unwrap();
        // Instance 3 was not solved by A*. Weighted A* proved no optimal length.
        let rows = vec![bounds("1", expanded(0)), bounds("2", expanded(1) / 4), bounds("3", 1)];
        experiment.bounds = rows;
        let table = table(&experiment).unwrap();
        let cells: Vec<Vec<&str>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        let expected = ["korf100", "A* manhattan", "f < C* from the start", "2", "2.000", "1.000", "4.000", "0.500"];
        assert_eq!(cells, [expected]);
    }
}
