//! Common code of several tests of the program: a small experiment, and its runs.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Two configurations on twelve small boards.
pub(crate) const PAIR: &str = "\
name = \"pair\"
instances = [\"random:3x3:12\"]
[[solver]]
algorithm = \"idastar\"
heuristic = \"manhattan\"
[[solver]]
algorithm = \"idastar\"
heuristic = \"linear-conflict\"
";

/// The program, in the folder `dir`.
pub(crate) fn program(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.current_dir(dir).args(arguments);
    command
}

/// Executes the runs of `experiment` in the folder `out` of `dir`.
pub(crate) fn execute_experiment(dir: &Path, experiment: &str, out: &str) {
    fs::write(dir.join("pair.toml"), experiment).unwrap();
    program(dir, &["run", "pair.toml", "--out", out, "--no-report"]).assert().success();
}
