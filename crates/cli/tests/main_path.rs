//! The usual steps of an experiment: run, resume, verify, report.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;

const EXPERIMENT: &str = "\
name = \"small\"
question = \"Does it work?\"
instances = [\"walk:3x3:k=10:4\"]
execution = { jobs = 2 }
[limits]
time_s = 20
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\"]
[[solver]]
algorithm = \"strategy\"
";

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

fn stdout(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = program(folder, arguments).assert().code(code);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

#[test]
fn an_experiment_is_run_resumed_reported_and_verified() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    let plan = stdout(dir, &["run", "x.toml", "--dry-run"], 0);
    assert!(plan.starts_with("small: Does it work?\n12 runs: 3 solvers, repeats 1, jobs 2\n"), "{plan}");
    assert!(!dir.join("results").exists(), "a dry run writes nothing");

    let first = stdout(dir, &["run", "x.toml"], 0);
    assert!(first.starts_with("12 runs executed: 12 solved\n"), "{first}");
    assert!(first.ends_with("\nCharts: results/small/index.html\n"), "{first}");
    assert!(dir.join("results/small/index.html").is_file());
    let rows = fs::read_to_string(dir.join("results/small/runs.csv")).unwrap();
    assert_eq!(rows.lines().count(), 13);

    let again = stdout(dir, &["run", "x.toml"], 0);
    assert!(again.starts_with("0 runs executed, 12 already recorded\n"), "{again}");
    assert_eq!(fs::read_to_string(dir.join("results/small/runs.csv")).unwrap(), rows);
    assert_eq!(stdout(dir, &["verify", "results/small"], 0), "12 solutions replayed, 0 refused\n");
}

#[test]
fn a_crash_that_an_earlier_command_recorded_is_not_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    stdout(dir, &["run", "x.toml", "--no-report"], 0);
    let file = dir.join("results/small/runs.csv");
    let rows = fs::read_to_string(&file).unwrap();
    fs::write(&file, rows.replacen(",solved,", ",crashed,", 1)).unwrap();
    stdout(dir, &["run", "x.toml", "--no-report"], 1);
    stdout(dir, &["run", "x.toml"], 1);
}

#[test]
fn a_solution_that_was_tampered_with_fails_verification() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    // One job after the other in the order of the plan, so that the first row is the first run.
    let plan = ["--jobs", "1", "--set", "execution.schedule=plan"];
    stdout(dir, &[&["run", "x.toml", "--no-report"], &plan[..]].concat(), 0);
    let file = dir.join("results/small/runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    let row = text.lines().nth(1).unwrap();
    let moves = row.split(',').nth(32).unwrap();
    fs::write(&file, text.replacen(&format!(",{moves},"), &format!(",{moves}UD,"), 1)).unwrap();
    let output = stdout(dir, &["verify", "results/small"], 1);
    assert!(output.starts_with("refused: idastar manhattan on walk:3x3:k=10:4 1 ("), "{output}");
    assert!(output.ends_with("12 solutions replayed, 1 refused\n"), "{output}");
}

#[test]
fn runs_that_ended_at_a_limit_are_repeated_on_request() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT.replace("time_s = 20", "nodes = 5")).unwrap();
    let run = |retry: &[&str]| {
        let output = stdout(dir, &[&["run", "x.toml", "--no-report"], retry].concat(), 0);
        output.split(':').next().unwrap().to_owned()
    };
    assert_eq!(run(&[]), "12 runs executed");
    let rows = fs::read_to_string(dir.join("results/small/runs.csv")).unwrap();
    let limited = rows.matches(",node-limit,").count();
    assert!((1..12).contains(&limited), "{rows}");
    let earlier = 12 - limited;
    let expected = format!("{limited} runs executed, {earlier} already recorded, {limited} selected by --retry");
    assert_eq!(run(&["--retry", "crashed,node-limit"]), expected);
    let now = fs::read_to_string(dir.join("results/small/runs.csv")).unwrap();
    assert!(now.starts_with(&rows), "the old rows stay");
}

#[test]
fn a_run_as_json_has_the_columns_of_the_record_as_keys() {
    let dir = tempfile::tempdir().unwrap();
    let text = stdout(dir.path(), &["solve", "1 0 2 3", "--json"], 0);
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (run["status"].as_str(), run["length"].as_u64(), run["moves"].as_str()),
        (Some("solved"), Some(1), Some("L"))
    );
    for key in ["run_id", "rows", "goal", "proof", "generated", "peak_open", "wall_s", "options", "node_limit"] {
        assert!(run.get(key).is_some(), "{key}");
    }
}

#[test]
fn a_reader_that_stops_reading_is_not_an_error() {
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("tilebench"))
        .args(["instances", "show", "random:4x4:20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_finished_runs_and_the_same_command_resumes() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let endless = "[[solver]]\nalgorithm = \"strategy\"\n[[solver]]\nalgorithm = \"idastar\"\nheuristic = \"blind\"\n";
    let head = "name = \"long\"\ninstances = [\"random:4x4:3\"]\nexecution = { jobs = 2, schedule = \"plan\" }\n";
    fs::write(dir.join("x.toml"), format!("{head}{endless}")).unwrap();
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin("tilebench"))
        .args(["run", "x.toml"])
        .current_dir(dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = || fs::read_to_string(dir.join("results/long/runs.csv")).map_or(0, |text| text.lines().count());
    let start = std::time::Instant::now();
    while rows() < 3 {
        assert!(start.elapsed().as_secs() < 30, "the first runs never ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let output = String::from_utf8(output.stderr).unwrap();
    assert!(output.ends_with("stopped: 4 of 6 runs left; run the same command to resume\n"), "{output}");
    assert_eq!(rows(), 3, "a header and the two runs that ended");

    let again = stdout(dir, &["run", "x.toml", "--no-report", "--set", "limits.nodes=1000"], 0);
    assert!(again.starts_with("6 runs executed: "), "another limit makes other runs: {again}");
}
