//! Histories of small folders with known differences.

use std::fs;

use tempfile::TempDir;
use tilebench_record::{self as record, EndedBy, Manifest, Status};

use super::simulation::SimulatedMachine;
use super::*;
use crate::estimates::IntervalEstimate;
use crate::fixture;

/// The manifest of a quiet session.
fn quiet() -> Manifest {
    let session = record::Session {
        began: "2026-01-31T12:00:00Z".into(),
        jobs: 1,
        pinned: true,
        rows: Some(0),
        load_before: Some(0.1),
        load_after: Some(1.0),
        speed_before: Some(5e8),
        speed_after: Some(5.1e8),
    };
    Manifest { sessions: vec![session], ..fixture::manifest() }
}

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

/// The history of the runs of the fixture before and after `change`.
fn changed(change: impl FnOnce(&mut Vec<record::Run>)) -> History {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = fixture::runs();
    let before = folder(&guard, "before", &runs, Some(&quiet()));
    change(&mut runs);
    let after = folder(&guard, "after", &runs, Some(&quiet()));
    history(&[before, after], within(0.05)).unwrap()
}

/// Rules with this tolerance that allow no missing run.
fn within(tolerance: f64) -> HistoryRules {
    HistoryRules { tolerance, single_session_tolerance: None, allow_missing: false }
}

/// The names of the differences of `history`.
fn kinds(history: &History) -> Vec<&'static str> {
    history.differences.iter().map(|difference| difference.kind.name()).collect()
}

#[test]
fn a_folder_compared_with_itself_has_no_regression_and_ratios_of_1() {
    let same = changed(|_| ());
    assert_eq!((same.regressions(), kinds(&same)), (0, Vec::new()));
    assert!(same.rows.iter().all(|row| row.times.ratio.is_none_or(|ratio| (ratio - 1.0).abs() < 1e-12)));
    // One run ended at its time limit, and one crashed in both.
    assert_eq!(same.rows.iter().map(|row| row.stopped).sum::<usize>(), 2);
    assert!(same.text().starts_with("No regression of counts; times: inconclusive.\n"), "{}", same.text());
}

#[test]
fn counts_that_differ_are_regressions_even_if_they_are_smaller() {
    let history =
        changed(|runs| (runs[0].generated, runs[1].length, runs[1].expanded) = (Some(999), Some(62), Some(1)));
    assert_eq!(kinds(&history), ["generated", "length", "expanded"]);
    assert_eq!(history.regressions(), 3);
    let text = history.text();
    assert!(text.starts_with("3 regressions.\n"), "{text}");
    assert!(text.contains("korf100  A* manhattan  1         generated   1000    999    yes"), "{text}");
}

#[test]
fn lost_solutions_and_weaker_proofs_are_regressions_and_gained_ones_are_not() {
    let lost = changed(|runs| (runs[0].status, runs[0].length, runs[0].wall_s) = (Status::TimeLimit, None, 60.0));
    assert_eq!((kinds(&lost), lost.regressions()), (vec!["solved lost"], 1));
    let unproved = changed(|runs| runs[0].proof = record::Proof::None);
    assert_eq!((kinds(&unproved), unproved.regressions()), (vec!["proof lost"], 1));
    let won = changed(|runs| (runs[2].status, runs[2].length) = (Status::Solved, Some(48)));
    assert_eq!((kinds(&won), won.regressions()), (vec!["solved won"], 0));
    let crashed = changed(|runs| runs[10].status = Status::Crashed);
    assert_eq!((kinds(&crashed), crashed.regressions()), (vec!["status"], 1));
}

#[test]
fn runs_that_a_time_limit_stopped_are_counted_apart_regardless_of_their_counts() {
    let stopped = changed(|runs| runs[10].generated = Some(17));
    assert_eq!((stopped.regressions(), stopped.rows[2].stopped), (0, 1));
    let bounded = changed(|runs| runs[2].generated = Some(17));
    assert_eq!(kinds(&bounded), ["generated"], "a limit of nodes stops a search at the same node");
    let other = changed(|runs| (runs[2].generated, runs[2].node_limit) = (Some(17), Some(16)));
    assert_eq!((other.regressions(), other.rows[0].stopped), (0, 1));
    let close = changed(|runs| (runs[0].status, runs[0].length, runs[0].wall_s) = (Status::TimeLimit, None, 0.011));
    assert_eq!((close.regressions(), close.rows[0].stopped), (0, 1), "a session can cause this difference");
    let killed = changed(|runs| (runs[2].generated, runs[2].ended_by) = (None, Some(EndedBy::Runner)));
    assert_eq!((killed.regressions(), killed.rows[0].stopped), (0, 1));
}

/// The runs of [`many`] with times multiplied by `times`.
fn slower(times: f64) -> Vec<record::Run> {
    many().into_iter().map(|run| record::Run { wall_s: run.wall_s * times, ..run }).collect()
}

#[test]
fn times_of_one_session_each_are_judged_only_beyond_a_declared_tolerance() {
    let guard = tempfile::tempdir().unwrap();
    let before = folder(&guard, "before", &many(), Some(&quiet()));
    let [a_little, much] =
        [("a-little", 1.2), ("much", 1.6)].map(|(name, times)| folder(&guard, name, &slower(times), Some(&quiet())));
    let dirs = [before, a_little, much];
    let verdicts = |rules| {
        let found = history(&dirs, rules).unwrap();
        assert!(found.rows[0].times.shown().interval.is_none(), "an interval over instances is not shown");
        (found.rows.iter().map(|row| row.time.unwrap()).collect::<Vec<_>>(), found.regressions())
    };
    assert_eq!(verdicts(within(0.05)), (vec![TimeVerdict::Inconclusive; 2], 0));
    let declared = HistoryRules { single_session_tolerance: Some(0.5), ..within(0.05) };
    assert_eq!(verdicts(declared), (vec![TimeVerdict::Inconclusive, TimeVerdict::Slower], 1));
    let text = history(&dirs, within(0.05)).unwrap().text();
    assert!(text.contains("the variation between sessions of one program is not known"), "{text}");
}

#[test]
fn times_are_not_judged_unless_sessions_were_quiet_and_their_loop_speeds_agree() {
    let guard = tempfile::tempdir().unwrap();
    let before = folder(&guard, "before", &many(), Some(&quiet()));
    let rules = HistoryRules { single_session_tolerance: Some(0.5), ..within(0.05) };
    let made = |change: &dyn Fn(&mut Manifest)| {
        let mut manifest = quiet();
        change(&mut manifest);
        let guard = tempfile::tempdir().unwrap();
        let found = history(&[before.clone(), folder(&guard, "after", &slower(2.0), Some(&manifest))], rules).unwrap();
        assert_eq!(found.regressions(), usize::from(found.rows[0].time == Some(TimeVerdict::Slower)));
        if found.regressions() == 1 { String::new() } else { found.text() }
    };
    assert_eq!(made(&|_| ()), "");
    let cases: [(Change, &str); 8] = [
        (|it| it.sessions.clear(), "has no session"),
        (|it| it.sessions[0].pinned = false, "not pinned"),
        (|it| it.sessions[0].jobs = 3, "more jobs than cores"),
        (|it| it.sessions[0].load_before = Some(0.7), "other programs kept the machine busy"),
        (|it| it.sessions[0].speed_after = None, "the speed of the fixed loop is not known"),
        (|it| it.sessions[0].speed_after = Some(4.7e8), "changed by more than 5 %"),
        (
            |it| (it.sessions[0].speed_before, it.sessions[0].speed_after) = (Some(4.5e8), Some(4.5e8)),
            "450 to 505 million",
        ),
        (|it| it.machine.cpu = Some("another".into()), "they compare machines, not programs"),
    ];
    for (change, why) in cases {
        let text = made(&change);
        assert!(
            text.starts_with("No regression of counts; times: inconclusive.\n") && text.contains(why),
            "{why}: {text}"
        );
    }
}

#[test]
fn alternating_sessions_have_an_interval_and_consecutive_ones_do_not() {
    let made = |alternate: bool| {
        let mut machine = SimulatedMachine::new(1, 0.03, 0.8);
        let mut folders = ["before", "after"].map(SimulatedMachine::folder);
        for place in 0..10 {
            let which = if alternate { place % 2 } else { place / 5 };
            machine.session(&mut folders[which], if which == 0 { 1.0 } else { 1.3 });
        }
        compare_folders(folders.into(), within(0.05)).unwrap()
    };
    let found = made(true);
    let row = &found.rows[0];
    assert_eq!((row.times.of_pairs.len(), row.time, found.regressions()), (5, Some(TimeVerdict::Slower), 1));
    let IntervalEstimate { value: Some(ratio), interval: Some(interval), .. } = row.times.shown() else {
        panic!("it has both")
    };
    assert!(interval.low < 1.3 && 1.3 < interval.high && (ratio / 1.3 - 1.0).abs() < 0.05, "{ratio} {interval:?}");
    let found = made(false);
    let row = &found.rows[0];
    assert_eq!((row.times.has_pairs(), row.time, found.regressions()), (false, Some(TimeVerdict::Inconclusive), 0));
}

/// A change of a manifest.
type Change = fn(&mut Manifest);

/// For 90 pairs of folders of the same program with `sessions` sessions each: the number that is judged worse, and the
/// number for which a 95 % interval over instances excludes 1.
fn false_alarms(spread: f64, sessions: usize, rules: HistoryRules) -> (usize, usize) {
    let (mut alarms, mut excluded) = (0, 0);
    for seed in 0..90 {
        // Programs run alternately share a part of their conditions; folders with one session do not.
        let mut machine = SimulatedMachine::new(seed, spread, if sessions > 1 { 0.5 } else { 0.0 });
        let mut folders = ["before", "after"].map(SimulatedMachine::folder);
        for _ in 0..sessions {
            for folder in &mut folders {
                machine.session(folder, 1.0);
            }
        }
        let found = compare_folders(folders.into(), rules).unwrap();
        alarms += usize::from(found.regressions() > 0);
        let naive = found.rows[0].times.over_instances.unwrap();
        excluded += usize::from(naive.low > 1.0 || naive.high < 1.0);
    }
    (alarms, excluded)
}

#[test]
fn at_most_5_percent_of_90_pairs_of_the_same_program_are_reported_as_worse() {
    let single = HistoryRules { single_session_tolerance: Some(HistoryRules::MIN_SINGLE_SESSION), ..within(0.05) };
    for spread in [0.03, 0.05, 0.1] {
        let (alarms, excluded) = false_alarms(spread, 1, within(0.05));
        assert_eq!(alarms, 0, "{spread}");
        assert!(excluded > 45, "an interval over instances excludes 1 for {excluded} of 90 only");
        for (sessions, rules) in [(1, single), (5, within(0.0)), (5, within(0.05))] {
            let (alarms, _) = false_alarms(spread, sessions, rules);
            assert!(alarms * 20 <= 90, "{alarms} of 90 with {sessions} sessions of {spread}");
        }
    }
}

#[test]
fn runs_in_the_reference_only_are_regressions_and_runs_in_the_later_folder_only_are_new() {
    let history = changed(|runs| {
        runs.retain(|run| run.algorithm != "idastar");
        runs[0].solver = "A* new".into();
    });
    assert_eq!((history.regressions(), kinds(&history)), (6, Vec::new()));
    let only: Vec<_> = history.rows.iter().map(|row| (row.name.solver.as_str(), row.runs, row.only)).collect();
    assert!(only.contains(&("IDA* linear_conflict", 0, [4, 0])) && only.contains(&("A* new", 0, [0, 1])), "{only:?}");
    let text = history.text();
    assert!(text.starts_with("6 regressions.\n6 runs of the reference are missing: each is a regression."), "{text}");
    assert!(text.contains("A* manhattan          1         solved       missing  yes"), "{text}");
    let verdicts: Vec<String> = history.rows.iter().map(|row| text::verdict(row, false)).collect();
    assert_eq!(verdicts, ["missing", "same", "missing", "same", "missing", "new"]);
}

#[test]
fn missing_runs_are_reported_and_not_judged_if_they_are_allowed() {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = many();
    let before = folder(&guard, "before", &runs, None);
    runs.truncate(31);
    runs[0].generated = Some(1001);
    let dirs = [before, folder(&guard, "after", &runs, None)];
    let judged = history(&dirs, within(0.05)).unwrap();
    assert_eq!((judged.regressions(), text::verdict(&judged.rows[0], false)), (30, "missing, differs".to_owned()));
    assert!(judged.text().contains("The first 20 of 29; 9 more are counted above."), "{}", judged.text());
    let allowed = history(&dirs, HistoryRules { allow_missing: true, ..within(0.05) }).unwrap();
    assert_eq!((allowed.regressions(), allowed.missing.len()), (1, 29));
    let text = allowed.text();
    assert!(text.contains("29 runs of the reference are missing: reported, but not a regression."), "{text}");
}

#[test]
fn at_most_twenty_differences_are_listed_and_all_are_counted() {
    let guard = tempfile::tempdir().unwrap();
    let mut runs = many();
    let before = folder(&guard, "before", &runs, None);
    for run in &mut runs {
        run.generated = run.generated.map(|generated| generated + 1);
    }
    let found = history(&[before, folder(&guard, "after", &runs, None)], within(0.05)).unwrap();
    assert_eq!(found.regressions(), 60);
    assert!(found.text().contains("The first 20 of 60; 40 more are counted above."), "{}", found.text());
}

#[test]
fn the_files_are_reproducible_and_have_one_row_per_configuration() {
    let history = changed(|runs| runs[0].generated = Some(999));
    let guard = tempfile::tempdir().unwrap();
    let files = history.write(&guard.path().join("out")).unwrap();
    let names: Vec<_> = files.iter().filter_map(|file| file.file_name()).collect();
    assert_eq!(names, ["history.md", "history.csv", "history.svg", "history.png"]);
    let bytes = || files.iter().map(|file| fs::read(file).unwrap()).collect::<Vec<_>>();
    let first = bytes();
    history.write(&guard.path().join("out")).unwrap();
    assert_eq!(first, bytes());
    let text = |place: usize| std::str::from_utf8(&first[place]).unwrap();
    assert!(text(0).starts_with("# History\n\n1 regression.\n"), "{}", text(0));
    assert_eq!(text(1).lines().count(), 1 + 5);
    assert!(text(2).contains("fixed loop, one point per session"), "{}", text(2));
}

#[test]
fn folders_that_cannot_be_compared_are_refused() {
    let guard = tempfile::tempdir().unwrap();
    let one = folder(&guard, "one", &fixture::runs(), None);
    let refused = |dirs: &[PathBuf]| format!("{:#}", history(dirs, within(0.05)).unwrap_err());
    assert!(refused(std::slice::from_ref(&one)).contains("needs at least two result folders"));
    assert!(refused(&[one.clone(), guard.path().join("none")]).contains("none does not exist"));
    let other = folder(&guard, "other", &[record::Run { set: "x".into(), ..fixture::runs()[0].clone() }], None);
    assert!(refused(&[one.clone(), other]).contains("have no run in common"));
    let torn = folder(&guard, "torn", &fixture::runs(), None);
    let text = fs::read_to_string(torn.join("runs.csv")).unwrap();
    fs::write(torn.join("runs.csv"), &text[..text.len() - 3]).unwrap();
    assert!(refused(&[one.clone(), torn]).contains("runs.csv: line 15: the file ends in it"));
    let by_rules = |rules| format!("{:#}", history(&[one.clone(), one.clone()], rules).unwrap_err());
    assert!(by_rules(within(-1.0)).contains("-1 is not a relative tolerance"));
    let single = HistoryRules { single_session_tolerance: Some(0.1), ..within(0.05) };
    assert!(by_rules(single).contains("give a share of at least 0.3"));
}
