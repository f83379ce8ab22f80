//! An experiment submitted to a fake Slurm that only logs its input; `scripts/slurm-test.sh` uses a real one.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const EXPERIMENT: &str = "\
name = \"small\"
instances = [\"walk:3x3:k=10:6\"]
[limits]
time_s = 20
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\"]
";

/// Runs every array task and every other job at once, and numbers them from 71.
const SBATCH: &str = r#"#!/usr/bin/env bash
[ "$1" = --version ] && exit
count=$(cat "$LOG.count" 2>/dev/null || echo 70)
echo $((count + 1)) | tee "$LOG.count"
echo "$*" >>"$LOG"
script=$(cat)
ids=0
for word in "$@"; do case $word in --array=*) ids=${word#--array=};; esac; done
for id in ${ids//,/ }; do
    for ((at = ${id%-*}; at <= ${id#*-}; at++)); do
        SLURM_ARRAY_TASK_ID=$at bash -c "$script" >>"$LOG.messages" 2>&1
    done
done
true
"#;

/// The experiment in a folder, with programs of these texts before all others.
fn dir(programs: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.toml"), EXPERIMENT).unwrap();
    fs::create_dir(dir.path().join("bin")).unwrap();
    for (name, text) in programs {
        let path = dir.path().join("bin").join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    dir
}

/// The standard output and the standard error of the command.
fn run_program(dir: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let path = format!("{}:{}", dir.join("bin").display(), std::env::var("PATH").unwrap());
    let mut command = Command::cargo_bin("tilebench").unwrap();
    let command = command.current_dir(dir).env("PATH", path).env("LOG", dir.join("log")).args(arguments);
    let done = command.assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&done.get_output().stdout), text(&done.get_output().stderr))
}

fn log(dir: &Path) -> String {
    fs::read_to_string(dir.join("log")).unwrap()
}

#[test]
fn an_experiment_is_submitted_merged_and_reported() {
    let dir = dir(&[("sbatch", SBATCH), ("squeue", "#!/bin/sh"), ("scontrol", "#!/bin/sh")]);
    let dir = dir.path();
    let (text, _) = run_program(dir, &["submit", "x.toml", "--shards", "4", "--partition", "long"], 0);
    assert_eq!(
        text,
        "job 71: 12 runs in 4 shards, an array of 4\n\
         job 72: merges them and writes the report in results/small\n\
         script: results/small.shards/submit.sh; progress: tilebench status results/small.shards\n"
    );
    assert_eq!(
        log(dir),
        "--parsable --job-name=small --array=1-4 --nodes=1 --ntasks=1 --cpus-per-task=1 --time=12 \
         --output=results/small.shards/log/%A-%a.txt --partition=long\n\
         --parsable --job-name=small-merge --dependency=afterany:71 --nodes=1 --ntasks=1 --cpus-per-task=1 --time=30 \
         --mem=1024M --output=results/small.shards/log/%j-merge.txt --partition=long\n"
    );
    assert!(dir.join("results/small/index.html").is_file());
    let (text, _) = run_program(dir, &["submit", "x.toml"], 0);
    assert!(text.starts_with("every run is recorded: continue with `tilebench merge results/small.shards "), "{text}");
}

#[test]
fn a_repeated_submission_contains_only_shards_that_lack_runs() {
    let dir = dir(&[("sbatch", SBATCH), ("squeue", "#!/bin/sh"), ("scontrol", "#!/bin/sh")]);
    let dir = dir.path();
    for shard in ["1/4", "3/4"] {
        run_program(dir, &["run", "x.toml", "--shard", shard], 0);
    }
    // A run was killed, and a line was truncated.
    let runs = dir.join("results/small.shards/3-of-4/runs.csv");
    let text = fs::read_to_string(&runs).unwrap();
    fs::write(&runs, &text[..text.len() - 20]).unwrap();
    // The number of shards is that of the folders.
    let (text, _) = run_program(dir, &["submit", "x.toml"], 0);
    assert!(text.contains(" runs in 4 shards, an array of 3\n"), "{text}");
    assert!(log(dir).contains(" --array=2-4 "), "{}", log(dir));
    let (text, _) = run_program(dir, &["merge", "results/small.shards", "--out", "results/small", "--replace"], 0);
    assert_eq!(text, "12 of 12 runs in results/small\n");
    let (text, _) = run_program(dir, &["submit", "x.toml", "--retry", "solved", "--array-cap", "3", "--dry-run"], 0);
    assert!(text.contains(" --array=1-3 ") && text.contains(" --retry=solved "), "{text}");
}

#[test]
fn paths_and_settings_with_hyphens_spaces_and_quotes_are_passed_unchanged() {
    let dir = dir(&[("sbatch", SBATCH), ("squeue", "#!/bin/sh"), ("scontrol", "#!/bin/sh")]);
    let folder = dir.path().join("it's a place");
    fs::create_dir(&folder).unwrap();
    fs::rename(dir.path().join("x.toml"), folder.join("-my x.toml")).unwrap();
    fs::rename(dir.path().join("bin"), folder.join("bin")).unwrap();
    let question = "question=\"it's $HOME?\"";
    run_program(&folder, &["submit", "--out", "my results", "--shards", "2", "--set", question, "--", "-my x.toml"], 0);
    let manifest = fs::read_to_string(folder.join("my results/manifest.json")).unwrap();
    assert!(manifest.contains("\"question\": \"it's $HOME?\""), "{manifest}");
    assert!(folder.join("my results/index.html").is_file());
}

#[test]
fn a_dry_run_writes_nothing_and_prints_what_would_be_submitted() {
    let dir = dir(&[("scontrol", "#!/bin/sh\necho 'MaxArraySize            = 4'")]);
    let dir = dir.path();
    let (text, _) = run_program(dir, &["submit", "x.toml", "--shards", "5", "--dry-run"], 0);
    assert!(text.contains(" --array=1-3 ") && text.contains("shard += 3"), "{text}");
    assert!(!dir.join("results").exists());
}

#[test]
fn a_failed_submission_is_reported_in_a_sentence() {
    let refusing = "#!/bin/sh\n[ \"$1\" = --version ] || { echo 'sbatch: error: no such partition' >&2; exit 1; }";
    let dir = dir(&[("sbatch", refusing), ("scontrol", "#!/bin/sh"), ("squeue", "#!/bin/sh")]);
    let dir = dir.path();
    let (_, error) = run_program(dir, &["submit", "x.toml"], 1);
    assert_eq!(
        error,
        "error: slurm rejected the job: sbatch: error: no such partition; the script is \
         results/small.shards/submit.sh\n"
    );
    let (text, _) = run_program(dir, &["status", "results/small.shards"], 0);
    assert_eq!(text, "no shard has begun\n");
    let squeue = format!("#!/bin/sh\necho '71 {}'\necho '72 /elsewhere'", dir.canonicalize().unwrap().display());
    fs::write(dir.join("bin/squeue"), squeue).unwrap();
    let (_, error) = run_program(dir, &["submit", "x.toml"], 2);
    assert_eq!(error, "error: 'small' is still on the cluster, as job 71: wait for it to end, or cancel it\n");
    run_program(dir, &["run", "x.toml", "--shard", "1/4"], 0);
    let (_, error) = run_program(dir, &["submit", "x.toml", "--shards", "3"], 2);
    assert!(error.contains("1-of-4 is a shard of 4, not of 3: "), "{error}");
    let (_, error) = run_program(dir, &["submit", "x.toml", "--set", "repeats=2"], 2);
    assert!(error.contains("1-of-4 is of another plan, "), "{error}");
    let (_, error) = run_program(dir, &["submit", "x.toml", "--shards", "13", "--out", "new"], 2);
    assert_eq!(error, "error: 12 runs cannot be split into 13 shards: use at most 12\n");
}

#[test]
fn a_rejected_merge_job_cancels_its_array() {
    let second = "#!/bin/sh\n[ \"$1\" = --version ] && exit\ncase \"$*\" in *afterany*) exit 1;; esac\necho 71";
    let cancel = "#!/bin/sh\necho \"$@\" >\"$LOG\"";
    let programs = [("sbatch", second), ("scancel", cancel), ("scontrol", "#!/bin/sh"), ("squeue", "#!/bin/sh")];
    let dir = dir(&programs);
    let dir = dir.path();
    run_program(dir, &["submit", "x.toml"], 1);
    assert_eq!(log(dir), "71\n");
}
