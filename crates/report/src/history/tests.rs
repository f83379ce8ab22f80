//! Histories of small folders with planted differences.

use std::fs;

use tempfile::TempDir;
use tilebench_record::{self as record, EndedBy, Manifest, Status};

use super::*;
use crate::fixture;

/// A folder of `runs` in `guard`.
fn folder(guard: &TempDir, name: &str, runs: &[record::Run], manifest: Option<&Manifest>) -> PathBuf {
    let path = guard.path().join(name);
    let folder = record::Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for run in runs {
        appender.append(run, &[]).unwrap();
    }
    manifest.map_or(Ok(()), |manifest| folder.write_manifest(manifest)).unwrap();
    path
}

/// Thirty solved runs of one configuration, repeated once.
fn many() -> Vec<record::Run> {
    let of = |repeat: u32| {
        (1..=30).map(move |instance: u32| record::Run {
            run_id: format!("{instance}-{repeat}"),
            repeat,
            instance: instance.to_string(),
            generated: Some(u64::from(1000 * instance)),
            wall_s: 0.01 * f64::from(instance) * (1.0 + 0.1 * f64::from(repeat)),
            ..fixture::runs()[0].clone()
        })
    };
    of(1).chain(of(2)).collect()
}

/// The history of the runs of the fixture and of them after `change`.
fn changed(change: impl FnOnce(&mut Vec<record::Run>)) -> History {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = fixture::runs();
    let before = folder(&guard, "before", &runs, Some(&fixture::manifest()));
    change(&mut runs);
    let after = folder(&guard, "after", &runs, Some(&fixture::manifest()));
    history(&[before, after], within(0.05)).unwrap()
}

/// Rules with this tolerance, and nothing missing allowed.
fn within(tolerance: f64) -> HistoryRules {
    HistoryRules { tolerance, allow_missing: false }
}

/// The kinds of its differences.
fn kinds(history: &History) -> Vec<&'static str> {
    history.differences.iter().map(|difference| difference.what.name()).collect()
}

#[test]
fn a_folder_beside_itself_has_no_regression_and_every_ratio_is_1() {
    let same = changed(|_| ());
    assert_eq!((same.regressions(), kinds(&same)), (0, Vec::new()));
    assert!(same.rows.iter().all(|row| row.times.ratio.is_none_or(|ratio| (ratio - 1.0).abs() < 1e-12)));
    // One run ended at its limit of time, and one crashed in both.
    assert_eq!(same.rows.iter().map(|row| row.stopped).sum::<usize>(), 2);
    assert!(same.text().starts_with("No regression.\n"), "{}", same.text());
}

#[test]
fn counts_that_differ_are_regressions_even_where_they_are_less() {
    let history =
        changed(|runs| (runs[0].generated, runs[1].length, runs[1].expanded) = (Some(999), Some(62), Some(1)));
    assert_eq!(kinds(&history), ["generated", "length", "expanded"]);
    assert_eq!(history.regressions(), 3);
    let text = history.text();
    assert!(text.starts_with("3 regressions.\n"), "{text}");
    assert!(text.contains("korf100  A* manhattan  1         generated   1000    999    yes"), "{text}");
}

#[test]
fn what_is_solved_no_more_or_proved_less_is_a_regression_and_the_contrary_is_told_as_none() {
    let lost = changed(|runs| (runs[0].status, runs[0].length) = (Status::TimeLimit, None));
    assert_eq!((kinds(&lost), lost.regressions()), (vec!["solved lost"], 1));
    let unproved = changed(|runs| runs[0].proof = record::Proof::None);
    assert_eq!((kinds(&unproved), unproved.regressions()), (vec!["proof lost"], 1));
    let won = changed(|runs| (runs[2].status, runs[2].length) = (Status::Solved, Some(48)));
    assert_eq!((kinds(&won), won.regressions()), (vec!["solved won"], 0));
    let crashed = changed(|runs| runs[10].status = Status::Crashed);
    assert_eq!((kinds(&crashed), crashed.regressions()), (vec!["status"], 1));
}

#[test]
fn runs_that_a_limit_of_time_stopped_are_told_apart_whatever_they_counted() {
    let stopped = changed(|runs| runs[10].generated = Some(17));
    assert_eq!((stopped.regressions(), stopped.rows[2].stopped), (0, 1));
    let bounded = changed(|runs| runs[2].generated = Some(17));
    assert_eq!(kinds(&bounded), ["generated"], "a limit of nodes stops a search at the same node");
    let other = changed(|runs| (runs[2].generated, runs[2].node_limit) = (Some(17), Some(16)));
    assert_eq!((other.regressions(), other.rows[0].stopped), (0, 1));
    let killed = changed(|runs| (runs[2].generated, runs[2].ended_by) = (None, Some(EndedBy::Runner)));
    assert_eq!((killed.regressions(), killed.rows[0].stopped), (0, 1));
}

#[test]
fn a_time_is_slower_where_its_whole_interval_is_beyond_the_tolerance() {
    let guard = tempfile::tempdir().unwrap();
    let runs = many();
    let slower = |share: f64| -> Vec<record::Run> {
        runs.iter().map(|run| record::Run { wall_s: run.wall_s * share, ..run.clone() }).collect()
    };
    let before = folder(&guard, "before", &runs, Some(&fixture::manifest()));
    let [a_little, much] = [("a-little", 1.04), ("much", 1.2)]
        .map(|(name, share)| folder(&guard, name, &slower(share), Some(&fixture::manifest())));
    let dirs = [before.clone(), a_little, much.clone()];
    let found = history(&dirs, within(0.05)).unwrap();
    let ratios: Vec<_> = found.rows.iter().map(|row| (row.times.n, row.is_slower)).collect();
    assert_eq!((ratios, found.regressions()), (vec![(30, false), (30, true)], 1));
    assert!(found.rows[1].times.ratio.is_some_and(|ratio| (ratio - 1.2).abs() < 1e-9));
    assert_eq!(history(&dirs, within(0.25)).unwrap().regressions(), 0);

    let mut elsewhere = fixture::manifest();
    elsewhere.machine.cpu = Some("another".into());
    record::Folder::open(&much).unwrap().write_manifest(&elsewhere).unwrap();
    let found = history(&[before, much], within(0.05)).unwrap();
    assert_eq!(found.regressions(), 0);
    assert!(found.text().contains("its times compare machines, not commits"), "{}", found.text());
}

#[test]
fn runs_that_only_the_reference_has_are_regressions_and_what_only_the_later_folder_has_is_new() {
    let history = changed(|runs| {
        runs.retain(|run| run.algorithm != "idastar");
        runs[0].solver = "A* new".into();
    });
    assert_eq!((history.regressions(), kinds(&history)), (6, Vec::new()));
    let only: Vec<_> = history.rows.iter().map(|row| (row.name.solver.as_str(), row.runs, row.only)).collect();
    assert!(only.contains(&("IDA* linear_conflict", 0, [4, 0])) && only.contains(&("A* new", 0, [0, 1])), "{only:?}");
    let text = history.text();
    assert!(
        text.starts_with("6 regressions.\n6 runs of the reference are not there any more: a regression each."),
        "{text}"
    );
    assert!(text.contains("A* manhattan          1         solved       run is not there any more  yes"), "{text}");
    let verdicts: Vec<String> = history.rows.iter().map(|row| text::verdict(row, false)).collect();
    assert_eq!(verdicts, ["missing", "same", "missing", "same", "missing", "new"]);
}

#[test]
fn runs_that_are_missing_are_told_and_not_judged_where_that_is_allowed() {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = many();
    let before = folder(&guard, "before", &runs, None);
    runs.truncate(31);
    runs[0].generated = Some(1001);
    let dirs = [before, folder(&guard, "after", &runs, None)];
    let judged = history(&dirs, within(0.05)).unwrap();
    assert_eq!((judged.regressions(), text::verdict(&judged.rows[0], false)), (30, "missing, differs".to_owned()));
    assert!(judged.text().contains("These are the first 20 of 29: 9 more are counted above."), "{}", judged.text());
    let told = history(&dirs, HistoryRules { tolerance: 0.05, allow_missing: true }).unwrap();
    assert_eq!((told.regressions(), told.missing.len()), (1, 29));
    let text = told.text();
    assert!(text.contains("29 runs of the reference are not there any more: told and not judged."), "{text}");
}

#[test]
fn differences_are_listed_up_to_twenty_and_all_counted() {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = many();
    let before = folder(&guard, "before", &runs, None);
    for run in &mut runs {
        run.generated = run.generated.map(|generated| generated + 1);
    }
    let found = history(&[before, folder(&guard, "after", &runs, None)], within(0.05)).unwrap();
    assert_eq!(found.regressions(), 60);
    assert!(found.text().contains("These are the first 20 of 60: 40 more are counted above."), "{}", found.text());
}

#[test]
fn what_is_written_is_the_same_every_time_and_has_a_row_a_configuration() {
    let history = changed(|runs| runs[0].generated = Some(999));
    let guard = tempfile::tempdir().unwrap();
    let files = history.write(&guard.path().join("out")).unwrap();
    let texts = || files.iter().map(|file| fs::read_to_string(file).unwrap()).collect::<Vec<_>>();
    let first = texts();
    history.write(&guard.path().join("out")).unwrap();
    assert_eq!(first, texts());
    assert!(first[0].starts_with("# History\n\n1 regression.\n"), "{}", first[0]);
    assert_eq!(first[1].lines().count(), 1 + 5);
}

#[test]
fn folders_that_cannot_be_compared_are_refused() {
    let guard = tempfile::tempdir().unwrap();
    let one = folder(&guard, "one", &fixture::runs(), None);
    let refused = |dirs: &[PathBuf]| format!("{:#}", history(dirs, within(0.05)).unwrap_err());
    assert!(refused(std::slice::from_ref(&one)).contains("needs two result folders"));
    assert!(refused(&[one.clone(), guard.path().join("none")]).contains("has no runs.csv"));
    let other = folder(&guard, "other", &[record::Run { set: "x".into(), ..fixture::runs()[0].clone() }], None);
    assert!(refused(&[one.clone(), other]).contains("have no run in common"));
    let torn = folder(&guard, "torn", &fixture::runs(), None);
    let text = fs::read_to_string(torn.join("runs.csv")).unwrap();
    fs::write(torn.join("runs.csv"), &text[..text.len() - 3]).unwrap();
    assert!(refused(&[one.clone(), torn]).contains("runs.csv: line 15: the file ends in it"));
    assert!(format!("{:#}", history(&[one.clone(), one], within(-1.0)).unwrap_err()).contains("a tolerance of -1"));
}
