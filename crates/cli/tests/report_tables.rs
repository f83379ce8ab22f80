//! Single tables of a report: their columns, display names and widths.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::program;

#[test]
fn columns_and_display_names_are_chosen_and_unknown_ones_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    common::execute_experiment(dir.path(), common::PAIR, "pair");
    let table = |options: &[&str]| program(dir.path(), &[&["report", "pair", "--table", "nodes"], options].concat());
    let text = |options: &[&str]| {
        let output = table(options).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let columns = ["--columns", "solver,sum_generated,geom_mean_generated_low"];
    let csv = text(&[&columns[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("solver,sum_generated,geom_mean_generated_low\nidastar manhattan,"), "{csv}");
    let rename = ["--rename", "idastar manhattan=IDA* ($h=h_M$)", "--rename", "sum_generated=$\\sum n$"];
    let tex = text(&[&columns[..], &rename, &["--format", "tex"]].concat());
    assert!(tex.contains("IDA* ($h=h_M$) & ") && tex.contains("$\\sum n$"), "{tex}");
    assert!(!tex.contains("resizebox") && tex.contains("\\caption{Nodes}\\label{tab:nodes}"), "{tex}");
    let shown = text(&[&columns[..], &rename].concat());
    assert!(shown.contains("IDA* (h=h_M)") && !shown.contains('$'), "{shown}");
    let narrow = text(&["--format", "tex", "--text-width", "240"]);
    let tabulars = |text: &str| text.matches("\\begin{tabular}").count();
    assert!(tabulars(&narrow) > tabulars(&text(&["--format", "tex", "--text-width", "900"])), "{narrow}");
    for (options, sentence) in [
        (["--columns", "solver,summe"], "the table 'nodes' has no column 'summe'"),
        (["--rename", "idastar=IDA*"], "shows no 'idastar' to be renamed; did you mean 'idastar manhattan'?"),
        (["--rename", "idastar manhattan"], "write the name and the display name, such as"),
        (["--text-width", "5"], "use a width from 100 to 2000 points"),
    ] {
        let refused = table(&options).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(sentence), "{error}");
    }
}

#[test]
fn the_table_report_of_an_experiment_sets_columns_and_names_and_a_change_is_reported_without_runs() {
    let dir = tempfile::tempdir().unwrap();
    let report = |text: &str| {
        let file = [common::PAIR, text].concat();
        common::execute_experiment(dir.path(), &file, "results/pair");
        program(dir.path(), &["report", "results/pair"]).assert().success();
        fs::read_to_string(dir.path().join("results/pair/summary.tex")).unwrap()
    };
    let before = report("");
    assert!(before.contains("    idastar manhattan & ") && !before.contains("IDA*"), "{before}");
    let runs = fs::read_to_string(dir.path().join("results/pair/runs.csv")).unwrap();
    let after = report(
        "[report]\ntext_width = 240\ncolumns.nodes = ['solver', 'counted_n']\n\
         [report.names]\n'idastar manhattan' = 'IDA* ($h_1$)'\n",
    );
    assert!(after.contains("IDA* ($h_1$)") && !after.contains("    idastar manhattan & "), "{after}");
    assert_eq!(fs::read_to_string(dir.path().join("results/pair/runs.csv")).unwrap(), runs, "no run is repeated");
    let table =
        program(dir.path(), &["report", "results/pair", "--table", "nodes", "--format", "md"]).assert().success();
    let text = String::from_utf8(table.get_output().stdout.clone()).unwrap();
    assert!(text.contains("IDA\\* (h\\_1)") || text.contains("IDA* (h_1)"), "{text}");
}
