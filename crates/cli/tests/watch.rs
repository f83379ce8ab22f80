//! `status --watch` and `report --watch` while the program records runs, and afterwards.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{PAIR, execute_experiment, program};

/// Runs that a time limit ends, so that the experiment takes some seconds.
const SLOW: &str = "\
name = \"slow\"
question = \"How long does it take?\"
instances = [\"random:4x4:8:seed=1\"]
[execution]
jobs = 1
[limits]
time_s = 0.5
memory_mib = 1000
[[solver]]
algorithm = \"bfs\"
";

fn begin(dir: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("tilebench"));
    command.current_dir(dir).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Waits at most a minute until `is` holds.
fn wait_until(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_mins(1), "{what}");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn both_follow_a_run_and_end_with_it() {
    let place = tempfile::tempdir().unwrap();
    let dir = place.path();
    fs::write(dir.join("slow.toml"), SLOW).unwrap();
    let mut run = begin(dir, &["run", "slow.toml", "--out", "slow", "--no-report"]);
    wait_until("a manifest is written", || {
        dir.join("slow/manifest.json").is_file() && dir.join("slow/runs.csv").is_file()
    });
    let report = begin(dir, &["report", "slow", "--watch", "--every", "0.3"]);
    let status = begin(dir, &["status", "slow", "--watch", "--every", "0.3"]);
    let page = || fs::read_to_string(dir.join("slow/index.html")).unwrap_or_default();
    wait_until("the page states that it reloads", || page().contains("<body data-reload=\"0.3\">"));
    assert!(page().contains("The experiment is running: ") && page().trim_end().ends_with("</html>"));
    assert!(run.wait().unwrap().success());
    let [report, status] = [report, status].map(|child| child.wait_with_output().unwrap());
    assert!(report.status.success() && status.status.success());
    assert!(!page().contains("data-reload=") && !page().contains("The experiment is running"), "the last page stays");
    let text = String::from_utf8(report.stdout).unwrap();
    assert!(text.contains("The page is written again while runs are recorded: slow/index.html\n"), "{text}");
    assert!(text.trim_end().ends_with("Charts: slow/index.html"), "{text}");
    let text = String::from_utf8(status.stdout).unwrap();
    assert!(text.contains(" of 8 runs ended (") && text.contains(" %), running\n"), "{text}");
    assert!(text.contains("  time left: "), "{text}");
    let last = text.rsplit("slow: ").next().unwrap();
    assert!(last.starts_with("8 of 8 runs ended (100 %)"), "{text}");
    assert!(last.contains("  solved 0, stopped 8 (8 time-limit), failed 0\n"), "{text}");
    assert!(last.contains("  slowest: ") && last.ends_with("  all runs have ended\n"), "{text}");
}

#[test]
fn a_complete_folder_is_shown_once() {
    let place = tempfile::tempdir().unwrap();
    execute_experiment(place.path(), PAIR, "pair");
    let status = program(place.path(), &["status", "pair", "--watch"]).assert().success();
    let text = String::from_utf8(status.get_output().stdout.clone()).unwrap();
    assert!(
        text.starts_with(
            "pair: 24 of 24 runs ended (100 %), no program is writing\n  solved 24, stopped 0, failed 0\n"
        )
    );
    assert_eq!(text.lines().filter(|line| line.contains(" s  idastar ")).count(), 5, "{text}");
    let report = program(place.path(), &["report", "pair", "--watch"]).assert().success();
    let text = String::from_utf8(report.get_output().stdout.clone()).unwrap();
    assert!(text.trim_end().ends_with("Charts: pair/index.html"), "{text}");
    let page = fs::read_to_string(place.path().join("pair/index.html")).unwrap();
    assert!(!page.contains("data-reload="), "a complete page does not reload");
    program(place.path(), &["status", "pair", "--every", "1"]).assert().code(2);
}
