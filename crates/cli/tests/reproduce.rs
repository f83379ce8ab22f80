//! Reproducing published claims, as a user meets it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Output;

use assert_cmd::Command;

fn reproduce(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::cargo_bin("tilebench").unwrap().arg("reproduce").args(arguments).output().unwrap();
    let (out, err) = (output.stdout.clone(), output.stderr.clone());
    (output, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn one_program_is_run_again_and_every_claim_of_it_gets_the_expected_verdict() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("lineage");
    let arguments = ["lineage", "--only", "staged", "--out", out.to_str().unwrap()];
    let (output, text, error) = reproduce(&arguments);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("  agrees   329 moves on the five boards  329  measured 329\n"), "{text}");
    assert!(text.ends_with("lineage: 6 agrees\n"), "{text}");
    assert!(out.join("staged/runs.csv").is_file() && out.join("staged/index.html").is_file());

    // A run under another limit is not of this experiment, and does not count.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/lineage/staged.toml");
    let other = ["run", file, "--no-report", "--set", "limits.time_s=5", "--out"];
    Command::cargo_bin("tilebench").unwrap().args(other).arg(out.join("staged")).assert().success();

    // What is recorded is judged again, and not run again.
    let (output, again, _) = reproduce(&[&arguments[..], &["--no-run"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(text.ends_with(&again), "{again}");
}

#[test]
fn one_experiment_of_several_of_a_program_is_judged_by_its_own_claims() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("lineage");
    let (output, text, _) =
        reproduce(&["lineage", "--only", "astar-lists", "--no-run", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "nothing was run");
    assert!(text.contains("Weighted A* with two lists") && text.contains("not run"), "{text}");
    assert!(!out.exists(), "nothing is written where nothing was run");
}

#[test]
fn what_was_not_run_is_no_success() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("lineage");
    let (output, text, error) = reproduce(&["lineage", "--only", "staged", "--no-run", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("not run  329 moves on the five boards  329  measured no such runs\n"), "{text}");
    assert!(text.contains("UNEXPECTED: the verdict should be 'agrees'"), "{text}");
    assert_eq!(error, "some verdicts are not the expected ones: see UNEXPECTED above\n");
}

#[test]
fn what_there_is_to_reproduce_is_listed_and_what_is_not_is_answered_with_the_nearest() {
    let (output, text, _) = reproduce(&["--list"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("lineage  Seven well-known programs"), "{text}");
    let (output, _, error) = reproduce(&["linage"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(error, "error: there is nothing called 'linage' to reproduce; did you mean 'lineage'?\n");
    let (output, _, error) = reproduce(&["lineage", "--only", "stagd"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.starts_with("error: 'stagd' is no experiment of lineage; they are staged, "), "{error}");
}
