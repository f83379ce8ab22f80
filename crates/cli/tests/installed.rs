//! The installed program: it needs no file of the repository, prints completions and writes manual pages.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// Runs the program of the repository in `folder`.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn stdout(folder: &Path, arguments: &[&str]) -> String {
    let done = run(folder, arguments);
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The commands that the help lists.
fn commands(folder: &Path) -> Vec<String> {
    let help = stdout(folder, &["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

#[test]
fn commands_do_the_same_in_an_empty_folder_as_in_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let empty = tempfile::tempdir().unwrap();
    for arguments in [
        &["run", "quickstart", "--dry-run"][..],
        &["run", "experiments/weights.toml", "--dry-run"],
        &["reproduce", "korf-1985", "--no-run"],
        &["reproduce", "--help"],
        &["instances", "list"],
        &["instances", "show", "hardest17"],
        &["explain", "--page", "experiment-file"],
        &["heuristics"],
        &["algorithms"],
    ] {
        let [here, there] = [&root, empty.path()].map(|folder| run(folder, arguments));
        // The repository may have results of its own.
        if arguments[0] != "reproduce" || arguments[1] == "--help" {
            let text = |output: &Output| {
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                // Of a preview, about those results.
                text.lines().filter(|line| !line.starts_with("recorded in ")).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(text(&here), text(&there), "{arguments:?}");
        }
        assert_ne!(there.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&there.stderr));
        assert!(!there.stdout.is_empty(), "{arguments:?}");
    }
    assert_eq!(fs::read_dir(empty.path()).unwrap().count(), 0, "a preview writes nothing");
}

#[test]
fn every_command_is_completed_in_every_shell() {
    let folder = tempfile::tempdir().unwrap();
    let commands = commands(folder.path());
    assert!(commands.len() > 20, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(folder.path(), &["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell} does not complete {command}");
        }
        assert!(!script.contains("worker"), "{shell} completes the command that the program calls itself");
    }
    let refused = run(folder.path(), &["completions", "tcsh"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.starts_with("error: invalid value 'tcsh' for '<SHELL>'"), "{message}");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let said = stdout(folder.path(), &["man", "."]);
    let pages = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(said, format!("wrote {pages} pages to .\n"));
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    for command in commands(folder.path()) {
        let text = page(&format!("tilebench-{command}.1"));
        assert!(text.contains(".SH SYNOPSIS") && text.contains(".TH"), "{command}");
    }
    let version = format!("tilebench {}", env!("CARGO_PKG_VERSION"));
    assert!(page("tilebench.1").contains(&version), "the page states no version");
    assert!(page("tilebench-instances-list.1").contains("List"));
    assert!(!folder.path().join("tilebench-worker.1").exists());

    assert_eq!(stdout(folder.path(), &["man", "new/folder"]), format!("wrote {pages} pages to new/folder\n"));
    let refused = run(folder.path(), &["man", "tilebench.1"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.starts_with("error: cannot create the folder tilebench.1: "), "{message}");
}

#[test]
fn a_configuration_is_tried_next_to_its_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let tried = stdout(folder.path(), &["try", "--heuristic", "linear-conflict"]);
    let lines: Vec<&str> = tried.lines().collect();
    assert!(lines[0].ends_with(": idastar linear-conflict against idastar manhattan"), "{tried}");
    assert!(lines[2].contains("79") && lines[2].contains("540,860"), "the published count: {tried}");
    assert_eq!(lines[13], "10 of 10 solved; their paths: 10 shortest, 0 longer, 0 unknown", "{tried}");
    assert_eq!(lines.len(), 14);
}

#[test]
fn a_trial_counts_what_a_limit_stopped_and_paths_that_are_not_shortest() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["try", "-a", "greedy", "-e", "manhattan", "--rows", "3", "--cols", "3"];
    let greedy = stdout(folder.path(), &arguments);
    assert!(greedy.contains("random:3x3:10:seed=1: greedy manhattan against idastar manhattan"), "{greedy}");
    let summary = greedy.lines().last().unwrap();
    assert!(
        summary.starts_with("10 of 10 solved; ")
            && !summary.contains("10 shortest")
            && summary.ends_with(", 0 unknown"),
        "{greedy}"
    );
    let limited = stdout(folder.path(), &["try", "-a", "bfs", "--node-limit", "50"]);
    assert!(limited.contains("node-limit") && limited.contains("≥ 47"), "{limited}");
    assert!(limited.ends_with("0 of 10 solved; their paths: 0 shortest, 0 longer, 0 unknown\n"));

    let refused = run(folder.path(), &["try", "--heuristic", "manhaten"]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(message, "error: unknown heuristic 'manhaten'; did you mean 'manhattan'?\n");
}
