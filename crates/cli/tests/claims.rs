//! Claims of an experiment file, judged by `tilebench run`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use common::{PAIR, execute_experiment, program};

const CLAIMS: &str = "\
[[claim]]
claim = \"Every instance is solved.\"
quantity = \"mean solved\"
value = 1
[[claim]]
claim = \"Linear conflict halves the nodes.\"
quantity = \"sum generated\"
of = { solver = \"idastar linear-conflict\" }
over = { solver = \"idastar manhattan\" }
is = \"at-most\"
value = 0.5
why = \"a rule of thumb\"
";

/// Runs the pair with `claims`: the exit code, the standard output and the standard error.
fn run(dir: &Path, claims: &str) -> (i32, String, String) {
    fs::write(dir.join("pair.toml"), [PAIR, claims].concat()).unwrap();
    let output = program(dir, &["run", "pair.toml", "--out", "results/pair", "--no-report"]).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn claims_that_agree_are_printed_and_written_as_a_table_and_a_badge() {
    let dir = tempfile::tempdir().unwrap();
    let (code, out, error) = run(dir.path(), CLAIMS);
    assert_eq!(code, 0, "{out}{error}");
    assert!(out.contains("Claims: 2 agrees\n") && out.contains("a rule of thumb"), "{out}");
    let table = fs::read_to_string(dir.path().join("results/pair/claims.md")).unwrap();
    assert!(table.starts_with("# Claims of pair\n\n![2 of 2 claims agree](claims.svg)\n"), "{table}");
    assert!(table.contains("| Every instance is solved. | 100 % | 100 % | 24 | agrees |"), "{table}");
    assert!(table.contains("| Linear conflict halves the nodes. | at most 0.50 times |"), "{table}");
    assert!(fs::read_to_string(dir.path().join("results/pair/claims.svg")).unwrap().contains("claims: 2 agree"));
}

#[test]
fn a_refuted_claim_is_exit_code_1_without_new_runs() {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), &[PAIR, CLAIMS].concat(), "results/pair");
    let (code, out, error) = run(dir.path(), &CLAIMS.replace("0.5", "0.01"));
    assert_eq!(code, 1, "{out}{error}");
    assert!(out.starts_with("0 runs executed, 24 already recorded") && out.contains("1 agrees, 1 refuted"), "{out}");
    assert!(error.contains("some claims do not agree with the runs"), "{error}");
    assert!(fs::read_to_string(dir.path().join("results/pair/claims.svg")).unwrap().contains("claims: 1 of 2 agree"));
}

#[test]
fn a_claim_on_lengths_of_stopped_runs_is_not_comparable() {
    let dir = tempfile::tempdir().unwrap();
    let claim = "[limits]\nnodes = 20\n[[claim]]\nclaim = \"Paths are short.\"\nquantity = \"mean length\"\nis = \"at-most\"\nvalue = 1\n";
    let (code, out, _) = run(dir.path(), claim);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("Claims: 1 not comparable") && out.contains("of 24 runs have a length"), "{out}");
}

#[test]
fn a_claim_that_no_run_can_judge_is_refused_before_the_runs() {
    let dir = tempfile::tempdir().unwrap();
    for (from, to, sentence) in [
        ("mean solved", "mean solvd", "pair.toml:9: quantity 'mean solvd' does not end with one of"),
        (
            "idastar linear-conflict",
            "idastar linear",
            "pair.toml:13: no planned run has the solver 'idastar linear'; did you mean",
        ),
        ("at-most", "below", "pair.toml:18: unknown is 'below'"),
        ("value = 0.5", "value = \"half\"", "pair.toml:19: value must be a finite number"),
    ] {
        let (code, out, error) = run(dir.path(), &CLAIMS.replace(from, to));
        assert_eq!((code, error.lines().count()), (2, 1), "{out}{error}");
        assert!(error.contains(sentence), "{error}");
        assert!(!dir.path().join("results").exists(), "{error}");
    }
}
