//! Rows that are written and read back.

use super::*;

#[test]
fn every_run_is_read_back_as_it_was_appended() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let awkward = [
        "",
        "=1+1",
        "@x",
        "-",
        "+\"",
        "'=",
        "\tx",
        "a, b",
        "he said \"no\"",
        "one\ntwo\r\n\nthree",
        " spaced ",
        "\"",
        "\n",
        "é ∞",
        "'",
        "\\",
        "#",
        "=",
    ];
    let mut runs: Vec<Run> = Status::ALL
        .iter()
        .zip(Proof::ALL.iter().cycle())
        .map(|(&status, &proof)| Run { status, proof, ..run(status.name()) })
        .collect();
    runs.extend(awkward.iter().enumerate().map(|(i, text)| Run {
        message: (*text).into(),
        options: text.chars().rev().collect(),
        ..run(&i.to_string())
    }));
    runs.push(Run { run_id: "empty".into(), ..Run::default() });
    let mut appender = folder.appender().unwrap();
    for run in &runs {
        appender.append(run, &[]).unwrap();
    }
    assert_eq!(folder.runs().unwrap(), runs);
    let as_json: Run = serde_json::from_str(&serde_json::to_string(&runs[0]).unwrap()).unwrap();
    assert_eq!(as_json, runs[0]);
}

#[test]
fn the_header_is_the_documented_one_and_is_written_once() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run("a"), &[]).unwrap();
    folder.appender().unwrap().append(&run("b"), &[]).unwrap();
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    assert!(text.starts_with(HEADER), "{text}");
    assert_eq!(text.matches("run_id").count(), 1);
    assert!(text.contains(",12345.6789012345,1e-7,0.30000000000000004,ULRD,"), "{text}");
    let iterations = fs::read_to_string(path.join("iterations.csv")).unwrap();
    assert_eq!(iterations, "run_id,threshold,generated,expanded,wall_s\n");
}

#[test]
fn the_last_row_of_a_run_counts_and_with_it_the_last_iterations() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    let stopped = Run { status: Status::TimeLimit, ..run_with("a", 3) };
    appender.append(&stopped, &[iteration("a", 28), iteration("a", 30), iteration("a", 32)]).unwrap();
    appender.append(&run_with("b", 1), &[iteration("b", 41)]).unwrap();
    appender.append(&run_with("a", 2), &[iteration("a", 28), iteration("a", 30)]).unwrap();
    assert_eq!(folder.runs().unwrap(), [run_with("a", 2), run_with("b", 1)]);
    let mut rows = Vec::new();
    folder.each_row(|row| rows.push(row)).unwrap();
    assert_eq!(rows, [stopped, run_with("b", 1), run_with("a", 2)]);
    assert_eq!(folder.finished_ids().unwrap().into_iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(folder.iterations().unwrap(), [iteration("a", 28), iteration("a", 30), iteration("b", 41)]);
}

#[test]
fn a_weighted_run_keeps_iterations_with_equal_thresholds() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    // A program that died after one iteration, and the same run again.
    let weighted = run_with("a", 3);
    let three = [iteration("a", 28), iteration("a", 28), iteration("a", 29)];
    appender.append(&run_with("a", 1), &three[..1]).unwrap();
    appender.append(&weighted, &three).unwrap();
    assert_eq!(folder.iterations().unwrap(), three);
}

#[test]
fn statuses_are_those_of_the_rows_that_count_and_are_read_from_complete_files_only() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for (id, status) in [("a", Status::TimeLimit), ("b", Status::Wrong), ("a", Status::Solved)] {
        appender.append(&Run { status, ..run(id) }, &[]).unwrap();
    }
    drop(appender);
    let appender = folder.appender().unwrap();
    let (recorded, rows) = (appender.recorded(), appender.rows());
    drop(appender);
    assert_eq!(rows, 3);
    assert_eq!(recorded["a"], RecordedRun { status: Status::Solved, row: 2, iterations: 0, incumbents: 0 });
    assert_eq!(recorded["b"], RecordedRun { status: Status::Wrong, row: 1, iterations: 0, incumbents: 0 });
    assert_eq!(recorded.len(), 2);
    let mut shown = Vec::new();
    folder.each_row(|run| shown.push(run.status)).unwrap();
    assert_eq!(shown, [Status::TimeLimit, Status::Wrong, Status::Solved]);

    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    let all = columns();
    for (garbled, message) in [
        (&text[..text.len() - 1], format!("line 4 ends after {all} of {all} columns")),
        (&text.replacen("a,weights,", "a,", 1), format!("line 2 has {} columns", all - 1)),
        (&text.replacen("540860", "many", 1), "line 2: column generated is 'many'".to_owned()),
    ] {
        fs::write(path.join("runs.csv"), garbled).unwrap();
        let error = folder.each_row(|_| ()).unwrap_err().to_string();
        assert!(error.contains(&message), "{error}");
    }
}

#[test]
fn iterations_of_a_run_without_a_row_are_left_out() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run_with("a", 1), &[iteration("orphan", 28), iteration("a", 28)]).unwrap();
    assert_eq!(folder.iterations().unwrap(), [iteration("a", 28)]);
}

#[test]
fn only_one_program_at_a_time_appends_to_a_folder() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let appender = folder.appender().unwrap();
    let error = folder.appender().unwrap_err().to_string();
    assert!(error.contains("is being written by another run"), "{error}");
    drop(appender);
    folder.appender().unwrap();
}

#[test]
fn errors_name_a_folder_without_runs_and_an_unwritable_folder() {
    let (dir, path) = place();
    for error in [Folder::open(&path).unwrap_err(), Folder::open_all(&path).unwrap_err()] {
        let expected = "result does not exist: check its path; `tilebench run` writes to results/NAME by default";
        assert!(error.to_string().ends_with(expected), "{error}");
    }
    fs::create_dir(&path).unwrap();
    for error in [Folder::open(&path).unwrap_err(), Folder::open_all(&path).unwrap_err()] {
        assert!(error.to_string().ends_with("result has no runs.csv: is it a result folder?"), "{error}");
    }
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Folder::open_or_create(&file.join("result")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write in ") && error.contains("file/result"), "{error}");
}

#[test]
fn a_formula_is_written_with_a_quote_and_read_back_without_it() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let row =
        Run { message: "=HYPERLINK(\"http://x\")".into(), solver: "+x".into(), instance: "-1.5".into(), ..run("a") };
    folder.appender().unwrap().append(&row, &[]).unwrap();
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    assert!(text.contains(",\"'=HYPERLINK(\"\"http://x\"\")\",") && text.contains(",'+x,"), "{text}");
    assert!(text.contains(",-1.5,"), "a number stays a number: {text}");
    assert_eq!(folder.runs().unwrap(), [row]);
}
