//! Bad input is answered with one sentence and exit code 2, and nothing on disk changes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// A small experiment, valid until a test changes it.
const EXPERIMENT: &str = "\
name = \"small\"
instances = [\"walk:3x3:k=6:3\"]
[[solver]]
algorithm = \"wastar\"
heuristic = \"manhattan\"
weight = 1.5
";

/// A folder to run the program in.
struct TestFolder(TempDir);

impl TestFolder {
    fn new(experiment: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("x.toml"), experiment).unwrap();
        Self(dir)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn program(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("tilebench").unwrap();
        command.current_dir(self.path()).args(arguments);
        command
    }

    /// Runs the program, which must refuse its input with `expected` on standard error, print
    /// nothing else and leave every file as it is.
    fn refuses(&self, arguments: &[&str], expected: &str) {
        let before = self.files();
        let refused = self.program(arguments).assert().code(2);
        let output = refused.get_output();
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {expected}\n"));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        assert_eq!(self.files(), before);
    }

    /// Every file and its content.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(path.clone(), fs::read(path).unwrap());
                }
            }
        }
        files
    }
}

#[test]
fn a_board_that_cannot_be_solved_is_refused() {
    TestFolder::new(EXPERIMENT).refuses(
        &["solve", "2 1 3 4 5 6 7 8 0", "--goal", "blank-last"],
        "the board 2 1 3 4 5 6 7 8 0 cannot reach its goal: its parity is wrong (swap any two tiles to make it \
         solvable)",
    );
}

#[test]
fn a_text_that_is_not_a_board_is_refused() {
    let dir = TestFolder::new(EXPERIMENT);
    dir.refuses(&["solve", "1 2 2 0"], "tile 2 is on the board twice, and tile 3 is missing");
    dir.refuses(&["solve", "1 2 3 0 4"], "5 numbers do not form a square board: pass its rows and columns");
    dir.refuses(
        &["solve", "1 2 3 0", "--goal", "blank-middle"],
        "--goal: 'blank-middle' is not a goal: write blank-first, blank-last, or the tiles in order",
    );
}

#[test]
fn a_board_of_more_than_25_cells_is_refused_by_algorithms_that_pack_states() {
    let dir = TestFolder::new(EXPERIMENT);
    let tiles = (0..26).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let size = ["--rows", "2", "--cols", "13"];
    let refuses = |command: &[&str], what: &str| {
        dir.refuses(
            &[command, &size].concat(),
            &format!(
                "{what} supports boards of at most 25 cells, and a 2x13 board has 26: larger boards need the algorithm \
                 'strategy'"
            ),
        );
    };
    refuses(&["solve", &tiles], "algorithm 'idastar'");
    refuses(&["heuristics"], "every heuristic");
    refuses(&["depths"], "counting boards by distance");
    refuses(&["audit", "manhattan"], "an audit");
    refuses(&["pdb", "build", "pdb:1,2", "--tables", "."], "heuristic 'pdb:1,2'");
    dir.program(&["solve", &tiles, "--algorithm", "strategy"]).args(size).assert().success();
    dir.refuses(
        &["solve", "0", "--rows", "65", "--cols", "64"],
        "65x64 is not a board size: use at least 2 rows and 2 columns, and at most 4,096 cells",
    );
}

#[test]
fn an_unknown_solver_is_refused_with_a_suggestion() {
    let dir = TestFolder::new(&EXPERIMENT.replace("wastar", "wastr"));
    dir.refuses(&["run", "x.toml"], "x.toml:4: unknown algorithm 'wastr'; did you mean 'wastar'?");
    dir.refuses(&["solve", "1 0 2 3", "--algorithm", "idstar"], "unknown algorithm 'idstar'; did you mean 'idastar'?");
    dir.refuses(
        &["solve", "1 0 2 3", "--heuristic", "manhatten"],
        "unknown heuristic 'manhatten'; did you mean 'manhattan'?",
    );
}

#[test]
fn a_weight_below_one_is_refused() {
    let dir = TestFolder::new(&EXPERIMENT.replace("1.5", "[2, 0.9]"));
    dir.refuses(&["run", "x.toml"], "x.toml:6: weight 0.9 is below 1: use a weight of at least 1");
    dir.refuses(&["solve", "1 0 2 3", "--weight", "0.5"], "weight 0.5 is below 1: use a weight of at least 1");
    dir.refuses(
        &["solve", "1 0 2 3", "--node-limit", "0"],
        "invalid value '0' for '--node-limit <NODES>': use a whole number of at least 1; --help lists the arguments of the command",
    );
}

#[test]
fn a_malformed_experiment_file_is_refused_with_its_line() {
    let dir = TestFolder::new(&format!("{EXPERIMENT}[limits\n"));
    let refused = dir.program(&["run", "x.toml"]).assert().code(2);
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(message.starts_with("error: x.toml:7: invalid TOML: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    TestFolder::new(&format!("{EXPERIMENT}zzz = 1\n")).refuses(
        &["run", "x.toml"],
        "x.toml:7: unknown key 'zzz' in a [[solver]] of wastar; known are algorithm, name, instances, limits, order, cost, metric, seeds, \
         heuristic, weight, direction, store, queue, tie, reopen, parent-pruning, evaluation, hash-statistics, rules, h-share",
    );
    dir.refuses(
        &["run", "y.toml"],
        "no file or built-in experiment is named y.toml; `tilebench run --help` lists the built-in experiments",
    );
    dir.refuses(&["run", "quikstart"], "no file or built-in experiment is named quikstart; did you mean 'quickstart'?");
}

#[test]
fn a_malformed_instance_file_is_refused_with_its_line() {
    let dir = TestFolder::new(&EXPERIMENT.replace("walk:3x3:k=6:3", "own.csv"));
    fs::write(dir.path().join("own.csv"), "# rows: 2\n# cols: 2\n# goal: blank-first\nid,board\na,1 0 2 3\nb,1 0 2\n")
        .unwrap();
    dir.refuses(&["run", "x.toml"], "x.toml:2: own.csv: line 6: the board has 3 numbers, but 2x2 needs 4");
    let checked = dir.program(&["instances", "check", "own.csv"]).assert().code(1);
    assert_eq!(
        String::from_utf8_lossy(&checked.get_output().stdout),
        "own.csv: 1 board, 1 fault\n  line 6: the board has 3 numbers, but 2x2 needs 4\n"
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let dir = TestFolder::new(EXPERIMENT);
    // A path below a file: it cannot be created, not even by root.
    dir.refuses(
        &["run", "x.toml", "--out", "x.toml/results"],
        "cannot write in x.toml/results: Not a directory (os error 20); choose another folder or change its permissions",
    );
}

#[test]
fn a_truncated_record_is_refused_by_readers_and_kept() {
    let dir = TestFolder::new(EXPERIMENT);
    dir.program(&["run", "x.toml", "--no-report"]).assert().success();
    let file = dir.path().join("results/small/runs.csv");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.rfind(',').unwrap()]).unwrap();
    let all = text.lines().next().unwrap().split(',').count();
    let expected = format!(
        "results/small/runs.csv: line 4 ends after {} of {all} columns, cut off in the last; resuming the experiment \
         moves it aside and repeats its run (intact rows before it: 2)",
        all - 1
    );
    dir.refuses(&["verify", "results/small"], &expected);
    let mended = dir.program(&["run", "x.toml", "--no-report"]).assert().success();
    let output = String::from_utf8_lossy(&mended.get_output().stderr).into_owned();
    assert!(
        output.starts_with(
            "note: the last line of results/small/runs.csv was cut off: moved to results/small/runs.csv.torn; its run \
             counts as missing\n"
        ),
        "{output}"
    );
    dir.program(&["verify", "results/small"]).assert().success();
}

#[test]
fn an_unknown_status_to_retry_is_refused_with_the_known_names() {
    TestFolder::new(EXPERIMENT).refuses(
        &["run", "x.toml", "--retry", "crashed,timeout"],
        "--retry: 'timeout' is not a status: use one of solved, unsolvable, gave-up, time-limit, node-limit, \
         memory-limit, depth-limit, disk-limit, crashed, wrong, unsupported, cancelled",
    );
}

#[test]
fn a_folder_without_runs_and_a_bad_setting_are_refused() {
    let dir = TestFolder::new(EXPERIMENT);
    dir.refuses(&["verify", "."], ". has no runs.csv: is it a result folder?");
    let absent = "the folder none does not exist: check its path; `tilebench run` writes to results/NAME by default";
    dir.refuses(&["verify", "none"], absent);
    dir.refuses(&["status", "none"], absent);
    dir.refuses(&["merge", "none", "--out", "merged"], absent);
    for arguments in [&["report", "none"][..], &["compare", "none"], &["plot", "none", "cactus"]] {
        dir.refuses(arguments, &format!("cannot report on none: {absent}"));
    }
    dir.refuses(
        &["run", "x.toml", "--set", "limits.times=5"],
        "--set limits.times=5: unknown key 'times' in [limits]; did you mean 'time_s'?",
    );
    for command in ["run", "submit", "reproduce"] {
        dir.refuses(
            &[command, "x.toml", "--jobs", "0"],
            "invalid value '0' for '--jobs <N>': use a whole number from 1 to 4096; --help lists the arguments of the command",
        );
    }
}

#[test]
fn bounds_need_a_consistent_heuristic_known_instances_and_a_folder_with_optimal_solutions() {
    let dir = TestFolder::new(EXPERIMENT);
    dir.refuses(
        &["bounds", "korf100", "--heuristic", "manhattan+pairs"],
        "a bound on expansions needs a consistent heuristic, and 'manhattan+pairs' is not consistent: use another, such as \
         linear-conflict",
    );
    dir.refuses(
        &["bounds", "korf100", "--ids", "101"],
        "instance set korf100 has no instance '101': its ids are 1 to 100",
    );
    dir.refuses(
        &["bounds", "--results", "none"],
        "cannot compute the bounds of none: the folder none does not exist: check its path; `tilebench run` writes to \
         results/NAME by default",
    );
    dir.program(&["run", "x.toml", "--no-report"]).assert().success();
    dir.refuses(
        &["bounds", "--results", "results/small"],
        "results/small has no solution that was proved optimal with a consistent heuristic",
    );
}

#[test]
fn a_file_that_exists_is_not_overwritten() {
    TestFolder::new(EXPERIMENT).refuses(
        &["instances", "generate", "random:3x3:2", "--out", "x.toml"],
        "cannot write x.toml: File exists (os error 17)",
    );
}
