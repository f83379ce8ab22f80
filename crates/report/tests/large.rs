//! A report on many runs: its memory per run, and the charts that it draws.
//!
//! Each test is a separate process, whose peak memory is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tilebench_record::{Folder, Proof, Run, Status};
use tilebench_report::ReportOptions;

const SOLVERS: u64 = 10;

/// The peak memory of the process, in bytes.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// A folder of ten runs on each of `instances` instances, one in eleven of them stopped.
fn folder(place: &Path, instances: u64) -> PathBuf {
    let path = place.join(instances.to_string());
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for number in 0..SOLVERS * instances {
        let (solver, instance) = (number % SOLVERS, number / SOLVERS);
        let is_solved = number % 11 > 0;
        // Spread over some decades, and all different.
        let generated = 100 + instance * (solver + 1) + number;
        let run = Run {
            run_id: format!("{number:016x}"),
            experiment: "large".into(),
            set: "random".into(),
            instance: instance.to_string(),
            rows: Some(4),
            cols: Some(4),
            board: "15 2 1 12 8 5 6 11 4 9 10 7 3 14 13 0".into(),
            solver: format!("wastar manhattan w={}", solver + 1),
            algorithm: "wastar".into(),
            heuristic: "manhattan".into(),
            weight: (solver + 1).to_string(),
            order: "ULRD".into(),
            status: if is_solved { Status::Solved } else { Status::NodeLimit },
            proof: if is_solved { Proof::Bounded } else { Proof::None },
            length: is_solved.then_some(50 + 2 * u32::try_from(instance % 20).unwrap()),
            h0: Some(30 + u32::try_from(instance % 17).unwrap()),
            generated: Some(generated),
            expanded: Some(generated / 2),
            wall_s: generated as f64 / 1e6,
            moves: "ULDRRULDLURDRULLDDRR".repeat(3),
            node_limit: Some(1_000_000),
            ..Run::default()
        };
        appender.append(&run, &[]).unwrap();
    }
    appender.close().unwrap();
    path
}

/// The variable that makes the allocator return large blocks at once. Without it the allocator decides dynamically which
/// blocks it keeps, and the peak differs from run to run by twice the quantity measured.
const GIVES_BACK: &str = "MALLOC_MMAP_THRESHOLD_";

/// Runs a test in a process of its own, whose peak is measured; returns whether this is that process.
fn is_own_process(test: &str) -> bool {
    if env::var_os(GIVES_BACK).is_some() {
        return true;
    }
    let mut command = Command::new(env::current_exe().unwrap());
    let measured = command.args(["--exact", test]).env(GIVES_BACK, "131072").output().unwrap();
    assert!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stdout));
    false
}

/// A million runs are to be reported on in two gibibytes. They are more than a page contains.
fn options() -> ReportOptions<'static> {
    ReportOptions { page_runs: Some(20_000), ..ReportOptions::default() }
}

#[test]
fn a_report_needs_less_than_a_kilobyte_per_run() {
    if !is_own_process("a_report_needs_less_than_a_kilobyte_per_run") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    // Charts are drawn in parallel, so the peak varies by some mebibytes, which are few bytes per run of this number.
    let [few, many] = [500, 12_000].map(|instances| (SOLVERS * instances, folder(place.path(), instances)));
    tilebench_report::write_with(&few.1, options()).unwrap();
    let before = peak_bytes();
    tilebench_report::write_with(&many.1, options()).unwrap();
    let a_run = (peak_bytes() - before) / (many.0 - few.0);
    assert!(a_run < 1000, "{a_run} bytes per run");
}

#[test]
fn large_charts_are_thinned_and_a_page_takes_less_than_a_kilobyte_per_run() {
    if !is_own_process("large_charts_are_thinned_and_a_page_takes_less_than_a_kilobyte_per_run") {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let many = (SOLVERS * 4000, folder(place.path(), 4000));
    let written = tilebench_report::write_with(&many.1, options()).unwrap();
    assert!(size(&written.index) < 4_000_000, "the page has {} bytes", size(&written.index));

    // The texts of a chart as one line, since captions are wrapped.
    let words = |name: &str| {
        let svg = fs::read_to_string(many.1.join(format!("charts/{name}.svg"))).unwrap();
        let texts = svg.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text.trim());
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
    };
    assert!(
        words("solved-nodes").contains("half a point"),
        "the caption states that a curve of 3,636 steps is thinned"
    );
    assert!(
        words("scatter").contains("one in 2 is drawn"),
        "the caption states that one in two of 4,000 points is drawn"
    );
    let charts = written.files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "svg"));
    for chart in charts {
        assert!(size(chart) < 1_500_000, "{} has {} bytes", chart.display(), size(chart));
    }

    // A page that contains all of them: their number is limited to 200,000.
    let before = peak_bytes();
    let whole = tilebench_report::write(&many.1).unwrap();
    let in_page = (peak_bytes() - before) / many.0;
    assert!(in_page < 1000, "{in_page} more bytes per run in a page");
    assert!(size(&whole.index) < 10_000_000, "the page has {} bytes", size(&whole.index));
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).unwrap().len()
}
