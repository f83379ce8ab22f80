//! Resuming in an existing folder, and its errors.

use super::*;

/// The number of rows that no longer count.
fn superseded(dir: &TestExperiment) -> usize {
    let mut rows = 0;
    Folder::open(&dir.out()).unwrap().each_row(|_| rows += 1).unwrap();
    rows - dir.runs().len()
}

#[test]
fn a_repeated_execution_runs_only_the_missing_runs() {
    let dir = TestExperiment::new(TWO);
    dir.execute(&["solver.0.heuristic=blind"], &Searches::default());
    let before = fs::read_to_string(dir.out().join("runs.csv")).unwrap();
    let summary = dir.execute(&[], &Searches::default());
    assert_eq!((summary.planned, summary.already_recorded, summary.by_status[&Status::Solved]), (8, 4, 4));
    let after = fs::read_to_string(dir.out().join("runs.csv")).unwrap();
    assert!(after.starts_with(&before), "rows that are there stay as they are");
    let summary = dir.execute(&[], &doubles(|_, _| panic!("nothing is left to run")));
    assert_eq!((summary.already_recorded, summary.by_status.len()), (8, 0));
    let summary = dir.execute(&["limits.nodes=1000000"], &Searches::default());
    assert_eq!((summary.already_recorded, summary.of_other_plans), (0, 8), "another limit makes another run");
    let summary = dir.execute(&["limits.depth=1000"], &Searches::default());
    assert_eq!((summary.already_recorded, summary.of_other_plans), (0, 16), "another limit makes another run");
    let summary = dir.execute(&["limits.cpu_s=1000"], &Searches::default());
    assert_eq!((summary.already_recorded, summary.of_other_plans), (0, 24), "another limit makes another run");
}

#[test]
fn the_manifest_names_every_build_that_executed_runs() {
    let dir = TestExperiment::new(TWO);
    let build = |version: &str| Build { version: version.to_owned(), ..Build::default() };
    let builds = |settings: &[&str], version| {
        let searches = Searches::default();
        let execution = Execution { build: build(version), ..Execution::new(&searches) };
        execute(&dir.plan(settings), &dir.out(), &execution).unwrap();
        let manifest = Folder::open(&dir.out()).unwrap().manifest().unwrap().unwrap();
        (manifest.build, manifest.other_builds)
    };
    assert_eq!(builds(&["solver.0.heuristic=blind"], "1"), (build("1"), vec![]));
    assert_eq!(builds(&[], "2"), (build("2"), vec![build("1")]));
    assert_eq!(builds(&[], "3"), (build("2"), vec![build("1")]), "no run was missing");
    assert_eq!(builds(&["limits.nodes=1000000"], "1"), (build("1"), vec![build("2")]));
}

#[test]
fn a_cancelled_run_is_not_recorded_and_is_executed_next_time() {
    let dir = TestExperiment::new(BFS);
    let cancel = Arc::new(StopFlag::new());
    let searches = doubles({
        let cancel = Arc::clone(&cancel);
        move |board, context| {
            cancel.raise(StopReason::Cancel);
            endless(board, context)
        }
    });
    let summary = dir.cancellable(&[], &searches, &cancel);
    assert_eq!((summary.by_status.len(), summary.remaining()), (0, 4));
    assert!(dir.runs().is_empty());
    assert_eq!(dir.execute(&[], &Searches::default()).by_status[&Status::Solved], 4);
}

/// Truncates the last record at every `step`-th byte from `first`, and checks which runs are executed again.
fn cut_the_last_record(first: usize, step: usize) {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &Searches::default());
    let file = dir.out().join("runs.csv");
    let whole = fs::read(&file).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let cuts = (last + 1 + first..whole.len()).step_by(step);
    for end in cuts.clone() {
        fs::write(&file, &whole[..end]).unwrap();
        let summary = dir.execute(&[], &Searches::default());
        assert_eq!(
            (summary.already_recorded, summary.by_status[&Status::Solved], summary.failure),
            (3, 1, None),
            "{end}"
        );
        assert_eq!((dir.runs().len(), superseded(&dir)), (4, 0), "{end}");
    }
    let aside = fs::read(dir.out().join("runs.csv.torn")).unwrap();
    assert_eq!(aside.split(|&byte| byte == b'\n').count(), cuts.len() + 1, "each in a line of its own");
}

#[test]
fn a_last_record_truncated_at_any_even_byte_is_repeated_and_every_run_is_recorded_once() {
    cut_the_last_record(0, 2);
}

#[test]
fn a_last_record_truncated_at_any_odd_byte_is_repeated_and_every_run_is_recorded_once() {
    cut_the_last_record(1, 2);
}

#[test]
fn an_invalid_record_in_the_middle_stops_the_execution_and_is_not_changed() {
    let dir = TestExperiment::new(BFS);
    dir.execute(&[], &Searches::default());
    let file = dir.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap().replacen(",solved,", ",solv,", 1);
    fs::write(&file, &text).unwrap();
    let manifest = fs::read_to_string(dir.out().join("manifest.json")).unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = format!("{:#}", execute(&dir.plan(&["seed=5"]), &dir.out(), &execution).unwrap_err());
    assert!(error.contains("runs.csv: line 2: column status is 'solv'"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(fs::read_to_string(dir.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn runs_with_a_status_to_retry_are_repeated_and_their_old_rows_are_kept() {
    let dir = TestExperiment::new(TWO);
    let crash_on_blind = |panics: bool| {
        let prepare = move |configuration: &Configuration, goal: &Board, order: &OperatorOrder, tables: &Tables| {
            if panics && configuration.heuristic().is_some_and(|heuristic| heuristic.to_string() == "blind") {
                return Ok(
                    Box::new(Double(|_: &Board, _: &mut SearchContext<'_>| -> SearchResult { panic!("a bug") }))
                        as Box<dyn PreparedSearch>,
                );
            }
            prepare(configuration, goal, order, tables)
        };
        Searches::new(Box::new(prepare), Tables::in_memory())
    };
    assert_eq!(dir.execute(&[], &crash_on_blind(true)).by_status[&Status::Crashed], 4);
    let retry = |statuses: &[Status]| {
        let searches = crash_on_blind(false);
        let execution = Execution { retry: statuses.to_vec(), ..Execution::new(&searches) };
        execute(&dir.plan(&[]), &dir.out(), &execution).unwrap()
    };
    let none = retry(&[Status::TimeLimit]);
    assert_eq!((none.already_recorded, none.retried, none.by_status.len()), (8, 0, 0));
    let again = retry(&[Status::TimeLimit, Status::Crashed]);
    assert_eq!(
        (again.already_recorded, again.retried, again.by_status[&Status::Solved], again.of_other_plans),
        (4, 4, 4, 0)
    );
    assert_eq!(again.remaining(), 0);
    assert!(dir.runs().iter().all(|run| run.status == Status::Solved), "the last row of a run counts");
    assert_eq!(superseded(&dir), 4);
    assert_eq!(retry(&[Status::Crashed]).retried, 0, "the earlier row is history");
}

#[test]
fn a_folder_that_is_being_written_is_refused_by_its_name() {
    let dir = TestExperiment::new(BFS);
    let folder = Folder::open_or_create(&dir.out()).unwrap();
    let appender = folder.appender().unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = execute(&dir.plan(&[]), &dir.out(), &execution).unwrap_err().to_string();
    let expected = "out is being written by another run: wait for it to end, or choose another folder";
    assert!(error.ends_with(expected), "{error}");
    assert!(!dir.out().join("manifest.json").exists());
    drop(appender);
    assert_eq!(dir.execute(&[], &searches).remaining(), 0);
}

#[test]
fn a_runner_that_was_killed_before_its_first_file_does_not_block_the_next() {
    let dir = TestExperiment::new(BFS);
    fs::create_dir(dir.out()).unwrap();
    fs::write(dir.out().join(".lock"), "").unwrap();
    fs::write(dir.out().join(".writable"), "").unwrap();
    assert_eq!(dir.execute(&[], &Searches::default()).remaining(), 0);
}

#[test]
fn a_folder_of_other_files_or_of_another_experiment_is_refused_and_not_changed() {
    let dir = TestExperiment::new(BFS);
    let refused = |settings: &[&str]| {
        let searches = Searches::default();
        let execution = Execution::new(&searches);
        execute(&dir.plan(settings), &dir.out(), &execution).unwrap_err().to_string()
    };
    fs::create_dir(dir.out()).unwrap();
    fs::write(dir.out().join("index.html"), "mine").unwrap();
    assert!(refused(&[]).ends_with("contains files but no runs.csv: choose an empty or new folder with --out"));
    assert_eq!(fs::read_dir(dir.out()).unwrap().count(), 1);
    fs::remove_file(dir.out().join("index.html")).unwrap();
    dir.execute(&[], &Searches::default());
    let manifest = fs::read(dir.out().join("manifest.json")).unwrap();
    assert!(refused(&["name=\"other\""]).contains("contains the results of the experiment '"));
    assert_eq!(fs::read(dir.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn a_stopped_retry_is_resumed() {
    let dir = TestExperiment::new(TWO);
    dir.execute(&["limits.nodes=1"], &Searches::default());
    assert!(dir.runs().iter().all(|run| run.status == Status::NodeLimit));
    let cancel = Arc::new(StopFlag::new());
    let raised = Arc::clone(&cancel);
    let made = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let stopping = doubles(move |_, _| {
        if made.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 2 {
            raised.raise(StopReason::Cancel);
            return answer(Termination::Cancelled, &[]);
        }
        answer(Termination::NodeLimit, &[])
    });
    let retry = |searches: &Searches, cancel: Arc<StopFlag>, statuses: [Status; 2]| {
        let execution = Execution { cancel, retry: statuses.into(), ..Execution::new(searches) };
        execute(&dir.plan(&["limits.nodes=1", "execution.jobs=1"]), &dir.out(), &execution).unwrap()
    };
    let [limit, crashed] = [Status::NodeLimit, Status::Crashed];
    let first = retry(&stopping, cancel, [limit, crashed]);
    assert_eq!((first.retried, first.by_status[&Status::NodeLimit], first.remaining()), (8, 2, 6));
    // The order of the statuses means nothing.
    let second = retry(&Searches::default(), Arc::default(), [crashed, limit]);
    assert_eq!((second.already_recorded, second.retried, second.by_status[&Status::NodeLimit]), (2, 6, 6));
    let third = retry(&Searches::default(), Arc::default(), [limit, crashed]);
    assert_eq!(third.retried, 8, "the retry was done, so this is another");
    assert_eq!(fs::read_to_string(dir.out().join("runs.csv")).unwrap().lines().count(), 1 + 8 + 2 + 6 + 8);
}
