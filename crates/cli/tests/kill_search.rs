//! A search that is killed again and again ends as if it had not been: with the same counts, path and end, and no finished root
//! of a work unit is searched twice.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "faults/live_processes.rs"]
mod live_processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use live_processes::wait_until_all_processes_end;

/// A billion nodes by Manhattan distance.
const EXPERIMENT: &str = "\
name = \"hard\"
instances = [{ set = \"korf100\", ids = \"56\" }]
[[solver]]
algorithm = \"idastar\"
heuristic = \"manhattan\"
";

/// The ways to search: by vectors, by several threads, and without duplicate strings.
const SOLVERS: [&[&str]; 3] = [&[], &["solver.0.threads=2"], &["solver.0.prune=10"]];

fn program(dir: &Path, settings: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("tilebench"));
    command.args(["run", "x.toml", "--no-report", "--set=execution.jobs=1"]).current_dir(dir);
    command.args(settings.iter().map(|setting| format!("--set={setting}")));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The cells of a file's rows, in columns that no time changes.
fn cells(dir: &Path, file: &str, columns: &[&str]) -> Vec<Vec<String>> {
    let text = fs::read_to_string(dir.join("results/hard").join(file)).unwrap_or_default();
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let Some(header) = lines.next() else { return Vec::new() };
    let at: Vec<usize> = columns.iter().map(|name| header.iter().position(|cell| cell == name).unwrap()).collect();
    lines.map(|row| at.iter().map(|&at| row[at].to_owned()).collect()).collect()
}

/// Counts, path and end of the run, and its iterations.
fn outcome(dir: &Path) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let run = ["run_id", "status", "moves", "length", "generated", "expanded", "evaluated", "iterations", "peak_open"];
    (cells(dir, "runs.csv", &run), cells(dir, "iterations.csv", &["threshold", "generated", "expanded"]))
}

/// The wall seconds of the run, and those of its iterations together.
fn times(dir: &Path) -> (f64, f64) {
    let sum = |file| cells(dir, file, &["wall_s"]).iter().map(|row| row[0].parse::<f64>().unwrap()).sum();
    (sum("runs.csv"), sum("iterations.csv"))
}

/// The files of the parts that processes have finished, by iteration.
fn logs(dir: &Path) -> Vec<Vec<PathBuf>> {
    let list = |path: &Path| -> Vec<PathBuf> {
        path.read_dir().into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    };
    let iterations = list(&dir.join("results/hard/units")).iter().flat_map(|run| list(run)).collect::<Vec<_>>();
    let is_log = |path: &PathBuf| path.extension().is_some_and(|end| end == "csv") && !path.ends_with("split.csv");
    iterations.iter().map(|iteration| list(iteration).into_iter().filter(is_log).collect()).collect()
}

/// The finished roots of all iterations. No root is in two parts.
fn finished_roots(dir: &Path) -> u64 {
    let mut roots = 0;
    for files in logs(dir) {
        let mut parts: Vec<(u64, u64)> = Vec::new();
        for file in files {
            let text = fs::read_to_string(file).unwrap();
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            for line in text[..whole].lines().skip(1) {
                let cells: Vec<&str> = line.split(',').collect();
                parts.push((cells[0].parse().unwrap(), cells[1].parse().unwrap()));
            }
        }
        parts.sort_unstable();
        assert!(parts.windows(2).all(|pair| pair[0].1 <= pair[1].0), "a finished root was searched again: {parts:?}");
        roots += parts.iter().map(|(first, end)| end - first).sum::<u64>();
    }
    roots
}

#[test]
fn a_search_that_is_killed_repeatedly_ends_as_one_that_is_not() {
    let kills = std::env::var("TILEBENCH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(20);
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("x.toml"), EXPERIMENT).unwrap();
    let (mut midway, mut done, mut random, mut slowest) = (0, 0, 7_u64, Duration::ZERO);
    for settings in SOLVERS.iter().cycle() {
        let start = Instant::now();
        let whole = [&["execution.checkpoint=false"], *settings].concat();
        assert!(program(dir, &whole).status().unwrap().success());
        let took = start.elapsed();
        let expected = outcome(dir);
        assert!(expected.0.len() == 1 && expected.0[0][1] == "solved" && !dir.join("results/hard/units").exists());
        fs::remove_dir_all(dir.join("results")).unwrap();

        let settings = [&["execution.checkpoint=true"], *settings].concat();
        let mut before = 0;
        while done < kills && outcome(dir).0.is_empty() {
            let mut child = program(dir, &settings).spawn().unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            thread::sleep(took.mul_f64((random >> 40) as f64 / f64::from(1 << 24)));
            child.kill().unwrap();
            child.wait().unwrap();
            slowest = slowest.max(wait_until_all_processes_end(dir));
            let roots = finished_roots(dir);
            assert!(roots >= before, "a finished root is lost");
            midway += usize::from(roots > 0 && outcome(dir).0.is_empty());
            (before, done) = (roots, done + 1);
        }
        let start = Instant::now();
        assert!(program(dir, &settings).status().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(45), "it waited for the units of a killed process");
        assert_eq!(outcome(dir), expected, "{settings:?}");
        let (run, iterations) = times(dir);
        assert!((run - iterations).abs() < 0.2, "{run} s, of which {iterations} s are of iterations: {settings:?}");
        assert!(finished_roots(dir) >= before);
        fs::remove_dir_all(dir.join("results")).unwrap();
        if done >= kills {
            break;
        }
    }
    println!(
        "{kills} kills, {midway} of them in an iteration of which a part was finished; no process lived {} ms later",
        slowest.as_millis()
    );
    assert!(midway > 0, "no kill fell into an iteration that was begun");
}
