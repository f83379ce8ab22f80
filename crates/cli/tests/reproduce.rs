//! Reproducing published claims, as a user meets it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Output;

use assert_cmd::Command;

fn reproduce(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::cargo_bin("tilebench").unwrap().arg("reproduce").args(arguments).output().unwrap();
    let (out, err) = (output.stdout.clone(), output.stderr.clone());
    (output, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn a_reproduced_program_gets_the_expected_verdict_for_every_claim() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("lineage");
    let arguments = ["lineage", "--only", "staged", "--out", out.to_str().unwrap()];
    let (output, text, error) = reproduce(&arguments);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("  agrees  329 moves on the five boards  329  measured 329\n"), "{text}");
    assert!(text.ends_with("lineage: 6 agrees\n"), "{text}");
    assert!(out.join("staged/runs.csv").is_file() && out.join("staged/index.html").is_file());

    // A run under another limit is not of this experiment, and does not count.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/lineage/staged.toml");
    let other = ["run", file, "--no-report", "--set", "limits.time_s=5", "--out"];
    Command::cargo_bin("tilebench").unwrap().args(other).arg(out.join("staged")).assert().success();

    // Recorded runs are judged again, but not run again.
    let (output, again, _) = reproduce(&[&arguments[..], &["--no-run"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(text.ends_with(&again), "{again}");
}

#[test]
fn one_experiment_of_several_of_a_program_is_judged_by_its_own_claims() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("lineage");
    let (output, text, _) =
        reproduce(&["lineage", "--only", "astar-lists", "--no-run", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "nothing was run");
    assert!(text.contains("Weighted A* with two lists") && text.contains("not run"), "{text}");
    assert!(!out.exists(), "no file is written without runs");
}

#[test]
fn claims_without_runs_are_not_a_success() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("lineage");
    let (output, text, error) = reproduce(&["lineage", "--only", "staged", "--no-run", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("not run  329 moves on the five boards  329  measured no such runs\n"), "{text}");
    assert!(text.contains("UNEXPECTED: the verdict should be 'agrees'"), "{text}");
    assert_eq!(error, "some verdicts are unexpected: see UNEXPECTED above\n");
}

#[test]
fn targets_are_listed_and_an_unknown_target_is_refused_with_a_suggestion() {
    let (output, text, _) = reproduce(&["--list"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("\nlineage                    Seven well-known programs"), "{text}");
    let (output, _, error) = reproduce(&["linage"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(error, "error: unknown target 'linage'; did you mean 'lineage'?\n");
    let (output, _, error) = reproduce(&["lineage", "--only", "stagd"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.starts_with("error: 'stagd' is not an experiment of lineage; known are staged, "), "{error}");
    let (output, _, error) = reproduce(&["tarakanov-2022", "--only", "9x9"]);
    assert_eq!(output.status.code(), Some(2), "another name of a target is known");
    assert!(error.starts_with("error: '9x9' is not an experiment of depths; known are 2x2, "), "{error}");
}

#[test]
fn a_part_is_run_within_a_budget_and_a_larger_budget_resumes() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("korf");
    let korf = |more: &[&str]| reproduce(&[&["korf-1985", "--out", out.to_str().unwrap()], more].concat());
    // Boards 12 and 79, of 546,344 and 540,860 nodes.
    let (output, text, error) = korf(&["--instances", "12,79"]);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("korf-1985: 2 runs to execute, 0 recorded; 1,087,204 nodes expected"), "{text}");
    assert!(
        text.contains("the nodes of each instance, corrected   one per instance  measured 2 of 2 equal, 98 not run"),
        "{text}"
    );
    assert!(text.ends_with("index.html\n") && text.contains("korf-1985: 3 exact, 5 not run"), "{text}");
    for file in ["report.md", "report.tex", "index.html", "korf-1985/runs.csv", "korf-1985/index.html"] {
        assert!(out.join(file).is_file(), "{file}");
    }

    let (output, _, error) = korf(&["--instances", "12,42,79", "--no-run"]);
    assert_eq!((output.status.code(), error.as_str()), (Some(1), "some requested runs are not recorded\n"));
    let (output, _, error) = korf(&["--instances", "12,101", "--no-run"]);
    assert_eq!(output.status.code(), Some(2), "{error}");

    let (output, text, error) = korf(&["--instances", "12,42,79", "--budget", "1m"]);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("1 run to execute, 2 recorded") && text.contains("3 of 3 equal, 97 not run"), "{text}");
    let rows = std::fs::read_to_string(out.join("korf-1985/runs.csv")).unwrap().lines().count();
    assert_eq!(rows, 1 + 3, "recorded runs are not executed again");

    let (output, text, _) = korf(&["--budget", "0s"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("no budget is left; nothing is run") && text.contains("3 of 3 equal"), "{text}");
    let (output, _, error) = korf(&["--no-run"]);
    assert_eq!((output.status.code(), error.as_str()), (Some(1), "some figures were not run\n"));
}

#[test]
fn a_wrong_count_in_the_records_differs_and_is_not_a_success() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("korf");
    let arguments = ["korf-1985", "--instances", "79", "--out", out.to_str().unwrap()];
    assert_eq!(reproduce(&arguments).0.status.code(), Some(0));
    let runs = out.join("korf-1985/runs.csv");
    let text = std::fs::read_to_string(&runs).unwrap();
    assert!(text.contains(",540860,"), "{text}");
    std::fs::write(&runs, text.replace(",540860,", ",540861,")).unwrap();
    let (output, text, error) = reproduce(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("korf-1985: nothing is left to run"), "{text}");
    assert!(text.contains("0 of 1 equal (79: 540,861 for 540,860), 99 not run"), "{text}");
    assert!(text.contains("UNEXPECTED: an exact number differs"), "{text}");
    assert_eq!(error, "some verdicts are unexpected: see UNEXPECTED above\n");
}

#[test]
fn small_parts_of_targets_that_need_no_large_tables_are_exact() {
    for (target, instances, exact) in [("reinefeld-1993", "1-50", "181,440"), ("parberry", "1-2", "2.667")] {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join(target);
        let (output, text, error) = reproduce(&[target, "--instances", instances, "--out", out.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(text.contains(exact) && text.contains("not run"), "{text}");
        assert!(out.join("report.tex").is_file());
    }
}

#[test]
fn a_summary_has_one_line_per_target_and_a_page_of_all_targets() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("all.md");
    let folder = dir.path().to_str().unwrap();
    let (output, text, error) = reproduce(&["--all", "--no-run", "--out", folder, "--write", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("\nkorf-1985                  8 not run\n"), "{text}");
    let page = std::fs::read_to_string(&file).unwrap();
    assert!(page.contains("| [korf-1985](#korf-1985) | 8 not run | 0 of 100 |"), "{page}");
    assert!(page.contains("\n## felner-2007\n") && page.contains("Not run yet."), "{page}");
    let (output, _, error) = reproduce(&["korf-1985", "--budget", "10"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("'10'") && error.contains("such as 30s, 10m or 2h"), "{error}");
}

/// The section of a page of all targets about this target.
fn section<'a>(page: &'a str, target: &str) -> &'a str {
    let mut sections = page.split("\n## ");
    sections
        .find(|section| section.lines().next() == Some(target))
        .expect("the page has a section per target")
        .trim_end()
}

#[test]
fn the_page_has_the_verdicts_programs_and_processors_of_the_reference_runs() {
    let dir = tempfile::tempdir().unwrap();
    // The ten instances of 1996 are the first of the fifty, so both targets are judged by the same runs.
    for target in ["korf-felner-2002-24", "korf-taylor-1996"] {
        let runs = dir.path().join(format!("reproduce-{target}/lengths-24"));
        std::fs::create_dir_all(&runs).unwrap();
        for file in std::fs::read_dir("../../results/reference/korf-felner-2002-24/lengths-24").unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), runs.join(file.file_name())).unwrap();
        }
    }
    let file = dir.path().join("all.md");
    let folder = dir.path().to_str().unwrap();
    let (output, _, error) = reproduce(&["--all", "--no-run", "--out", folder, "--write", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let page = std::fs::read_to_string(&file).unwrap();
    let documented = include_str!("../../../docs/reproduction.md");
    let origins: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("By tilebench ") || line.starts_with("Some of the runs "))
        .collect();
    let intel = "Intel(R) Xeon(R) Processor @ 2.80GHz with 2 cores.";
    for processor in ["AMD EPYC with 1 core.", "AMD EPYC with 2 cores.", intel] {
        assert!(origins.iter().any(|line| line.ends_with(processor)), "{processor} is not in {origins:?}");
    }
    for origin in origins {
        assert!(documented.lines().any(|line| line == origin), "docs/reproduction.md lacks: {origin}");
    }
    assert_eq!(section(&page, "korf-taylor-1996"), section(documented, "korf-taylor-1996"));
}

#[test]
fn small_spaces_are_counted_at_every_depth_and_a_wrong_count_differs() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("depths");
    let arguments = ["depths", "--only", "3x3-edge", "--only", "2x4", "--out", out.to_str().unwrap()];
    let (output, text, error) = reproduce(&arguments);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(text.contains("2 spaces to count, 201,600 boards") && text.ends_with("depths: 2 exact\n"), "{text}");
    let file = out.join("3x3-edge/depths.csv");
    let counted = std::fs::read_to_string(&file).unwrap();
    assert!(counted.starts_with("depth,states\n0,1\n1,3\n"), "{counted}");
    std::fs::write(&file, counted.replace("\n1,3\n", "\n1,4\n")).unwrap();
    let (output, text, _) = reproduce(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("nothing is left to count") && text.contains("(1: 4 for 3)"), "{text}");
}

#[test]
fn leading_depths_reach_further_with_more_memory_or_disk_and_their_size_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let (out, scratch) = (dir.path().join("depths"), dir.path().to_str().unwrap());
    let count = |more: &[&str]| {
        let arguments = ["depths", "--only", "5x5", "--scratch", scratch, "--out", out.to_str().unwrap()];
        let (output, text, error) = reproduce(&[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(text.ends_with("depths: 1 exact\n"), "{text}");
        let depths = std::fs::read_to_string(out.join("5x5/depths.csv")).unwrap().lines().count();
        (depths, text)
    };
    let (few, text) = count(&["--memory-limit", "4"]);
    assert!(few > 5 && text.contains(", no more fit, in ") && text.contains(" MiB of memory\n"), "{text}");
    let (same, text) = count(&["--memory-limit", "4"]);
    assert!(same == few && text.contains("nothing is left to count"), "{text}");
    let (more, text) = count(&["--memory-limit", "16", "--disk-limit", "64"]);
    assert!(more > few && text.contains(" MiB of disk\n"), "{text}");
    // More memory and less disk need not reach a greater depth, so the existing counts stay.
    let (same, text) = count(&["--memory-limit", "64"]);
    assert!(same == more && text.contains("nothing is left to count"), "{text}");
}
