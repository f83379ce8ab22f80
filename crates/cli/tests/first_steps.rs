//! The steps of a first-time user: initialise, explain, preview, check files, list names.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("tilebench").unwrap();
    command.current_dir(folder).args(arguments);
    command
}

fn stdout(folder: &Path, arguments: &[&str], code: i32) -> String {
    let done = program(folder, arguments).assert().code(code);
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let done = program(folder, arguments).assert().code(2);
    assert!(done.get_output().stdout.is_empty());
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

#[test]
fn the_reference_pages_are_those_that_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for page in ["experiment-file", "instances", "columns"] {
        let committed = fs::read_to_string(root.join(format!("docs/{page}.md"))).unwrap();
        let printed = stdout(&root, &["explain", "--page", page], 0);
        assert!(printed == committed, "docs/{page}.md differs from the program's tables: run `just reference`");
    }
}

#[test]
fn the_file_in_the_page_about_instances_has_no_fault() {
    let dir = tempfile::tempdir().unwrap();
    let page = include_str!("../../../docs/instances.md");
    let example = page.split("```\n").nth(1).unwrap();
    fs::write(dir.path().join("own.csv"), example).unwrap();
    assert_eq!(stdout(dir.path(), &["instances", "check", "own.csv"], 0), "own.csv: 2 boards, 0 faults\n");
}

#[test]
fn every_kind_of_name_is_explained_and_an_unknown_one_is_refused_with_a_suggestion() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for (name, beginning) in [
        ("time_s", "time_s: key of [limits] in an experiment file\n  Wall-clock time of the search.\n"),
        ("limits.nodes", "nodes: key of [limits] in an experiment file\n"),
        ("goal", "goal: key, stated as '# key: value', of an instance file\n"),
        ("bpmx", "bpmx: option of idastar\n"),
        ("peak_rss", "peak_rss: column of runs.csv\n"),
        ("gave-up", "gave-up: status of a run\n"),
        ("bounded", "bounded: proof of a run\n"),
        ("late", "late: value of ended_by\n"),
        ("bfidastar", "bfidastar: algorithm\n"),
        ("korf-taylor", "korf-taylor: heuristic\n"),
        ("pdb-7-8+reflected", "pdb-7-8+reflected: heuristic\n"),
        ("heavy", "heavy: cost model\n  A move costs the number on the tile.\n"),
        ("korf100", "korf100: instance set\n"),
    ] {
        let text = stdout(dir, &["explain", name], 0);
        assert!(text.starts_with(beginning), "{text}");
    }
    assert_eq!(
        refused(dir, &["explain", "time_s", "memroy_mb"]),
        "error: unknown name 'memroy_mb'; did you mean 'memory_mib'?\n"
    );
    let list = stdout(dir, &["explain"], 0);
    assert!(list.contains("keys of an experiment file: [limits]\n  time_s, cpu_s, nodes, depth,"), "{list}");
}

#[test]
fn the_file_that_init_writes_runs_and_every_key_in_it_can_be_set() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let output = stdout(dir, &["init", "first try.toml"], 0);
    assert_eq!(output, "wrote first try.toml; run it with: tilebench run 'first try.toml'\n");
    let text = fs::read_to_string(dir.join("first try.toml")).unwrap();
    assert_eq!(
        refused(dir, &["init", "first try.toml"]),
        "error: first try.toml exists: name another file, or remove it\n"
    );
    assert_eq!(fs::read_to_string(dir.join("first try.toml")).unwrap(), text);
    let ran = stdout(dir, &["run", "first try.toml", "--no-report"], 0);
    assert!(ran.starts_with("100 runs executed: 100 solved\n"), "{ran}");
    assert!(dir.join("results/first-try/runs.csv").is_file());

    // A configuration of a sweep has no name of its own.
    let is_unset = |line: &&str| line.starts_with('#') && !line.starts_with("# ") && !line.starts_with("#name");
    assert!(text.lines().filter(is_unset).count() > 12, "{text}");
    let set: Vec<&str> = text.lines().map(|line| if is_unset(&line) { &line[1..] } else { line }).collect();
    fs::write(dir.join("all.toml"), set.join("\n")).unwrap();
    stdout(dir, &["run", "all.toml", "--dry-run"], 0);
}

#[test]
fn a_built_in_experiment_runs_in_any_folder_and_a_file_of_that_name_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for name in ["quickstart", "experiments/quickstart.toml"] {
        let plan = stdout(dir, &["run", name, "--dry-run"], 0);
        assert!(plan.starts_with("quickstart: What does a solution of each solver family cost"), "{plan}");
        assert!(plan.contains("\nworst case: "), "{plan}");
    }
    let small = ["--no-report", "--set", "solver=[{ algorithm = 'strategy' }]"];
    let ran = stdout(dir, &[&["run", "quickstart"], &small[..]].concat(), 0);
    assert!(ran.starts_with("100 runs executed: 100 solved\n"), "{ran}");
    let own = "name = 'mine'\ninstances = 'random:2x2:1'\n[[solver]]\nalgorithm = 'bfs'\n";
    fs::write(dir.join("quickstart"), own).unwrap();
    assert!(stdout(dir, &["run", "quickstart", "--dry-run"], 0).starts_with("mine: "));
}

#[test]
fn a_dry_run_shows_what_cannot_run_and_how_long_the_rest_can_take() {
    let dir = tempfile::tempdir().unwrap();
    let text = "name = 'x'\nquestion = \"How \\u001b[2Jlong?\"\ninstances = 'random:3x3:4'\nexecution = { jobs = 2 }\n\
                limits = { time_s = 90 }\n[[solver]]\nalgorithm = 'staged'\n[[solver]]\nalgorithm = 'bfs'\n";
    fs::write(dir.path().join("x.toml"), text).unwrap();
    assert_eq!(
        stdout(dir.path(), &["run", "x.toml", "--dry-run"], 0),
        "x: How \\u{1b}[2Jlong?\n8 runs: 2 solvers, repeats 1, jobs 2\n  staged  on random:3x3:4 (4); time_s 90\n  bfs     on \
         random:3x3:4 (4); time_s 90\nunsupported: 4 of 8 runs, which are recorded without a search\n  staged on \
         random:3x3:4 (4 runs): plan six-targets is for 4x4 boards whose goal has the blank in a corner: use plan \
         rows-columns\nworst case: 3 min, with 4 runs up to the time limit, 2 in parallel\n"
    );
    assert!(!dir.path().join("results").exists());
}

#[test]
fn all_faults_of_an_instance_file_are_listed() {
    let dir = tempfile::tempdir().unwrap();
    let text = "id,board,optimum\n1,0 1 2 3,0\n2,0 1 2 2,\n1,1 0 2 3,\n3,0 2 1 3,\n4,1 0 2,\n";
    fs::write(dir.path().join("own.csv"), text).unwrap();
    assert_eq!(
        stdout(dir.path(), &["instances", "check", "own.csv"], 1),
        "own.csv: 2 boards, 5 faults\n  unknown column 'optimum'; did you mean 'optimal'? Otherwise a column of your own \
         begins with x_, as x_optimum\n  line 3: tile 2 is on the board twice, and tile 3 is missing\n  line 4: id '1' \
         is used twice: give each instance its own id\n  line 6: the board has 3 numbers, but 2x2 needs 4\n  3: the board 0 2 \
         1 3 cannot reach the goal: swap any two tiles\n"
    );
}

#[test]
fn compare_without_names_lists_the_configurations() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let text = "name = 'x'\ninstances = ['walk:3x3:k=8:3', 'walk:2x3:k=8:2']\nlimits = { nodes = 1000 }\n[[solver]]\n\
                algorithm = 'bfs'\n[[solver]]\nalgorithm = 'astar'\nheuristic = 'manhattan'\n";
    fs::write(dir.join("x.toml"), text).unwrap();
    stdout(dir, &["run", "x.toml", "--no-report"], 0);
    assert_eq!(
        stdout(dir, &["compare", "results/x"], 0),
        "2 configurations in results/x:\n  bfs              walk:3x3:k=8:3: 3 of 3 solved; walk:2x3:k=8:2: 2 of 2 \
         solved\n  astar manhattan  walk:3x3:k=8:3: 3 of 3 solved; walk:2x3:k=8:2: 2 of 2 solved\ncompare two of them with: \
         tilebench compare results/x bfs 'astar manhattan'\n"
    );
    assert!(refused(dir, &["compare", "results/x", "bfs"]).contains("<SECOND>"));
}

#[test]
fn an_experiment_by_present_names_resumes_the_folder_of_one_by_former_names() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let former = "name = \"x\"\ninstances = [\"walk:3x3:k=4:2\"]\nlimits = { memory_mb = 64 }\n[[solver]]\n\
                  algorithm = \"astar\"\nheuristic = \"manhattan\"\nundo = [true, false]\n";
    let present =
        former.replace("memory_mb", "memory_mib").replace("undo = [true, false]", "parent-pruning = [false, true]");
    fs::write(dir.join("former.toml"), former).unwrap();
    fs::write(dir.join("present.toml"), present).unwrap();
    let run = |file: &str| {
        let done = program(dir, &["run", file, "--no-report"]).assert().success().get_output().clone();
        [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [_, notes] = run("former.toml");
    let undo =
        "note: `undo` is now called `parent-pruning`, with the value false instead of true, or true instead of false\n";
    assert!(notes.starts_with(&format!("note: `memory_mb` is now called `memory_mib`\n{undo}")), "{notes}");

    let file = dir.join("results/x/runs.csv");
    let rows = fs::read_to_string(&file).unwrap();
    let older = rows.replace("memory_limit_mib", "memory_limit_mb").replace("disk_limit_mib", "disk_limit_mb");
    fs::write(&file, older).unwrap();
    stdout(dir, &["verify", "results/x"], 0);
    let [out, notes] = run("present.toml");
    assert!(out.starts_with("0 runs executed, 4 already recorded\n"), "{out}");
    assert!(
        !notes.contains("is now called") && notes.contains("of an older version: 2 columns were renamed"),
        "{notes}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), rows);
}

#[test]
fn former_names_are_solved_with_and_explained() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let solve = ["solve", "1 0 2 3 4 5 6 7 8", "--algorithm", "astar", "--option"];
    let solved = program(dir, &[&solve[..], &["measure-table=false"]].concat()).assert().success().get_output().clone();
    let note = "note: `measure-table` is now called `hash-statistics`\n";
    assert_eq!(String::from_utf8(solved.stderr).unwrap(), note);
    let solved =
        program(dir, &[&solve[..], &["hash-statistics=false"]].concat()).assert().success().get_output().clone();
    assert!(solved.stderr.is_empty());
    for (former, present) in
        [("hole", "blank-routing"), ("memory_mb", "memory_mib"), ("disk_limit_mb", "disk_limit_mib")]
    {
        let text = stdout(dir, &["explain", former], 0);
        assert!(text.starts_with(&format!("{present}: ")), "{text}");
        assert!(text.contains(&format!("  renamed     `{former}` is now called `{present}`")), "{text}");
    }
}

#[test]
fn an_answer_that_contradicts_the_stated_length_is_wrong() {
    let dir = tempfile::tempdir().unwrap();
    // The shortest path has one move.
    fs::write(dir.path().join("own.csv"), "id,board,optimal\na,1 0 2 3 4 5 6 7 8,1\nb,3 1 2 0 4 5 6 7 8,3\n").unwrap();
    assert!(stdout(dir.path(), &["solve", "own.csv", "--id", "a"], 0).contains("\noptimal     1, stated by the set\n"));
    let wrong = stdout(dir.path(), &["solve", "own.csv", "--id", "b"], 1);
    assert!(wrong.starts_with("idastar linear-conflict: not solved: wrong: "), "{wrong}");
}
