//! Attributes of external solvers, from their output to tables, charts, filters, the page and claims.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

const SOLVER: &str = r#"case "$1" in
    "1 0 2 3") moves=L depth=3 ;;
    "2 1 0 3") moves=U depth=5 ;;
esac
echo "Share: 0.$depth"
echo "{\"moves\": \"$moves\", \"x_depth\": $depth}"
"#;

const EXPERIMENT: &str = "\
name = 'own'
instances = 'boards.csv'
[[attribute]]
name = 'x_depth'
unit = 'moves'
meaning = 'Depth of the deepest node.'
[[attribute]]
name = 'x_share'
kind = 'real'
pattern = 'Share: (.*)'
[[solver]]
name = 'mine'
command = ['sh', './solver.sh', '{board}']
[[solver]]
algorithm = 'bfs'
[[claim]]
claim = 'It is shallow.'
quantity = 'mean x_depth'
of = { solver = 'mine' }
value = 4
";

/// The exit code, the standard output and the standard error of the program.
fn run(dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("tilebench").unwrap().current_dir(dir).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn folder(experiment: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("solver.sh"), SOLVER).unwrap();
    fs::write(dir.path().join("boards.csv"), "id,board\n1,1 0 2 3\n2,2 1 0 3\n").unwrap();
    fs::write(dir.path().join("own.toml"), experiment).unwrap();
    dir
}

#[test]
fn an_attribute_is_a_column_of_tables_charts_filters_the_page_and_claims() {
    let dir = folder(EXPERIMENT);
    let place = dir.path();
    let (code, out, errors) = run(place, &["run", "own.toml"]);
    assert_eq!(code, 0, "{out}{errors}");
    assert!(out.contains("Claims: 1 agrees"), "{out}");
    let results = place.join("results/own");
    let rows = fs::read_to_string(results.join("runs.csv")).unwrap();
    assert!(rows.lines().next().unwrap().ends_with(",attributes"));
    assert!(rows.contains(",x_depth=3;x_share=0.3\n") && rows.contains(",x_depth=5;x_share=0.5\n"), "{rows}");
    let (code, table, _) = run(place, &["report", "results/own", "--table", "attributes"]);
    assert_eq!(code, 0);
    assert!(table.contains("x_depth (moves)  mine") && table.contains("x_share          mine"), "{table}");
    let points =
        ["plot", "results/own", "points", "--x", "x_depth", "--y", "x_share", "--format", "csv", "--out", "chart.csv"];
    let plot = |filter: &str| run(place, &[&points[..], &["--filter", filter]].concat());
    let (code, out, errors) = plot("x_depth > 4");
    assert_eq!(code, 0, "{out}{errors}");
    let chart = fs::read_to_string(place.join("chart.csv")).unwrap();
    assert!(chart.contains("mine,point,5,0.5,") && !chart.contains("mine,point,3,"), "{chart}");
    assert!(chart.contains("x_depth (moves)"), "the unit is on the axis: {chart}");
    let (code, _, errors) = plot("x_dpth > 4");
    assert!(code == 2 && errors.contains("x_depth"), "the nearest name is named: {errors}");
    let page = fs::read_to_string(results.join("index.html")).unwrap();
    assert!(page.contains("data-column=\"x_depth\"") && !page.contains("data-column=\"attributes\""));
}

#[test]
fn a_wrong_value_costs_its_row_and_an_undeclared_attribute_is_refused_before_a_run() {
    let dir = folder(&EXPERIMENT.replace("kind = 'real'\npattern = 'Share: (.*)'", "pattern = 'Share: (.*)'"));
    let (code, out, _) = run(dir.path(), &["run", "own.toml", "--no-report"]);
    assert_eq!(code, 1, "{out}");
    let rows = fs::read_to_string(dir.path().join("results/own/runs.csv")).unwrap();
    assert!(rows.contains("its x_share must be an integer, not '0.3'"), "{rows}");
    let dir = folder(&EXPERIMENT.replace("mean x_depth", "mean x_dpth"));
    let (code, _, errors) = run(dir.path(), &["run", "own.toml"]);
    assert_eq!(code, 2);
    assert!(errors.contains("attribute 'x_dpth' is not declared"), "{errors}");
    assert!(!dir.path().join("results").exists());
}
