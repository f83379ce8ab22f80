//! Rows that cannot be read, and those around them.

use super::*;

use tilebench_record::UnreadableRow;

/// The names of the rows that can be read of a file of the runs a, b and c after `change`, and the others.
#[expect(clippy::unwrap_used, reason = "a test may panic")]
fn read(change: impl FnOnce(&str) -> Vec<u8>) -> (Vec<String>, Vec<UnreadableRow>) {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    for id in ["a", "b", "c"] {
        appender.append(&run(id), &[]).unwrap();
    }
    drop(appender);
    let text = fs::read_to_string(path.join("runs.csv")).unwrap();
    fs::write(path.join("runs.csv"), change(&text)).unwrap();
    let (mut ids, mut bad) = (Vec::new(), Vec::new());
    folder
        .each_row_or_error(|row| match row {
            Ok(run) => ids.push(run.run_id),
            Err(why) => bad.push(why),
        })
        .unwrap();
    (ids, bad)
}

/// The report on the only row that cannot be read.
fn one(found: (Vec<String>, Vec<UnreadableRow>), left: &[&str], line: u64) -> String {
    let (ids, bad) = found;
    assert_eq!(ids, left);
    let [UnreadableRow { file: "runs.csv", line: found_line, reason, start }] = &bad[..] else { panic!("{bad:?}") };
    assert_eq!(*found_line, line);
    assert!(start.chars().count() <= 61 && !start.contains('\n'), "{start}");
    reason.clone()
}

#[test]
fn complete_rows_are_shown_as_strict_reading_shows_them() {
    let (ids, bad) = read(|text| text.as_bytes().to_vec());
    assert_eq!((ids.join(""), bad), ("abc".to_owned(), Vec::new()));
}

#[test]
fn invalid_rows_are_reported_and_the_others_are_read() {
    let of_b = |from: &str, to: &str| {
        read(|text| {
            let (before, after) = text.split_once("\nb,").unwrap();
            format!("{before}\nb,{}", after.replacen(from, to, 1)).into_bytes()
        })
    };
    assert_eq!(one(of_b("540860", "many"), &["a", "c"], 3), "column generated is 'many', not an integer below 2^64");
    assert_eq!(
        one(of_b("solved", "solvd"), &["a", "c"], 3),
        "column status is 'solvd', not a status such as solved or time-limit"
    );
    let all = columns();
    let found = |count| format!("it has {count} columns, but the header has {all}");
    assert_eq!(one(of_b("weights,", ""), &["a", "c"], 3), found(all - 1));
    assert_eq!(one(of_b("weights,", ",,,weights,"), &["a", "c"], 3), found(all + 3));
}

#[test]
fn a_truncated_line_is_reported_at_any_position() {
    let all = columns();
    let ends_in = |column| format!("the file ends in it, in column {column} of {all}");
    // Within the last 200000, which is in generated_backward.
    let last = read(|text| text.as_bytes()[..text.rfind("0000,").unwrap()].to_vec());
    assert_eq!(one(last, &["a", "b"], 4), ends_in(place_of("generated_backward")));
    let unended = read(|text| text.as_bytes()[..text.len() - 1].to_vec());
    assert_eq!(one(unended, &["a", "b"], 4), ends_in(all));
    let middle = read(|text| text.replacen(",\nb,", "\nb,", 1).into_bytes());
    assert_eq!(one(middle, &["b", "c"], 2), format!("it has {} columns, but the header has {all}", all - 1));
}

#[test]
fn bytes_that_are_not_utf8_are_reported() {
    let garbled = read(|text| {
        let mut bytes = text.as_bytes().to_vec();
        let place = text.find("b,weights").unwrap();
        bytes[place + 2] = 0xff;
        bytes
    });
    assert_eq!(one(garbled, &["a", "c"], 3), "column experiment is '\u{fffd}eights', not text in UTF-8");
}

#[test]
fn a_quote_that_is_never_closed_hides_no_row_after_it() {
    let open_in = |text: &str, id: &str| {
        let (before, after) = text.split_once(&format!("\n{id},weights")).unwrap();
        format!("{before}\n{id},weights{}", after.replacen(",wastar", ",\"wastar", 1))
    };
    let open = |id: &'static str| read(move |text| open_in(text, id).into_bytes());
    assert_eq!(one(open("a"), &["b", "c"], 2), "a quote in it is not closed");
    assert_eq!(one(open("b"), &["a", "c"], 3), "a quote in it is not closed");
    assert_eq!(one(open("c"), &["a", "b"], 4), format!("the file ends in it, in column 10 of {}", columns()));
    // Two of the quotes close each other, but the text between them is not a row.
    let (ids, bad) = read(|text| open_in(&open_in(text, "a"), "c").into_bytes());
    assert_eq!((ids, bad.iter().map(|bad| bad.line).collect::<Vec<_>>()), (vec!["b".to_owned()], vec![2, 4]));
}

#[test]
fn an_invalid_row_of_several_lines_is_one_unreadable_row() {
    let several = read(|text| {
        text.replacen("540860", "many", 1).replacen(",ULRD,,", ",ULRD,\"first\nsecond\nthird\",", 1).into_bytes()
    });
    assert_eq!(one(several, &["b", "c"], 2), "column generated is 'many', not an integer below 2^64");
}

#[test]
fn line_numbers_are_correct_after_an_invalid_row_of_several_lines() {
    let (ids, bad) = read(|text| {
        let text = text.replacen("540860", "many", 1).replacen(",ULRD,,", ",ULRD,\"first\nsecond\",", 1);
        text.replacen("c,weights,", "c,", 1).into_bytes()
    });
    assert_eq!((ids, bad.iter().map(|bad| bad.line).collect::<Vec<_>>()), (vec!["b".to_owned()], vec![2, 5]));
}

#[test]
fn another_header_or_half_of_one_is_still_an_error() {
    let (_dir, path) = place();
    fs::create_dir_all(&path).unwrap();
    let half = format!("line 1 ends after 2 of {}", columns());
    for (text, message) in [("name,status\n", "column 1 is named 'name'"), ("run_id,exper", &half)] {
        fs::write(path.join("runs.csv"), text).unwrap();
        let error = Folder::open(&path).unwrap().each_row_or_error(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn unreadable_iterations_are_reported_and_those_of_unreadable_runs_are_skipped() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let mut appender = folder.appender().unwrap();
    appender.append(&run_with("a", 2), &[iteration("a", 28), iteration("a", 30)]).unwrap();
    appender.append(&run_with("b", 1), &[iteration("b", 40)]).unwrap();
    drop(appender);
    for (file, from, to) in [("iterations.csv", "a,28", "a,many"), ("runs.csv", "b,weights,", "b,")] {
        let text = fs::read_to_string(path.join(file)).unwrap();
        fs::write(path.join(file), text.replacen(from, to, 1)).unwrap();
    }
    let mut bad = Vec::new();
    folder.each_iteration_or_error(|row| bad.extend(row.err())).unwrap();
    assert_eq!(folder.readable_iterations().unwrap(), [iteration("a", 30)]);
    let [UnreadableRow { file: "iterations.csv", line: 2, reason, .. }] = &bad[..] else { panic!("{bad:?}") };
    assert_eq!(reason, "column threshold is 'many', not an integer below 2^32");
}
