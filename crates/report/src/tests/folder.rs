//! Folders before and after a report: the files written, refused, listed and removed.

use super::*;

#[test]
fn every_written_file_is_listed_and_exists() {
    let (_guard, dir) = folder(&fixture::runs()[..12], None);
    let before = contents(&dir).len();
    let written = write(&dir).unwrap();
    assert!(written.files.iter().all(|file| file.is_file()));
    assert_eq!(contents(&dir).len(), before + written.files.len());
    assert!(written.files.contains(&written.index));
    assert!(written.files.contains(&dir.join("charts/solved-time.png")));
}

#[test]
fn equal_records_give_equal_bytes() {
    let (_guard, dir) = folder(&fixture::runs()[..12], Some(&fixture::manifest()));
    write(&dir).unwrap();
    let first = contents(&dir);
    write(&dir).unwrap();
    assert!(first == contents(&dir));
}

#[test]
fn the_named_baseline_is_used_and_an_unknown_name_writes_no_file() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let before = contents(&dir);
    let error = write_with(&dir, ReportOptions { baseline: Some("IDA* manhattan"), ..ReportOptions::default() })
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("unknown configuration 'IDA* manhattan'; did you mean"), "{error}");
    assert!(before == contents(&dir));
    write_with(&dir, ReportOptions { baseline: Some("IDA* linear_conflict"), ..ReportOptions::default() }).unwrap();
    let tables = fs::read_to_string(dir.join("summary.md")).unwrap();
    assert!(tables.contains("## Compared with IDA\\* linear\\_conflict"), "{tables}");
}

#[test]
fn a_report_without_runs_has_a_remark() {
    let (_guard, dir) = folder(&[], Some(&fixture::manifest()));
    let written = write(&dir).unwrap();
    let page = fs::read_to_string(&written.index).unwrap();
    assert!(page.contains("No run is recorded."), "{page}");
    assert_eq!(written.summary, "No run is recorded.\n");
    let measures = fs::read_to_string(dir.join("figures.csv")).unwrap();
    assert_eq!(measures.lines().count(), 1, "{measures}");
}

#[test]
fn a_folder_without_results_or_with_a_wrong_header_is_refused_and_unchanged() {
    let guard = tempfile::tempdir().unwrap();
    let error = format!("{:#}", write(guard.path()).unwrap_err());
    assert!(error.ends_with("has no runs.csv: is it a result folder?"), "{error}");

    let (_guard, dir) = folder(&fixture::runs(), None);
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    fs::write(dir.join("runs.csv"), text.replacen("run_id", "name", 1)).unwrap();
    let before = contents(&dir);
    let error = format!("{:#}", write(&dir).unwrap_err());
    assert!(error.contains("cannot report on ") && error.contains("line 1: column 1 is named 'name'"), "{error}");
    assert!(before == contents(&dir));
}

#[test]
fn rows_that_cannot_be_read_are_listed_first_and_the_others_are_reported() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    let text = text.replacen("node-limit", "<b>tired</b>", 1);
    // Without the last two cells.
    fs::write(dir.join("runs.csv"), text.strip_suffix(",tiles,\n").unwrap()).unwrap();
    let columns = text.lines().next().unwrap().split(',').count();
    let last = format!("| runs.csv | 15 | the file ends in it, in column {} of {columns} | easy-a-2,", columns - 2);
    let iterations = "run_id,threshold,generated,expanded,wall_s\nkorf100-1-0,4,many,1,0.5\n";
    fs::write(dir.join("iterations.csv"), iterations).unwrap();
    let written = write(&dir).unwrap();
    assert_eq!((written.unread, written.unexplained), (3, 1));
    assert!(written.summary.starts_with("Not read: 3 rows"), "{}", written.summary);
    let markdown = fs::read_to_string(dir.join("summary.md")).unwrap();
    let rows = [
        "| runs.csv | 4 | column status is '\\<b>tired\\</b>', not a status such as solved or time-limit | korf100-3-0,",
        last.as_str(),
        "| iterations.csv | 2 | column generated is 'many', not an integer below 2^64 | korf100-1-0,4,many",
    ];
    for row in rows {
        assert!(markdown.contains(row), "{row}: {markdown}");
    }
    let place = |text: &str, part: &str| text.find(part).unwrap_or_else(|| panic!("there is no '{part}'"));
    assert!(place(&markdown, "Rows that could not be read") < place(&markdown, "Unexplained outcomes"));
    let page = fs::read_to_string(&written.index).unwrap();
    assert!(place(&page, "<h2>Rows that could not be read") < place(&page, "<h2>Unexplained outcomes"));
    assert!(page.contains("tired&lt;/b&gt;") && place(&page, "Not read: 3 rows") < place(&page, " runs solved."));
    let error = format!("{:#}", crate::compare(&dir, "A* manhattan", "WA* w=1.5 manhattan").unwrap_err());
    assert!(error.contains("runs.csv: line 4: column status is") && error.contains("(and 2 more)"), "{error}");
}

#[test]
fn files_of_an_earlier_report_on_other_runs_are_removed() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    write(&dir).unwrap();
    crate::parquet(&dir).unwrap();
    let mine = dir.join("charts/plot-mine.svg");
    fs::write(&mine, "mine").unwrap();
    assert!(dir.join("charts/cactus-korf100.svg").exists() && dir.join("runs.parquet").exists());
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    // One configuration is left.
    let is_kept = |row: &&str| row.starts_with("run_id") || row.contains(",A* manhattan,");
    let kept: Vec<&str> = text.lines().filter(is_kept).collect();
    fs::write(dir.join("runs.csv"), kept.join("\n") + "\n").unwrap();
    write(&dir).unwrap();
    for removed in ["charts/cactus-korf100.svg", "charts/scatter-korf100.png", "runs.parquet"] {
        assert!(!dir.join(removed).exists(), "{removed}");
    }
    assert!(mine.exists());
}

#[test]
fn a_folder_without_a_readable_row_has_a_remark() {
    let (_guard, dir) = folder(&fixture::runs()[..1], None);
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    fs::write(dir.join("runs.csv"), text.replacen("solved", "sold", 1)).unwrap();
    let written = write(&dir).unwrap();
    assert_eq!(written.unread, 1);
    assert!(written.summary.starts_with("Not read: 1 row."), "{}", written.summary);
}
