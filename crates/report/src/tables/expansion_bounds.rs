//! The distance of each configuration from the bounds on its expansions.

use crate::expansion_bounds::{BoundedConfiguration, bounded};
use crate::experiment::ExperimentData;
use crate::number;
use crate::stats::geometric_mean;
use crate::table::{ReportTable, TableBuilder};

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
    let rows = bounded(experiment);
    let several = experiment.sets.len() > 1;
    let ratio = |value: f64| number::fixed(value, 3);
    let extreme = |row: &BoundedConfiguration<'_>, pick: fn(f64, f64) -> f64| row.ratios.iter().copied().reduce(pick);
    let table = TableBuilder::new(&rows)
        .text_when(several, "set", |row| row.set.to_owned())
        .text("solver", |row| row.name.to_owned())
        .text("bound", |row| row.bound.to_owned())
        .count("instances (n)", |row| row.ratios.len() as u64)
        .number("geometric mean ratio", |row| geometric_mean(&row.ratios), ratio)
        .number("minimum", |row| extreme(row, f64::min), ratio)
        .number("maximum", |row| extreme(row, f64::max), ratio)
        .number_if_any("ratio to f <= C*", |row| geometric_mean(&row.may_ratios), ratio)
        .finish("bounds-distance", "Distance from the bounds", NOTES.map(str::to_owned).to_vec());
    (!rows.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use tilebench_record::{Bounds, RecordedBound};

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
