//! The tutorials of the book, performed as written: files are created, commands executed, and their output compared with the page.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::{Assert, Data};

/// One step of a tutorial.
enum Step {
    /// A file to be created.
    NewFile { name: String, text: String },
    /// A part of a file of the repository.
    Excerpt { file: String, text: String },
    /// A command and its output.
    Run { command: String, output: String },
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines as a text that ends with a line break, unless there are none.
fn lines_of(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The steps of a page. Each code block is a session (`console`), a new file, or a part of a file of the repository, which the
/// paragraph above it names.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut paragraph = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            if line.is_empty() && !paragraph.ends_with(':') {
                paragraph.clear();
            }
            paragraph.push_str(line);
            paragraph.push_str(if line.is_empty() || line.ends_with(':') { "" } else { " " });
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if language == "console" {
            steps.extend(block.chunk_by(|_, next| !next.starts_with("$ ")).map(|session| {
                let command = session[0].strip_prefix("$ ").expect("a session begins with a command").to_owned();
                let output = lines_of(&session[1..]);
                Step::Run { command, output }
            }));
        } else {
            let text = lines_of(&block);
            let named = |before: &str| Some(paragraph.rsplit_once(before)?.1.split('`').next()?.to_owned());
            steps.push(match (named("new file `"), named("In `")) {
                (Some(name), _) => Step::NewFile { name, text },
                (None, Some(file)) => Step::Excerpt { file, text },
                (None, None) => panic!("no file is named above the block: {paragraph}"),
            });
        }
        paragraph.clear();
    }
    steps
}

/// Performs a tutorial in an empty folder.
fn perform(name: &str) {
    let page = fs::read_to_string(root().join(format!("docs/tutorial/{name}.md"))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();
    let steps = steps(&page);
    assert!(steps.iter().any(|step| matches!(step, Step::Run { .. })), "{name} has no command");
    for step in steps {
        match step {
            Step::NewFile { name, text } => fs::write(work.join(name), text).unwrap(),
            Step::Excerpt { file, text } => {
                let whole = fs::read_to_string(root().join(&file)).unwrap();
                assert!(whole.contains(&text), "{name}: {file} does not contain\n{text}");
            }
            Step::Run { command, output } if command.starts_with("cargo ") => check_example(name, &command, &output),
            Step::Run { command, output } => {
                let printed = stdout(&command, &work, !output.starts_with("error: "));
                let compared = Assert::new().try_eq(Some(&command), Data::text(printed), Data::text(output));
                compared.unwrap_or_else(|difference| panic!("docs/tutorial/{name}.md, {command}: {difference}"));
            }
        }
    }
}

/// Checks that a command that builds an example is one of its README, which `scripts/own-crates.sh` executes.
fn check_example(page: &str, command: &str, output: &str) {
    let crate_name = command.split(" -p ").nth(1).and_then(|rest| rest.split(' ').next());
    let crate_name = crate_name.unwrap_or_else(|| panic!("{page}: {command} names no example"));
    let readme = fs::read_to_string(root().join("examples").join(crate_name).join("README.md")).unwrap();
    assert!(
        readme.lines().any(|line| line.trim() == command),
        "{page}: {command} is not in the README of {crate_name}"
    );
    assert!(output.is_empty(), "{page}: no test compares the output of {command}");
}

/// The standard output of `command` in `work`, in which `tilebench` is the program of this build.
fn stdout(command: &str, work: &Path, succeeds: bool) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_tilebench")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut bash = Command::new("bash");
    bash.args(["-c", command]).current_dir(work).env("PATH", path).env("TILEBENCH_TABLES", work.join("../tables"));
    let done = bash.output().unwrap();
    let errors = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.success(), succeeds, "{command}: {errors}");
    String::from_utf8(done.stdout).unwrap()
}

/// A test per tutorial.
macro_rules! tutorials {
    ($($test:ident = $name:literal;)*) => {
        $(#[test]
        fn $test() {
            perform($name);
        })*

        const TUTORIALS: &[&str] = &[$($name),*];
    };
}

tutorials! {
    a_first_experiment_runs_as_written = "first-experiment";
    two_heuristics_are_compared_as_written = "compare-heuristics";
    a_solver_is_brought_as_written = "bring-your-solver";
    a_heuristic_is_written_as_in_its_example = "write-a-heuristic";
    another_domain_is_searched_as_written = "another-domain";
    a_paper_is_reproduced_as_written = "reproduce-a-paper";
    shards_are_run_as_written = "run-on-a-cluster";
    statistics_are_printed_as_written = "statistics-for-reviewers";
}

#[test]
fn every_tutorial_has_a_test() {
    let pages = fs::read_dir(root().join("docs/tutorial")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<String> = pages.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let mut tested = TUTORIALS.to_vec();
    pages.sort_unstable();
    tested.sort_unstable();
    assert_eq!(pages, tested);
}

#[test]
fn help_lists_chapters_and_prints_one() {
    let folder = tempfile::tempdir().unwrap();
    let print = |command: &str, succeeds| stdout(command, folder.path(), succeeds);
    let list = print("tilebench help", true);
    assert!(list.contains("\nCommands:\n") && list.contains("\n  first-experiment "), "{list}");
    assert!(list.contains("\n  instances.md "), "a command has this name: {list}");
    let chapter = fs::read_to_string(root().join("docs/methodology.md")).unwrap();
    assert_eq!(print("tilebench help methodology", true), chapter);
    assert_eq!(print("tilebench help instances", true), print("tilebench instances --help", true));
    assert_eq!(print("tilebench help instances show", true), print("tilebench instances show --help", true));
    assert!(print("tilebench help instances.md", true).starts_with("# Instance sets"));
    assert_eq!(
        print("tilebench help frist-experiment 2>&1", false),
        "error: no command or chapter is named 'frist-experiment'; did you mean 'first-experiment'?\n"
    );
}

/// The targets of the links of a page to files, with the pictures.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://") && !target.contains(' '))
        .map(|target| target.split('#').next().unwrap())
}

#[test]
fn every_link_and_picture_of_the_book_exists() {
    let docs = root().join("docs");
    for folder in [docs.clone(), docs.join("tutorial")] {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "md") {
                let page = fs::read_to_string(&path).unwrap();
                for target in links(&page).filter(|target| !target.is_empty()) {
                    assert!(folder.join(target).exists(), "{}: there is no {target}", path.display());
                }
            }
        }
    }
}
