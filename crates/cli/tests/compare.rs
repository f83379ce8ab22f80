//! `tilebench compare` on a folder that the program itself wrote.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use serde_json::Value;

use common::{execute_experiment, program};

const PAIR: [&str; 3] = ["results/pair", "idastar manhattan", "idastar linear-conflict"];

#[test]
fn two_configurations_are_compared_and_an_unknown_name_is_refused_with_a_suggestion() {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), common::PAIR, "results/pair");

    let [folder, first, second] = PAIR;
    let output = program(dir.path(), &["compare", folder, first, second]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let (sentence, rest) = text.split_once("\n\n").unwrap();
    assert!(sentence.contains(": idastar manhattan generated ") && sentence.contains(" times the nodes of "), "{text}");
    assert!(sentence.ends_with("(n = 12 instances that both solved).") && !sentence.contains('\n'), "{text}");
    assert!(rest.starts_with("First:  idastar manhattan\nSecond: idastar linear-conflict\n"), "{text}");
    assert!(text.contains("12 instances; solved by both 12"), "{text}");

    let output = program(dir.path(), &["compare", folder, first, second, "--json"]).assert().success();
    let json: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let [length, generated] = [0, 1].map(|dir| &json["sets"][0]["ratios"][dir]);
    assert_eq!((&length["measure"], &length["ties"]), (&"length".into(), &12.into()), "both are optimal: {length}");
    assert_eq!(generated["measure"], "generated");
    assert!(generated["ratio"].as_f64().unwrap() > 1.0, "Manhattan distance never needs fewer nodes: {generated}");

    let refused = program(dir.path(), &["compare", folder, first, "linear conflict"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.starts_with("error: unknown configuration 'linear conflict'; did you mean 'idastar "), "{error}");
}

#[test]
fn a_report_compares_with_the_named_baseline_and_refuses_an_unknown_one() {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), common::PAIR, "results/pair");

    let [folder, first, second] = PAIR;
    let heading = |name: &str| format!("## Compared with {}", name.replace('*', "\\*"));
    let tables = || fs::read_to_string(dir.path().join(folder).join("summary.md")).unwrap();
    program(dir.path(), &["report", folder]).assert().success();
    assert!(tables().contains(&heading(first)), "{}", tables());
    program(dir.path(), &["report", folder, "--baseline", second]).assert().success();
    assert!(tables().contains(&heading(second)), "{}", tables());

    let refused = program(dir.path(), &["report", folder, "--baseline", "idastar"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.starts_with("error: unknown configuration 'idastar'; did you mean 'idastar "), "{error}");
}
