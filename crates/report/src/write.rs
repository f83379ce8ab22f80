//! From a folder of records to a folder with a report.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tilebench_sanitize::message::escaped;

use crate::chart::{self, Chart, SectionCharts};
use crate::compare_on::CompareOn;
use crate::experiment::ExperimentData;
use crate::export::{figures_csv, heuristics_csv, latex, markdown, plain, summary_csv};
use crate::heuristics::Accuracy;
use crate::page::{self, PageContent};
use crate::results::Results;
use crate::table::ReportTable;
use crate::{bounds, heuristics, remarks, tables};

/// The files that [`write()`] wrote.
#[derive(Clone, Debug)]
pub struct WrittenReport {
    /// Every file, in the order of writing.
    pub files: Vec<PathBuf>,
    /// The page to open first.
    pub index: PathBuf,
    /// The main figures as lines of aligned text, for a terminal.
    pub summary: String,
    /// How many recorded runs crashed, gave a wrong answer, or are beyond the bound that they claim to be within.
    pub unexplained: usize,
    /// How many rows could not be read.
    pub unread: usize,
}

/// Reads `dir`, writes every table and chart into `dir`, and lists the files written.
///
/// # Errors
///
/// If `dir` is not a result folder or a file in it has another header: then nothing is written. If `dir` cannot be written.
/// Rows that cannot be read are not an error: they are listed at the top and counted.
pub fn write(dir: &Path) -> anyhow::Result<WrittenReport> {
    write_with(dir, ReportOptions::default())
}

/// The options of the comparisons in a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportOptions<'a> {
    /// The configuration that the others are compared with; without a name, the one that solved most.
    pub baseline: Option<&'a str>,
    /// Which configurations are compared on the instances that they solved in common.
    pub compare_on: CompareOn,
}

/// The same, with `options`.
///
/// # Errors
///
/// As [`write()`]; also if no configuration has the name of the baseline: then nothing is written.
pub fn write_with(dir: &Path, options: ReportOptions<'_>) -> anyhow::Result<WrittenReport> {
    Report::new(&ExperimentData::read(dir)?.compared_on(options.compare_on), options.baseline)?.write(dir)
}

/// The name of the page.
const INDEX: &str = "index.html";

/// Everything that is to be written.
#[derive(Debug)]
pub(crate) struct Report {
    /// The files of text, by name.
    pub(crate) texts: Vec<(String, String)>,
    /// The remaining charts to draw.
    charts: Vec<Chart>,
    /// The files that an earlier report may have left, and that would not be of these runs.
    stale: Vec<String>,
    /// Lines for a terminal.
    pub(crate) summary: String,
    /// How many recorded runs are faults of the program.
    pub(crate) unexplained: usize,
    /// How many rows could not be read.
    unread: usize,
}

impl Report {
    /// Makes every table, every chart as SVG, and the page; the others are compared with `baseline`, or with the first.
    pub(crate) fn new(experiment: &ExperimentData, baseline: Option<&str>) -> anyhow::Result<Self> {
        let results = Results::new(experiment, baseline)?;
        let mut tables = tables::report_tables(experiment, &results);
        let unexplained = tables::unexplained(&experiment.unexplained);
        let beyond = bounds::violations(experiment);
        let faults = beyond.iter().filter(|beyond| beyond.is_fault()).count();
        let mut beyond = bounds::table(&beyond);
        // A run that claimed no bound is not a fault.
        if faults == 0 {
            tables.extend(beyond.take());
        }
        tables.extend(experiment.earlier_plans.table());
        let remarks = remarks::remarks(experiment, &results.figures);
        let charts = chart::run_charts(experiment)?;
        let heuristics = HeuristicReport::new(experiment)?;

        let unread = experiment.unread.table();
        let alarms: Vec<_> = unread.iter().chain(&unexplained).chain(&beyond).collect();
        let everything: Vec<_> = alarms.iter().copied().chain(&tables).collect();
        let page = PageContent {
            experiment,
            alarms: &alarms,
            remarks: &remarks,
            tables: &tables,
            charts: &charts,
            heuristics: heuristics.as_ref().map(HeuristicReport::page),
        };
        let mut texts = vec![
            ("summary.csv".to_owned(), summary_csv::write(&results.summaries)?),
            ("figures.csv".to_owned(), figures_csv::write(&results.figures)?),
            ("summary.md".to_owned(), markdown::write(&experiment.name, &remarks, &everything)?),
            ("summary.tex".to_owned(), latex::write(&tables)?),
            ("numbers.tex".to_owned(), latex::numbers::write(&results.summaries, &results.figures)?),
            (INDEX.to_owned(), page::write(&page)?),
        ];
        let mut charts = charts.charts;
        let mut summary =
            remarks.iter().map(|remark| escaped(remark).to_string()).collect::<Vec<_>>().join("\n") + "\n";
        if !results.summaries.is_empty() {
            summary.push('\n');
            summary.push_str(&plain::write(&tables::terminal(&results.summaries)));
        }
        if let Some(heuristics) = heuristics {
            texts.extend(heuristics.texts(&experiment.name)?);
            summary.push('\n');
            summary.push_str(&plain::write(&heuristics::tables::terminal(&heuristics.rows)));
            charts.extend(heuristics.charts.charts);
        }
        texts.extend(charts.iter().map(|chart| (format!("charts/{}.svg", chart.name), chart.svg.clone())));
        let (unexplained, unread) = (experiment.unexplained.len() + faults, experiment.unread.count);
        let stale = stale(experiment, &texts);
        Ok(Self { texts, charts, stale, summary, unexplained, unread })
    }

    fn write(self, dir: &Path) -> anyhow::Result<WrittenReport> {
        let place = dir.join("charts");
        fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
        for name in &self.stale {
            let path = dir.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot remove the old {}", path.display()));
                }
                _ => {}
            }
        }
        let mut files = Vec::new();
        for (name, text) in &self.texts {
            let path = dir.join(name);
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            files.push(path);
        }
        for chart in &self.charts {
            let path = place.join(format!("{}.png", chart.name));
            chart.drawing.write_png(&path)?;
            files.push(path);
        }
        let Self { summary, unexplained, unread, .. } = self;
        Ok(WrittenReport { files, index: dir.join(INDEX), summary, unexplained, unread })
    }
}

/// The files that a report can write but this one, which writes `texts`, does not, so that a folder depends on its runs
/// alone.
fn stale(experiment: &ExperimentData, texts: &[(String, String)]) -> Vec<String> {
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let written: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    let charts = chart::names(&sets).into_iter().map(|name| format!("charts/{name}.svg"));
    let others = ["heuristics.csv", "heuristics.md", "heuristics.tex"].map(str::to_owned);
    let missing = charts.chain(others).filter(|name| !written.contains(&name.as_str()));
    let drawn = |name: String| match name.strip_suffix(".svg") {
        Some(stem) => vec![format!("{stem}.png"), name],
        None => vec![name],
    };
    missing.flat_map(drawn).chain(["summary.parquet", "runs.parquet"].map(str::to_owned)).collect()
}

/// The tables and charts of the heuristics.
struct HeuristicReport {
    rows: Vec<Accuracy>,
    tables: Vec<ReportTable>,
    charts: SectionCharts,
}

impl HeuristicReport {
    /// Nothing, unless there are several to compare.
    fn new(experiment: &ExperimentData) -> anyhow::Result<Option<Self>> {
        let rows = heuristics::accuracies(experiment);
        if rows.is_empty() {
            return Ok(None);
        }
        let tables = heuristics::tables::report_tables(experiment, &rows);
        Ok(Some(Self { rows, tables, charts: chart::heuristic_charts(experiment)? }))
    }

    fn page(&self) -> page::HeuristicContent<'_> {
        page::HeuristicContent { tables: &self.tables, charts: &self.charts }
    }

    /// The files of text, by name.
    fn texts(&self, experiment: &str) -> anyhow::Result<Vec<(String, String)>> {
        let tables: Vec<_> = self.tables.iter().collect();
        Ok(vec![
            ("heuristics.csv".to_owned(), heuristics_csv::write(&self.rows)?),
            ("heuristics.md".to_owned(), markdown::write(experiment, &[], &tables)?),
            ("heuristics.tex".to_owned(), latex::write(&self.tables)?),
        ])
    }
}
