//! Faults of the result folder: a full disk, another runner, invalid lines, another experiment.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use tilebench_runner::record::{Folder, Status};
use tilebench_sanitize::count::counted;

use crate::fault_experiment::{FaultExperiment, PATIENT};

/// A solver that is as sound as the others.
const SOUND: &str = "algorithm = 'bfs'";

/// A file system of a megabyte, until it is dropped.
struct Disk(PathBuf);

impl Disk {
    /// `None` if mounting is not permitted.
    fn mount(folder: &Path) -> Option<Self> {
        fs::create_dir(folder).unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder).output();
        mount.is_ok_and(|done| done.status.success()).then(|| Self(folder.to_owned()))
    }

    /// Fills the disk up to `free` KiB.
    fn fill(&self, free: usize) {
        fs::write(self.0.join("ballast"), vec![1; (1024 - free) << 10]).unwrap();
    }

    fn clear(&self) {
        fs::remove_file(self.0.join("ballast")).unwrap();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        Command::new("umount").arg(&self.0).status().unwrap();
    }
}

#[test]
fn a_full_disk_stops_the_run_with_the_reason_and_the_same_command_resumes_it_once_there_is_space() {
    // 500 runs of the sound solver and its neighbours on two boards.
    let dir = FaultExperiment::new("limits = { time_s = 20 }", &format!("{SOUND}\ninstances = ['walk:3x3:k=8:500']"));
    let dir = dir.planned(504);
    let Some(disk) = Disk::mount(&dir.path().join("results")) else {
        println!("skipped: no tmpfs may be mounted here for a full disk");
        return;
    };
    disk.fill(96);
    let output = dir.run(&[]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.err.contains("error: cannot write results/faults/"), "{output:?}");
    assert!(output.err.contains(": No space left on device (os error 28)\nstopped: "), "{output:?}");
    let there = dir.rows().len();
    assert!((10..504).contains(&there), "{there}");
    // With a full disk, nothing changes.
    let output = dir.run(&[]);
    assert!(matches!(output.code, Some(1 | 2)) && output.err.contains("No space left on device"), "{output:?}");
    assert!(dir.rows().len() >= there);
    let there = dir.rows().len();
    disk.clear();
    let output = dir.run(&[]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(
        output.out.starts_with(&format!("{} executed, {there} already recorded", counted(504 - there, "run"))),
        "{output:?}"
    );
    println!("a full disk: {there} of 504 runs were recorded when it was full");
    dir.assert_none_lost("full disk");
}

#[test]
fn a_second_runner_is_refused_and_the_first_continues() {
    let dir = FaultExperiment::with_script("limits = { time_s = 60 }", PATIENT);
    let first = dir.begin(4);
    let second = dir.run(&[]);
    let refusal =
        "error: results/faults is being written by another run: wait for it to end, or choose another folder\n";
    assert_eq!((second.code, second.out.as_str(), second.err.as_str()), (Some(2), "", refusal));
    dir.go();
    let first = first.wait_with_output().unwrap();
    assert_eq!(first.status.code(), Some(0));
    assert!(String::from_utf8(first.stdout).unwrap().starts_with("6 runs executed: 6 solved"));
    dir.assert_none_lost("two runners");
}

#[test]
fn a_truncated_last_line_is_moved_aside_and_reported_and_its_run_is_repeated() {
    for cut in [1, 10, 150] {
        let dir = FaultExperiment::new("", SOUND);
        assert_eq!(dir.run(&[]).code, Some(0));
        let file = File::options().write(true).open(dir.results().join("runs.csv")).unwrap();
        file.set_len(file.metadata().unwrap().len() - cut).unwrap();
        let output = dir.run(&[]);
        let note = "note: the last line of results/faults/runs.csv was cut off: moved to results/faults/runs.csv.torn; its \
                    run counts as missing\n";
        assert!(output.code == Some(0) && output.err.contains(note), "{output:?}");
        assert!(output.out.starts_with("1 run executed, 5 already recorded: 1 solved"), "{output:?}");
        dir.assert_none_lost(&format!("last line cut off by {cut} bytes"));
    }
}

#[test]
fn a_corrupted_line_in_the_middle_is_refused_with_its_number_and_deleting_it_repeats_its_run() {
    let garblers: [fn(&str) -> String; 4] = [
        |line| line.replace("solved", "so\u{1}ved"),
        |line| line[..line.len() / 2].to_owned(),
        |line| line.replace(",solved", ",\"solved"),
        |line| "\0".repeat(line.len()),
    ];
    for (number, garble) in garblers.iter().enumerate() {
        let dir = FaultExperiment::new("", SOUND);
        assert_eq!(dir.run(&[]).code, Some(0));
        let runs = dir.results().join("runs.csv");
        let mut lines: Vec<String> = fs::read_to_string(&runs).unwrap().lines().map(str::to_owned).collect();
        lines[2] = garble(&lines[2]);
        fs::write(&runs, lines.join("\n") + "\n").unwrap();
        let garbled = fs::read(&runs).unwrap();
        let output = dir.run(&[]);
        assert!(output.code == Some(2) && output.out.is_empty(), "{output:?}");
        assert!(output.err.starts_with("error: results/faults/runs.csv: line 3"), "{output:?}");
        println!("a garbled line: {}", output.err.trim_end());
        assert!(fs::read(&runs).unwrap() == garbled, "it is left as it is");
        lines.remove(2);
        fs::write(&runs, lines.join("\n") + "\n").unwrap();
        let output = dir.run(&[]);
        assert!(output.out.starts_with("1 run executed, 5 already recorded: 1 solved"), "{output:?}");
        dir.assert_none_lost(&format!("line garbled in the middle, {number}"));
    }
}

/// A limitation: lines have no checksums.
#[test]
fn a_changed_digit_is_not_detected_but_a_changed_path_is() {
    let dir = FaultExperiment::new("", SOUND);
    dir.run(&[]);
    let runs = dir.results().join("runs.csv");
    let text = fs::read_to_string(&runs).unwrap();
    let moves = dir.rows()[0].moves.clone();
    let at = text.find(&moves).unwrap() as u64;
    let mut file = File::options().write(true).open(&runs).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(if moves.starts_with('U') { b"D" } else { b"U" }).unwrap();
    assert_eq!(dir.run(&[]).code, Some(0));
    let mut verify = Command::new(assert_cmd::cargo::cargo_bin("tilebench"));
    let verify = verify.args(["verify", "results/faults"]).current_dir(dir.path()).output().unwrap();
    assert_eq!(verify.status.code(), Some(1), "{verify:?}");
}

#[test]
fn a_changed_experiment_adds_its_runs_and_keeps_the_old_rows() {
    let dir = FaultExperiment::with_script("", "\"$TILEBENCH\" solve \"$1\" --json | tr -d '\\n'");
    assert_eq!(dir.run(&[]).code, Some(0));
    let before = fs::read_to_string(dir.results().join("runs.csv")).unwrap();
    let faulty = "[[solver]]\nname = 'faulty'\ncommand = ['sh', 'faulty.sh', '{board}']\nversion = '2'\n";
    dir.describe("", faulty);
    let output = dir.run(&[]);
    assert!(output.out.starts_with("2 runs executed, 4 already recorded: 2 solved"), "{output:?}");
    let note = "note: 2 runs of other plans in results/faults";
    assert!(output.err.contains(note), "{output:?}");
    let after = fs::read_to_string(dir.results().join("runs.csv")).unwrap();
    assert!(after.starts_with(&before) && dir.rows().len() == 8);
    // And back: nothing is executed, since all runs are recorded.
    dir.describe("", &faulty.replace("version = '2'\n", ""));
    dir.assert_none_lost("changed experiment and back");
}

#[test]
fn runs_of_a_corrected_program_are_repeated_by_retry_and_their_history_is_kept() {
    let dir = FaultExperiment::with_script("", "exit 1");
    assert_eq!(dir.run(&[]).code, Some(1));
    dir.script("\"$TILEBENCH\" solve \"$1\" --json | tr -d '\\n'");
    let output = dir.run(&[]);
    assert!(output.out.starts_with("0 runs executed, 6 already recorded"), "{output:?}");
    let output = dir.run(&["--retry=crashed,wrong"]);
    assert!(
        output.out.starts_with("2 runs executed, 4 already recorded, 2 selected by --retry: 2 solved"),
        "{output:?}"
    );
    assert_eq!(output.code, Some(0), "the last row of a run counts");
    assert_eq!(dir.rows().len(), 8);
    let counted = Folder::open(&dir.results()).unwrap().runs().unwrap();
    assert!(counted.len() == 6 && counted.iter().all(|run| run.status == Status::Solved));
    let output = dir.run(&["--retry=crashed,wrong"]);
    assert!(output.out.starts_with("0 runs executed, 6 already recorded"), "{output:?}");
}
