//! A folder with an experiment of two sound solvers and a faulty one, run by the real program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tilebench_runner::record::{Folder, Run, Status};

use crate::live_processes::{live_processes, wait_until_all_processes_end};

/// A program that ignores signals: it leaves a daemon behind and waits until the file `go` exists.
/// Then it answers as the sound solvers do.
pub(crate) const PATIENT: &str = "\
trap '' TERM INT HUP
setsid sleep 1000 &
while ! [ -e go ]; do sleep 0.05; done
\"$TILEBENCH\" solve \"$1\" --json | tr -d '\\n'
";

/// The output of a command.
#[derive(Debug)]
pub(crate) struct ProgramOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The folder in which an experiment is run. Processes that still live there at the end of a failed test are killed.
pub(crate) struct FaultExperiment {
    folder: TempDir,
    planned: usize,
}

impl Drop for FaultExperiment {
    fn drop(&mut self) {
        signal("KILL", &live_processes(self.path()));
    }
}

impl FaultExperiment {
    /// An experiment of two instances: the table of the `faulty` solver, and two sound ones. `head` is its
    /// limits and its execution.
    pub(crate) fn new(head: &str, faulty: &str) -> Self {
        let dir = Self { folder: tempfile::tempdir().unwrap(), planned: 6 };
        dir.describe(head, &format!("[[solver]]\nname = 'faulty'\n{faulty}\n"));
        dir
    }

    /// One whose faulty solver is a shell script.
    pub(crate) fn with_script(head: &str, script: &str) -> Self {
        let dir = Self::new(head, "command = ['sh', 'faulty.sh', '{board}']");
        dir.script(script);
        dir
    }

    /// The same with another number of planned runs.
    pub(crate) fn planned(mut self, planned: usize) -> Self {
        self.planned = planned;
        self
    }

    /// Writes the experiment file.
    pub(crate) fn describe(&self, head: &str, faulty: &str) {
        let sound =
            ["idastar", "astar"].map(|name| format!("[[solver]]\nalgorithm = '{name}'\nheuristic = 'manhattan'\n"));
        let sound = sound.concat();
        let text = format!("name = 'faults'\ninstances = ['walk:3x3:k=8:2']\n{head}\n{faulty}{sound}");
        fs::write(self.path().join("x.toml"), text).unwrap();
    }

    /// Writes the script of the faulty solver.
    pub(crate) fn script(&self, script: &str) {
        fs::write(self.path().join("faulty.sh"), script).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The result folder.
    pub(crate) fn results(&self) -> PathBuf {
        self.path().join("results/faults")
    }

    /// `tilebench run x.toml`, with a job more than may hang.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let program = assert_cmd::cargo::cargo_bin("tilebench");
        let mut command = Command::new(&program);
        command.args(["run", "x.toml", "--no-report", "--jobs=3"]).args(arguments).current_dir(self.path());
        command.env("TILEBENCH", program).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the experiment to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> ProgramOutput {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        ProgramOutput { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Begins to run it, and comes back when `rows` runs are recorded and the others are well under way.
    pub(crate) fn begin(&self, rows: usize) -> Child {
        let child = self.command(&[]).spawn().unwrap();
        let start = Instant::now();
        let recorded = || fs::read_to_string(self.results().join("runs.csv")).unwrap_or_default().lines().count();
        while recorded() < rows + 1 {
            assert!(start.elapsed() < Duration::from_mins(1), "{} rows", recorded());
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(400));
        child
    }

    /// Lets the patient program answer.
    pub(crate) fn go(&self) {
        fs::write(self.path().join("go"), "").unwrap();
    }

    /// Every row of `runs.csv`.
    pub(crate) fn rows(&self) -> Vec<Run> {
        let mut rows = Vec::new();
        Folder::open(&self.results()).unwrap().each_row_of_any_plan(|run| rows.push(run)).unwrap();
        rows
    }

    /// The rows of the faulty solver.
    pub(crate) fn faulty(&self) -> Vec<Run> {
        self.rows().into_iter().filter(|run| run.solver == "faulty").collect()
    }

    /// The number of lost rows: planned runs without a row after the same command was run again, and sound ones that
    /// are not solved. No run may be executed twice, and no process may survive.
    pub(crate) fn lost(&self) -> usize {
        wait_until_all_processes_end(self.path());
        self.run(&[]);
        let again = self.run(&[]);
        assert!(again.out.starts_with(&format!("0 runs executed, {} already recorded", self.planned)), "{again:?}");
        wait_until_all_processes_end(self.path());
        let rows = self.rows();
        let ids: BTreeSet<&str> = rows.iter().map(|run| run.run_id.as_str()).collect();
        assert_eq!(ids.len(), rows.len(), "a run was made twice");
        let unsolved = rows.iter().filter(|run| run.solver != "faulty" && run.status != Status::Solved).count();
        // If the experiment was changed, there are more.
        self.planned.saturating_sub(ids.len()) + unsolved
    }

    /// Prints how the fault was recorded, for the page of the documentation, and checks that no row is lost.
    pub(crate) fn assert_none_lost(&self, fault: &str) {
        let lost = self.lost();
        for run in self.faulty().iter().rev().take(1) {
            let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
            let by = text(run.ended_by.map(|by| by.to_string()));
            let over = text(run.overshoot.map(|over| format!("{over:.3}")));
            let signal = text(run.signal.map(|signal| signal.to_string()));
            println!("| {fault} | {} | {by} | {over} | {signal} | {} | {lost} |", run.status, run.message);
        }
        assert_eq!(lost, 0, "{fault}");
    }
}

/// Sends a signal, such as `KILL`, to processes that may be gone by now.
///
/// After `STOP`, it waits until they have stopped: the system stops a process some time after the signal was sent.
pub(crate) fn signal(name: &str, pids: &[u32]) {
    for pid in pids {
        Command::new("sh").args(["-c", &format!("kill -{name} {pid} 2>&-")]).status().unwrap();
    }
    if name == "STOP" {
        let start = Instant::now();
        while !pids.iter().all(|pid| is_stopped(*pid)) {
            assert!(start.elapsed() < Duration::from_secs(5), "{pids:?} do not stop");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Whether all threads of a process are stopped, or it is gone.
fn is_stopped(pid: u32) -> bool {
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let states = threads.filter_map(|thread| fs::read_to_string(thread.path().join("stat")).ok());
    states.into_iter().all(|stat| {
        // The name before the state may contain spaces and brackets.
        let state = stat.rsplit_once(") ").and_then(|(_, fields)| fields.chars().next());
        matches!(state, Some('T' | 'Z' | 'X'))
    })
}
