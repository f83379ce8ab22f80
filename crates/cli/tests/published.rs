//! Published runs as baselines, and counts by the conventions of other programs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use common::{PAIR, execute_experiment, program};

/// Easy instances of the Korf 100 with the configuration of the publication, and another one.
const EXPERIMENT: &str = "\
name = \"pair\"
instances = { set = \"korf100\", ids = \"12,42,55,79\" }
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\"]
";

fn results(experiment: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), experiment, "results/pair");
    dir
}

/// The exit code, and the standard output or the standard error.
fn output(dir: &Path, arguments: &[&str]) -> (i32, String) {
    let output = program(dir, arguments).output().unwrap();
    let code = output.status.code().unwrap();
    (code, String::from_utf8(if code == 2 { output.stderr } else { output.stdout }).unwrap())
}

#[test]
fn the_counts_of_1985_are_equal_on_every_instance_and_those_of_another_heuristic_are_listed() {
    let dir = results(EXPERIMENT);
    let (code, text) = output(dir.path(), &["compare", "results/pair", "published:korf-1985"]);
    assert_eq!(code, 0, "{text}");
    let first = "idastar manhattan generated exactly the nodes of published:korf-1985 (IDA* with Manhattan distance, Korf \
                 1985) on all 4 compared instances.\n";
    assert!(text.starts_with(first) && text.contains("\nidastar linear-conflict generated 0."), "{text}");
    let (_, text) = output(dir.path(), &["compare", "results/pair", "idastar linear-conflict", "published:korf-1985"]);
    assert!(text.contains("Instances whose counts differ") && text.contains("540,860"), "{text}");
    let (_, json) = output(dir.path(), &["compare", "results/pair", "published:korf-1985", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[0]["equal"], &json[0]["not_run"]), (&4.into(), &96.into()));

    program(dir.path(), &["report", "results/pair"]).assert().success();
    let page = fs::read_to_string(dir.path().join("results/pair/index.html")).unwrap();
    assert!(page.contains("Compared with published runs") && page.contains("sewell-jacobson-2021-nbs"));
}

#[test]
fn names_that_are_unknown_and_sets_without_published_runs_are_refused() {
    let dir = results(PAIR);
    for (arguments, sentence) in [
        (&["published:korf-1986"][..], "unknown published runs 'korf-1986'; did you mean 'korf-1985'?"),
        (&["published:korf-1985"], "no run of results/pair is on korf100, for which Korf 1985 published counts"),
        (&["idastar"], "'idastar' is compared with nothing: name <SECOND>, another configuration or published:NAME"),
        (&["published:korf-1985", "idastar manhattan"], "published runs are the second of two"),
        (&["idastar manhatan", "published:korf-1985"], "unknown configuration 'idastar manhatan'; did you mean"),
    ] {
        let (code, error) = output(dir.path(), &[&["compare", "results/pair"], arguments].concat());
        assert!(code == 2 && error.contains(sentence) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn counts_are_converted_with_the_rules_stated() {
    let dir = results(PAIR);
    let arguments = ["count-as", "results/pair", "start-not-counted", "goal-expanded", "--out", "counts.csv"];
    let (code, text) = output(dir.path(), &arguments);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("  start-not-counted: The start does not count as generated. Exact.\n"), "{text}");
    let csv = fs::read_to_string(dir.path().join("counts.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 24);
    for line in csv.lines().skip(1) {
        let counts: Vec<u64> = line.rsplit(',').take(4).map(|count| count.parse().unwrap()).collect();
        let [converted_expanded, converted_generated, expanded, generated] = counts[..] else { panic!("{line}") };
        assert_eq!((converted_generated + 1, converted_expanded), (generated, expanded + 1), "{line}");
    }
    let (_, named) = output(dir.path(), &["count-as", "results/pair", "published:korf-felner-2002"]);
    assert!(named.contains("start-not-counted") && !named.contains("goal-expanded"), "{named}");
    assert!(output(dir.path(), &["count-as", "--rules"]).1.contains("inverse-counted"));
    let (code, error) = output(dir.path(), &["count-as", "results/pair", "goal"]);
    assert!(code == 2 && error.contains("unknown counting rule 'goal'; did you mean 'goal-expanded'?"), "{error}");
}

#[test]
fn the_inverse_moves_are_those_of_the_same_search_that_generates_them() {
    // A* finds the state before a move on its closed list, so that it expands the same states with and without inverse moves,
    // and it ends before an expansion.
    let searches = "\
name = \"pair\"
instances = [\"random:3x3:12:seed=1\"]
[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"
parent-pruning = [true, false]
";
    let dir = results(searches);
    let (code, text) = output(dir.path(), &["count-as", "results/pair", "inverse-counted", "--out", "counts.csv"]);
    assert_eq!(code, 0, "{text}");
    let csv = fs::read_to_string(dir.path().join("counts.csv")).unwrap();
    let column = |line: &str, place: usize| line.rsplit(',').nth(place).unwrap().to_owned();
    let (without, with): (Vec<&str>, Vec<&str>) = csv.lines().skip(1).partition(|line| column(line, 1).is_empty());
    assert_eq!((without.len(), with.len()), (12, 12), "{csv}");
    let of = |lines: &[&str], place: usize| {
        let mut counts: Vec<(String, String)> =
            lines.iter().map(|line| (line.split(',').nth(1).unwrap().to_owned(), column(line, place))).collect();
        counts.sort();
        counts
    };
    assert_eq!(of(&with, 1), of(&without, 3), "converted, and generated by the search with inverse moves");
}
