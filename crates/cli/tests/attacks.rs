//! The effects of hostile or damaged input and of a hostile system: a sentence, an exit code, and no lost data.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::PAIR;
use tempfile::TempDir;
use tilebench_runner::record::{Folder, Proof, Run, Status};

/// A folder with the experiment `pair.toml`.
fn dir() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("pair.toml"), PAIR).unwrap();
    dir
}

/// The program in the folder `dir`, with a folder for temporary files there.
fn tilebench(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("tilebench"));
    command.current_dir(dir).args(arguments).stdin(Stdio::null());
    command
}

/// The exit code and standard error; a program that hangs is killed.
fn run_to_end(mut command: Command) -> (Option<i32>, String) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_mins(1) {
            child.kill().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    }
    let Output { status, stderr, .. } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_full_standard_output_is_exit_1_with_a_sentence_and_the_runs_are_recorded() {
    let dir = dir();
    let mut command = tilebench(dir.path(), &["run", "pair.toml", "--no-report", "--out", "out"]);
    let child = command.stdout(File::options().write(true).open("/dev/full").unwrap()).stderr(Stdio::piped());
    let output = child.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    let sentence = "error: cannot write to standard output: No space left on device (os error 28); files that the command \
                    wrote before are kept\n";
    assert!(err.ends_with(sentence), "{err}");
    assert_eq!(Folder::open(&dir.path().join("out")).unwrap().runs().unwrap().len(), 24);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let dir = dir();
    let program = assert_cmd::cargo::cargo_bin("tilebench");
    let script = format!("{} algorithms | true; echo ${{PIPESTATUS[0]}}", program.display());
    let output = Command::new("bash").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"0\n"[..], &b""[..]));
}

/// The exit code of the command if the reader of its standard output has ended.
fn unread(dir: &Path, arguments: &[&str]) -> Option<i32> {
    let mut child = tilebench(dir, arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    child.wait().unwrap().code()
}

#[test]
fn a_closed_pipe_changes_neither_the_verdict_nor_the_files() {
    let dir = dir();
    assert_eq!(unread(dir.path(), &["parity", "2 1 3 4 5 6 7 8 0"]), Some(1));
    assert_eq!(unread(dir.path(), &["run", "pair.toml", "--out", "out"]), Some(0));
    assert!(dir.path().join("out/index.html").is_file());
    let runs = dir.path().join("out/runs.csv");
    let text = fs::read_to_string(&runs).unwrap();
    let folder = Folder::open(&dir.path().join("out")).unwrap();
    let moves = folder.runs().unwrap().into_iter().map(|run| run.moves).find(|moves| moves.len() > 2).unwrap();
    fs::write(&runs, text.replacen(&moves, &moves[1..], 1)).unwrap();
    assert_eq!(unread(dir.path(), &["verify", "out"]), Some(1));
}

#[test]
fn a_hangup_that_nohup_ignores_stops_no_run() {
    let dir = dir();
    let program = assert_cmd::cargo::cargo_bin("tilebench");
    let endless = "name = \"long\"\ninstances = [\"random:4x4:1\"]\nlimits = { time_s = 2 }\n\
                   [[solver]]\nalgorithm = \"idastar\"\nheuristic = \"blind\"\n";
    fs::write(dir.path().join("long.toml"), endless).unwrap();
    let script = format!(
        "trap '' HUP; {} run long.toml --no-report & while [ ! -s results/long/runs.csv ]; do sleep 0.02; done; kill -HUP $!; \
         wait $!",
        program.display()
    );
    let output = Command::new("bash").args(["-c", &script]).current_dir(dir.path()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && out.contains("1 time-limit"), "{out}{:?}", output.stderr);
}

#[test]
fn a_device_or_a_fifo_in_place_of_a_file_is_refused_at_once() {
    let dir = dir();
    let path = dir.path();
    fifo(&path.join("fifo"));
    let run = |file: &str, out: &str| run_to_end(tilebench(path, &["run", file, "--no-report", "--out", out]));
    let refusal = |text: &str| (Some(2), format!("error: {text}, not a regular file\n"));
    assert_eq!(run("/dev/zero", "a"), refusal("cannot read the experiment file /dev/zero: it is a device"));
    assert_eq!(run("fifo", "a"), refusal("cannot read the experiment file fifo: it is a FIFO"));
    assert!(!path.join("a").exists());
    for (name, doing) in [(".lock", "open"), ("runs.csv", "read"), ("manifest.json", "read")] {
        let out = name.trim_start_matches('.');
        fs::create_dir(path.join(out)).unwrap();
        fifo(&path.join(out).join(name));
        assert_eq!(run("pair.toml", out), refusal(&format!("cannot {doing} {out}/{name}: it is a FIFO")));
    }
}

#[test]
fn a_fifo_in_place_of_a_table_or_of_its_lock_is_ignored() {
    let dir = dir();
    let tables = dir.path().join("tables");
    let build = ["pdb", "build", "pdb:1,2,3/4,5,6/7,8", "--rows=3", "--cols=3", "--tables=tables"];
    let (code, err) = run_to_end(tilebench(dir.path(), &build));
    assert_eq!(code, Some(0), "{err}");
    let files: Vec<_> = fs::read_dir(&tables).unwrap().map(|entry| entry.unwrap().path()).collect();
    for file in &files {
        fs::remove_file(file).unwrap();
        fifo(file);
    }
    let (code, err) = run_to_end(tilebench(dir.path(), &build));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("it is not a regular file"), "{err}");
}

#[test]
fn messages_repeat_input_on_one_line_without_control_characters_and_shortened() {
    let dir = dir();
    let long = "x".repeat(5_000);
    let file = |text: &str| {
        fs::write(dir.path().join("x.toml"), text).unwrap();
        run_to_end(tilebench(dir.path(), &["run", "x.toml"]))
    };
    let head = "name = 'x'\ninstances = 'korf100'\n";
    let answers = [
        run_to_end(tilebench(dir.path(), &["run", "a\nb\u{1b}[2J"])),
        run_to_end(tilebench(dir.path(), &["solve", &format!("1 2\u{1b}{long}")])),
        run_to_end(tilebench(dir.path(), &["run", "x", "--jobs", &format!("\u{1b}\n{long}")])),
        run_to_end(tilebench(dir.path(), &[&format!("\u{1b}\n{long}")])),
        file(&format!("name = 'x'\ninstances = \"{long}\\u001b\"\n[[solver]]\nalgorithm = 'bfs'\n")),
        file(&format!("{head}\"\\u001b\\n{long}\" = 1\n[[solver]]\nalgorithm = 'bfs'\n")),
        file(&format!("{head}[[solver]]\nalgorithm = \"\\u0000\\n{long}\"\n")),
        file(&format!("{head}[[solver]]\nalgorithm = 'dfs'\ndepth = \"\\u001b\\n{long}\"\n")),
        file(&format!("{head}[[solver]]\nalgorithm = 'idastar'\nheuristic = \"pdb-\\u001b\\n{long}\"\n")),
        file(&format!("{head}[[solver]]\nalgorithm = 'wastar'\nheuristic = 'manhattan'\nweight = \"\\u001b{long}\"\n")),
        file(&format!("name = \"\\u001b\\n{long}\"\n")),
    ];
    for (code, err) in answers {
        assert_eq!(code, Some(2), "{err}");
        let line = err.strip_suffix('\n').unwrap();
        assert!(!line.contains(char::is_control), "{:?}", &line[..200]);
        assert!(line.chars().count() < 600, "{} characters", line.len());
    }
}

#[test]
fn a_plan_of_unsupported_runs_only_is_exit_1_with_a_sentence() {
    let dir = dir();
    let text = "name = 'x'\ninstances = ['random:6x6:2']\n[[solver]]\nalgorithm = 'idastar'\nheuristic = 'manhattan'\n";
    fs::write(dir.path().join("x.toml"), text).unwrap();
    for _ in 0..2 {
        let (code, err) = run_to_end(tilebench(dir.path(), &["run", "x.toml", "--out", "out"]));
        assert_eq!(code, Some(1), "{err}");
        let sentence = "error: no solver supports any board that it is run on: choose other instances or solvers\n";
        assert!(err.ends_with(sentence), "{err}");
    }
}

#[test]
fn an_invalid_command_line_is_reported_in_one_sentence() {
    let dir = dir();
    let hint = "--help lists the arguments of the command";
    for (arguments, sentence) in [
        (&["run", "x", "--foo"][..], "unexpected argument '--foo' found; "),
        (&["verfy"], "unrecognized subcommand 'verfy'; a similar subcommand exists: 'verify'; "),
        (&["merge"], "the following required arguments were not provided: --out <DIR> <DIR>...; "),
        (
            &["run", "x", "--shard", "9"],
            "invalid value '9' for '--shard <I/N>': write the shard and the number of shards, such as 1/8 or 8/8; ",
        ),
    ] {
        let (code, err) = run_to_end(tilebench(dir.path(), arguments));
        assert_eq!(code, Some(2));
        assert!(err.lines().count() == 1 && err.starts_with("error: ") && err.ends_with(&format!("{hint}\n")), "{err}");
        assert!(err.contains(&sentence[..sentence.len() - 2]), "{err}");
    }
    let (code, err) = run_to_end(tilebench(dir.path(), &[]));
    assert_eq!((code, err.as_str()), (Some(2), "error: a command is missing: `tilebench --help` lists the commands\n"));
}

#[test]
fn a_limit_on_the_size_of_files_is_reported_and_no_signal_ends_the_program() {
    let dir = dir();
    let program = assert_cmd::cargo::cargo_bin("tilebench");
    let script = format!("ulimit -f 4; exec {} run pair.toml --no-report --out out", program.display());
    let mut command = Command::new("bash");
    command.args(["-c", &script]).current_dir(dir.path());
    let (code, err) = run_to_end(command);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("error: cannot write out/runs.csv: File too large (os error 27)\nstopped: "), "{err}");
    let (code, err) = run_to_end(tilebench(dir.path(), &["run", "pair.toml", "--no-report", "--out", "out"]));
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(Folder::open(&dir.path().join("out")).unwrap().runs().unwrap().len(), 24);
}

/// A folder with runs whose claims `change` falsifies, and the exit code and output of `verify` on it.
fn verified(change: impl Fn(&mut Vec<Run>)) -> (Option<i32>, String) {
    let dir = dir();
    common::execute_experiment(dir.path(), PAIR, "out");
    let mut runs = Folder::open(&dir.path().join("out")).unwrap().runs().unwrap();
    change(&mut runs);
    let folder = Folder::open_or_create(&dir.path().join("changed")).unwrap();
    let mut appender = folder.appender().unwrap();
    for run in &runs {
        appender.append(run, &[]).unwrap();
    }
    appender.close().unwrap();
    let output = tilebench(dir.path(), &["verify", "changed"]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Inserts `pairs` needless moves back and forth at the beginning of a path.
fn lengthen(run: &mut Run, pairs: u32) {
    let there = run.moves.remove(0);
    let back = match there {
        'U' => 'D',
        'D' => 'U',
        'L' => 'R',
        _ => 'L',
    };
    let detour: String = (0..pairs).flat_map(|_| [there, back]).collect();
    run.moves = format!("{detour}{there}{}", run.moves);
    run.length = run.length.map(|length| length + 2 * pairs);
    run.cost = run.cost.map(|cost| cost + u64::from(2 * pairs));
}

#[test]
fn verify_refuses_claims_that_another_run_of_the_folder_refutes() {
    assert_eq!(verified(|_| {}), (Some(0), "24 solutions replayed, 0 refused\n".to_owned()));
    let (code, out) = verified(|runs| lengthen(&mut runs[0], 1));
    assert_eq!(code, Some(1));
    assert!(out.contains("is claimed to be shortest, but another run of the folder found "), "{out}");
    assert!(out.ends_with("24 solutions replayed, 1 refused\n"), "{out}");
    // Beyond the weight that it claims to be within.
    let (code, out) = verified(|runs| {
        lengthen(&mut runs[0], 20);
        (runs[0].proof, runs[0].weight) = (Proof::Bounded, "3/2".to_owned());
    });
    assert_eq!(code, Some(1));
    assert!(out.contains("is claimed to be within 1.5 times the shortest, but another run "), "{out}");
    // A solution that claims no bound may be longer.
    let (code, out) = verified(|runs| {
        lengthen(&mut runs[0], 20);
        runs[0].proof = Proof::None;
    });
    assert_eq!((code, out.as_str()), (Some(0), "24 solutions replayed, 0 refused\n"));
    // The length that the instance file knows.
    let (code, out) = verified(|runs| {
        let other =
            runs.iter().position(|run| run.instance == runs[0].instance && run.run_id != runs[0].run_id).unwrap();
        runs[other].status = Status::TimeLimit;
        runs[0].optimal = runs[0].length;
        lengthen(&mut runs[0], 1);
    });
    assert_eq!(code, Some(1), "{out}");
}

#[test]
fn the_program_prints_its_commit_in_any_folder() {
    let dir = dir();
    let program = assert_cmd::cargo::cargo_bin("tilebench");
    let output = Command::new(&program).arg("--version").output().unwrap();
    let version = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = version.lines().collect();
    let heads: Vec<&str> = lines.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(heads, ["tilebench", "commit", "compiler", "target", "kernels"], "{version}");
    assert!(lines[4].starts_with("kernels   portable"), "{version}");
    // In a folder of another repository.
    let git = |arguments: &[&str]| {
        let done = Command::new("git").args(arguments).current_dir(dir.path()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    git(&["-c", "user.name=x", "-c", "user.email=x", "commit", "-q", "--allow-empty", "-m", "x"]);
    let copy = dir.path().join("tilebench");
    // By another process, for a file that this one has open to write cannot be executed, and forks have it open too.
    assert!(Command::new("cp").args([&program, &copy]).status().unwrap().success());
    let mut run = Command::new(&copy);
    run.args(["run", "pair.toml", "--no-report", "--out", "out"]);
    assert!(run.current_dir(dir.path()).output().unwrap().status.success());
    let build = Folder::open(&dir.path().join("out")).unwrap().manifest().unwrap().unwrap().build;
    let commit = lines[1].trim_start_matches("commit").trim().to_owned();
    assert_eq!(build.commit, Some(commit).filter(|commit| commit != "unknown"));
    assert!(build.rustc.is_some() && build.target.is_some() && !build.profile.is_empty());
}
