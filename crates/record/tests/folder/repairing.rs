//! Files that were cut off, and files of other versions.

use super::*;

#[test]
fn a_last_line_cut_at_any_byte_is_an_error_to_readers_and_moved_aside_for_a_writer() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let (file, aside) = (path.join("runs.csv"), path.join("runs.csv.torn"));
    let mut appender = folder.appender().unwrap();
    appender.append(&run("a"), &[]).unwrap();
    let complete = fs::read(&file).unwrap();
    let b = Run { message: "a \"b\"\nc, é\n".into(), ..run("b") };
    appender.append(&b, &[]).unwrap();
    appender.close().unwrap();
    let both = fs::read(&file).unwrap();
    for end in complete.len() + 1..both.len() {
        let torn = &both[..end];
        fs::write(&file, torn).unwrap();
        let error = folder.runs().unwrap_err();
        assert!(matches!(error, RecordError::CutOff { line: 3, intact: 1, .. }), "{end}: {error}");
        assert_eq!(fs::read(&file).unwrap(), torn, "reading changes nothing");

        let mut appender = folder.appender().unwrap();
        let expected = Repair::Torn { path: file.clone(), aside: aside.clone() };
        assert_eq!(appender.repairs(), [expected], "{end}");
        assert_eq!(fs::read(&file).unwrap(), complete);
        assert_eq!(fs::read(&aside).unwrap(), [&torn[complete.len()..], b"\n"].concat());
        fs::remove_file(&aside).unwrap();
        appender.append(&b, &[]).unwrap();
        assert_eq!(fs::read(&file).unwrap(), both);
    }
    fs::write(&file, &both[..complete.len() + 10]).unwrap();
    let error = folder.runs().unwrap_err().to_string();
    let expected = format!(
        "runs.csv: line 3 ends after 3 of {} columns, cut off in the last; resuming the experiment moves it aside and \
         repeats its run (intact rows before it: 1)",
        columns()
    );
    assert!(error.ends_with(&expected), "{error}");
}

#[test]
fn a_file_that_was_cleared_by_an_editor_gets_a_header() {
    for cleared in ["\n", "\r\n", "\u{feff}", "\u{feff}\n\n"] {
        let (_dir, path) = place();
        let folder = Folder::open_or_create(&path).unwrap();
        for file in ["runs.csv", "iterations.csv"] {
            fs::write(path.join(file), cleared).unwrap();
        }
        folder.appender().unwrap().append(&run_with("a", 1), &[iteration("a", 28)]).unwrap();
        assert_eq!((folder.runs().unwrap().len(), folder.iterations().unwrap().len()), (1, 1), "{cleared:?}");
    }
}

#[test]
fn lines_moved_aside_are_appended_to_earlier_ones() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run_with("a", 1), &[iteration("a", 28)]).unwrap();
    // No recorded run lost an iteration, so the message names no run.
    let message = "the last line of RESULT was cut off: moved to RESULT.torn";
    for tail in ["a,3", "\0\0"] {
        let file = path.join("iterations.csv");
        fs::write(&file, [&fs::read(&file).unwrap(), tail.as_bytes()].concat()).unwrap();
        let text = folder.appender().unwrap().repairs()[0].to_string();
        assert_eq!(text, message.replace("RESULT", file.to_str().unwrap()));
    }
    assert_eq!(fs::read(path.join("iterations.csv.torn")).unwrap(), b"a,3\n\0\0\n");
    assert_eq!(folder.appender().unwrap().repairs(), []);
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
    // The last line is truncated too.
    let garbled = &garbled[..garbled.len() - 1];
    fs::write(path.join("runs.csv"), garbled).unwrap();
    let error = folder.appender().unwrap_err();
    assert!(matches!(error, RecordError::Columns { line: 2, columns: found, .. } if found + 1 == columns()), "{error}");
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), garbled);
}

#[test]
fn a_header_cut_at_any_byte_is_an_error_to_readers_and_rewritten_by_a_writer() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let former = former_header();
    let cut = |header: &str| (1..header.len()).map(|end| header[..end].to_owned()).collect::<Vec<_>>();
    for torn in cut(HEADER).into_iter().chain(cut(&former)) {
        fs::write(path.join("runs.csv"), &torn).unwrap();
        assert!(matches!(folder.runs(), Err(RecordError::CutOff { line: 1, .. })), "{torn}");
        let each = folder.each_row_or_error(|_| {}).unwrap_err();
        assert!(matches!(each, RecordError::CutOff { line: 1, .. }), "{torn}: {each}");
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
fn columns_that_a_later_version_added_are_skipped_by_readers_and_refused_by_writers() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    folder.appender().unwrap().append(&run("a"), &[]).unwrap();
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    let (header, row) = text.trim_end().split_once('\n').unwrap();
    let newer = format!("{header},colour\n{row},blue\n");
    fs::write(path.join("runs.csv"), &newer).unwrap();
    assert_eq!(folder.runs().unwrap(), [run("a")]);
    // An incomplete last line of a newer version is not mended either.
    for text in [&newer, newer.trim_end()] {
        fs::write(path.join("runs.csv"), text).unwrap();
        let refused = folder.appender().unwrap_err();
        assert!(
            matches!(refused, RecordError::OtherVersion { found, expected, .. }
                if (found, expected) == (columns() + 1, columns())),
            "{refused}"
        );
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

    let without_cost = Run {
        cost: None,
        cost_model: "unit".into(),
        metric: "single".into(),
        expanded_backward: None,
        generated_backward: None,
        ..a
    };
    let without_ends = Run {
        cpu_limit_s: None,
        depth_limit: None,
        ended_by: None,
        overshoot: None,
        signal: None,
        instructions: None,
        ..without_cost.clone()
    };
    let without_disk = Run { disk_limit_mib: None, peak_disk: None, ..without_ends.clone() };
    let without_table = Run { table_slots: None, table_states: None, ..without_disk.clone() };
    let without_limits = Run { time_limit_s: None, memory_limit_mib: None, move_runs: None, ..without_table.clone() };
    // By the number of columns of each version.
    let older = [(51, without_cost), (45, without_ends), (43, without_disk), (39, without_table), (34, without_limits)];
    for (present, expected) in older {
        let lacking = columns() - present;
        let older = |line: &str| line.rsplitn(lacking + 1, ',').last().unwrap().to_owned();
        let older = format!("{}\n{}\n", older(header), older(row));
        fs::write(&file, &older).unwrap();
        assert_eq!(folder.runs().unwrap(), std::slice::from_ref(&expected));

        let mut appender = folder.appender().unwrap();
        let upgraded = Repair::Upgraded { path: file.clone(), added: lacking, renamed: 0, before: before.clone() };
        assert_eq!(appender.repairs(), [upgraded]);
        appender.append(&run("b"), &[]).unwrap();
        drop(appender);
        assert_eq!(folder.runs().unwrap(), [expected, run("b")]);
        assert_eq!(fs::read_to_string(&before).unwrap(), older);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with(HEADER), "{text}");
        let old_row = older.split_once('\n').unwrap().1.trim_end();
        assert!(text[HEADER.len()..].starts_with(&format!("{old_row}{}\n", ",".repeat(lacking))), "{text}");
        assert_eq!(folder.appender().unwrap().repairs(), [], "once is enough");
        fs::remove_file(&before).unwrap();
    }
}

/// The header before columns were renamed.
fn former_header() -> String {
    HEADER.replace("memory_limit_mib", "memory_limit_mb").replace("disk_limit_mib", "disk_limit_mb")
}

#[test]
fn columns_with_former_names_are_read_and_renamed_by_a_writer_once() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let (file, before) = (path.join("runs.csv"), path.join("runs.csv.before"));
    folder.appender().unwrap().append(&run("a"), &[]).unwrap();
    let row = fs::read_to_string(&file).unwrap()[HEADER.len()..].to_owned();
    let older = former_header() + &row;
    fs::write(&file, &older).unwrap();
    assert_eq!(folder.runs().unwrap(), [run("a")]);
    let mut rows = Vec::new();
    folder.each_row_or_error(|row| rows.push(row.unwrap())).unwrap();
    assert_eq!(rows, [run("a")]);

    let appender = folder.appender().unwrap();
    let upgraded = Repair::Upgraded { path: file.clone(), added: 0, renamed: 2, before: before.clone() };
    assert_eq!(appender.repairs(), std::slice::from_ref(&upgraded));
    let message = "RUNS is of an older version: 2 columns were renamed; the old file is kept as RUNS.before";
    assert_eq!(upgraded.to_string(), message.replace("RUNS", file.to_str().unwrap()));
    drop(appender);
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{HEADER}{row}"));
    assert_eq!(fs::read_to_string(&before).unwrap(), older);
    assert_eq!(folder.runs().unwrap(), [run("a")]);
    assert_eq!(folder.appender().unwrap().repairs(), [], "once is enough");
}

#[test]
fn a_truncated_older_file_is_repaired_and_upgraded_and_its_first_copy_is_kept() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let older = |text: &str| text.trim_end().rsplitn(3, ',').last().unwrap().to_owned() + "\n";
    let text = older(HEADER);
    fs::write(path.join("runs.csv"), format!("{text}a,weigh")).unwrap();
    fs::write(path.join("runs.csv.before"), "the first").unwrap();
    assert_eq!(folder.appender().unwrap().repairs().len(), 2);
    assert_eq!(fs::read_to_string(path.join("runs.csv")).unwrap(), HEADER);
    assert_eq!(fs::read_to_string(path.join("runs.csv.torn")).unwrap(), "a,weigh\n");
    assert_eq!(fs::read_to_string(path.join("runs.csv.before")).unwrap(), "the first");
}
