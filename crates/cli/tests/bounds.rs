//! `tilebench bounds`: of a set, and of a result folder.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const EXPERIMENT: &str = "\
name = \"small\"
question = \"How far from the bounds?\"
instances = [\"random:3x3:6:seed=1\"]
execution = { jobs = 2 }
[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"
[[solver]]
algorithm = \"nbs\"
heuristic = \"manhattan\"
[[solver]]
algorithm = \"idastar\"
heuristic = \"manhattan\"
[[solver]]
name = \"reverse\"
algorithm = \"astar\"
heuristic = \"manhattan\"
direction = \"reverse\"
";

fn stdout(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = Command::cargo_bin("tilebench").unwrap().current_dir(folder).args(arguments).assert().code(code);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_bounds_of_a_set_are_the_same_as_text_and_as_json() {
    let dir = tempfile::tempdir().unwrap();
    let command = ["bounds", "korf100", "--ids", "79,42", "--heuristic", "linear-conflict"];
    let text = stdout(dir.path(), &command, 0);
    let json: Value = serde_json::from_str(&stdout(dir.path(), &[&command[..], &["--json"]].concat(), 0)).unwrap();
    let columns = ["cost", "from_start_must", "from_start_may", "from_goal_must", "from_goal_may", "cover"];
    for (line, row) in text.lines().skip(2).zip(json.as_array().unwrap()) {
        let shown: Vec<String> = line.split_whitespace().map(|cell| cell.replace(',', "")).collect();
        assert_eq!(row["instance"], shown[0]);
        let counts = columns.map(|column| row[column].to_string());
        assert_eq!(counts, shown[1..7], "{text}");
    }
    assert_eq!((text.lines().count(), json.as_array().unwrap().len()), (4, 2));
}

#[test]
fn an_instance_that_exceeds_a_limit_is_given_up() {
    let dir = tempfile::tempdir().unwrap();
    let text = stdout(dir.path(), &["bounds", "korf100", "--ids", "79", "--node-limit", "1000"], 1);
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn the_bounds_of_a_folder_are_recorded_once_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    stdout(dir, &["run", "x.toml", "--no-report"], 0);
    let folder = dir.join("results/small");
    let first = stdout(dir, &["bounds", "--results", "results/small"], 0);
    assert!(first.contains("\n0 bounds were recorded before, 6 were added, 0 are missing\n"), "{first}");
    let rows = fs::read_to_string(folder.join("bounds.csv")).unwrap();
    assert_eq!(rows.lines().count(), 7);
    let again = stdout(dir, &["bounds", "--results", "results/small"], 0);
    assert!(again.starts_with("6 bounds were recorded before, 0 were added, 0 are missing\n"), "{again}");
    assert_eq!(fs::read_to_string(folder.join("bounds.csv")).unwrap(), rows);
    // The manifest keeps the bound of each configuration if the experiment is resumed.
    stdout(dir, &["run", "x.toml"], 0);
    let summary = fs::read_to_string(folder.join("summary.md")).unwrap();
    let table = summary.split("\n## ").find(|section| section.starts_with("Distance from the bounds")).unwrap();
    let of = |solver: &str| table.lines().find(|line| line.starts_with(&format!("| {solver} |"))).map(str::to_owned);
    let cells = |solver: &str| of(solver).unwrap().split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    for (solver, bound) in [("astar manhattan", "from the start"), ("reverse", "from the goal")] {
        let cells = cells(solver);
        assert!(cells[2].ends_with(bound) && cells[3] == "6", "{table}");
        let [minimum, may] = [5, 7].map(|at| cells[at].parse::<f64>().unwrap());
        assert!(minimum >= 1.0 && may <= 1.0, "{table}");
    }
    assert_eq!(cells("nbs manhattan")[2], "minimum vertex cover");
    assert_eq!(of("idastar manhattan"), None, "{table}");
}
