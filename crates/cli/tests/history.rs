//! Comparing folders, and printing a single table, as a user does.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::Path;

use common::{made, program};

/// Runs the program in `place`, checks that it exits with `code`, and returns its output.
fn told(place: &Path, arguments: &[&str], code: i32) -> String {
    let output = program(place, arguments).output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

#[test]
fn the_same_experiment_made_twice_counts_the_same_and_one_count_that_differs_fails() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    for out in ["before", "after"] {
        made(place, common::PAIR, out);
    }
    // One session per folder does not show how much sessions differ.
    let history = ["report", "--history", "before", "after"];
    assert!(told(place, &history, 0).starts_with("No regression of counts; times: inconclusive.\n"));
    let single = [&history[..], &["--single-session-tolerance", "0.1"]].concat();
    assert!(told(place, &single, 2).contains("give a share of at least 0.3"));
    let text = fs::read_to_string(place.join("after/runs.csv")).unwrap();
    let row = text.lines().nth(1).unwrap();
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let column = header.iter().position(|&name| name == "expanded").unwrap();
    let mut cells: Vec<String> = row.split(',').map(str::to_owned).collect();
    cells[column] = (cells[column].parse::<u64>().unwrap() + 1).to_string();
    fs::write(place.join("after/runs.csv"), text.replace(row, &cells.join(","))).unwrap();
    let failed = told(place, &[&history[..], &["--out", "compared"]].concat(), 1);
    assert!(failed.starts_with("1 regression.\n") && failed.contains("expanded"), "{failed}");
    assert!(place.join("compared/history.md").is_file() && place.join("compared/history.csv").is_file());
    assert!(told(place, &["report", "before", "after"], 2).contains("add --history to compare them"));
    assert!(told(place, &["report", "--history", "before"], 2).contains("needs two result folders"));

    let table = told(place, &["report", "before", "--table", "korf-felner"], 0);
    assert!(table.contains("mean h0") && table.contains("linear-conflict"), "{table}");
    told(place, &["report", "before", "--table", "per-instance", "--format", "csv", "--out", "one.csv"], 0);
    assert_eq!(fs::read_to_string(place.join("one.csv")).unwrap().lines().count(), 13);
    let parquet = ["report", "before", "--table", "per-instance", "--format", "parquet"];
    assert!(told(place, &parquet, 2).ends_with("a table as parquet is no text to print: name a file with --out\n"));
    told(place, &[&parquet[..], &["--out", "one.parquet"]].concat(), 0);
    assert!(fs::read(place.join("one.parquet")).unwrap().starts_with(b"PAR1"));
    assert!(
        told(place, &["report", "before", "--table", "nodse"], 2).contains("use one of outcomes, solutions, nodes")
    );
}

#[test]
fn a_run_that_is_lost_fails_unless_it_may_be_missing() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    made(place, common::PAIR, "before");
    fs::create_dir(place.join("after")).unwrap();
    let text = fs::read_to_string(place.join("before/runs.csv")).unwrap();
    let kept: Vec<&str> = text.lines().filter(|row| !row.contains("linear-conflict")).collect();
    fs::write(place.join("after/runs.csv"), kept.join("\n") + "\n").unwrap();
    let history = ["report", "--history", "before", "after"];
    let failed = told(place, &history, 1);
    assert!(failed.starts_with("12 regressions.\n12 runs of the reference are not there any more"), "{failed}");
    assert!(failed.contains("run is not there any more"), "{failed}");
    let allowed = told(place, &[&history[..], &["--allow-missing"]].concat(), 0);
    assert!(
        allowed.starts_with("No regression of counts; times: inconclusive.\n12 runs of the reference"),
        "{allowed}"
    );
    let turned = told(place, &["report", "--history", "after", "before"], 0);
    assert!(turned.contains("new"), "what only the later folder has is told and not judged: {turned}");
    assert!(told(place, &["report", "before", "--allow-missing"], 2).contains("--history"));
}

#[test]
fn a_row_that_cannot_be_read_is_told_and_fails_and_the_report_is_written() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    made(place, common::PAIR, "results");
    let text = fs::read_to_string(place.join("results/runs.csv")).unwrap();
    fs::write(place.join("results/runs.csv"), text.replacen(",solved,", ",sold,", 1)).unwrap();
    let failed = told(place, &["report", "results"], 1);
    assert!(failed.contains("Not read: 1 row,") && failed.contains("1 row could not be read"), "{failed}");
    let page = fs::read_to_string(place.join("results/index.html")).unwrap();
    assert!(page.contains("column status is 'sold', not a status"), "the page lists it");
}
