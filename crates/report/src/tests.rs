//! Whole reports on small folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tilebench_record::{EndedBy, Folder, Manifest, Run, Session, Status};

use crate::experiment::Experiment;
use crate::fixture;
use crate::write::{Report, write, write_against};

/// A folder that holds `runs`, beside the guard that removes it.
fn folder(runs: &[Run], manifest: Option<&Manifest>) -> (TempDir, PathBuf) {
    let guard = tempfile::tempdir().expect("a temporary folder can be made");
    let path = guard.path().join("small");
    let folder = Folder::open_or_create(&path).expect("it can be written");
    let mut appender = folder.appender().expect("it is new");
    for run in runs {
        appender.append(run, &[]).expect("the disk is not full");
    }
    manifest.map_or(Ok(()), |manifest| folder.write_manifest(manifest)).expect("the disk is not full");
    (guard, path)
}

/// The report on `runs`, with nothing written.
fn report(runs: Vec<Run>, manifest: Option<Manifest>) -> Report {
    Report::of(&Experiment::arrange(runs, manifest), None).expect("these runs can be reported on")
}

fn text<'a>(report: &'a Report, name: &str) -> &'a str {
    let found = report.texts.iter().find(|(other, _)| other == name);
    found.map(|(_, text)| text.as_str()).expect("every report has it")
}

/// What a chart says, as one line.
fn words(svg: &str) -> String {
    let texts = svg.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text.trim());
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Every file below `dir`, by its path.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(contents(&entry));
        } else {
            let bytes = fs::read(&entry).expect("a file");
            files.insert(entry, bytes);
        }
    }
    files
}

#[test]
fn the_tables_of_a_small_experiment_are_as_reviewed() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    for name in ["summary.csv", "figures.csv", "summary.md", "summary.tex"] {
        insta::assert_snapshot!(name, text(&report, name));
    }
    insta::assert_snapshot!("terminal", report.summary);
    assert_eq!(report.unexplained, 1);
}

#[test]
fn the_tables_of_heuristics_are_as_reviewed() {
    let report = report(fixture::estimates(), Some(fixture::published()));
    for name in ["heuristics.csv", "heuristics.md", "heuristics.tex"] {
        insta::assert_snapshot!(name, text(&report, name));
    }
    insta::assert_snapshot!("heuristics.terminal", report.summary);
}

#[test]
fn heuristics_are_reported_on_where_there_are_two_and_only_there() {
    let (_guard, dir) = folder(&fixture::estimates(), Some(&fixture::published()));
    let written = write(&dir).unwrap();
    assert!(
        ["csv", "md", "tex"].iter().all(|format| written.files.contains(&dir.join(format!("heuristics.{format}"))))
    );

    let one: Vec<Run> = fixture::estimates().into_iter().filter(|run| run.heuristic == "manhattan").collect();
    let report = report(one, Some(fixture::published()));
    assert!(report.texts.iter().all(|(name, _)| !name.contains("heuristics") && !name.contains("h0")));
    assert!(!text(&report, "index.html").contains("<h2>Heuristics</h2>"));
    assert!(!text(&report, "index.html").contains("h0 against"), "a chart nobody can expect is not missed");
}

#[test]
fn the_page_shows_the_heuristics_in_a_section_of_their_own_and_says_which_charts_do_not_apply() {
    let few = report(fixture::estimates(), Some(fixture::published()));
    let page = text(&few, "index.html");
    let (before, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    let (section, _) = section.split_once("</section>").unwrap();
    let (_, verdict) = before.split_once("<section id=\"part-published\">").unwrap();
    let (verdict, _) = verdict.split_once("</section>").unwrap();
    assert!(verdict.contains("First paper &amp; sequel") && verdict.contains("agrees") && verdict.contains("differs"));
    assert!(verdict.contains("Of the published figures: agrees "), "{verdict}");
    assert!(!section.contains("First paper"), "it is told once");
    assert_eq!(section.matches("No chart").count(), 6, "three kinds on two sets of few boards");
    let many = report(fixture::estimates_of(30), None);
    let page = text(&many, "index.html");
    let (before, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    assert!(before.contains("charts/solved-nodes.svg") && !before.contains("charts/h0-"));
    for chart in ["charts/h0-length.svg", "charts/h0-distribution.svg", "charts/h0-nodes.svg"] {
        assert!(section.contains(chart), "{chart}");
    }
}

#[test]
fn charts_of_heuristics_name_them_their_boards_and_what_they_leave_out() {
    let report = report(fixture::estimates_of(30), None);
    let length = words(text(&report, "charts/h0-length.svg"));
    for said in ["weak (20.0)", "fair (37.0)", "strong (44.0)", "h0 = optimal length", "30 in all"] {
        assert!(length.contains(said), "{said}: {length}");
    }
    let distribution = words(text(&report, "charts/h0-distribution.svg"));
    assert!(distribution.contains("Each curve is the share of 30 boards") && distribution.contains("pairs of values"));
    let nodes = words(text(&report, "charts/h0-nodes.svg"));
    for said in ["means over the 20 of 30 boards", "IDA* fair (37.0)", "IDA* strong (44.0)", "IDA* weak (3 solved)"] {
        assert!(nodes.contains(said), "{said}: {nodes}");
    }
    assert!(!nodes.contains("IDA* weak (20.0)"), "it is left out and has no point");
}

#[test]
fn every_file_that_was_written_is_listed_and_there() {
    let (_guard, dir) = folder(&fixture::runs()[..12], None);
    let before = contents(&dir).len();
    let written = write(&dir).unwrap();
    assert!(written.files.iter().all(|file| file.is_file()));
    assert_eq!(contents(&dir).len(), before + written.files.len());
    assert!(written.files.contains(&written.index));
    assert!(written.files.contains(&dir.join("charts/solved-time.png")));
}

#[test]
fn the_same_records_give_the_same_bytes() {
    let (_guard, dir) = folder(&fixture::runs()[..12], Some(&fixture::manifest()));
    write(&dir).unwrap();
    let first = contents(&dir);
    write(&dir).unwrap();
    assert!(first == contents(&dir));
}

#[test]
fn every_chart_names_every_configuration_of_its_set() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    for kind in ["solved-time", "solved-nodes", "length", "nodes"] {
        let svg = text(&report, &format!("charts/{kind}-korf100.svg"));
        for name in ["A* manhattan", "WA* w=1.5 manhattan", "IDA* linear_conflict"] {
            assert!(svg.contains(name), "{kind} does not name {name}");
        }
        assert!(svg.contains("9 of 12 runs solved."), "{kind} does not say how many were solved");
    }
}

#[test]
fn charts_of_weights_and_of_pairs_are_drawn_where_they_apply() {
    let weighted = |(place, weight): (u64, &'static str)| {
        (1..=6).map(move |instance: u64| Run {
            run_id: format!("{weight}-{instance}"),
            set: "korf100".into(),
            instance: instance.to_string(),
            solver: format!("WA* {weight}"),
            algorithm: "wastar".into(),
            heuristic: "manhattan".into(),
            weight: weight.into(),
            status: Status::Solved,
            length: Some(50),
            optimal: Some(40),
            generated: 1000 * instance / (place + 1),
            wall_s: 0.5,
            ..Run::default()
        })
    };
    let runs: Vec<Run> = (0..).zip(["1", "4/3", "2"]).flat_map(weighted).collect();
    let report = report(runs, None);
    let weights = text(&report, "charts/weights.svg");
    assert!(weights.contains("wastar, manhattan") && weights.contains("Means over the 6 instances"), "{weights}");
    let scatter = text(&report, "charts/scatter.svg");
    assert!(
        scatter.contains("nodes generated by WA* 1") && scatter.contains("nodes generated by WA* 4/3"),
        "{scatter}"
    );
}

#[test]
fn a_single_run_and_extreme_figures_are_drawn_without_a_panic() {
    let run = |solver: &str, status, generated, wall_s| Run {
        run_id: format!("{solver}{generated}"),
        set: "s".into(),
        instance: "1".into(),
        solver: solver.into(),
        status,
        length: Some(u32::MAX),
        optimal: Some(0),
        generated,
        wall_s,
        time_limit_s: Some(1e-9),
        node_limit: Some(1),
        ..Run::default()
    };
    let solved = Status::Solved;
    for runs in [
        vec![run("a", solved, 10, 0.1)],
        vec![run("a", solved, u64::MAX / 4, 1e12), run("b", solved, 1, 0.0)],
        vec![run("a", solved, 0, 0.0)],
    ] {
        let (_guard, dir) = folder(&runs, None);
        write(&dir).unwrap();
    }
}

#[test]
fn an_experiment_in_which_everything_failed_says_so() {
    let mut runs = fixture::runs();
    for run in &mut runs {
        (run.status, run.length) = (Status::TimeLimit, None);
    }
    let report = report(runs, Some(fixture::manifest()));
    assert!(text(&report, "index.html").contains("No run solved its instance"));
    assert!(text(&report, "charts/length-korf100.svg").contains("none solved"));
    assert!(report.summary.contains("0/4"), "{}", report.summary);
    let tables = text(&report, "summary.md");
    assert!(tables.contains("| time | 4 | 0 | 4 time-limit | not reached |"), "{tables}");
    assert!(tables.contains("| virtual best | 4 | 0 | – | 0 | 0 |"), "{tables}");
    let figures = text(&report, "figures.csv");
    assert!(figures.contains("A* manhattan,length,moves,0,0,4,4 time-limit,,,,,,,,"), "{figures}");
}

#[test]
fn the_baseline_is_the_one_named_and_a_name_that_is_not_there_writes_nothing() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let before = contents(&dir);
    let error = write_against(&dir, Some("IDA* manhattan")).unwrap_err().to_string();
    assert!(error.starts_with("no configuration is called 'IDA* manhattan': the nearest is"), "{error}");
    assert!(before == contents(&dir));
    write_against(&dir, Some("IDA* linear_conflict")).unwrap();
    let tables = fs::read_to_string(dir.join("summary.md")).unwrap();
    assert!(tables.contains("## Against IDA\\* linear\\_conflict"), "{tables}");
}

#[test]
fn an_experiment_without_a_run_says_so() {
    let (_guard, dir) = folder(&[], Some(&fixture::manifest()));
    let written = write(&dir).unwrap();
    let page = fs::read_to_string(&written.index).unwrap();
    assert!(page.contains("No run is recorded yet"), "{page}");
    assert_eq!(written.summary, "No run is recorded yet: there is nothing to report.\n");
    let figures = fs::read_to_string(dir.join("figures.csv")).unwrap();
    assert_eq!(figures.lines().count(), 1, "{figures}");
}

#[test]
fn a_folder_that_is_not_one_or_is_broken_is_refused_and_left_as_it_is() {
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
fn rows_that_cannot_be_read_are_listed_before_anything_else_and_the_others_are_reported_on() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    let text = text.replacen("node-limit", "<b>tired</b>", 1);
    fs::write(dir.join("runs.csv"), &text[..text.len() - 3]).unwrap();
    let iterations = "run_id,threshold,generated,expanded,wall_s\nkorf100-1-0,4,many,1,0.5\n";
    fs::write(dir.join("iterations.csv"), iterations).unwrap();
    let written = write(&dir).unwrap();
    assert_eq!((written.unread, written.unexplained), (3, 1));
    assert!(written.summary.starts_with("Not read: 3 rows"), "{}", written.summary);
    let markdown = fs::read_to_string(dir.join("summary.md")).unwrap();
    let rows = [
        "| runs.csv | 4 | column status is '\\<b>tired\\</b>', not a status such as solved or time-limit | korf100-3-0,",
        "| runs.csv | 15 | the file ends in it, in column 49 of 51 | easy-a-2,",
        "| iterations.csv | 2 | column generated is 'many', not a whole number below 2^64 | korf100-1-0,4,many",
    ];
    for row in rows {
        assert!(markdown.contains(row), "{row}: {markdown}");
    }
    let place = |text: &str, what: &str| text.find(what).unwrap_or_else(|| panic!("there is no '{what}'"));
    assert!(place(&markdown, "Rows that could not be read") < place(&markdown, "Unexplained outcomes"));
    let page = fs::read_to_string(&written.index).unwrap();
    assert!(place(&page, "<h2>Rows that could not be read") < place(&page, "<h2>Unexplained outcomes"));
    assert!(page.contains("tired&lt;/b&gt;") && place(&page, "Not read: 3 rows") < place(&page, " runs solved."));
    let error = format!("{:#}", crate::compare(&dir, "A* manhattan", "WA* w=1.5 manhattan").unwrap_err());
    assert!(error.contains("runs.csv: line 4: column status is") && error.contains("(and 2 more)"), "{error}");
}

#[test]
fn what_an_earlier_report_left_and_is_not_of_these_runs_goes() {
    let (_guard, dir) = folder(&fixture::runs(), Some(&fixture::manifest()));
    write(&dir).unwrap();
    crate::parquet(&dir).unwrap();
    let mine = dir.join("charts/plot-mine.svg");
    fs::write(&mine, "mine").unwrap();
    assert!(dir.join("charts/tradeoff-korf100.svg").exists() && dir.join("runs.parquet").exists());
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    // One configuration is left.
    let is_kept = |row: &&str| row.starts_with("run_id") || row.contains(",A* manhattan,");
    let kept: Vec<&str> = text.lines().filter(is_kept).collect();
    fs::write(dir.join("runs.csv"), kept.join("\n") + "\n").unwrap();
    write(&dir).unwrap();
    for gone in ["charts/tradeoff-korf100.svg", "charts/scatter-korf100.png", "runs.parquet"] {
        assert!(!dir.join(gone).exists(), "{gone}");
    }
    assert!(mine.exists());
}

#[test]
fn a_folder_in_which_no_row_can_be_read_says_so() {
    let (_guard, dir) = folder(&fixture::runs()[..1], None);
    let text = fs::read_to_string(dir.join("runs.csv")).unwrap();
    fs::write(dir.join("runs.csv"), text.replacen("solved", "sold", 1)).unwrap();
    let written = write(&dir).unwrap();
    assert_eq!(written.unread, 1);
    assert!(written.summary.starts_with("Not read: 1 row,"), "{}", written.summary);
}

#[test]
fn the_page_shows_faults_first_fetches_nothing_and_obeys_no_markup_in_messages() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&report, "index.html");
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("the page has no '{text}'"));
    assert!(place("Unexplained outcomes") < place("How the runs ended"));
    assert!(place("Charts") < place("Where this comes from"));
    assert!(page.contains("panicked at &lt;core&gt;: 50% &amp; more"));
    for fetched in [" src=", "@import", "url(", "<link"] {
        assert!(!page.contains(fetched), "the page has '{fetched}'");
    }
}

#[test]
fn the_parts_of_the_page_are_in_the_order_of_reading() {
    let ids = |report: &Report| -> Vec<String> {
        let page = text(report, "index.html");
        page.split("<section id=\"part-")
            .skip(1)
            .filter_map(|part| part.split_once('"'))
            .map(|(id, _)| id.into())
            .collect()
    };
    let mut runs = fixture::estimates();
    runs[0].status = Status::Crashed;
    let expected = [
        "unexplained",
        "published",
        "summary",
        "charts",
        "pairwise",
        "heuristics",
        "detail",
        "runs",
        "methods",
        "provenance",
    ];
    assert_eq!(ids(&report(runs, Some(fixture::published()))), expected);
    assert_eq!(ids(&report(Vec::new(), None)), ["methods"], "nothing was run");
}

#[test]
fn charts_that_the_page_draws_itself_are_printed_too_and_marked() {
    let drawn = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&drawn, "index.html");
    for kind in ["solved-time", "solved-nodes", "length", "nodes"] {
        assert_eq!(page.matches(&format!("<figure class=\"printed\" data-live=\"{kind}\">")).count(), 2, "{kind}");
    }
    let heuristics = report(fixture::estimates_of(30), None);
    let page = text(&heuristics, "index.html");
    let (_, section) = page.split_once("<section id=\"part-heuristics\">").unwrap();
    assert!(section.contains("<figure class=\"printed\">") && !section.contains("<figure class=\"printed\" data-live"));
}

#[test]
fn the_page_has_every_run_once_as_it_was_last_made() {
    let mut again = fixture::runs()[0].clone();
    (again.generated, again.message) = (4_711, "</script>made again".into());
    let mut runs = fixture::runs();
    runs.push(again);
    let (_guard, dir) = folder(&runs, Some(&fixture::manifest()));
    let page = fs::read_to_string(write(&dir).unwrap().index).unwrap();
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"island\">").unwrap();
    let data: serde_json::Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["runs"], 14);
    assert_eq!(data["columns"]["generated"][0], 4_711);
    assert_eq!(data["columns"]["message"]["texts"][0], "</script>made again");
}

#[test]
fn the_page_runs_its_one_script_and_no_other() {
    let report = report(fixture::runs(), Some(fixture::manifest()));
    let page = text(&report, "index.html");
    let (policy, rest) = page.split_once("<style>").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(rest.matches("<script>").count(), 1);
    assert!(!rest.contains(" style=") && !rest.contains(" onclick"), "the policy would forbid it");
}

#[test]
fn warnings_of_times_are_told_at_the_top_and_sessions_where_the_runs_come_from() {
    let warning = "Times drifted: a fixed loop's speed changed.";
    let session =
        Session { began: "2026-01-31T12:00:00Z".into(), jobs: 2, speed_before: Some(5e8), ..Session::default() };
    let mut manifest = Manifest { warnings: vec![warning.into()], sessions: vec![session], ..fixture::manifest() };
    (manifest.machine.physical_cores, manifest.machine.governor) = (Some(1), Some("powersave".into()));
    let told = report(fixture::runs(), Some(manifest));
    assert!(text(&told, "summary.md").contains(warning));
    let page = text(&told, "index.html");
    for expected in [
        "<dt>cores</dt><dd>2 processors of 1 physical cores</dd>",
        "<dt>governor</dt><dd>powersave</dd>",
        "2026-01-31T12:00:00Z: jobs 2, not pinned; load not known before",
        "million steps a second 500.0 before, not known after",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let quiet = report(fixture::runs(), Some(fixture::manifest()));
    assert!(!text(&quiet, "summary.md").contains(warning) && text(&quiet, "index.html").contains("<dd>2</dd>"));
}

#[test]
fn runs_that_were_killed_at_a_limit_are_told_since_their_counts_are_lost() {
    let mut runs = fixture::runs();
    let told = "Counts lost: 2 runs were killed at a limit, and are recorded with 0 nodes.";
    assert!(!text(&report(runs.clone(), Some(fixture::manifest())), "summary.md").contains("Counts lost"));
    for (run, by) in runs.iter_mut().zip([EndedBy::Runner, EndedBy::Search, EndedBy::System, EndedBy::Late]) {
        (run.status, run.ended_by) = (Status::TimeLimit, Some(by));
    }
    assert!(text(&report(runs, Some(fixture::manifest())), "summary.md").contains(told));
}

#[test]
fn the_spread_of_repeats_is_told_beside_their_median_where_there_are_any() {
    let once = report(fixture::runs(), Some(fixture::manifest()));
    let quiet = text(&once, "summary.md");
    assert!(!quiet.contains("spread of repeats"), "{quiet}");
    let mut runs = fixture::runs();
    let again: Vec<Run> = runs
        .iter()
        .map(|run| Run { run_id: format!("{}-2", run.run_id), repeat: 2, wall_s: run.wall_s * 1.5, ..run.clone() })
        .collect();
    runs.extend(again);
    let repeated = report(runs, Some(fixture::manifest()));
    let told = text(&repeated, "summary.md");
    // Of t and 1.5 t the median is 1.25 t.
    assert!(told.contains("spread of repeats") && told.contains("| 40.0 % |"), "{told}");
}
