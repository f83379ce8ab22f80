//! Complete reports on small folders.

mod charts;
mod filters;
mod folder;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tilebench_record::{EndedBy, Folder, Machine, Manifest, Run, Session, Status};

use crate::experiment::ExperimentData;
use crate::fixture;
use crate::write::{Report, ReportOptions, results, write, write_with};

/// A folder that contains `runs`, and the guard that removes it.
fn folder(runs: &[Run], manifest: Option<&Manifest>) -> (TempDir, PathBuf) {
    let guard = tempfile::tempdir().expect("a temporary folder can be made");
    let path = guard.path().join("small");
    let folder = Folder::open_or_create(&path).expect("it can be written");
    let mut appender = folder.appender().expect("it is new");
    for run in runs {
        appender.append(run, &[]).expect("the disk is not full");
    }
    manifest.map_or(Ok(()), |manifest| folder.write_manifest(manifest)).expect("the disk is not full");
    (guard, path)
}

/// The report on `runs`, not written to files.
fn report(runs: Vec<Run>, manifest: Option<Manifest>) -> Report {
    let experiment = ExperimentData::arrange(runs, manifest);
    let results = results(&experiment, None).expect("these runs can be compared");
    // The tests of texts need no pictures.
    Report::new(&experiment, &results, ReportOptions::default(), |_| Ok(Vec::new()))
        .expect("these runs can be reported on")
}

fn text<'a>(report: &'a Report, name: &str) -> &'a str {
    let found = report.texts.iter().find(|(other, _)| other == name);
    found.map(|(_, text)| text.as_str()).expect("every report has it")
}

/// The texts of a chart, as one line.
fn words(svg: &str) -> String {
    let texts = svg.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text.trim());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Every file below `dir`, by its path.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(contents(&entry));
        } else {
            let bytes = fs::read(&entry).expect("a file");
            files.insert(entry, bytes);
        }
    }
    files
}

#[test]
fn the_tables_of_a_small_experiment_are_as_reviewed() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    for name in ["summary.csv", "figures.csv", "summary.md", "summary.tex"] {
        insta::assert_snapshot!(name, text(&report, name));
    }
    insta::assert_snapshot!("terminal", report.summary);
    assert_eq!(report.unexplained, 1);
}

#[test]
fn the_tables_of_heuristics_are_as_reviewed() {
    let report = report(fixture::estimates(), Some(fixture::published()));
    for name in ["heuristics.csv", "heuristics.md", "heuristics.tex"] {
        insta::assert_snapshot!(name, text(&report, name));
    }
    insta::assert_snapshot!("heuristics.terminal", report.summary);
}

#[test]
fn heuristics_are_reported_if_there_are_two() {
    let (_guard, dir) = folder(&fixture::estimates(), Some(&fixture::published()));
    let written = write(&dir).unwrap();
    assert!(
        ["csv", "md", "tex"].iter().all(|format| written.files.contains(&dir.join(format!("heuristics.{format}"))))
    );

    let one: Vec<Run> = fixture::estimates().into_iter().filter(|run| run.heuristic == "manhattan").collect();
    let report = report(one, Some(fixture::published()));
    assert!(report.texts.iter().all(|(name, _)| !name.contains("heuristics") && !name.contains("h0")));
    assert!(!text(&report, "index.html").contains("<h2>Heuristics</h2>"));
    assert!(
        !text(&report, "index.html").contains("h0 against"),
        "a chart that is not expected is not reported as missing"
    );
}

#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let mut runs = fixture::runs();
    for run in &mut runs {
        run.solver = run.solver.replace("A*", "A*\u{1b}[31m");
    }
    let report = report(runs, None);
    assert!(!report.summary.contains('\u{1b}') && report.summary.contains("[31m"), "{:?}", report.summary);
}

#[test]
fn an_experiment_without_solved_runs_is_reported_as_such() {
    let mut runs = fixture::runs();
    for run in &mut runs {
        (run.status, run.length) = (Status::TimeLimit, None);
    }
    let report = report(runs, Some(fixture::manifest()));
    assert!(text(&report, "index.html").contains("No run solved its instance"));
    assert!(text(&report, "charts/length-korf100.svg").contains("none solved"));
    assert!(report.summary.contains("0/4"), "{}", report.summary);
    let tables = text(&report, "summary.md");
    assert!(tables.contains("| time | 4 | 0 | 4 time-limit | not reached |"), "{tables}");
    assert!(!tables.contains("virtual best"), "a configuration without solved runs has no guarantee: {tables}");
    let measures = text(&report, "figures.csv");
    assert!(measures.contains("A* manhattan,length,moves,0,0,4,4 time-limit,,,,,,,,"), "{measures}");
}

#[test]
fn warnings_on_times_are_at_the_top_and_sessions_in_the_provenance() {
    let warning = "Times drifted: a fixed loop's speed changed.";
    let session =
        Session { began: "2026-01-31T12:00:00Z".into(), jobs: 2, speed_before: Some(5e8), ..Session::default() };
    let mut manifest = Manifest { warnings: vec![warning.into()], sessions: vec![session], ..fixture::manifest() };
    (manifest.machine.physical_cores, manifest.machine.governor) = (Some(1), Some("powersave".into()));
    let other = Machine { cpu: Some("AMD EPYC".into()), cores: 1, ..Machine::default() };
    manifest.other_machines.push(other);
    let warned = report(fixture::runs(), Some(manifest));
    assert!(text(&warned, "summary.md").contains(warning));
    let page = text(&warned, "index.html");
    for expected in [
        "<dt>cores</dt><dd>2 processors of 1 physical cores</dd>",
        "<dt>other machine</dt><dd>AMD EPYC, 1 core, memory not known</dd>",
        "<dt>governor</dt><dd>powersave</dd>",
        "2026-01-31T12:00:00Z: jobs 2, not pinned; load not known before",
        "million steps per second: 500.0 before, not known after",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let quiet = report(fixture::runs(), Some(fixture::manifest()));
    assert!(!text(&quiet, "summary.md").contains(warning) && text(&quiet, "index.html").contains("<dd>2</dd>"));
}

#[test]
fn runs_killed_at_a_limit_are_reported_since_their_counts_are_lost() {
    let mut runs = fixture::runs();
    let remark = "Counts lost: 2 runs killed at a limit. The times are known, but not the counts.";
    assert!(!text(&report(runs.clone(), Some(fixture::manifest())), "summary.md").contains("Counts lost"));
    for (run, by) in runs.iter_mut().zip([EndedBy::Runner, EndedBy::Search, EndedBy::System, EndedBy::Late]) {
        (run.status, run.ended_by) = (Status::TimeLimit, Some(by));
        run.generated = run.generated.filter(|_| !matches!(by, EndedBy::Runner | EndedBy::System));
    }
    assert!(text(&report(runs, Some(fixture::manifest())), "summary.md").contains(remark));
}

#[test]
fn the_spread_of_repeats_is_shown_if_there_are_repeats() {
    let once = report(fixture::runs(), Some(fixture::manifest()));
    let quiet = text(&once, "summary.md");
    assert!(!quiet.contains("spread of repeats"), "{quiet}");
    let mut runs = fixture::runs();
    let again: Vec<Run> = runs
        .iter()
        .map(|run| Run { run_id: format!("{}-2", run.run_id), repeat: 2, wall_s: run.wall_s * 1.5, ..run.clone() })
        .collect();
    runs.extend(again);
    let repeated = report(runs, Some(fixture::manifest()));
    let tables = text(&repeated, "summary.md");
    // The median of t and 1.5 t is 1.25 t.
    assert!(tables.contains("spread of repeats") && tables.contains("| 40.0 % |"), "{tables}");
}
