//! `tilebench compare-programs` with the program itself and with a program that has other counts.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use common::{execute_experiment, program};

/// The program under test.
const TILEBENCH: &str = env!("CARGO_BIN_EXE_tilebench");

/// Runs `compare-programs` with program B in `dir`, which has to exit with `code`; its output and its errors.
fn compared(dir: &Path, b: &Path, more: &[&str], code: i32) -> [String; 2] {
    fs::write(dir.join("pair.toml"), common::PAIR).unwrap();
    let arguments = ["compare-programs", TILEBENCH, b.to_str().unwrap(), "pair.toml"];
    let output = program(dir, &[&arguments[..], more].concat()).output().unwrap();
    let outputs = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(code), "{more:?}: {outputs:?}");
    outputs
}

/// A program in `dir` that passes on its arguments, with more for `run`.
fn passing_on(dir: &Path, more: &str) -> PathBuf {
    let path = dir.join("other");
    let script = format!("#!/bin/sh\ncase $1 in run) exec {TILEBENCH} \"$@\" {more};; esac\nexec {TILEBENCH} \"$@\"\n");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_program_compared_with_itself_has_equal_counts_and_a_result_folder_per_round() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    // Boards of nine cells take microseconds, which vary.
    let arguments = ["--rounds", "3", "--out", "both", "--json", "--tolerance", "1000"];
    let [text, _] = compared(dir, Path::new(TILEBENCH), &arguments, 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(fs::read_to_string(dir.join("both/comparison.json")).unwrap(), text);
    assert_eq!((&json["rounds"], &json["b_is_worse"]), (&3.into(), &false.into()));
    assert_eq!(json["first"].as_array().map(Vec::len), Some(3));
    let [one, two] = json["configurations"].as_array().unwrap().as_slice() else { panic!("there are two: {json}") };
    for row in [one, two] {
        assert_eq!((&row["runs"], &row["missing"], &row["timed"]), (&36.into(), &0.into(), &12.into()));
        assert_eq!(row["round_ratios"].as_array().map(Vec::len), Some(3));
        assert!(["no-difference-shown", "inconclusive"].contains(&row["verdict"].as_str().unwrap()), "{row}");
    }
    for folder in ["a/0001", "b/0001", "a/0003", "b/0003"] {
        let manifest = fs::read_to_string(dir.join("both").join(folder).join("manifest.json")).unwrap();
        assert!(manifest.contains("\"jobs\": 1"), "each program runs alone, one run at a time");
    }
    execute_experiment(dir, common::PAIR, "results/one");
    let [_, refused] = compared(dir, Path::new(TILEBENCH), &["--out", "results/one"], 2);
    assert!(refused.starts_with("error: results/one is not empty"), "{refused}");
    let [_, refused] = compared(dir, Path::new(TILEBENCH), &arguments, 2);
    assert_eq!(refused, "error: both is not empty: remove it, or name an empty or new folder with --out\n");
}

#[test]
fn a_program_with_other_counts_fails_and_each_difference_is_listed() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let other = passing_on(dir, "--set limits.nodes=300");
    let [text, messages] = compared(dir, &other, &["--rounds", "3"], 1);
    assert!(messages.contains("round 3: A\n") && messages.contains("round 3: B\n"), "{messages}");
    assert!(text.starts_with(&format!("A: {TILEBENCH} (tilebench")), "{text}");
    assert!(text.contains("solved lost") && text.contains("node-limit"), "{text}");
    assert!(!text.contains("Counts of B: 0 different"), "{text}");
    assert!(dir.join("results/pair.programs/comparison.json").is_file());
}

#[test]
fn a_program_that_is_not_tilebench_or_rejects_the_experiment_is_refused_before_anything_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let refused = |b: &Path, more: &[&str]| {
        let [text, messages] = compared(dir, b, more, 2);
        assert!(text.is_empty() && !dir.join("results").exists(), "{text}");
        messages
    };
    assert!(
        refused(Path::new("none"), &[]).contains("program B, none, does not exist: give the path of an executable")
    );
    assert!(refused(Path::new("/bin/echo"), &[]).contains("is not tilebench"));
    assert!(refused(Path::new("pair.toml"), &[]).contains("cannot start program B"));
    let other = passing_on(dir, "--set solver.0.algorithm=none");
    assert!(refused(&other, &[]).contains("program B rejects the experiment: "));
    assert!(refused(Path::new(TILEBENCH), &["--tolerance=-1"]).contains("give a share such as 0.05"));
    assert!(refused(Path::new(TILEBENCH), &["--rounds", "2"]).contains("2 is not in 3..=1000"));
}
