//! "Attributes": the numbers that algorithms and external programs added to their runs.

use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::number;
use crate::stats::quantile;
use crate::table::{ReportTable, TableBuilder};

/// An attribute of the runs of a configuration on a set.
struct AttributeRow<'a> {
    set: &'a str,
    configuration: &'a ConfigurationRuns,
    /// The name, with the unit.
    title: &'static str,
    /// The values, from the least to the greatest.
    values: Vec<f64>,
}

/// The table, if a run has an attribute.
pub(super) fn table(experiment: &ExperimentData, several: bool) -> Option<ReportTable> {
    let mut rows: Vec<AttributeRow<'_>> = Vec::new();
    for set in &experiment.sets {
        for (place, column) in experiment.attributes.iter().enumerate() {
            for configuration in &set.configurations {
                let runs = configuration.runs.iter();
                let mut values: Vec<f64> = runs.filter_map(|run| run.requested.get(place)?.number()).collect();
                values.sort_by(f64::total_cmp);
                if !values.is_empty() {
                    rows.push(AttributeRow { set: &set.name, configuration, title: column.title, values });
                }
            }
        }
    }
    let at = |share| move |row: &AttributeRow<'_>| quantile(&row.values, share);
    let table = TableBuilder::new(&rows)
        .text_when(several, "set", |row| row.set.to_owned())
        .text("attribute", |row| row.title.to_owned())
        .text("solver", |row| row.configuration.name.clone())
        .count("runs (n)", |row| row.values.len() as u64)
        .number("mean", |row| Some(row.values.iter().sum::<f64>() / row.values.len() as f64), number::significant)
        .number("median", at(0.5), number::significant)
        .number("minimum", at(0.0), number::significant)
        .number("maximum", at(1.0), number::significant)
        .finish(
            "attributes",
            "Attributes",
            vec![
                "Numbers that the algorithm or the program added to its runs; runs without a number are left out."
                    .to_owned(),
            ],
        );
    (!rows.is_empty()).then_some(table)
}
