//! A file of many rows is read in memory that does not grow with it.
//!
//! This test has its own process, since the peak memory of the process is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, OpenOptions};
use std::io::Write;

use tilebench_record::{Folder, Repair, Run, Status};

const ROWS: usize = 60_000;

/// The peak memory of the process in bytes.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[test]
fn opening_a_folder_keeps_run_ids_in_memory_but_not_rows() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::open_or_create(&dir.path().join("result")).unwrap();
    let row = Run { board: "2 5 8 15".repeat(20), moves: "ULRD".repeat(200), ..Run::default() };
    let file = folder.path().join("runs.csv");
    let mut appender = folder.appender().unwrap();
    appender.append(&Run { run_id: "0123456789abcdef".into(), ..row }, &[]).unwrap();
    appender.close().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let line = text.split_inclusive('\n').nth(1).unwrap();
    let mut rows = OpenOptions::new().append(true).open(&file).unwrap();
    for number in 1..ROWS {
        rows.write_all(line.replace("0123456789abcdef", &format!("{number:016x}")).as_bytes()).unwrap();
    }
    rows.write_all(&line.as_bytes()[..100]).unwrap();
    let size = fs::metadata(&file).unwrap().len();

    let before = peak_bytes();
    let appender = folder.appender().unwrap();
    let recorded = appender.recorded();
    assert!(matches!(appender.repairs(), [Repair::Torn { .. }]));
    appender.close().unwrap();
    let opened = peak_bytes() - before;

    assert_eq!(recorded.len(), ROWS);
    assert!(recorded.values().all(|run| run.status == Status::Crashed));
    assert!(size > 60_000_000 && opened < 200 * ROWS as u64, "{opened} bytes to open a file of {size}");
}
