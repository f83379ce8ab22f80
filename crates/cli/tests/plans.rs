//! Rows of earlier plans: kept, listed, and excluded from all results.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

const EXPERIMENT: &str = "\
name = \"plans\"
question = \"Do plans mix?\"
instances = [\"random:3x3:20:seed=1\"]
[limits]
nodes = 500
[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"
";

fn stdout(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    let done = command.current_dir(folder).args(arguments).assert().code(0);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// A folder with the runs of a plan of 500 nodes, then of one of 100,000, and then of the first again.
fn with_two_plans() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.toml"), EXPERIMENT).unwrap();
    stdout(dir.path(), &["run", "x.toml"]);
    let larger = stdout(dir.path(), &["run", "x.toml", "--set", "limits.nodes=100000"]);
    assert!(larger.contains("\n20 of 20 runs solved.\n"), "{larger}");
    dir
}

#[test]
fn a_report_covers_the_current_plan_and_lists_rows_of_earlier_ones() {
    let dir = with_two_plans();
    let dir = dir.path();
    let again = stdout(dir, &["run", "x.toml"]);
    assert!(again.starts_with("0 runs executed, 20 already recorded\n"), "{again}");
    assert!(again.contains("\n5 of 20 runs solved.\nLeft out: 20 rows of earlier plans"), "{again}");
    let summary = fs::read_to_string(dir.join("results/plans/summary.md")).unwrap();
    assert!(summary.contains("## Rows of earlier plans") && summary.contains("| nodes = 100000 | 20 |"), "{summary}");
    let exported = fs::read_to_string(dir.join("results/plans/summary.csv")).unwrap();
    assert!(
        exported.lines().nth(1).unwrap().starts_with("random:3x3:20:seed=1,astar manhattan,astar,manhattan,,20,5,")
    );
    let page = fs::read_to_string(dir.join("results/plans/index.html")).unwrap();
    assert!(page.contains("\"runs\":20"), "the page holds the runs of the plan only");
    let rows = fs::read_to_string(dir.join("results/plans/runs.csv")).unwrap();
    assert_eq!(rows.lines().count(), 1 + 40, "no row is lost");
}

#[test]
fn a_run_whose_thresholds_fall_is_not_repeated() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let search = "algorithm = \"bts\"\nheuristic = \"hamming\"";
    let experiment = EXPERIMENT.replace("algorithm = \"astar\"\nheuristic = \"manhattan\"", search);
    fs::write(dir.join("x.toml"), experiment.replace("nodes = 500", "nodes = 1000000")).unwrap();
    stdout(dir, &["run", "x.toml"]);
    let iterations = || fs::read_to_string(dir.join("results/plans/iterations.csv")).unwrap();
    let first = iterations();
    let thresholds: Vec<(&str, u32)> = first
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[0], cells[1].parse().unwrap()))
        .collect();
    assert!(thresholds.windows(2).any(|two| two[0].0 == two[1].0 && two[0].1 > two[1].1), "a limit falls");
    let again = stdout(dir, &["run", "x.toml"]);
    assert!(again.starts_with("0 runs executed, 20 already recorded\n"), "{again}");
    assert_eq!(iterations(), first);
}

#[test]
fn status_plot_and_parquet_cover_the_current_plan() {
    let dir = with_two_plans();
    let dir = dir.path();
    stdout(dir, &["run", "x.toml"]);
    let status: serde_json::Value = serde_json::from_str(&stdout(dir, &["status", "results/plans", "--json"])).unwrap();
    let total = &status["total"];
    assert_eq!((&total["done"], &total["missing"], &total["others"]), (&20.into(), &0.into(), &20.into()));
    assert_eq!((&total["status"]["solved"], &total["status"]["node-limit"]), (&5.into(), &15.into()));
    let drawn = stdout(dir, &["plot", "results/plans", "ecdf", "--x", "generated"]);
    assert!(drawn.contains("20 runs"), "{drawn}");
    let table = stdout(dir, &["report", "results/plans", "--table", "per-instance", "--format", "csv"]);
    assert_eq!(table.lines().count(), 1 + 20, "{table}");
}

#[test]
fn a_merge_takes_the_rows_of_the_current_plan() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    for part in ["1/2", "2/2"] {
        let out = format!("shards/{}", &part[..1]);
        stdout(dir, &["run", "x.toml", "--shard", part, "--out", &out]);
    }
    let merged = stdout(dir, &["merge", "shards", "--out", "whole"]);
    assert!(merged.contains("20"), "{merged}");
    let report = stdout(dir, &["report", "whole"]);
    assert!(report.contains("5 of 20 runs solved."), "{report}");
    assert_eq!(fs::read_to_string(dir.join("whole/plan.csv")).unwrap().lines().count(), 1 + 20);
}
