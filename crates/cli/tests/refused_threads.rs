//! A system that refuses threads: one sentence, exit code 1, and no record is lost.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

const EXPERIMENT: &str = "\
name = \"few-threads\"
instances = [\"random:3x3:4:seed=1\"]

[execution]
jobs = 2

[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"

[[solver]]
algorithm = \"idastar\"
heuristic = \"walking-distance\"
";

/// The result of the program in `folder` after `limit`, which are lines of a shell. It is run by a user who has no other
/// processes, since limits of processes count all that a user has, and do not bind the administrator. Nothing may wait forever.
fn run(folder: &Path, limit: &str, arguments: &str) -> Output {
    let script = format!("{limit}; exec ./tilebench {arguments}");
    let mut command = Command::new("timeout");
    command.arg("60");
    if is_administrator() {
        command.args(["setpriv", &format!("--reuid={}", user()), "--regid=65534", "--clear-groups"]);
    }
    command.args(["bash", "-c", &script]);
    command.current_dir(folder).env("TILEBENCH_TABLES", folder.join("tables"));
    command.env("XDG_CACHE_HOME", folder).output().unwrap()
}

fn is_administrator() -> bool {
    fs::read_to_string("/proc/self/status").unwrap().lines().any(|line| line.starts_with("Uid:\t0"))
}

/// A user id that no account has and no other test uses at the same time.
fn user() -> u32 {
    1_000_000 + std::process::id()
}

/// A folder with the experiment and the program that every user may write: the folder of the build may be closed to others.
fn dir() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(dir.path().join("e.toml"), EXPERIMENT).unwrap();
    fs::copy(cargo_bin("tilebench"), dir.path().join("tilebench")).unwrap();
    dir
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Well,
    /// With exit code 1 and a sentence that names cause and remedy.
    ThreadRefused,
    /// Memory was refused, not a thread: the standard library aborts the program.
    OutOfMemory,
}

fn end(output: &Output, limit: &str) -> End {
    let said = String::from_utf8_lossy(&output.stderr);
    let is_out_of_memory =
        ["memory allocation of", "failed to allocate an alternative stack"].iter().any(|end| said.contains(end));
    if output.status.code().is_none() && is_out_of_memory {
        return End::OutOfMemory;
    }
    assert!(!said.contains("panicked"), "{limit}: {said}");
    let refused = said.lines().find(|line| line.starts_with("error: "));
    match output.status.code() {
        Some(0) => End::Well,
        Some(1) => {
            let line = refused.unwrap_or_else(|| panic!("{limit}: no sentence in {said}"));
            assert!(line.contains("cannot start a") && line.contains("ulimit -u"), "{limit}: {line}");
            End::ThreadRefused
        }
        code => panic!("{limit}: exit code {code:?}: {said}"),
    }
}

/// Runs the experiment under each limit, then without one: nothing may be lost.
fn check(limits: impl Iterator<Item = String>, folder: &Path) {
    let refused = limits.filter(|limit| run_and_report(folder, limit) == End::ThreadRefused).count();
    assert!(refused > 0, "no limit was so tight that a thread was refused");
    check_whole(folder);
}

/// Runs the experiment and reports it, up to the first step that does not end well.
fn run_and_report(folder: &Path, limit: &str) -> End {
    let steps = ["run e.toml --out out", "status out", "report out"];
    let mut ends = steps.iter().map(|step| end(&run(folder, limit, step), limit));
    ends.find(|&end| end != End::Well).unwrap_or(End::Well)
}

/// Executes the missing runs without a limit, and checks that every run is then recorded once.
fn check_whole(folder: &Path) {
    assert!(end(&run(folder, "true", "run e.toml --out out"), "no limit") == End::Well);
    let runs = fs::read_to_string(folder.join("out/runs.csv")).unwrap();
    assert_eq!(runs.lines().count(), 1 + 8, "every run is recorded once: {runs}");
    assert!(runs.lines().skip(1).all(|row| row.contains("solved")), "no refusal is the fault of a run: {runs}");
}

#[test]
fn a_limit_on_processes_names_the_missing_thread_and_loses_no_run() {
    if !is_administrator() {
        // Other processes of this user count too: the limit cannot be known, and is met by the test below.
        return;
    }
    let dir = dir();
    check((2..=12).map(|most| format!("ulimit -u {most}")), dir.path());
}

#[test]
fn a_limit_on_the_memory_for_stacks_is_reported_and_loses_no_run() {
    let dir = dir();
    // All threads share one heap: others would reserve memory by chance.
    let limit = |kib: u32| format!("export MALLOC_ARENA_MAX=1; ulimit -v {kib}");
    // The memory of the program without any thread.
    let mut limits = (60_000..2_000_000).step_by(1000);
    let least = limits.find(|&kib| run(dir.path(), &limit(kib), "--version").status.success());
    check((0..16).map(|step| limit(least.unwrap() + 1000 * step)), dir.path());
}

#[test]
fn audits_need_the_threads_of_a_pool_and_report_a_refusal() {
    let dir = dir();
    if is_administrator() {
        for most in 1..=3 {
            let limit = format!("ulimit -u {most}");
            end(&run(dir.path(), &limit, "audit manhattan --rows 2 --cols 3"), &limit);
        }
    }
}
