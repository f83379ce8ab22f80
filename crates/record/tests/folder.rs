//! What a result folder keeps, and what it refuses.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use tilebench_record::{
    Build, EndedBy, Folder, Iteration, Limit, Machine, Manifest, Mended, Proof, Published, RecordError, Run, Session,
    Status, Table,
};

const HEADER: &str = "run_id,experiment,set,instance,rows,cols,board,goal,solver,algorithm,heuristic,weight,order,seed,\
                      repeat,status,proof,length,optimal,h0,expanded,generated,reopened,evaluated,iterations,peak_open,\
                      peak_closed,peak_bytes,peak_rss,setup_s,wall_s,cpu_s,moves,message,options,time_limit_s,\
                      node_limit,memory_limit_mb,move_runs,table_slots,table_states,table_probes,table_longest,disk_limit_mb,peak_disk,\
                      cpu_limit_s,depth_limit,ended_by,overshoot,signal,instructions\n";

fn place() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    let path = dir.path().join("result");
    (dir, path)
}

fn run(id: &str) -> Run {
    Run {
        run_id: id.into(),
        experiment: "weights".into(),
        set: "korf100".into(),
        instance: "79".into(),
        rows: 4,
        cols: 4,
        board: "2 5 8 15".into(),
        goal: "blank-first".into(),
        solver: "WA* w=4/3, manhattan".into(),
        algorithm: "wastar".into(),
        heuristic: "manhattan".into(),
        weight: "4/3".into(),
        order: "ULRD".into(),
        seed: u64::MAX,
        repeat: 1,
        status: Status::Solved,
        proof: Proof::Bounded,
        length: Some(46),
        optimal: Some(42),
        h0: Some(28),
        expanded: 266_000,
        generated: 540_860,
        wall_s: 1e-7,
        cpu_s: 0.1 + 0.2,
        setup_s: 12_345.678_901_234_5,
        moves: "ULRD".into(),
        time_limit_s: Some(60.0),
        memory_limit_mb: Some(4096),
        move_runs: Some(4),
        table_slots: Some(1 << 20),
        table_states: Some(500_000),
        disk_limit_mb: Some(100),
        peak_disk: 12_345,
        cpu_limit_s: Some(50.5),
        depth_limit: Some(80),
        ended_by: Some(EndedBy::Runner),
        overshoot: Some(0.031),
        signal: Some(9),
        instructions: Some(7_000_000_000),
        ..Run::default()
    }
}

fn iteration(id: &str, threshold: u32) -> Iteration {
    Iteration { run_id: id.into(), threshold, generated: 10, expanded: 5, wall_s: 0.25 }
}

#[test]
fn every_run_is_read_back_as_it_was_appended() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let awkward =
        ["", "a, b", "he said \"no\"", "one\ntwo\r\n\nthree", " spaced ", "\"", "\n", "é ∞", "'", "\\", "#", "="];
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
fn a_last_line_cut_at_any_byte_is_an_error_to_readers_and_moved_aside_for_a_writer() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let (file, aside) = (path.join("runs.csv"), path.join("runs.csv.torn"));
    let mut appender = folder.appender().unwrap();
    appender.append(&run("a"), &[]).unwrap();
    let whole = fs::read(&file).unwrap();
    let b = Run { message: "a \"b\"\nc, é\n".into(), ..run("b") };
    appender.append(&b, &[]).unwrap();
    appender.close().unwrap();
    let both = fs::read(&file).unwrap();
    for end in whole.len() + 1..both.len() {
        let torn = &both[..end];
        fs::write(&file, torn).unwrap();
        let error = folder.runs().unwrap_err();
        assert!(matches!(error, RecordError::CutOff { line: 3, intact: 1, .. }), "{end}: {error}");
        assert_eq!(fs::read(&file).unwrap(), torn, "reading changes nothing");

        let mut appender = folder.appender().unwrap();
        let expected = Mended::Torn { path: file.clone(), aside: aside.clone() };
        assert_eq!(appender.mended(), [expected], "{end}");
        assert_eq!(fs::read(&file).unwrap(), whole);
        assert_eq!(fs::read(&aside).unwrap(), [&torn[whole.len()..], b"\n"].concat());
        fs::remove_file(&aside).unwrap();
        appender.append(&b, &[]).unwrap();
        assert_eq!(fs::read(&file).unwrap(), both);
    }
    fs::write(&file, &both[..whole.len() + 10]).unwrap();
    let error = folder.runs().unwrap_err().to_string();
    assert!(
        error.ends_with(
            "runs.csv: line 3 ends after 3 of 51 columns, cut off in the last; going on with the experiment moves it \
             aside and makes its run again (intact rows before it: 1)"
        ),
        "{error}"
    );
}

#[test]
fn what_is_moved_aside_is_added_to_what_was_moved_before() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run("a"), &[iteration("a", 28)]).unwrap();
    for (tail, message) in [
        ("a,3", "the last line of RESULT was cut off: moved to RESULT.torn; its run counts as not made"),
        ("\0\0", "the last line of RESULT was cut off: moved to RESULT.torn; its run counts as not made"),
    ] {
        let file = path.join("iterations.csv");
        fs::write(&file, [&fs::read(&file).unwrap(), tail.as_bytes()].concat()).unwrap();
        let told = folder.appender().unwrap().mended()[0].to_string();
        assert_eq!(told, message.replace("RESULT", file.to_str().unwrap()));
    }
    assert_eq!(fs::read(path.join("iterations.csv.torn")).unwrap(), b"a,3\n\0\0\n");
    assert_eq!(folder.appender().unwrap().mended(), []);
    assert_eq!(folder.iterations().unwrap(), [iteration("a", 28)]);
}

#[test]
fn a_stray_quote_that_hides_whole_rows_is_an_error_and_never_moved_aside() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for id in ["a", "b", "c"] {
        appender.append(&Run { solver: "bfs".into(), ..run(id) }, &[]).unwrap();
    }
    drop(appender);
    let garbled = fs::read_to_string(path.join("runs.csv")).unwrap().replacen("b,weights", "b,\"weights", 1);
    fs::write(path.join("runs.csv"), &garbled).unwrap();
    for error in [folder.runs().unwrap_err(), folder.appender().unwrap_err()] {
        assert!(matches!(error, RecordError::Unclosed { line: 3, .. }), "{error}");
    }
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), garbled);
}

#[test]
fn a_line_that_is_garbled_in_the_middle_is_an_error_to_a_writer_too() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    appender.append(&run("a"), &[]).unwrap();
    appender.append(&run("b"), &[]).unwrap();
    drop(appender);
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    let garbled = text.replacen("a,weights,", "a,", 1);
    // With a last line that is cut off besides.
    let garbled = &garbled[..garbled.len() - 1];
    fs::write(path.join("runs.csv"), garbled).unwrap();
    let error = folder.appender().unwrap_err();
    assert!(matches!(error, RecordError::Columns { line: 2, columns: 50, .. }), "{error}");
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), garbled);
}

#[test]
fn a_header_cut_at_any_byte_is_an_error_to_readers_and_written_anew_by_a_writer() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    for end in 1..HEADER.len() {
        fs::write(path.join("runs.csv"), &HEADER[..end]).unwrap();
        assert!(matches!(folder.runs(), Err(RecordError::CutOff { line: 1, .. })), "{end}");
        drop(folder.appender().unwrap());
        assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), HEADER);
    }
    fs::write(path.join("runs.csv"), "").unwrap();
    assert_eq!(folder.runs().unwrap(), []);
    folder.appender().unwrap().append(&run("a"), &[]).unwrap();
    assert_eq!(folder.runs().unwrap(), [run("a")]);
    fs::write(path.join("runs.csv"), "run_id,mine").unwrap();
    let error = folder.appender().unwrap_err();
    assert!(matches!(error, RecordError::Header { number: 2, .. }), "{error}");
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), "run_id,mine");
}

#[test]
fn a_value_that_does_not_belong_is_named_with_its_line_column_and_value() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let row = "a,e,s,1,4,4,b,g,x,astar,manhattan,,ULRD,1,0,solved,optimal,42,42,28,1,2,0,2,0,1,1,8,,0.0,0.5,0.5,U,,,,,,,,,,,,0,,,,,,\n";
    let error_of = |from: &str, to: &str| {
        assert!(row.contains(from));
        fs::write(path.join("runs.csv"), format!("{HEADER}{row}{}", row.replacen(from, to, 1))).unwrap();
        folder.runs().unwrap_err().to_string()
    };
    for (from, to, message) in [
        ("solved", "solvd", "line 3: column status is 'solvd', not a status such as solved or time-limit; correct"),
        ("42,28", "42.0,28", "line 3: column optimal is '42.0', not a whole number below 2^32; correct"),
        ("0.5,U", "NaN,U", "line 3: column cpu_s is 'NaN', not a number, finite and not negative; correct"),
        (",28,", ",-1,", "line 3: column h0 is '-1', not"),
        (",28,", ",", "line 3 has 50 columns where the header has 51; correct"),
        (",28,", ",28,9,", "line 3 has 52 columns where the header has 51; correct"),
    ] {
        let error = error_of(from, to);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn a_value_that_is_not_utf8_is_an_error() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&Run { message: "é".into(), ..run("a") }, &[]).unwrap();
    let mut bytes = fs::read(path.join("runs.csv")).unwrap();
    let at = bytes.iter().position(|&byte| byte == 0xc3).unwrap();
    bytes[at] = b'x';
    fs::write(path.join("runs.csv"), bytes).unwrap();
    let error = folder.runs().unwrap_err().to_string();
    assert!(error.contains("line 2: column message is 'x\u{fffd}', not text in UTF-8"), "{error}");
}

#[test]
fn a_foreign_header_is_refused_by_its_first_foreign_column() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    fs::write(path.join("runs.csv"), HEADER.replace("weight", "w")).unwrap();
    let error = folder.runs().unwrap_err().to_string();
    assert!(error.contains("line 1: column 12 is named 'w' where 'weight' belongs"), "{error}");
}

#[test]
fn columns_that_a_later_version_added_are_skipped_by_readers_and_refused_by_writers() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run("a"), &[]).unwrap();
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    let (header, row) = text.trim_end().split_once('\n').unwrap();
    let newer = format!("{header},colour\n{row},blue\n");
    fs::write(path.join("runs.csv"), &newer).unwrap();
    assert_eq!(folder.runs().unwrap(), [run("a")]);
    // Its last line is not ours to mend either.
    for text in [&newer, newer.trim_end()] {
        fs::write(path.join("runs.csv"), text).unwrap();
        assert!(matches!(folder.appender(), Err(RecordError::OtherVersion { found: 52, expected: 51, .. })));
        assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), *text);
    }
}

#[test]
fn columns_that_an_older_version_lacked_are_empty_to_readers_and_added_by_a_writer_once() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let (file, before) = (path.join("runs.csv"), path.join("runs.csv.before"));
    let a = Run { message: "one\ntwo, \"three\"".into(), ..run("a") };
    folder.appender().unwrap().append(&a, &[]).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let (header, row) = text.trim_end().split_once('\n').unwrap();

    let without_ends = Run {
        cpu_limit_s: None,
        depth_limit: None,
        ended_by: None,
        overshoot: None,
        signal: None,
        instructions: None,
        ..a
    };
    let without_disk = Run { disk_limit_mb: None, peak_disk: 0, ..without_ends.clone() };
    let without_table = Run { table_slots: None, table_states: None, ..without_disk.clone() };
    let without_limits = Run { time_limit_s: None, memory_limit_mb: None, move_runs: None, ..without_table.clone() };
    for (lacking, expected) in [(6, without_ends), (8, without_disk), (12, without_table), (17, without_limits)] {
        let older = |line: &str| line.rsplitn(lacking + 1, ',').last().unwrap().to_owned();
        let older = format!("{}\n{}\n", older(header), older(row));
        fs::write(&file, &older).unwrap();
        assert_eq!(folder.runs().unwrap(), std::slice::from_ref(&expected));

        let mut appender = folder.appender().unwrap();
        let upgraded = Mended::Upgraded { path: file.clone(), added: lacking, before: before.clone() };
        assert_eq!(appender.mended(), [upgraded]);
        appender.append(&run("b"), &[]).unwrap();
        drop(appender);
        assert_eq!(folder.runs().unwrap(), [expected, run("b")]);
        assert_eq!(fs::read_to_string(&before).unwrap(), older);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(HEADER), "{text}");
        let old_row = older.split_once('\n').unwrap().1.trim_end();
        assert!(text[HEADER.len()..].starts_with(&format!("{old_row}{}\n", ",".repeat(lacking))), "{text}");
        assert_eq!(folder.appender().unwrap().mended(), [], "once is enough");
        fs::remove_file(&before).unwrap();
    }
}

#[test]
fn an_older_file_that_is_cut_off_is_mended_and_upgraded_and_the_first_file_kept_stays() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let older = |text: &str| text.trim_end().rsplitn(3, ',').last().unwrap().to_owned() + "\n";
    let whole = older(HEADER);
    fs::write(path.join("runs.csv"), format!("{whole}a,weigh")).unwrap();
    fs::write(path.join("runs.csv.before"), "the first").unwrap();
    assert_eq!(folder.appender().unwrap().mended().len(), 2);
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), HEADER);
    assert_eq!(fs::read_to_string(path.join("runs.csv.torn")).unwrap(), "a,weigh\n");
    assert_eq!(fs::read_to_string(path.join("runs.csv.before")).unwrap(), "the first");
}

#[test]
fn the_last_row_of_a_run_counts_and_with_it_the_last_iterations() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    let stopped = Run { status: Status::TimeLimit, ..run("a") };
    appender.append(&stopped, &[iteration("a", 28), iteration("a", 30), iteration("a", 32)]).unwrap();
    appender.append(&run("b"), &[iteration("b", 41)]).unwrap();
    appender.append(&run("a"), &[iteration("a", 28), iteration("a", 30)]).unwrap();
    assert_eq!(folder.runs().unwrap(), [run("a"), run("b")]);
    assert_eq!(folder.superseded().unwrap(), 1);
    assert_eq!(folder.finished_ids().unwrap().into_iter().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(folder.iterations().unwrap(), [iteration("a", 28), iteration("a", 30), iteration("b", 41)]);
}

#[test]
fn statuses_are_those_of_the_rows_that_count_and_are_told_of_whole_files_only() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for (id, status) in [("a", Status::TimeLimit), ("b", Status::Wrong), ("a", Status::Solved)] {
        appender.append(&Run { status, ..run(id) }, &[]).unwrap();
    }
    drop(appender);
    let statuses = folder.last_statuses().unwrap();
    assert_eq!(statuses, folder.runs().unwrap().into_iter().map(|run| (run.run_id, run.status)).collect());
    assert_eq!(statuses["a"], Status::Solved);
    let mut shown = Vec::new();
    folder.each_row(|run| shown.push(run.status)).unwrap();
    assert_eq!(shown, [Status::TimeLimit, Status::Wrong, Status::Solved]);

    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    for (garbled, message) in [
        (&text[..text.len() - 1], "line 4 ends after 51 of 51 columns"),
        (&text.replacen("a,weights,", "a,", 1), "line 2 has 50 columns"),
        (&text.replacen("540860", "many", 1), "line 2: column generated is 'many'"),
    ] {
        fs::write(path.join("runs.csv"), garbled).unwrap();
        let error = folder.last_statuses().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn iterations_of_a_run_without_a_row_are_left_out() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run("a"), &[iteration("orphan", 28), iteration("a", 28)]).unwrap();
    assert_eq!(folder.iterations().unwrap(), [iteration("a", 28)]);
}

#[test]
fn merging_adds_each_run_once_with_its_iterations() {
    let (_dir, path) = place();
    let (one, two) =
        (Folder::open_or_create(&path.join("1")).unwrap(), Folder::open_or_create(&path.join("2")).unwrap());
    one.appender().unwrap().append(&run("a"), &[iteration("a", 28)]).unwrap();
    let mut appender = two.appender().unwrap();
    appender.append(&Run { message: "another".into(), ..run("a") }, &[iteration("a", 30)]).unwrap();
    appender.append(&run("b"), &[iteration("b", 41), iteration("b", 43)]).unwrap();
    assert_eq!(one.merge(&two).unwrap(), 1);
    assert_eq!(one.merge(&two).unwrap(), 0);
    assert_eq!(one.runs().unwrap(), [run("a"), run("b")]);
    assert_eq!(one.iterations().unwrap(), [iteration("a", 28), iteration("b", 41), iteration("b", 43)]);
}

#[test]
fn a_folder_is_appended_to_by_one_program_at_a_time() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let appender = folder.appender().unwrap();
    let error = folder.appender().unwrap_err().to_string();
    assert!(error.contains("is being written by another run"), "{error}");
    drop(appender);
    folder.appender().unwrap();
}

#[test]
fn a_folder_without_runs_and_one_that_cannot_be_written_are_named() {
    let (dir, path) = place();
    let error = Folder::open(&path).unwrap_err().to_string();
    assert!(error.ends_with("result has no runs.csv: is it a result folder?"), "{error}");
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Folder::open_or_create(&file.join("result")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write in ") && error.contains("file/result"), "{error}");
}

#[test]
fn a_manifest_is_read_back_as_it_was_written_and_leaves_nothing_beside_it() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    assert_eq!(folder.manifest().unwrap(), None);
    let manifest = Manifest {
        schema: Manifest::SCHEMA,
        name: "weights".into(),
        question: "What does a heavier weight buy?".into(),
        created: "2026-01-31T12:00:00Z".into(),
        build: Build { version: "0.1.0".into(), commit: None, profile: "release".into(), rustc: Some("1.95.0".into()) },
        machine: Machine {
            os: "linux".into(),
            arch: "x86_64".into(),
            cpu: None,
            cores: 2,
            physical_cores: Some(1),
            governor: Some("performance".into()),
            boost: Some(false),
            memory_bytes: Some(1 << 33),
        },
        other_machines: Vec::new(),
        experiment: serde_json::json!({ "limits": { "time_s": 60 } }),
        sets: vec!["korf100".into()],
        solvers: vec!["WA* w=4/3, manhattan".into()],
        limits: vec![Limit { what: "time_s".into(), value: "60".into(), means: "a watcher thread".into() }],
        seeds: vec![1],
        tables: vec![Table { name: "pdb-6-6-3".into(), checksum: "00ff".into(), bytes: 256 }],
        runs_planned: 500,
        plan_id: None,
        shard: None,
        others: 0,
        retry: None,
        published: vec![Published {
            set: "random:4x4:1000:seed=1".into(),
            heuristic: "manhattan".into(),
            quantity: Published::MEAN_H0.into(),
            value: 36.5,
            sample: 1000,
            source: "a paper".into(),
        }],
        sessions: vec![Session {
            began: "2026-01-31T12:00:00Z".into(),
            jobs: 2,
            pinned: true,
            load_before: Some(0.25),
            load_after: None,
            speed_before: Some(5e8),
            speed_after: None,
        }],
        warnings: vec!["the governor is powersave".into()],
    };
    folder.write_manifest(&manifest).unwrap();
    folder.write_manifest(&manifest).unwrap();
    assert_eq!(folder.manifest().unwrap(), Some(manifest));
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
}

#[test]
fn a_manifest_written_before_figures_and_sessions_were_in_it_has_none() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let older = r#"{
        "schema": 1, "name": "weights", "question": "", "created": "", "experiment": {}, "limits": [], "seeds": [],
        "tables": [], "runs_planned": 1, "build": { "version": "0.1.0", "profile": "release" },
        "machine": { "os": "linux", "arch": "x86_64", "cores": 2 }
    }"#;
    fs::write(path.join("manifest.json"), older).unwrap();
    let manifest = folder.manifest().unwrap().unwrap();
    assert_eq!((&manifest.published[..], &manifest.sessions[..], &manifest.warnings[..]), (&[][..], &[][..], &[][..]));
    let machine = manifest.machine;
    assert_eq!((machine.physical_cores, machine.governor, machine.boost), (None, None, None));
}

#[test]
fn a_manifest_that_is_broken_or_of_a_later_version_is_refused() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    fs::write(path.join("manifest.json"), "{").unwrap();
    let error = folder.manifest().unwrap_err().to_string();
    assert!(error.contains("manifest.json cannot be read as a manifest: EOF"), "{error}");
    fs::write(path.join("manifest.json"), "{\"schema\": 2}").unwrap();
    let error = folder.manifest().unwrap_err().to_string();
    assert!(error.ends_with("has schema 2 and this version reads up to 1: use a newer program"), "{error}");
}
