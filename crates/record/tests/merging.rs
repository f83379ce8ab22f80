//! Folders are merged in memory that does not grow with their rows.
//!
//! This test has its own process, since the peak memory of the process is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, OpenOptions};
use std::io::Write;

use tilebench_record::{Folder, Manifest, Merge, Run};

const ROWS: usize = 60_000;

/// The peak memory of the process in bytes.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn manifest() -> Manifest {
    let value = serde_json::json!({
        "schema": 1, "name": "x", "question": "", "created": "2026-01-01T00:00:00Z",
        "build": { "version": "1", "profile": "release" },
        "machine": { "os": "linux", "arch": "x86_64", "cores": 1 },
        "experiment": null, "limits": [], "seeds": [], "tables": [], "runs_planned": ROWS, "plan_id": "p",
    });
    serde_json::from_value(value).unwrap()
}

#[test]
fn merging_keeps_row_positions_in_memory_but_not_rows() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::open_or_create(&dir.path().join("part")).unwrap();
    let row = Run { board: "2 5 8 15".repeat(20), moves: "ULRD".repeat(200), ..Run::default() };
    let file = folder.path().join("runs.csv");
    let mut appender = folder.appender().unwrap();
    appender.append(&Run { run_id: "0123456789abcdef".into(), ..row }, &[]).unwrap();
    appender.close().unwrap();
    folder.write_manifest(&manifest()).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let line = text.split_inclusive('\n').nth(1).unwrap();
    let mut rows = OpenOptions::new().append(true).open(&file).unwrap();
    for number in 1..ROWS {
        rows.write_all(line.replace("0123456789abcdef", &format!("{number:016x}")).as_bytes()).unwrap();
    }

    let before = peak_bytes();
    let merge = Merge::read(std::slice::from_ref(&folder)).unwrap();
    let out = dir.path().join("out");
    merge.replace(&out).unwrap();
    merge.replace(&out).unwrap();
    let merging = peak_bytes() - before;

    assert_eq!(merge.runs(), ROWS as u64);
    let size = fs::metadata(out.join("runs.csv")).unwrap().len();
    assert!(size > 60_000_000 && merging < 800 * ROWS as u64, "{merging} bytes to merge a file of {size}");
}
