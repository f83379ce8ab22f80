//! `tilebench plot` on a folder that the program itself wrote.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

use common::{execute_experiment, program};

/// Two more configurations for the pair.
const WEIGHTS: &str = "\
[[solver]]
algorithm = \"wastar\"
heuristic = \"manhattan\"
weight = [\"1.5\", \"2\", \"3\"]
";

/// A folder with the results of 60 runs.
fn results() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), &[common::PAIR, WEIGHTS].concat(), "results/pair");
    dir
}

/// Runs for every kind of chart with fixed columns.
const OWN: &str = "\
name = \"pair\"
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\", \"walking-distance\"]
instances = [\"random:3x3:12:seed=1\"]
[[solver]]
algorithm = \"wastar\"
heuristic = \"manhattan\"
weight = [\"1.5\", \"2\", \"3\"]
instances = [\"random:3x3:12:seed=1\"]
[[solver]]
algorithm = \"idastar\"
heuristic = \"manhattan\"
order = \"shuffle\"
seeds = \"1-10\"
instances = [\"random:3x3:3:seed=2\"]
[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"
tie = [\"high-g\", \"low-g\", \"fifo\"]
instances = [\"random:3x3:12:seed=3\"]
";

fn plot(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = program(dir, &["plot", "results/pair"]);
    command.args(arguments);
    command
}

/// A kind, with a column that the runs have if the default column needs optimal lengths, which are unknown here.
fn plot_arguments(kind: &str) -> Vec<&str> {
    if kind == "line" { vec![kind, "--y", "length"] } else { vec![kind] }
}

fn charts(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir.join("results/pair/charts")) else { return Vec::new() };
    let mut charts: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    charts.sort();
    charts
}

/// A chart without its caption is a PDF with one embedded font, and its values are numbers under the same columns for every
/// kind.
fn writes_pdf_and_values(dir: &Path, arguments: &[&str]) {
    let options = ["--width", "250", "--no-caption", "--format", "pdf,csv", "--out", "figure.v2"];
    let output = plot(dir, &[arguments, &options].concat()).assert().success();
    let printed = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(printed.contains("\n  figure.v2.pdf\n  figure.v2.csv\n  caption: "), "{printed}");
    let pdf = fs::read(dir.join("figure.v2.pdf")).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-") && text.contains("/MediaBox [0 0 250 "), "{arguments:?}");
    assert_eq!(text.matches("/FontFile2").count(), 1, "{arguments:?}");
    let csv = fs::read_to_string(dir.join("figure.v2.csv")).unwrap();
    let (header, rows) = csv.split_once('\n').unwrap();
    assert_eq!(header, "series,part,x,y,x_low,x_high,y_low,y_high,x_axis,y_axis");
    assert!(rows.lines().count() > 0, "the kind records no values: {arguments:?}");
    fs::remove_file(dir.join("figure.v2.pdf")).unwrap();
    fs::remove_file(dir.join("figure.v2.csv")).unwrap();
}

#[test]
fn the_extension_of_a_file_for_a_paper_is_its_format() {
    let dir = results();
    plot(dir.path(), &["profile", "--out", "figure.pdf"]).assert().success();
    plot(dir.path(), &["profile", "--out", "figure.csv"]).assert().success();
    assert!(fs::read(dir.path().join("figure.pdf")).unwrap().starts_with(b"%PDF-"));
    plot(dir.path(), &["profile", "--out", "figure.tikz"]).assert().success();
    let tikz = fs::read_to_string(dir.path().join("figure.tikz")).unwrap();
    assert!(tikz.contains("\\begin{tikzpicture}") && tikz.contains("idastar manhattan"), "{tikz}");
    assert!(!dir.path().join("figure.svg").exists() && !dir.path().join("figure.png").exists());
    let csv = fs::read_to_string(dir.path().join("figure.csv")).unwrap();
    // The curve of a configuration begins at its smallest cost and ends with all its runs.
    let of_manhattan: Vec<&str> = csv.lines().filter(|line| line.starts_with("idastar manhattan,line,")).collect();
    let share = |line: &str| line.split(',').nth(3).unwrap().to_owned();
    assert_eq!((share(of_manhattan[0]), share(of_manhattan.last().unwrap())), ("0".to_owned(), "100".to_owned()));
    let refused = plot(dir.path(), &["profile", "--format", "eps"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("eps") && error.contains("svg, png, pdf, tikz, csv"), "{error}");
}

#[test]
fn all_draws_every_chart_of_the_report_in_the_formats_of_a_paper() {
    let dir = results();
    program(dir.path(), &["report", "results/pair"]).assert().success();
    let stems = |folder: &str, extension: &str| -> BTreeSet<String> {
        let paths = fs::read_dir(dir.path().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let found = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
        found.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    };
    let drawn = plot(dir.path(), &["all", "--no-caption", "--width", "250"]).assert().success();
    let charts = stems("results/pair/charts", "svg");
    assert!(charts.len() > 5, "{charts:?}");
    for extension in ["pdf", "csv"] {
        assert_eq!(stems("results/pair/figures", extension), charts, "{extension}");
    }
    let shown = String::from_utf8(drawn.get_output().stdout.clone()).unwrap();
    assert_eq!(shown.matches("  caption: ").count(), charts.len(), "{shown}");
    plot(dir.path(), &["all", "--format", "tikz", "--out", "paper"]).assert().success();
    assert_eq!(stems("paper", "tikz"), charts);
    let refused = plot(dir.path(), &["all", "--x", "generated"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("leave out --x"), "{error}");
}

#[test]
fn every_kind_is_drawn_at_both_widths_and_twice_the_same() {
    let dir = results();
    let output = program(dir.path(), &["plot", "--kinds"]).assert().success();
    let list = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = list.lines().take_while(|line| !line.is_empty()).collect();
    // Each kind has a line with its name and one with its columns. Kinds with columns of their own do not fit every
    // run.
    let (own, kinds): (Vec<&[&str]>, Vec<&[&str]>) = lines.chunks(2).partition(|lines| lines[1].contains("[no column"));
    let name = |lines: &&[&str]| lines[0].split(' ').next().unwrap().to_owned();
    let (own, kinds): (Vec<String>, Vec<String>) = (own.iter().map(name).collect(), kinds.iter().map(name).collect());
    assert!(own.contains(&"iterations".to_owned()), "{own:?}");
    assert!(kinds.len() >= 12, "{kinds:?}");
    for kind in &kinds {
        for width in [&[][..], &["--width", "250"]] {
            plot(dir.path(), &[&plot_arguments(kind)[..], width].concat()).assert().success();
        }
    }
    let drawn = charts(dir.path());
    assert_eq!(drawn.len(), 4 * kinds.len(), "SVG and PNG of both widths: {drawn:?}");
    let first: Vec<Vec<u8>> = drawn.iter().map(|path| fs::read(path).unwrap()).collect();
    for kind in &kinds {
        plot(dir.path(), &plot_arguments(kind)).assert().success();
    }
    assert!(drawn.iter().zip(&first).all(|(path, bytes)| fs::read(path).unwrap() == *bytes));
    for kind in &kinds {
        writes_pdf_and_values(dir.path(), &plot_arguments(kind));
    }
    let narrow = fs::read_to_string(dir.path().join("results/pair/charts/plot-box-250.svg")).unwrap();
    assert!(narrow.starts_with("<svg width=\"250\""), "{}", &narrow[..60]);
}

#[test]
fn every_kind_of_fixed_columns_is_drawn_at_both_widths_and_under_another_title() {
    let dir = tempfile::tempdir().unwrap();
    execute_experiment(dir.path(), OWN, "results/pair");
    for kind in [
        "iterations",
        "weights",
        "worth",
        "seeds-nodes",
        "seeds-time",
        "h0-length",
        "h0-error",
        "h0-distribution",
        "h0-nodes",
        "accuracy",
    ] {
        let set = match kind {
            "worth" => "random:3x3:12:seed=3",
            "seeds-nodes" | "seeds-time" => "random:3x3:3:seed=2",
            _ => "random:3x3:12:seed=1",
        };
        for width in [&[][..], &["--width", "250", "--title", "Another title"]] {
            plot(dir.path(), &[&[kind, "--set", set], width].concat()).assert().success();
        }
        writes_pdf_and_values(dir.path(), &[kind, "--set", set]);
        let suffix = set.replace([':', '='], "-");
        let narrow = dir.path().join(format!("results/pair/charts/plot-{kind}-250-{suffix}.svg"));
        let svg = fs::read_to_string(narrow).unwrap();
        assert!(svg.starts_with("<svg width=\"250\"") && svg.contains("Another title"), "{kind}: {}", &svg[..60]);
    }
    assert_eq!(charts(dir.path()).len(), 4 * 10, "SVG and PNG of both widths");
    let refused = plot(dir.path(), &["weights", "--x", "length"]).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.ends_with("has fixed columns and groups: leave out --x\n"), "{error}");
}

#[test]
fn a_filter_selects_the_runs_and_the_program_reports_how_many_are_left_out() {
    let dir = results();
    let out = ["--filter", "algorithm == \"idastar\"", "--out", "chart.png"];
    let output = plot(dir.path(), &[&["box", "--x", "generated"], &out[..]].concat()).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("24 runs of random:3x3:12"), "{text}");
    assert!(text.ends_with("The filter excludes 36 runs.\n"), "{text}");
    let svg = fs::read_to_string(dir.path().join("chart.svg")).unwrap();
    assert!(svg.contains("idastar linear-conflict") && !svg.contains("wastar"), "{svg}");
    assert!(dir.path().join("chart.png").is_file() && charts(dir.path()).is_empty());
}

#[test]
fn an_invalid_request_is_refused_with_a_suggestion_and_nothing_is_written() {
    let dir = results();
    let refusals: [(&[&str], &str); 9] = [
        (&["boxes"], "unknown kind of chart 'boxes'; did you mean 'box'?"),
        (&["box", "--x", "genrated"], "unknown column 'genrated'; did you mean 'generated'?"),
        (&["box", "--x", "status"], "--x status is a text column, but an axis needs numbers"),
        (&["box", "--y", "length"], "'box' has no option --y (given: length)"),
        (&["box", "--filter", "length >> 5"], "at character 9: a value is expected here, not '>'"),
        (&["box", "--filter", "length > 5000"], "the filter length > 5000 matches none of 60 runs"),
        (&["box", "--set", "random:3x3"], "unknown instance set 'random:3x3'; did you mean 'random:3x3:12"),
        (&["scatter", "--between", "idastar manhattan", "idastar"], "unknown group 'idastar'; did you mean 'idastar"),
        (&["box", "--width", "20"], "a chart cannot be 20 points wide: the width must be from 150 to 3000"),
    ];
    for (arguments, sentence) in refusals {
        let refused = plot(dir.path(), arguments).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.starts_with("error: ") && error.contains(sentence), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert!(charts(dir.path()).is_empty(), "no file is written");
}

#[test]
fn a_group_that_is_in_no_set_is_refused_with_a_suggestion_from_all_sets() {
    let dir = tempfile::tempdir().unwrap();
    let experiment = "\
name = \"pair\"
[[solver]]
algorithm = \"idastar\"
heuristic = [\"manhattan\", \"linear-conflict\"]
instances = [\"random:3x3:4\"]
[[solver]]
algorithm = \"astar\"
heuristic = \"manhattan\"
instances = [\"random:3x2:4\"]
";
    execute_experiment(dir.path(), experiment, "results/pair");
    let between = |second| plot(dir.path(), &["scatter", "--between", "idastar manhattan", second]);
    let refused = between("idastar linear-conflic").assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(
        error.contains("unknown group 'idastar linear-conflic'; did you mean 'idastar linear-conflict'?"),
        "{error}"
    );
    between("idastar linear-conflict").assert().success();
}
