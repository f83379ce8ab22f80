//! Iterations belong to their run: they are lost with it, run again with it and replaced with it.

use super::*;

/// A folder of runs a, b and c with two iterations each.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn three() -> (TempDir, Folder) {
    let (dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for id in ["a", "b", "c"] {
        appender.append(&with_two(id), &two(id)).unwrap();
    }
    appender.close().unwrap();
    (dir, folder)
}

fn with_two(id: &str) -> Run {
    run_with(id, 2)
}

fn two(id: &str) -> [Iteration; 2] {
    [iteration(id, 28), iteration(id, 30)]
}

/// Cuts `bytes` from the end of a file.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn cut(folder: &Folder, file: &str, bytes: usize) {
    let path = folder.path().join(file);
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - bytes]).unwrap();
}

/// The runs that count as recorded, and the mended files.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn opened(folder: &Folder) -> (Vec<String>, Vec<String>) {
    let appender = folder.appender().unwrap();
    let mut made: Vec<String> = appender.recorded().keys().cloned().collect();
    made.sort();
    let place = format!("{}/", folder.path().display());
    (made, appender.repairs().iter().map(|repair| repair.to_string().replace(&place, "")).collect())
}

/// The file as it is after runs a, b and c, in this order.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn assert_each_once(folder: &Folder, ids: [&str; 3]) {
    let text = fs::read_to_string(folder.path().join("iterations.csv")).unwrap();
    let lines = ids.map(|id| format!("{id},28,10,5,0.25\n{id},30,10,5,0.25\n"));
    assert_eq!(text, format!("run_id,threshold,generated,expanded,wall_s\n{}", lines.concat()));
    assert_eq!(opened(folder), (vec!["a".to_owned(), "b".to_owned(), "c".to_owned()], Vec::new()));
}

#[test]
fn a_run_with_a_truncated_iteration_is_run_again() {
    for (bytes, stale) in [(3, 1), (20, 0)] {
        let (_dir, folder) = three();
        cut(&folder, "iterations.csv", bytes);
        let (made, mended) = opened(&folder);
        assert_eq!(made, ["a", "b"]);
        assert_eq!(
            mended[..2],
            [
                "the last line of iterations.csv was cut off: moved to iterations.csv.torn",
                "iterations.csv lost iterations of 1 recorded run: the run is repeated"
            ]
        );
        let stale = (stale > 0).then_some(
            "iterations.csv had 1 iteration of no recorded run, or of a row that was replaced: moved to \
             iterations.csv.stale",
        );
        assert_eq!(mended[2..], Vec::from_iter(stale));
        let mut appender = folder.appender().unwrap();
        appender.append(&with_two("c"), &two("c")).unwrap();
        appender.close().unwrap();
        assert_each_once(&folder, ["a", "b", "c"]);
    }
}

#[test]
fn a_run_with_a_missing_iteration_is_run_again() {
    let (_dir, folder) = three();
    cut(&folder, "iterations.csv", "c,28,10,5,0.25\nc,30,10,5,0.25\n".len());
    let (made, mended) = opened(&folder);
    assert_eq!(made, ["a", "b"]);
    assert_eq!(mended, ["iterations.csv lost iterations of 1 recorded run: the run is repeated"]);
}

#[test]
fn iterations_appear_once_after_a_run_with_a_truncated_row_is_run_again() {
    let (_dir, folder) = three();
    cut(&folder, "runs.csv", 10);
    let (made, mended) = opened(&folder);
    assert_eq!(made, ["a", "b"]);
    assert_eq!(
        mended,
        [
            "the last line of runs.csv was cut off: moved to runs.csv.torn; its run counts as missing",
            "iterations.csv had 2 iterations of no recorded run, or of a row that was replaced: moved to \
             iterations.csv.stale"
        ]
    );
    let mut appender = folder.appender().unwrap();
    appender.append(&with_two("c"), &two("c")).unwrap();
    appender.close().unwrap();
    assert_each_once(&folder, ["a", "b", "c"]);
}

#[test]
fn a_run_that_is_run_again_replaces_its_iterations() {
    let (_dir, folder) = three();
    let mut appender = folder.appender().unwrap();
    appender.append(&with_two("a"), &two("a")).unwrap();
    appender.close().unwrap();
    assert_each_once(&folder, ["b", "c", "a"]);
    // A program that was killed before it closed the folder leaves it to the next.
    let mut appender = folder.appender().unwrap();
    appender.append(&with_two("b"), &two("b")).unwrap();
    drop(appender);
    assert_eq!(opened(&folder).1.len(), 1);
    assert_each_once(&folder, ["c", "a", "b"]);
    // A worker that was killed brings no iterations.
    let mut appender = folder.appender().unwrap();
    appender.append(&run("c"), &[]).unwrap();
    appender.close().unwrap();
    assert_eq!(folder.iterations().unwrap(), [two("a"), two("b")].concat());
}

/// Appends iterations whose run was not recorded, since the program ended before it wrote the run's row.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn append_iterations(folder: &Folder, id: &str, thresholds: &[u32]) {
    use std::io::Write as _;
    let mut file = fs::OpenOptions::new().append(true).open(folder.path().join("iterations.csv")).unwrap();
    for threshold in thresholds {
        writeln!(file, "{id},{threshold},10,5,0.25").unwrap();
    }
}

#[test]
fn the_iterations_of_a_recorded_run_stay_if_its_next_execution_was_not_recorded() {
    let stale = |rows| {
        format!(
            "iterations.csv had {rows} of no recorded run, or of a row that was replaced: moved to \
             iterations.csv.stale"
        )
    };
    for (thresholds, rows) in [(&[28, 30, 32, 34][..], "4 iterations"), (&[28], "1 iteration")] {
        let (_dir, folder) = three();
        append_iterations(&folder, "b", thresholds);
        assert_eq!(opened(&folder), (["a", "b", "c"].map(str::to_owned).to_vec(), vec![stale(rows)]));
        assert_each_once(&folder, ["a", "b", "c"]);
    }
    // The worker of the next execution was killed, and the program ended before it closed the folder.
    let (_dir, folder) = three();
    let mut appender = folder.appender().unwrap();
    appender.append(&run("c"), &[]).unwrap();
    drop(appender);
    assert_eq!(opened(&folder).1, [stale("2 iterations")]);
    assert_eq!(folder.iterations().unwrap(), [two("a"), two("b")].concat());
}

#[test]
fn iterations_that_were_lost_long_ago_are_reported_and_their_runs_stay() {
    let (_dir, folder) = three();
    let path = folder.path().join("iterations.csv");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("a,30,10,5,0.25\n", "")).unwrap();
    let repair = |runs, first| {
        format!(
            "iterations.csv lacks iterations of {runs} (the first is {first}), which are lost: delete the rows of \
             these runs from runs.csv to repeat them"
        )
    };
    let all = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(opened(&folder), (all.clone(), vec![repair("1 recorded run", "a")]));
    fs::remove_file(&path).unwrap();
    assert_eq!(opened(&folder), (all, vec![repair("3 recorded runs", "a")]));
}

fn found(id: &str, cost: u64) -> Incumbent {
    Incumbent { run_id: id.into(), wall_s: 0.5, cpu_s: Some(0.25), cost, length: 46, ..Incumbent::default() }
}

#[test]
fn incumbents_belong_to_their_run_as_iterations_do() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let with_both = |id: &str| Run { incumbents: Some(2), ..with_two(id) };
    let mut appender = folder.appender().unwrap();
    for id in ["a", "b", "a", "c"] {
        appender.append_with_incumbents(&with_both(id), &two(id), &[found(id, 60), found(id, 46)]).unwrap();
    }
    appender.close().unwrap();
    let text = fs::read_to_string(path.join("incumbents.csv")).unwrap();
    assert!(
        text.starts_with("run_id,wall_s,cpu_s,expanded,generated,cost,length,bound\na,0.5,0.25,,,60,46,\na,"),
        "{text}"
    );
    let all = ["a", "b", "c"].map(|id| [found(id, 60), found(id, 46)]).concat();
    assert_eq!((folder.incumbents().unwrap(), folder.readable_incumbents().unwrap()), (all.clone(), all));

    cut(&folder, "incumbents.csv", 5);
    let (made, mended) = opened(&folder);
    assert_eq!(made, ["a", "b"]);
    let stale = |file: &str, rows| {
        format!("{file} had {rows} of no recorded run, or of a row that was replaced: moved to {file}.stale")
    };
    assert_eq!(
        mended,
        [
            "the last line of incumbents.csv was cut off: moved to incumbents.csv.torn".to_owned(),
            "incumbents.csv lost incumbents of 1 recorded run: the run is repeated".to_owned(),
            stale("iterations.csv", "4 iterations"),
            stale("incumbents.csv", "3 incumbents"),
        ]
    );
    let mut appender = folder.appender().unwrap();
    appender.append_with_incumbents(&with_both("c"), &two("c"), &[found("c", 46)]).unwrap();
    appender.append_with_incumbents(&with_both("a"), &two("a"), &[found("a", 46)]).unwrap();
    appender.close().unwrap();
    assert_eq!(folder.incumbents().unwrap(), [found("b", 60), found("b", 46), found("c", 46), found("a", 46)]);
}
