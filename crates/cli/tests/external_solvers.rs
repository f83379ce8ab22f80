//! External solvers: the worked examples by the commands of their documentation, and the output of
//! `check-solver`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use assert_cmd::Command;

const GUIDE: &str = include_str!("../../../docs/foreign-solvers.md");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tilebench(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

fn stdout(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = tilebench(folder, arguments).assert().code(code);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Whether Python is installed; if not, prints that the test is skipped.
fn has_python(test: &str) -> bool {
    let found = std::process::Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        use std::io::Write;
        let _ = writeln!(std::io::stderr(), "skipped: there is no python3 for {test}");
    }
    found
}

/// Runs the guide's own commands on `example` in a copy of the folder, and returns the rows.
fn follow(example: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let (from, to) = (root().join("examples").join(example), dir.path().join("examples").join(example));
    fs::create_dir_all(&to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
    let mut followed = 0;
    for line in GUIDE.lines().filter(|line| line.ends_with(&format!("examples/{example}/experiment.toml"))) {
        let Some(arguments) = line.strip_prefix("tilebench ") else { continue };
        stdout(dir.path(), &arguments.split(' ').collect::<Vec<_>>(), 0);
        followed += 1;
    }
    assert_eq!(followed, 2, "the guide checks and runs {example}");
    fs::read_to_string(dir.path().join("results").join(example).join("runs.csv")).unwrap()
}

/// The columns of the rows of `runs.csv` in which no cell has a comma.
fn cells(rows: &str, name: &str) -> Vec<Vec<String>> {
    let header: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
    let at = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let wanted = [at("solver"), at("instance"), at("status"), at("length"), at("expanded"), at("generated")];
    let rows = rows.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|row| row[wanted[0]] == name);
    let mut cells: Vec<Vec<String>> =
        rows.map(|row| wanted[1..].iter().map(|&at| row[at].to_owned()).collect()).collect();
    cells.sort();
    cells
}

#[test]
fn forty_lines_of_python_have_exactly_the_counts_of_the_built_in_solver() {
    if !has_python("the example in Python") {
        return;
    }
    let lines = fs::read_to_string(root().join("examples/python/solver.py")).unwrap().lines().count();
    assert!(lines <= 40, "{lines} lines");
    let rows = follow("python");
    let (theirs, ours) = (cells(&rows, "solver"), cells(&rows, "idastar manhattan"));
    assert_eq!(theirs.len(), 20);
    assert!(theirs.iter().all(|row| row[1] == "solved"), "{theirs:?}");
    assert_eq!(theirs, ours);
}

#[test]
fn the_output_of_another_program_is_read_by_regular_expressions() {
    if !has_python("the example of another format") {
        return;
    }
    let rows = follow("other-format");
    let theirs = cells(&rows, "15puzzle");
    assert_eq!(theirs.len(), 10, "{rows}");
    assert!(
        theirs.iter().all(|row| row[1] == "solved" && row[4].is_empty()),
        "counts that are not reported are empty: {theirs:?}"
    );
}

#[test]
fn the_guide_shows_the_files_of_the_examples() {
    for example in ["python", "other-format"] {
        let file = fs::read_to_string(root().join("examples").join(example).join("experiment.toml")).unwrap();
        let solver = &file[file.find("[[solver]]").unwrap()..];
        for line in solver.lines().filter(|line| !line.starts_with('#')) {
            assert!(GUIDE.contains(line), "{example}: {line}");
        }
    }
}

/// A program that answers the goal rightly and no other board.
const STUCK: &str = "echo '{\"moves\": \"\"}'\n";

#[test]
fn faults_of_a_program_are_printed_as_a_table_or_as_json_with_exit_code_1() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("stuck.sh"), STUCK).unwrap();
    fs::write(dir.join("x.toml"), "[[solver]]\ncommand = ['sh', 'stuck.sh', '{board}']\n").unwrap();
    let output = stdout(dir, &["check-solver", "x.toml"], 1);
    assert!(output.starts_with("stuck on 3x3, goal blank-first\n  ok     already solved    0 moves"), "{output}");
    assert!(output.contains("\nstuck on 4x4, goal blank-first\n"), "{output}");
    assert!(
        output.contains("\n  WRONG  unsolvable        it returns 0 moves, but no moves reach the goal\n"),
        "{output}"
    );
    let output = stdout(dir, &["check-solver", "x.toml", "--json", "--solver", "stuck"], 1);
    assert!(output.contains("\"finding\": \"wrong\""), "{output}");
}

#[test]
fn a_program_that_cannot_be_started_is_invalid_input() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("plain.txt"), "").unwrap();
    let output = |command: &str, arguments: &[&str]| {
        fs::write(dir.join("x.toml"), format!("[[solver]]\nname = 'p'\ncommand = ['{command}']\n")).unwrap();
        let done = tilebench(dir, &[&["check-solver", "x.toml"], arguments].concat()).assert().code(2);
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    assert!(output("./none", &[]).starts_with("error: solver 'p': the program "));
    assert!(output("./none", &[]).ends_with("none does not exist\n"));
    assert!(output("./plain.txt", &[]).contains("plain.txt is not executable: run chmod +x "));
    assert!(output("sh", &["--solver", "q"]).starts_with("error: no solver with a command is named 'q'; known are p"));
    fs::write(dir.join("x.toml"), "[[solver]]\nalgorithm = 'bfs'\n").unwrap();
    tilebench(dir, &["check-solver", "x.toml"]).assert().code(2);
}
