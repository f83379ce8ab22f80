//! Resuming in an existing folder, and its errors.

use super::*;

/// The number of rows that no longer count.
fn superseded(place: &Place) -> usize {
    let mut rows = 0;
    Folder::open(&place.out()).unwrap().each_row(|_| rows += 1).unwrap();
    rows - place.runs().len()
}

#[test]
fn running_again_makes_only_what_is_missing() {
    let place = Place::new(TWO);
    place.execute(&["solver.0.heuristic=blind"], &Searches::default());
    let before = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    let summary = place.execute(&[], &Searches::default());
    assert_eq!((summary.planned, summary.earlier, summary.ended[&Status::Solved]), (8, 4, 4));
    let after = fs::read_to_string(place.out().join("runs.csv")).unwrap();
    assert!(after.starts_with(&before), "rows that are there stay as they are");
    let summary = place.execute(&[], &doubles(|_, _| panic!("nothing is left to run")));
    assert_eq!((summary.earlier, summary.ended.len()), (8, 0));
    let summary = place.execute(&["limits.nodes=1000000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 8), "another limit makes another run");
    let summary = place.execute(&["limits.depth=1000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 16), "another limit makes another run");
    let summary = place.execute(&["limits.cpu_s=1000"], &Searches::default());
    assert_eq!((summary.earlier, summary.others), (0, 24), "another limit makes another run");
}

#[test]
fn a_cancelled_run_is_not_recorded_and_is_made_by_the_next_execution() {
    let place = Place::new(BFS);
    let cancel = Arc::new(StopFlag::new());
    let searches = doubles({
        let cancel = Arc::clone(&cancel);
        move |board, context| {
            cancel.raise(StopReason::Cancel);
            endless(board, context)
        }
    });
    let summary = place.cancellable(&[], &searches, &cancel);
    assert_eq!((summary.ended.len(), summary.remaining()), (0, 4));
    assert!(place.runs().is_empty());
    assert_eq!(place.execute(&[], &Searches::default()).ended[&Status::Solved], 4);
}

/// Truncates the last record at every `step`-th byte from `first`, and checks which runs are executed again.
fn cut_the_last_record(first: usize, step: usize) {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::default());
    let file = place.out().join("runs.csv");
    let whole = fs::read(&file).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
    let cuts = (last + 1 + first..whole.len()).step_by(step);
    for end in cuts.clone() {
        fs::write(&file, &whole[..end]).unwrap();
        let summary = place.execute(&[], &Searches::default());
        assert_eq!((summary.earlier, summary.ended[&Status::Solved], summary.failure), (3, 1, None), "{end}");
        assert_eq!((place.runs().len(), superseded(&place)), (4, 0), "{end}");
    }
    let aside = fs::read(place.out().join("runs.csv.torn")).unwrap();
    assert_eq!(aside.split(|&byte| byte == b'\n').count(), cuts.len() + 1, "each in a line of its own");
}

#[test]
fn a_last_record_cut_at_any_even_byte_is_made_again_and_every_run_is_there_once() {
    cut_the_last_record(0, 2);
}

#[test]
fn a_last_record_cut_at_any_odd_byte_is_made_again_and_every_run_is_there_once() {
    cut_the_last_record(1, 2);
}

#[test]
fn a_record_that_is_wrong_in_the_middle_stops_everything_and_is_left_as_it_is() {
    let place = Place::new(BFS);
    place.execute(&[], &Searches::default());
    let file = place.out().join("runs.csv");
    let text = fs::read_to_string(&file).unwrap().replacen(",solved,", ",solv,", 1);
    fs::write(&file, &text).unwrap();
    let manifest = fs::read_to_string(place.out().join("manifest.json")).unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = format!("{:#}", execute(&place.plan(&["seed=5"]), &place.out(), &execution).unwrap_err());
    assert!(error.contains("runs.csv: line 2: column status is 'solv'"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(fs::read_to_string(place.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn runs_that_ended_as_named_are_made_again_and_their_old_rows_stay() {
    let place = Place::new(TWO);
    let crash_on_blind = |panics: bool| {
        let prepare = move |configuration: &Configuration, goal: &Board, order: &Order, tables: &Tables| {
            if panics && configuration.heuristic().is_some_and(|heuristic| heuristic.to_string() == "blind") {
                return Ok(Box::new(Double(|_: &Board, _: &mut SearchContext<'_>| -> Answer { panic!("a bug") }))
                    as Box<dyn Prepared>);
            }
            prepare(configuration, goal, order, tables)
        };
        Searches::new(Box::new(prepare), Tables::in_memory())
    };
    assert_eq!(place.execute(&[], &crash_on_blind(true)).ended[&Status::Crashed], 4);
    let retry = |statuses: &[Status]| {
        let searches = crash_on_blind(false);
        let execution = Execution { retry: statuses.to_vec(), ..Execution::new(&searches) };
        execute(&place.plan(&[]), &place.out(), &execution).unwrap()
    };
    let none = retry(&[Status::TimeLimit]);
    assert_eq!((none.earlier, none.retried, none.ended.len()), (8, 0, 0));
    let again = retry(&[Status::TimeLimit, Status::Crashed]);
    assert_eq!((again.earlier, again.retried, again.ended[&Status::Solved], again.others), (4, 4, 4, 0));
    assert_eq!(again.remaining(), 0);
    assert!(place.runs().iter().all(|run| run.status == Status::Solved), "the last row of a run counts");
    assert_eq!(superseded(&place), 4);
    assert_eq!(retry(&[Status::Crashed]).retried, 0, "what it was before is history");
}

#[test]
fn a_folder_that_is_being_written_is_refused_by_its_name() {
    let place = Place::new(BFS);
    let folder = Folder::open_or_create(&place.out()).unwrap();
    let appender = folder.appender().unwrap();
    let searches = Searches::default();
    let execution = Execution::new(&searches);
    let error = execute(&place.plan(&[]), &place.out(), &execution).unwrap_err().to_string();
    let expected = "out is being written by another run: wait for it to end, or choose another folder";
    assert!(error.ends_with(expected), "{error}");
    assert!(!place.out().join("manifest.json").exists());
    drop(appender);
    assert_eq!(place.execute(&[], &searches).remaining(), 0);
}

#[test]
fn a_runner_that_was_killed_before_its_first_file_leaves_nothing_in_the_way() {
    let place = Place::new(BFS);
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join(".lock"), "").unwrap();
    fs::write(place.out().join(".writable"), "").unwrap();
    assert_eq!(place.execute(&[], &Searches::default()).remaining(), 0);
}

#[test]
fn a_folder_of_other_files_or_of_another_experiment_is_refused_and_left_as_it_is() {
    let place = Place::new(BFS);
    let refused = |settings: &[&str]| {
        let searches = Searches::default();
        let execution = Execution::new(&searches);
        execute(&place.plan(settings), &place.out(), &execution).unwrap_err().to_string()
    };
    fs::create_dir(place.out()).unwrap();
    fs::write(place.out().join("index.html"), "mine").unwrap();
    assert!(refused(&[]).ends_with("holds files, but no runs.csv: choose an empty or new folder with --out"));
    assert_eq!(fs::read_dir(place.out()).unwrap().count(), 1);
    fs::remove_file(place.out().join("index.html")).unwrap();
    place.execute(&[], &Searches::default());
    let manifest = fs::read(place.out().join("manifest.json")).unwrap();
    assert!(refused(&["name=\"other\""]).contains("holds the results of the experiment '"));
    assert_eq!(fs::read(place.out().join("manifest.json")).unwrap(), manifest);
}

#[test]
fn a_retry_that_was_stopped_goes_on_where_it_was() {
    let place = Place::new(TWO);
    place.execute(&["limits.nodes=1"], &Searches::default());
    assert!(place.runs().iter().all(|run| run.status == Status::NodeLimit));
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
    let retry = |searches: &Searches, cancel: Arc<StopFlag>| {
        let execution = Execution { cancel, retry: vec![Status::NodeLimit], ..Execution::new(searches) };
        execute(&place.plan(&["limits.nodes=1", "execution.jobs=1"]), &place.out(), &execution).unwrap()
    };
    let first = retry(&stopping, cancel);
    assert_eq!((first.retried, first.ended[&Status::NodeLimit], first.remaining()), (8, 2, 6));
    let second = retry(&Searches::default(), Arc::default());
    assert_eq!((second.earlier, second.retried, second.ended[&Status::NodeLimit]), (2, 6, 6));
    let third = retry(&Searches::default(), Arc::default());
    assert_eq!(third.retried, 8, "the retry was done, so this is another");
    assert_eq!(fs::read_to_string(place.out().join("runs.csv")).unwrap().lines().count(), 1 + 8 + 2 + 6 + 8);
}
