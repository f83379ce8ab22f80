//! The state of a folder after its run was killed, ran out of disk space, or met another program.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "faults/live_processes.rs"]
mod live_processes;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use live_processes::{live_processes, wait_until_all_processes_end};
use tempfile::TempDir;

const EXPERIMENT: &str = "\
name = \"many\"
instances = [\"random:3x3:300\"]
execution = { jobs = 2 }
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"hamming\"]
[[solver]]
name = \"program\"
command = [\"sh\", \"program.sh\"]
instances = [\"random:3x3:60\"]
";

const RUNS: usize = 660;

/// The folders in which runs are killed at once.
const FOLDERS: usize = 4;

/// A program that leaves a daemon behind and takes its time.
const PROGRAM: &str = "setsid sleep 1000 & sleep 0.02; echo '{\"status\": \"gave-up\"}'\n";

fn dir(experiment: &str) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.sh"), PROGRAM).unwrap();
    fs::write(dir.path().join("x.toml"), experiment).unwrap();
    dir
}

fn program(dir: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("tilebench"));
    command.args(["run", "x.toml", "--no-report"]).current_dir(dir).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The lines of a file of the result folder, each of which must be complete.
fn lines(dir: &Path, file: &str) -> Vec<String> {
    let text = fs::read_to_string(dir.join("results/many").join(file)).unwrap_or_default();
    assert!(text.is_empty() || text.ends_with('\n'), "{file} is torn");
    text.lines().map(str::to_owned).collect()
}

/// The run id of a line.
fn id(line: &str) -> &str {
    line.split(',').next().unwrap()
}

fn assert_all_runs_once(dir: &Path) {
    let runs = lines(dir, "runs.csv");
    let ids: BTreeSet<&str> = runs[1..].iter().map(|line| id(line)).collect();
    assert_eq!((runs.len(), ids.len()), (RUNS + 1, RUNS));
    // A program reports no iterations, and this one gives up.
    let searches = runs[1..].iter().filter(|line| !line.contains(",program,")).map(|line| id(line));
    let searches: BTreeSet<&str> = searches.collect();
    for file in ["iterations.csv", "incumbents.csv"] {
        let rows = lines(dir, file);
        let with_rows: BTreeSet<&str> = rows[1..].iter().map(|line| id(line)).collect();
        assert!(searches == with_rows, "a run that is there has its rows in {file}");
    }
}

fn streams(output: &Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Waits until the folder has a manifest: then its lock is held.
fn wait_until_it_runs(dir: &Path) {
    let start = Instant::now();
    while !dir.join("results/many/manifest.json").exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "the run never began");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Observations while a run was killed repeatedly.
#[derive(Default)]
struct KillStatistics {
    /// Kills between the first row and the last.
    midway: usize,
    /// Processes besides the runner that lived when it was killed.
    orphans: usize,
    /// The longest that any of them lived on.
    slowest: Duration,
}

/// Kills a run `kills` times at moments drawn from `random`, resuming each time, and then lets it end.
fn kill_again_and_again(kills: usize, mut random: u64) -> KillStatistics {
    let dir = dir(EXPERIMENT);
    let dir = dir.path();
    let start = Instant::now();
    assert!(program(dir).output().unwrap().status.success());
    // Delays are spread over the time that all runs take here.
    let whole = start.elapsed();
    let mut before = RUNS + 1;
    let mut seen = KillStatistics::default();
    for _ in 0..kills {
        if before == RUNS + 1 {
            assert_all_runs_once(dir);
            fs::remove_dir_all(dir.join("results")).unwrap();
            before = 0;
        }
        let child = program(dir).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        thread::sleep(whole.mul_f64((random >> 40) as f64 / f64::from(1 << 24)));
        seen.orphans += live_processes(dir).len().saturating_sub(1);
        kill(child);
        // Workers, their programs, and the daemons of these.
        seen.slowest = seen.slowest.max(wait_until_all_processes_end(dir));
        let rows = lines(dir, "runs.csv").len();
        assert!(rows >= before, "a recorded run is gone");
        seen.midway += usize::from((2..=RUNS).contains(&rows));
        before = rows;
    }
    let output = program(dir).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{:?}", streams(&output));
    assert_all_runs_once(dir);
    seen
}

/// In several folders at once: each mostly waits, and the work of the others varies the moments of the kills.
#[test]
fn an_experiment_that_is_killed_repeatedly_executes_every_run_exactly_once() {
    let kills: usize = std::env::var("TILEBENCH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(100);
    let kills_per_folder = kills.div_ceil(FOLDERS);
    let seen: Vec<KillStatistics> = thread::scope(|scope| {
        let folders: Vec<_> = (1..=FOLDERS as u64)
            .map(|seed| scope.spawn(move || kill_again_and_again(kills_per_folder, seed)))
            .collect();
        folders.into_iter().map(|folder| folder.join().unwrap()).collect()
    });
    let midway: usize = seen.iter().map(|seen| seen.midway).sum();
    let orphans: usize = seen.iter().map(|seen| seen.orphans).sum();
    println!(
        "{} kills, {midway} of them between the first run and the last; {orphans} processes besides the runner \
         lived when it was killed, and none {} ms later",
        FOLDERS * kills_per_folder,
        seen.iter().map(|seen| seen.slowest.as_millis()).max().unwrap_or_default()
    );
    assert!(midway > 0, "no kill fell between the first run and the last");
    assert!(orphans > 0, "no kill fell while there was a worker");
}

#[test]
fn a_second_run_into_a_folder_is_refused_and_a_killed_one_leaves_no_lock() {
    let endless = EXPERIMENT
        .split("[[solver]]\nname")
        .next()
        .unwrap()
        .replace("random:3x3:300", "random:4x4:4")
        .replace("hamming", "blind");
    let dir = dir(&endless);
    let dir = dir.path();
    let first = program(dir).spawn().unwrap();
    wait_until_it_runs(dir);
    let second = program(dir).output().unwrap();
    let refusal = "error: results/many is being written by another run: wait for it to end, or choose another folder\n";
    assert_eq!((second.status.code(), streams(&second)), (Some(2), (String::new(), refusal.to_owned())));
    kill(first);
    let third = program(dir).args(["--set", "limits.nodes=10"]).output().unwrap();
    assert_eq!(third.status.code(), Some(0), "{:?}", streams(&third));
}

/// A file that may not grow stands in for a disk that is full.
#[test]
fn a_full_disk_stops_the_run_with_the_reason_and_keeps_the_records() {
    let dir = dir(EXPERIMENT);
    let dir = dir.path();
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" run x.toml --no-report"])
        .arg(assert_cmd::cargo::cargo_bin("tilebench"))
        .current_dir(dir)
        .output()
        .unwrap();
    let (_, reason) = streams(&limited);
    assert_eq!(limited.status.code(), Some(1), "{reason}");
    assert!(reason.contains("error: cannot write results/many/"), "{reason}");
    assert!(reason.contains(": File too large (os error 27)\nstopped: "), "{reason}");
    let rows = lines(dir, "runs.csv").len();
    assert!((2..RUNS).contains(&rows), "{rows}");

    let output = program(dir).output().unwrap();
    let (done, notes) = streams(&output);
    assert_eq!(output.status.code(), Some(0), "{notes}");
    assert!(done.contains(&format!(", {} already recorded", rows - 1)), "{done}");
    assert_all_runs_once(dir);
}
