//! The tables of a paper as the experiment's table `[report]` shows them.

use tilebench_record::ReportSettings;

use crate::experiment::ExperimentData;
use crate::expression::nearest;
use crate::table::ReportTable;
use crate::table_view::TableView;

/// The configuration that `settings` compare the others with, if it was run.
pub(crate) fn baseline(experiment: &ExperimentData) -> Option<&str> {
    let name = experiment.manifest.as_ref()?.report.baseline.as_deref()?;
    let mut configurations = experiment.sets.iter().flat_map(|set| &set.configurations);
    configurations.any(|configuration| configuration.name == name).then_some(name)
}

/// A sentence for each table with columns in `settings` that is none of `tables`. A table is missing from a report if its results
/// are.
pub(crate) fn unknown_tables<'t>(
    tables: impl Iterator<Item = &'t ReportTable>,
    settings: &ReportSettings,
) -> Vec<String> {
    let names: Vec<&str> = tables.map(|table| table.name).collect();
    let unknown = settings.columns.keys().filter(|name| !names.contains(&name.as_str()));
    let sentence = |name: &String| {
        let nearest = nearest(name, &names).map_or_else(String::new, |nearest| format!("; did you mean '{nearest}'?"));
        format!("[report] columns: this report has no table '{name}'{nearest}")
    };
    unknown.map(sentence).collect()
}

/// `tables` with the columns and names of `settings`, and a sentence for each table that does not have all of its columns.
pub(crate) fn viewed(tables: &[ReportTable], settings: &ReportSettings) -> (Vec<ReportTable>, Vec<String>) {
    let mut notes: Vec<String> = Vec::new();
    let viewed = tables.iter().map(|table| {
        let chosen = with_columns(table.clone(), settings).unwrap_or_else(|error| {
            notes.push(format!("[report] columns: {error}"));
            table.clone()
        });
        with_names(chosen, settings)
    });
    (viewed.collect(), notes)
}

/// `table` with the columns and names of `settings`.
///
/// # Errors
///
/// If it has no such column.
pub(crate) fn view(table: ReportTable, settings: &ReportSettings) -> anyhow::Result<ReportTable> {
    Ok(with_names(with_columns(table, settings)?, settings))
}

fn with_columns(table: ReportTable, settings: &ReportSettings) -> anyhow::Result<ReportTable> {
    let columns = settings.columns.get(table.name).cloned().unwrap_or_default();
    table.viewed(&TableView { columns, names: Vec::new() })
}

fn with_names(mut table: ReportTable, settings: &ReportSettings) -> ReportTable {
    for (name, shown) in &settings.names {
        table.show_as(name, shown);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::results::Results;
    use crate::tables;

    #[test]
    fn columns_and_names_apply_to_the_tables_that_have_them_and_mistakes_are_notes() {
        let experiment = ExperimentData::arrange(fixture::runs(), Some(fixture::manifest()));
        let tables = tables::report_tables(&experiment, &Results::new(&experiment, None).unwrap());
        let settings = ReportSettings {
            columns: [
                ("nodes".to_owned(), vec!["solver".to_owned(), "counted_n".to_owned()]),
                ("nodse".to_owned(), vec!["solver".to_owned()]),
                ("time".to_owned(), vec!["solvers".to_owned()]),
            ]
            .into(),
            names: [("A* manhattan".to_owned(), "A*".to_owned()), ("no such".to_owned(), "x".to_owned())].into(),
            ..ReportSettings::default()
        };
        let (viewed, notes) = viewed(&tables, &settings);
        let shown = |name: &str| viewed.iter().find(|table| table.name == name).unwrap();
        assert_eq!(shown("nodes").columns.len(), 2);
        let texts = |table: &ReportTable| -> Vec<String> {
            table.rows.iter().flatten().map(|cell| cell.text.clone()).collect()
        };
        assert!(texts(shown("nodes")).contains(&"A*".to_owned()));
        assert!(!texts(shown("time")).contains(&"A* manhattan".to_owned()));
        let unknown = unknown_tables(tables.iter(), &settings);
        assert_eq!(unknown, ["[report] columns: this report has no table 'nodse'; did you mean 'nodes'?"]);
        assert_eq!(notes.len(), 1);
        assert!(notes[0].starts_with("[report] columns: the table 'time' has no column 'solvers'"), "{notes:?}");
    }

    #[test]
    fn a_baseline_that_was_not_run_is_no_baseline() {
        let mut manifest = fixture::manifest();
        manifest.report.baseline = Some("A* manhattan".to_owned());
        let experiment = ExperimentData::arrange(fixture::runs(), Some(manifest.clone()));
        assert_eq!(baseline(&experiment), Some("A* manhattan"));
        manifest.report.baseline = Some("IDA*".to_owned());
        assert_eq!(baseline(&ExperimentData::arrange(fixture::runs(), Some(manifest))), None);
    }
}
