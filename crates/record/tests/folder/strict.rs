//! Invalid content of a file is reported.

use super::*;

#[test]
fn an_invalid_value_is_reported_with_its_line_and_column() {
    let (_dir, path) = place();
    let folder = Folder::open_or_create(&path).unwrap();
    let known = "a,e,s,1,4,4,b,g,x,astar,manhattan,,ULRD,1,0,solved,optimal,42,42,28,1,2,0,2,0,1,1,8,,0.0,0.5,0.5,U,,,,,,,,,,,,0";
    let (all, rest) = (columns(), ",".repeat(columns() - place_of("peak_disk")));
    let row = format!("{known}{rest}\n");
    let error_of = |from: &str, to: &str| {
        assert!(row.contains(from));
        fs::write(path.join("runs.csv"), format!("{HEADER}{row}{}", row.replacen(from, to, 1))).unwrap();
        folder.runs().unwrap_err().to_string()
    };
    for (from, to, message) in [
        ("solved", "solvd", "line 3: column status is 'solvd', not a status such as solved or time-limit; correct"),
        ("42,28", "42.0,28", "line 3: column optimal is '42.0', not an integer below 2^32; correct"),
        ("0.5,U", "NaN,U", "line 3: column cpu_s is 'NaN', not a number, finite and not negative; correct"),
        (",28,", ",-1,", "line 3: column h0 is '-1', not"),
        (",28,", ",", &format!("line 3 has {} columns, but the header has {all}; correct", all - 1)),
        (",28,", ",28,9,", &format!("line 3 has {} columns, but the header has {all}; correct", all + 1)),
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
    assert!(error.contains("line 1: column 12 is named 'w' instead of 'weight'"), "{error}");
}
