//! Comparing folders, and printing a single table, as a user does.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::Path;

use common::{execute_experiment, program};

/// Runs the program in `dir`, checks that it exits with `code`, and returns its output.
fn run_program(dir: &Path, arguments: &[&str], code: i32) -> String {
    let output = program(dir, arguments).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

#[test]
fn an_experiment_that_is_run_twice_has_equal_counts_and_a_different_count_fails() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for out in ["before", "after"] {
        execute_experiment(dir, common::PAIR, out);
    }
    // One session per folder does not show how much sessions differ.
    let history = ["report", "--history", "before", "after"];
    assert!(run_program(dir, &history, 0).starts_with("No regression of counts; times: inconclusive.\n"));
    let single = [&history[..], &["--single-session-tolerance", "0.1"]].concat();
    assert!(run_program(dir, &single, 2).contains("give a share of at least 0.3"));
    let text = fs::read_to_string(dir.join("after/runs.csv")).unwrap();
    let row = text.lines().nth(1).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let column = header.iter().position(|&name| name == "expanded").unwrap();
    let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
    cells[column] = (cells[column].parse::<u64>().unwrap() + 1).to_string();
    fs::write(dir.join("after/runs.csv"), text.replace(row, &cells.join(","))).unwrap();
    let failed = run_program(dir, &[&history[..], &["--out", "compared"]].concat(), 1);
    assert!(failed.starts_with("1 regression.\n") && failed.contains("expanded"), "{failed}");
    assert!(dir.join("compared/history.md").is_file() && dir.join("compared/history.csv").is_file());
    assert!(run_program(dir, &["report", "before", "after"], 2).contains("add --history to compare them"));
    assert!(run_program(dir, &["report", "--history", "before"], 2).contains("needs two result folders"));

    let table = run_program(dir, &["report", "before", "--table", "korf-felner"], 0);
    assert!(table.contains("mean h0") && table.contains("linear-conflict"), "{table}");
    run_program(dir, &["report", "before", "--table", "per-instance", "--format", "csv", "--out", "one.csv"], 0);
    assert_eq!(fs::read_to_string(dir.join("one.csv")).unwrap().lines().count(), 13);
    let parquet = ["report", "before", "--table", "per-instance", "--format", "parquet"];
    assert!(run_program(dir, &parquet, 2).ends_with("a parquet table cannot be printed: name a file with --out\n"));
    run_program(dir, &[&parquet[..], &["--out", "one.parquet"]].concat(), 0);
    assert!(fs::read(dir.join("one.parquet")).unwrap().starts_with(b"PAR1"));
    assert!(
        run_program(dir, &["report", "before", "--table", "nodse"], 2)
            .contains("use one of outcomes, solutions, nodes")
    );
}

#[test]
fn a_lost_run_fails_unless_runs_may_be_missing() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    execute_experiment(dir, common::PAIR, "before");
    fs::create_dir(dir.join("after")).unwrap();
    let text = fs::read_to_string(dir.join("before/runs.csv")).unwrap();
    let kept: Vec<&str> = text.lines().filter(|row| !row.contains("linear-conflict")).collect();
    fs::write(dir.join("after/runs.csv"), kept.join("\n") + "\n").unwrap();
    let history = ["report", "--history", "before", "after"];
    let failed = run_program(dir, &history, 1);
    assert!(failed.starts_with("12 regressions.\n12 runs of the reference are not there any more"), "{failed}");
    assert!(failed.contains("run is not there any more"), "{failed}");
    let allowed = run_program(dir, &[&history[..], &["--allow-missing"]].concat(), 0);
    assert!(
        allowed.starts_with("No regression of counts; times: inconclusive.\n12 runs of the reference"),
        "{allowed}"
    );
    let turned = run_program(dir, &["report", "--history", "after", "before"], 0);
    assert!(turned.contains("new"), "what only the later folder has is told and not judged: {turned}");
    assert!(run_program(dir, &["report", "before", "--allow-missing"], 2).contains("--history"));
}

#[test]
fn an_unreadable_row_is_reported_and_fails_and_the_report_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    execute_experiment(dir, common::PAIR, "results");
    let text = fs::read_to_string(dir.join("results/runs.csv")).unwrap();
    fs::write(dir.join("results/runs.csv"), text.replacen(",solved,", ",sold,", 1)).unwrap();
    let failed = run_program(dir, &["report", "results"], 1);
    assert!(failed.contains("Not read: 1 row,") && failed.contains("1 row could not be read"), "{failed}");
    let page = fs::read_to_string(dir.join("results/index.html")).unwrap();
    assert!(page.contains("column status is 'sold', not a status"), "the page lists it");
}
