//! A single table, by its name: a table of the report, or a classical table of the field.
//!
//! The classical tables are rows of [`CLASSICAL`]; each has a file that computes a [`ReportTable`] from an experiment.

mod groups;
mod korf_felner;
mod per_instance;
mod weights;

use std::path::Path;

use anyhow::{Context as _, bail};
use tilebench_record::ReportSettings;

use crate::experiment::ExperimentData;
use crate::export::{latex, markdown, parquet, plain, table_csv};
use crate::results::Results;
use crate::table::ReportTable;
use crate::table_view::TableView;
use crate::write::{ReportOptions, published_comparisons};
use crate::{heuristics, settings, tables};

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Aligned columns, for a terminal.
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX, for the packages array, booktabs, longtable and siunitx.
    Latex,
    /// CSV with plain numbers, for other programs.
    Csv,
    /// Parquet with plain numbers, for other programs; not a text.
    Parquet,
}

/// The data for a classical table.
struct TableSource<'a> {
    experiment: &'a ExperimentData,
    dir: &'a Path,
    /// The requested configuration.
    solver: Option<&'a str>,
    /// The configuration that others are compared with.
    baseline: Option<&'a str>,
}

/// A classical table.
struct ClassicalTable {
    name: &'static str,
    build: fn(&TableSource<'_>) -> anyhow::Result<ReportTable>,
}

const CLASSICAL: [ClassicalTable; 3] = [
    ClassicalTable { name: korf_felner::NAME, build: |source| korf_felner::table(source.experiment) },
    ClassicalTable {
        name: per_instance::NAME,
        build: |source| per_instance::table(source.experiment, source.dir, source.solver),
    },
    ClassicalTable { name: weights::NAME, build: |source| weights::table(source.experiment) },
];

/// The table `name` of the result folder `dir`, as the bytes of a file. The table `per-instance` is that of the configuration
/// `solver`. `options` determine the comparison of configurations, and `view` the columns and display names.
///
/// # Errors
///
/// If `dir` has a row that cannot be read, if it has no such table, configuration or column, or if a `solver` is given for a table of
/// all configurations.
pub fn table(
    dir: &Path,
    name: &str,
    solver: Option<&str>,
    options: ReportOptions<'_>,
    view: &TableView,
    format: TableFormat,
) -> anyhow::Result<Vec<u8>> {
    let mut experiment = ExperimentData::read(dir)?.compared_on(options.compare_on);
    // A single table cannot list the rows that could not be read.
    experiment.unread.refuse().with_context(|| format!("cannot write a table of {}", dir.display()))?;
    experiment.published = published_comparisons(&experiment, dir, options.published)?;
    let baseline = options.baseline.or_else(|| settings::baseline(&experiment));
    let mut shown =
        experiment.manifest.as_ref().map_or_else(ReportSettings::default, |manifest| manifest.report.clone());
    // The columns and names of the command line come first.
    if !view.columns.is_empty() {
        shown.columns.clear();
    }
    let table = find(&TableSource { experiment: &experiment, dir, solver, baseline }, name)?.viewed(view)?;
    let mut table = settings::view(table, &shown)?;
    if format != TableFormat::Latex {
        table = table.without_formulas();
    }
    Ok(match format {
        TableFormat::Text => (plain::alone(&table) + "\n").into_bytes(),
        TableFormat::Markdown => markdown::alone(&table)?.into_bytes(),
        TableFormat::Latex => {
            latex::write(&[table], options.text_width.or(shown.text_width.map(f64::from)).unwrap_or(latex::TEXT_WIDTH))?
                .into_bytes()
        }
        TableFormat::Csv => table_csv::write(&table)?.into_bytes(),
        TableFormat::Parquet => parquet::table(&table)?,
    })
}

fn find(source: &TableSource<'_>, name: &str) -> anyhow::Result<ReportTable> {
    if source.solver.is_some() && name != per_instance::NAME {
        bail!("the table '{name}' contains all configurations: a solver can be given for {} only", per_instance::NAME);
    }
    if let Some(classical) = CLASSICAL.iter().find(|classical| classical.name == name) {
        return (classical.build)(source);
    }
    let mut reported = report_tables(source.experiment, source.baseline)?;
    if let Some(place) = reported.iter().position(|table| table.name == name) {
        return Ok(reported.swap_remove(place));
    }
    let names = reported.iter().map(|table| table.name).chain(CLASSICAL.iter().map(|classical| classical.name));
    bail!("unknown table '{name}' for these results: use one of {}", names.collect::<Vec<_>>().join(", "))
}

/// All tables of the report.
fn report_tables(experiment: &ExperimentData, baseline: Option<&str>) -> anyhow::Result<Vec<ReportTable>> {
    let mut found: Vec<ReportTable> = tables::unexplained(&experiment.unexplained).into_iter().collect();
    found.extend(tables::report_tables(experiment, &Results::new(experiment, baseline)?));
    found.extend(heuristics::tables::report_tables(experiment, &heuristics::accuracies(experiment)));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use tilebench_record::{HeuristicTables, Manifest};

    use super::*;
    use crate::compare_on::CompareOn;
    use crate::fixture;

    fn shown(experiment: &ExperimentData, name: &str, solver: Option<&str>) -> anyhow::Result<String> {
        let table = find(&TableSource { experiment, dir: Path::new("/nowhere"), solver, baseline: None }, name)?;
        Ok(markdown::alone(&table)?)
    }

    #[test]
    fn the_classical_tables_of_several_heuristics_and_weights_are_as_reviewed() {
        let tables =
            |heuristic: &str, bytes| HeuristicTables { set: "korf100".into(), heuristic: heuristic.into(), bytes };
        let heuristic_tables = vec![tables("weak", 0), tables("strong", 576_575_280)];
        let manifest = Manifest { heuristic_tables, ..fixture::manifest() };
        let heuristics = ExperimentData::arrange(fixture::estimates_of(30), Some(manifest));
        insta::assert_snapshot!("korf-felner.md", shown(&heuristics, "korf-felner", None).unwrap());
        let weighted = (1..=3).flat_map(|weight: u32| {
            fixture::runs().into_iter().take(4).map(move |run| tilebench_record::Run {
                run_id: format!("{}-{weight}", run.run_id),
                solver: format!("WA* {weight}"),
                algorithm: "wastar".into(),
                weight: weight.to_string(),
                order: "ULRD".into(),
                length: run.length.map(|length| length + 2 * weight - 2),
                generated: run.generated.map(|generated| generated / u64::from(weight)),
                ..run
            })
        });
        let mut runs: Vec<tilebench_record::Run> = weighted.collect();
        let weighted = ExperimentData::arrange(runs.clone(), None).compared_on(CompareOn::All);
        insta::assert_snapshot!("weights.md", shown(&weighted, "weights", None).unwrap());
        let others = runs.clone().into_iter().map(|run| tilebench_record::Run {
            run_id: format!("{}-other", run.run_id),
            solver: format!("{} other", run.solver),
            ..run
        });
        runs.extend(others.clone().map(|run| tilebench_record::Run { options: "reopen=false".into(), ..run }));
        runs.extend(others.map(|run| tilebench_record::Run {
            run_id: format!("{}-order", run.run_id),
            solver: format!("{} order", run.solver),
            order: "DRLU".into(),
            ..run
        }));
        let families = ExperimentData::arrange(runs, None).compared_on(CompareOn::All);
        insta::assert_snapshot!("weights-of-families.md", shown(&families, "weights", None).unwrap());
    }

    #[test]
    fn an_algorithm_with_one_heuristic_has_a_row_and_configurations_without_one_are_named() {
        let mut runs = fixture::runs();
        let shown_of = |runs: &[tilebench_record::Run]| {
            shown(&ExperimentData::arrange(runs.to_vec(), Some(fixture::manifest())), "korf-felner", None)
        };
        insta::assert_snapshot!("korf-felner-single.md", shown_of(&runs).unwrap());
        for run in runs.iter_mut().filter(|run| run.algorithm != "idastar") {
            run.heuristic.clear();
        }
        let rest = shown_of(&runs).unwrap();
        assert!(rest.contains("Left out (no heuristic): A\\* manhattan, WA\\* w=1.5 manhattan."), "{rest}");
        for run in &mut runs {
            run.heuristic.clear();
        }
        assert!(shown_of(&runs).unwrap_err().to_string().contains("no configuration was run with a heuristic"));
    }

    #[test]
    fn a_table_of_the_report_is_found_by_its_name_and_an_unknown_name_gets_a_list() {
        let experiment =
            ExperimentData::arrange(fixture::runs(), Some(fixture::manifest())).compared_on(CompareOn::All);
        assert!(shown(&experiment, "outcomes", None).unwrap().starts_with("## How the runs ended\n\n| set | solver |"));
        let refused = |name, solver| shown(&experiment, name, solver).unwrap_err().to_string();
        let expected = "unknown table 'outcome' for these results: use one of unexplained, outcomes, solutions, nodes, time, \
                        common, coverage, against, limits, virtual-best, search, figures, korf-felner, \
                        per-instance, weights";
        assert_eq!(refused("outcome", None), expected);
        assert!(refused("weights", None).contains("no algorithm was run with two weights"));
        assert!(refused("nodes", Some("A* manhattan")).contains("contains all configurations"));
    }

    #[test]
    fn a_table_is_written_in_every_format_and_per_instance_for_one_configuration() {
        let place = tempfile::tempdir().unwrap();
        let folder = tilebench_record::Folder::open_or_create(&place.path().join("small")).unwrap();
        let mut appender = folder.appender().unwrap();
        for run in fixture::runs() {
            let run = tilebench_record::Run { board: format!("board {}", run.instance), h0: Some(40), ..run };
            appender.append(&run, &[]).unwrap();
        }
        drop(appender);
        let bytes = |solver, format| {
            table(folder.path(), "per-instance", solver, ReportOptions::default(), &TableView::default(), format)
                .unwrap()
        };
        let of = |solver, format| String::from_utf8(bytes(solver, format)).unwrap();
        insta::assert_snapshot!("per-instance.md", of(None, TableFormat::Markdown));
        let csv = of(Some("WA* w=1.5 manhattan"), TableFormat::Csv);
        assert!(
            csv.starts_with(
                "set,instance,board,h0,length,optimal,generated,status\nkorf100,1,board 1,40,55,50,100,solved\n"
            ),
            "{csv}"
        );
        assert!(csv.contains("\nkorf100,4,board 4,40,,52,,crashed\n"), "{csv}");
        assert!(of(None, TableFormat::Latex).contains("\\label{tab:per-instance}"));
        assert!(bytes(None, TableFormat::Parquet).starts_with(b"PAR1"));
        assert!(of(None, TableFormat::Text).starts_with("A* manhattan by instance\n\nset "));
        let refused = table(
            folder.path(),
            "per-instance",
            Some("A*"),
            ReportOptions::default(),
            &TableView::default(),
            TableFormat::Csv,
        )
        .unwrap_err()
        .to_string();
        assert!(refused.starts_with("unknown configuration 'A*'; did you mean 'A* manhattan'?"), "{refused}");
    }
}
