//! A plan that is run in shards, counted and merged.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

const EXPERIMENT: &str = "\
name = \"small\"
instances = [\"walk:3x3:k=10:6\"]
[limits]
time_s = 20
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\"]
[[solver]]
algorithm = \"strategy\"
";

/// The standard output and the standard error of the command.
fn run_program(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    let done = command.current_dir(folder).args(arguments).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&done.get_output().stdout), text(&done.get_output().stderr))
}

/// Runs the experiment in `of` shards.
fn sharded(dir: &Path, of: usize) {
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    for number in 1..=of {
        run_program(dir, &["run", "x.toml", "--shard", &format!("{number}/{of}")], 0);
    }
}

/// The rows of a file without the columns in `times`.
fn rows(file: &Path, times: &[&str]) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).unwrap();
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let kept = |line: &str| {
        let cells = line.split(',').zip(&heads).filter(|(_, head)| !times.contains(head));
        cells.map(|(cell, _)| cell.to_owned()).collect()
    };
    text.lines().map(kept).collect()
}

#[test]
fn shards_without_runs_of_each_set_are_merged() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let experiment = "name = \"two\"\ncost = [\"heavy\", \"unit\"]\ninstances = [\"walk:3x3:k=10:6\", \"walk:2x3:k=4:1\"]\n\
                      [[solver]]\nalgorithm = \"astar\"\nheuristic = [\"manhattan\", \"blind\"]\n";
    fs::write(dir.join("two.toml"), experiment).unwrap();
    for number in 1..=7 {
        run_program(dir, &["run", "two.toml", "--shard", &format!("{number}/7")], 0);
    }
    let merge = ["merge", "results/two.shards", "--out", "results/two", "--replace"];
    // Again, into the merged folder.
    for _ in 0..2 {
        assert_eq!(run_program(dir, &merge, 0).0, "28 of 28 runs in results/two\n");
    }
    assert_eq!(run_program(dir, &["run", "two.toml", "--no-report"], 0).0, "0 runs executed, 28 already recorded\n");
}

#[test]
fn an_experiment_in_eight_shards_merged_has_the_rows_of_the_experiment_run_alone() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 8);
    run_program(
        dir,
        &["run", "x.toml", "--out", "alone", "--no-report", "--jobs", "1", "--set", "execution.schedule=plan"],
        0,
    );
    let (text, _) = run_program(dir, &["merge", "results/small.shards", "--out", "results/small"], 0);
    assert_eq!(text, "18 of 18 runs in results/small\n");
    let times = ["setup_s", "wall_s", "cpu_s", "peak_rss", "instructions"];
    for file in ["runs.csv", "iterations.csv", "incumbents.csv"] {
        let (merged, alone) = (dir.join("results/small").join(file), dir.join("alone").join(file));
        assert_eq!(rows(&merged, &times), rows(&alone, &times), "{file}");
    }
    let manifest = |folder: &str| -> Value {
        let mut manifest: Value =
            serde_json::from_str(&fs::read_to_string(dir.join(folder).join("manifest.json")).unwrap()).unwrap();
        manifest["created"] = Value::Null;
        manifest["sessions"] = Value::Null;
        manifest["warnings"] = Value::Null;
        manifest["experiment"]["execution"] = Value::Null;
        manifest
    };
    assert_eq!(manifest("results/small"), manifest("alone"));
    let (again, _) = run_program(dir, &["run", "x.toml", "--no-report"], 0);
    assert_eq!(again, "0 runs executed, 18 already recorded\n");
}

#[test]
fn the_order_of_the_folders_does_not_matter() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 3);
    let folders = ["results/small.shards/1-of-3", "results/small.shards/2-of-3", "results/small.shards/3-of-3"];
    let [one, two, three] = folders;
    run_program(dir, &["merge", one, two, three, "--out", "a"], 0);
    run_program(dir, &["merge", three, one, two, "--out", "b"], 0);
    for file in ["runs.csv", "iterations.csv", "incumbents.csv", "manifest.json"] {
        let read = |folder: &str| fs::read(dir.join(folder).join(file)).unwrap();
        assert_eq!(read("a"), read("b"), "{file}");
    }
}

#[test]
fn missing_runs_are_reported_and_executed_by_resuming() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 3);
    fs::remove_dir_all(dir.join("results/small.shards/2-of-3")).unwrap();
    let (text, errors) = run_program(dir, &["merge", "results/small.shards", "--out", "results/small"], 1);
    assert_eq!(text, "12 of 18 runs in results/small\n");
    assert_eq!(errors, "6 runs missing: `tilebench status` counts them per folder\n");
    let (text, _) = run_program(dir, &["status", "results/small"], 0);
    assert_eq!(
        text,
        "folder         planned  done  missing  failed  running  solved\n\
         results/small       18    12        6       0       no      12\n"
    );
    let (text, _) = run_program(dir, &["run", "x.toml", "--no-report"], 0);
    assert!(text.starts_with("6 runs executed, 12 already recorded"), "{text}");
}

#[test]
fn incompatible_folders_are_not_merged_and_nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 2);
    let refused = |folders: &[&str]| {
        let (_, error) = run_program(dir, &[&["merge"], folders, &["--out", "out"]].concat(), 2);
        assert!(!dir.join("out").exists());
        error
    };
    run_program(dir, &["run", "x.toml", "--set", "repeats=2", "--no-report", "--out", "other"], 0);
    let error = refused(&["results/small.shards", "other"]);
    assert!(error.contains(" are not of the same plan: "), "{error}");

    run_program(dir, &["run", "x.toml", "--no-report", "--out", "whole"], 0);
    let error = refused(&["results/small.shards", "whole"]);
    assert!(error.contains(" is both in ") && error.contains(", with the same results: "), "{error}");
    let rows = fs::read_to_string(dir.join("whole/runs.csv")).unwrap();
    fs::write(dir.join("whole/runs.csv"), rows.replace(",solved,", ",crashed,")).unwrap();
    let error = refused(&["results/small.shards", "whole"]);
    assert!(error.contains(", with different results: "), "{error}");

    let error = refused(&["results"]);
    assert!(error.contains(" has no runs.csv"), "{error}");
    fs::remove_file(dir.join("other/manifest.json")).unwrap();
    let error = refused(&["other"]);
    assert!(error.contains(" does not name the plan of its runs"), "{error}");

    let before = fs::read(dir.join("whole/runs.csv")).unwrap();
    let (_, error) = run_program(dir, &["merge", "results/small.shards", "--out", "whole"], 2);
    assert_eq!(error, "error: whole contains files: choose an empty or new folder\n");
    let (_, error) = run_program(dir, &["merge", "results/small.shards", "--out", "whole", "--replace"], 2);
    assert!(error.contains(" that is in none of the merged folders, and would be lost"), "{error}");
    assert_eq!(fs::read(dir.join("whole/runs.csv")).unwrap(), before);
}

#[test]
fn a_folder_accepts_only_its_own_shard() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 2);
    let folder = ["--out", "results/small.shards/1-of-2"];
    let [runs, aside] = ["runs.csv", "runs.csv.torn"].map(|file| dir.join("results/small.shards/1-of-2").join(file));
    let whole = fs::read(&runs).unwrap();
    let torn = &whole[..whole.len() - 20];
    fs::write(&runs, torn).unwrap();
    for arguments in [&["--shard", "2/2"][..], &["--shard", "1/2", "--set", "repeats=2"], &[]] {
        let (_, error) = run_program(dir, &[&["run", "x.toml"], &folder[..], arguments].concat(), 2);
        assert!(error.contains(" contains all runs of 'small', another shard, "), "{error}");
    }
    assert_eq!((fs::read(&runs).unwrap().as_slice(), aside.exists()), (torn, false), "a refusal changes nothing");
    fs::write(&runs, &whole).unwrap();
    let (text, _) = run_program(dir, &["run", "x.toml", "--shard", "1/2"], 0);
    assert_eq!(text, "0 runs executed, 9 already recorded\n");
}

#[test]
fn status_counts_shards_and_their_total() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 2);
    let file = dir.join("results/small.shards/2-of-2/runs.csv");
    let rows = fs::read_to_string(&file).unwrap();
    let kept: Vec<&str> = rows.lines().take(5).collect();
    fs::write(&file, format!("{}\n", kept.join("\n")).replacen(",solved,", ",wrong,", 1)).unwrap();
    let (text, _) = run_program(dir, &["status", "results/small.shards"], 0);
    assert_eq!(
        text,
        "folder                       planned  done  missing  failed  running  solved  wrong\n\
         results/small.shards/1-of-2        9     9        0       0       no       9      0\n\
         results/small.shards/2-of-2        9     4        5       1       no       3      1\n\
         total                             18    13        5       1        0      12      1\n"
    );
    let (text, _) = run_program(dir, &["status", "results/small.shards", "--json"], 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["folders"].as_array().unwrap().len(), 2);
    assert_eq!(json["total"]["missing"], 5);
    assert_eq!(json["total"]["status"]["wrong"], 1);
}

#[test]
fn status_reports_running_shards_and_counts_shards_without_a_folder_as_missing() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    for number in [2, 5] {
        run_program(dir, &["run", "x.toml", "--shard", &format!("{number}/5")], 0);
    }
    // A runner holds this lock as long as it lives.
    let lock = fs::File::options().write(true).open(dir.join("results/small.shards/5-of-5/.lock")).unwrap();
    lock.lock().unwrap();
    let (text, _) = run_program(dir, &["status", "results/small.shards"], 0);
    assert_eq!(
        text,
        "folder                       planned  done  missing  failed  running  solved\n\
         results/small.shards/2-of-5        3     3        0       0       no       3\n\
         results/small.shards/5-of-5        4     4        0       0      yes       4\n\
         no folder: 1,3-4 of 5             11     0       11       0       no       0\n\
         total                             18     7       11       0        1       7\n"
    );
    let (text, _) = run_program(dir, &["status", "results/small.shards", "--json"], 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["absent"], serde_json::json!([{ "shards": [1, 3, 4], "of": 5, "planned": 11 }]));
    assert_eq!((&json["folders"][1]["running"], &json["total"]["running"]), (&true.into(), &1.into()));
    assert_eq!(json["total"]["missing"], 11);
}

#[test]
fn a_dry_run_reports_the_size_of_the_shard_and_invalid_shards_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    let (text, _) = run_program(dir, &["run", "x.toml", "--dry-run", "--shard", "2/4", "--jobs", "1"], 0);
    assert!(text.contains("\n5 runs of 18 in shard 2 of 4: 3 solvers, repeats 1, jobs 1\n"), "{text}");
    for bad in ["0/4", "5/4", "4", "1/0", "a/b", "-1/4", "1/4/4"] {
        let (_, error) = run_program(dir, &["run", "x.toml", "--dry-run", &format!("--shard={bad}")], 2);
        assert!(error.contains("write the shard and the number of shards, such as 1/8 or 8/8"), "{error}");
    }
    let (_, error) = run_program(dir, &["run", "x.toml", "--dry-run", "--shard", "1/19"], 2);
    assert_eq!(error, "error: 18 runs cannot be split into 19 shards: use at most 18\n");
}

#[test]
fn a_shard_with_a_truncated_last_line_is_counted_and_merged_without_it() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 2);
    let file = dir.join("results/small.shards/1-of-2/runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() - 20]).unwrap();
    let (counts, notes) = run_program(dir, &["status", "results/small.shards", "--json"], 0);
    let counts: Value = serde_json::from_str(&counts).unwrap();
    assert_eq!((&counts["total"]["done"], &counts["total"]["missing"]), (&17.into(), &1.into()));
    assert!(notes.contains("1-of-2/runs.csv is cut off; its run counts as missing"), "{notes}");
    let (merged, notes) = run_program(dir, &["merge", "results/small.shards", "--out", "merged"], 1);
    assert!(merged.starts_with("17 of 18 runs") && notes.contains("is cut off"), "{merged}{notes}");
}

#[test]
fn rows_of_repeated_runs_are_merged_with_the_last_row_last() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    sharded(dir, 2);
    run_program(dir, &["run", "x.toml", "--shard", "1/2", "--retry", "solved"], 0);
    let (merged, _) = run_program(dir, &["merge", "results/small.shards", "--out", "merged"], 0);
    assert_eq!(merged, "18 of 18 runs in merged\n");
    let lines = |file: &str| -> Vec<String> {
        fs::read_to_string(dir.join(file)).unwrap().lines().skip(1).map(str::to_owned).collect()
    };
    let (merged, shard) = (lines("merged/runs.csv"), lines("results/small.shards/1-of-2/runs.csv"));
    assert_eq!((merged.len(), shard.len()), (27, 18));
    for run in &shard[9..] {
        let id = run.split(',').next().unwrap();
        assert_eq!(merged.iter().rfind(|line| line.starts_with(id)), Some(run));
    }
}

#[test]
fn runs_of_an_earlier_plan_are_not_counted_as_runs_of_the_current_plan() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    run_program(dir, &["run", "x.toml", "--no-report"], 0);
    run_program(dir, &["run", "x.toml", "--no-report", "--set", "limits.nodes=1000000", "--set", "repeats=2"], 0);
    let (counts, _) = run_program(dir, &["status", "results/small", "--json"], 0);
    let counts: Value = serde_json::from_str(&counts).unwrap();
    let total = &counts["total"];
    assert_eq!((&total["planned"], &total["done"], &total["missing"]), (&36.into(), &36.into(), &0.into()));
    assert_eq!(total["others"], 18);
}
