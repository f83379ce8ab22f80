//! `tilebench report`: tables and charts of a result folder, a single table, or a comparison of folders.

mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use tilebench_report::{CompareOn, HistoryRules, ReportOptions, TableFormat, TableView, write_output};

use super::published;
use crate::text::seconds;
use crate::{Out, Verdict, print_stderr};

/// Write the tables, charts and page of a result folder, print a single table, or compare folders.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Arguments {
    /// The result folder; with --history several folders, the oldest first.
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// The configuration that the others are compared with, by its name in the report [default: the one that solved the
    /// most instances].
    #[arg(long, value_name = "NAME", conflicts_with = "history")]
    baseline: Option<String>,
    /// The configurations that are compared on their commonly solved instances.
    #[arg(long, value_name = "WHICH", default_value = "covering", conflicts_with = "history")]
    common: ComparedConfigurations,
    /// Also write summary.parquet and runs.parquet.
    #[arg(long, conflicts_with_all = ["table", "history"])]
    parquet: bool,
    /// Print only this table: a table of the report by its name in summary.tex, or korf-felner, per-instance or weights.
    /// The message for an unknown name lists all names.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// The format of the table [default: text for a terminal]; parquet needs a file (--out).
    #[arg(long, requires = "table")]
    format: Option<FormatOption>,
    /// The columns of the table in this order, separated by commas: by their names in its CSV format, or by their titles.
    #[arg(long, requires = "table", value_name = "COLUMN,...", value_delimiter = ',')]
    columns: Vec<String>,
    /// Show a configuration, another text or a column under another name: 'wastar manhattan w=2=WA* ($w=2$)'. In LaTeX, dollar
    /// signs make a formula. Can be repeated.
    #[arg(long, requires = "table", value_name = "NAME=SHOWN", value_parser = renamed)]
    rename: Vec<(String, String)>,
    /// The width in points that tables of LaTeX do not exceed: wider ones are split [default: 345, the text of article].
    #[arg(long, value_name = "POINTS", conflicts_with = "history", value_parser = text_width)]
    text_width: Option<f64>,
    /// The configuration of the table per-instance [default: the first].
    #[arg(long, requires = "table", value_name = "NAME")]
    solver: Option<String>,
    /// Compare folders of several commits or machines with the first, configuration by configuration. Exit code 1: a
    /// count of a run that ended by itself differs, an answer is longer, less proved or lost, a run of the first folder
    /// is missing, or a time is slower. Times are judged only if the sessions were quiet and their fixed loops equally
    /// fast within 5 %, and if each folder has at least three sessions, run alternately, which measure how much sessions
    /// differ. To compare the times of two programs, use `tilebench compare-programs`.
    #[arg(long, conflicts_with = "table")]
    history: bool,
    /// The relative tolerance for times: a configuration is slower if its whole 95 % interval over sessions is beyond
    /// it.
    #[arg(long, requires = "history", value_name = "SHARE", default_value_t = 0.05)]
    tolerance: f64,
    /// Also judge the times of folders of one session, with this relative tolerance: at least 0.3, since sessions of the
    /// same program may differ by that much [default: such times are not judged].
    #[arg(long, requires = "history", value_name = "SHARE")]
    single_session_tolerance: Option<f64>,
    /// List runs that only the first folder has without failing, to compare with a part of an experiment.
    #[arg(long, requires = "history")]
    allow_missing: bool,
    /// Write the report again while a program records runs in the folder, until it ends. The page reloads itself and keeps
    /// its view; no server is needed.
    #[arg(long, conflicts_with_all = ["table", "history", "parquet"])]
    watch: bool,
    /// The minimum number of seconds between two reports of --watch.
    #[arg(long, requires = "watch", value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    every: f64,
    /// Write the table to this file, or history.md, history.csv and the chart history.svg to this folder.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

/// The configurations that are compared on their commonly solved instances.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum ComparedConfigurations {
    /// Configurations that solved at least 95 % of the instances.
    #[default]
    Covering,
    /// All configurations; one that solved few instances restricts the comparison to these.
    All,
}

impl From<ComparedConfigurations> for CompareOn {
    fn from(common: ComparedConfigurations) -> Self {
        match common {
            ComparedConfigurations::Covering => Self::Covering,
            ComparedConfigurations::All => Self::All,
        }
    }
}

/// The format of a table.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatOption {
    Md,
    Tex,
    Csv,
    Parquet,
}

impl From<FormatOption> for TableFormat {
    fn from(format: FormatOption) -> Self {
        match format {
            FormatOption::Md => Self::Markdown,
            FormatOption::Tex => Self::Latex,
            FormatOption::Csv => Self::Csv,
            FormatOption::Parquet => Self::Parquet,
        }
    }
}

/// Reads `NAME=SHOWN`; the last equals sign outside of a formula separates the two, since names of configurations have some.
fn renamed(text: &str) -> Result<(String, String), String> {
    let mut is_formula = false;
    let mut place = None;
    for (at, letter) in text.char_indices() {
        is_formula ^= letter == '$';
        if letter == '=' && !is_formula {
            place = Some(at);
        }
    }
    let parts = place.map(|at| (text[..at].trim().to_owned(), text[at + 1..].trim().to_owned()));
    let known = parts.filter(|(name, shown)| !name.is_empty() && !shown.is_empty());
    known.ok_or_else(|| "write the name and the display name, such as 'idastar manhattan=IDA*'".to_owned())
}

/// Reads the width of a text.
fn text_width(text: &str) -> Result<f64, String> {
    let width = text.parse().ok().filter(|width| (100.0..=2000.0).contains(width));
    width.ok_or_else(|| "use a width from 100 to 2000 points".to_owned())
}

impl Arguments {
    fn options(&self) -> ReportOptions<'_> {
        ReportOptions {
            baseline: self.baseline.as_deref(),
            compare_on: self.common.into(),
            text_width: self.text_width,
            ..ReportOptions::default()
        }
    }
}

/// Writes the report, the table or the history.
pub(crate) fn run(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    if arguments.history {
        return history(arguments, out);
    }
    let [folder] = &arguments.folders[..] else {
        anyhow::bail!(
            "a report covers one folder, but {} are given: add --history to compare them",
            arguments.folders.len()
        )
    };
    if let Some(name) = &arguments.table {
        return table(arguments, folder, name, out);
    }
    ensure!(arguments.out.is_none(), "--out needs --table or --history: a report is written to its folder");
    if arguments.watch {
        return watch::watch(folder, arguments.options(), arguments.every, out);
    }
    let verdict = write(folder, arguments.options(), out)?;
    if arguments.parquet {
        tilebench_report::parquet(folder)?;
    }
    Ok(verdict)
}

/// Prints one table, or writes it into a file.
fn table(arguments: &Arguments, folder: &Path, name: &str, out: &mut Out) -> Result<Verdict> {
    let format = arguments.format.map_or(TableFormat::Text, TableFormat::from);
    let is_text = format != TableFormat::Parquet;
    ensure!(is_text || arguments.out.is_some(), "a parquet table cannot be printed: name a file with --out");
    let view = TableView { columns: arguments.columns.clone(), names: arguments.rename.clone() };
    let solver = arguments.solver.as_deref();
    let baselines = published::all()?;
    let options = ReportOptions { published: &baselines, ..arguments.options() };
    let bytes = tilebench_report::table(folder, name, solver, options, &view, format)?;
    match &arguments.out {
        Some(path) => write_output(path, &bytes)?,
        None => out.write_all(&bytes)?,
    }
    Ok(Verdict::Good)
}

/// Compares folders; `Verdict::Bad` if one is worse than the first.
fn history(arguments: &Arguments, out: &mut Out) -> Result<Verdict> {
    let &Arguments { tolerance, single_session_tolerance, allow_missing, .. } = arguments;
    let rules = HistoryRules { tolerance, single_session_tolerance, allow_missing };
    let history = tilebench_report::history(&arguments.folders, rules)?;
    write!(out, "{}", history.text())?;
    if let Some(dir) = &arguments.out {
        history.write(dir)?;
    }
    Ok(if history.regressions() == 0 { Verdict::Good } else { Verdict::Bad })
}

/// Writes the report of `folder` with `options`; `Verdict::Bad` if a run in it crashed, was wrong or exceeds the
/// bound it claims, or a row could not be read.
pub(super) fn write(folder: &Path, options: ReportOptions<'_>, out: &mut Out) -> Result<Verdict> {
    let baselines = published::all()?;
    let written = tilebench_report::write_with(folder, ReportOptions { published: &baselines, ..options })?;
    writeln!(out, "\n{}\n\nCharts: {}", written.summary.trim_matches('\n'), written.index.display())?;
    out.flush()?;
    written.notes.iter().for_each(|note| print_stderr(note));
    let alarms = [
        (written.unread, "row could not be read", "rows could not be read"),
        (
            written.unexplained,
            "run crashed, was wrong or exceeds its claimed bound",
            "runs crashed, were wrong or exceed their claimed bound",
        ),
    ];
    let alarms = alarms.into_iter().filter(|(count, ..)| *count > 0);
    let alarms = alarms.map(|(count, one, many)| (count, if count == 1 { one } else { many }));
    let reported =
        alarms.inspect(|(count, what)| print_stderr(&format!("{count} {what}: see the top of the page"))).count();
    Ok(if reported == 0 { Verdict::Good } else { Verdict::Bad })
}
