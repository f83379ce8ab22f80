//! Writes the report of a folder of records.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use tilebench_plot::{ChartOptions, Drawing};
use tilebench_record::ReportSettings;
use tilebench_sanitize::message::escaped;

use crate::chart::{self, Chart, SectionCharts};
use crate::compare::published::{PublishedBaseline, PublishedComparison, compared};
use crate::compare_on::CompareOn;
use crate::count_as;
use crate::embedded_runs::MAX_RUNS;
use crate::experiment::ExperimentData;
use crate::export::{figures_csv, heuristics_csv, latex, markdown, plain, summary_csv};
use crate::findings::Findings;
use crate::heuristics::Accuracy;
use crate::page::{self, PageContent};
use crate::results::Results;
use crate::table::ReportTable;
use crate::{bounds, heuristics, parallel, settings, tables};

/// The files that [`write()`] wrote.
#[derive(Clone, Debug)]
pub struct WrittenReport {
    /// Every file, in the order of writing.
    pub files: Vec<PathBuf>,
    /// The page to open first.
    pub index: PathBuf,
    /// The main results as lines of aligned text, for a terminal.
    pub summary: String,
    /// The number of recorded runs that crashed, gave a wrong answer, or exceed the bound that they claim.
    pub unexplained: usize,
    /// The number of rows that could not be read.
    pub unread: usize,
    /// Sentences on the experiment's table `[report]`, such as a column that does not exist.
    pub notes: Vec<String>,
}

/// Reads `dir`, writes all tables and charts into `dir`, and returns the list of written files.
///
/// # Errors
///
/// If `dir` is not a result folder or a file in it has another header: then no file is written. If `dir` cannot be written.
/// Rows that cannot be read are not an error: they are counted and listed at the top.
pub fn write(dir: &Path) -> anyhow::Result<WrittenReport> {
    write_with(dir, ReportOptions::default())
}

/// The options of the comparisons in a report.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportOptions<'a> {
    /// The configuration that the others are compared with; by default the one that solved the most instances.
    pub baseline: Option<&'a str>,
    /// The configurations that are compared on the instances that all of them solved.
    pub compare_on: CompareOn,
    /// The published runs that configurations on the same sets are compared with.
    pub published: &'a [PublishedBaseline],
    /// The time after which the page reloads itself, if runs are still being recorded.
    pub reload: Option<Duration>,
    /// The width in points that tables of LaTeX must not exceed; by default that of the class `article`.
    pub text_width: Option<f64>,
    /// The maximum number of single runs that the page contains: each needs about a kilobyte of memory while the report is
    /// written. By default 200,000.
    pub page_runs: Option<usize>,
}

/// As [`write()`], with `options`.
///
/// # Errors
///
/// As [`write()`], and if no configuration has the name of the baseline: then no file is written.
pub fn write_with(dir: &Path, options: ReportOptions<'_>) -> anyhow::Result<WrittenReport> {
    let max_runs = options.page_runs.unwrap_or(MAX_RUNS);
    let mut experiment = ExperimentData::read_for_page(dir, max_runs)?.compared_on(options.compare_on);
    let (published, results) = parallel::join(
        || published_comparisons(&experiment, dir, options.published),
        || results(&experiment, options.baseline),
    );
    experiment.published = published?;
    Report::new(&experiment, &results?, options, Drawing::png)?.write(dir)
}

/// The comparisons of configurations of `experiment`, which was read from `dir`, with those of the `published` runs that are on
/// their sets.
pub(crate) fn published_comparisons(
    experiment: &ExperimentData,
    dir: &Path,
    published: &[PublishedBaseline],
) -> anyhow::Result<Vec<PublishedComparison>> {
    let is_run = |baseline: &&PublishedBaseline| experiment.sets.iter().any(|set| set.name == baseline.set);
    let baselines: Vec<PublishedBaseline> = published.iter().filter(is_run).cloned().collect();
    // The counts of iterations are read only if a baseline is there to compare with, and unread rows are reported above.
    if baselines.is_empty() || experiment.unread.count > 0 {
        return Ok(Vec::new());
    }
    Ok(compared(&count_as::read(dir)?, None, &baselines))
}

/// The results with `baseline`, by default that of the experiment.
pub(crate) fn results(experiment: &ExperimentData, baseline: Option<&str>) -> anyhow::Result<Results> {
    Results::new(experiment, baseline.or_else(|| settings::baseline(experiment)))
}

/// The name of the page.
const INDEX: &str = "index.html";

/// The content of all files of a report.
#[derive(Debug)]
pub(crate) struct Report {
    /// The files of text, by name.
    pub(crate) texts: Vec<(String, String)>,
    /// The pictures of the charts, by name of the file.
    pictures: Vec<(String, Vec<u8>)>,
    /// The files that an earlier report can have left and that do not belong to these runs.
    stale: Vec<String>,
    /// Lines for a terminal.
    pub(crate) summary: String,
    /// The number of recorded runs that are faults of the program.
    pub(crate) unexplained: usize,
    /// The number of rows that could not be read.
    unread: usize,
    /// Sentences on the experiment's table `[report]`.
    notes: Vec<String>,
}

impl Report {
    /// Computes all tables, all charts, and the page. The pictures of charts are those of `draw`.
    pub(crate) fn new(
        experiment: &ExperimentData,
        results: &Results,
        options: ReportOptions<'_>,
        draw: impl Fn(&Drawing) -> anyhow::Result<Vec<u8>> + Sync,
    ) -> anyhow::Result<Self> {
        let shown =
            experiment.manifest.as_ref().map_or_else(ReportSettings::default, |manifest| manifest.report.clone());
        let text_width = options.text_width.or(shown.text_width.map(f64::from)).unwrap_or(latex::TEXT_WIDTH);
        let (charts, run_tables) = parallel::join(
            || chart::run_charts(experiment, results.baseline(), &ChartOptions::REPORT),
            || RunTables::new(experiment, results),
        );
        let (charts, RunTables { tables, alarms, findings, unexplained }) = (charts?, run_tables);
        let heuristics = HeuristicReport::new(experiment)?;

        let alarms: Vec<&ReportTable> = alarms.iter().collect();
        let everything: Vec<_> = alarms.iter().copied().chain(&findings.table).chain(&tables).collect();
        let page = PageContent {
            experiment,
            reload: options.reload,
            alarms: &alarms,
            findings: &findings,
            tables: &tables,
            charts: &charts,
            heuristics: heuristics.as_ref().map(HeuristicReport::page),
        };
        let of_heuristics = heuristics.iter().flat_map(|heuristics| &heuristics.charts.charts);
        let drawn: Vec<&Chart> = charts.charts.iter().chain(of_heuristics).collect();
        let picture = |chart: &&Chart| Ok((format!("charts/{}.png", chart.name), draw(&chart.drawing)?));
        let (pictures, texts) = parallel::join(
            || parallel::map(&drawn, picture),
            || {
                let (papers, notes) = settings::viewed(&tables, &shown);
                let texts = vec![
                    ("summary.csv".to_owned(), summary_csv::write(&results.summaries)?),
                    ("figures.csv".to_owned(), figures_csv::write(&results.measures)?),
                    ("summary.md".to_owned(), markdown::write(&experiment.name, &findings.lines(), &everything)?),
                    ("summary.tex".to_owned(), latex::write(&papers, text_width)?),
                    ("numbers.tex".to_owned(), latex::numbers::write(&results.summaries, &results.measures)?),
                    (INDEX.to_owned(), page::write(&page)?),
                ];
                anyhow::Ok((texts, notes))
            },
        );
        let pictures = pictures.into_iter().collect::<anyhow::Result<_>>()?;
        let (mut texts, mut notes) = texts?;
        let of_heuristics = heuristics.iter().flat_map(|heuristics| &heuristics.tables);
        notes.extend(settings::unknown_tables(tables.iter().chain(of_heuristics), &shown));
        let lines = findings.lines();
        let mut summary = lines.iter().map(|line| escaped(line).to_string()).collect::<Vec<_>>().join("\n") + "\n";
        if !results.summaries.is_empty() {
            summary.push('\n');
            summary.push_str(&plain::write(&tables::terminal(&results.summaries)));
        }
        let mut charts = charts.charts;
        if let Some(heuristics) = heuristics {
            let (papers, columns) = settings::viewed(&heuristics.tables, &shown);
            notes.extend(columns);
            texts.extend(heuristics.texts(&experiment.name, &papers, text_width)?);
            summary.push('\n');
            summary.push_str(&plain::write(&heuristics::tables::terminal(&heuristics.rows)));
            charts.extend(heuristics.charts.charts);
        }
        for Chart { name, svg, csv, .. } in charts {
            texts.push((format!("charts/{name}.svg"), svg));
            texts.push((format!("charts/{name}.csv"), csv));
        }
        let unread = experiment.unread.count;
        let stale = stale(experiment, &texts);
        Ok(Self { texts, pictures, stale, summary, unexplained, unread, notes })
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
        let texts = self.texts.iter().map(|(name, text)| (name, text.as_bytes()));
        let pictures = self.pictures.iter().map(|(name, picture)| (name, &picture[..]));
        for (name, content) in texts.chain(pictures) {
            let path = dir.join(name);
            replace(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
            files.push(path);
        }
        let Self { summary, unexplained, unread, notes, .. } = self;
        Ok(WrittenReport { files, index: dir.join(INDEX), summary, unexplained, unread, notes })
    }
}

/// Replaces the page at `path` in one step, since a browser may read it meanwhile; other files are written as they are.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    if path.file_name().is_none_or(|name| name != INDEX) {
        return fs::write(path, content);
    }
    let staged = path.with_file_name(format!(".{INDEX}.new"));
    fs::write(&staged, content)?;
    fs::rename(&staged, path)
}

/// The files that a report can write, except those of `texts`: removing them lets a folder depend on its runs only.
fn stale(experiment: &ExperimentData, texts: &[(String, String)]) -> Vec<String> {
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let written: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
    let charts = chart::names(&sets).into_iter().map(|name| format!("charts/{name}.svg"));
    let others = ["heuristics.csv", "heuristics.md", "heuristics.tex"].map(str::to_owned);
    let missing = charts.chain(others).filter(|name| !written.contains(&name.as_str()));
    let drawn = |name: String| match name.strip_suffix(".svg") {
        Some(stem) => vec![format!("{stem}.png"), format!("{stem}.csv"), name],
        None => vec![name],
    };
    missing.flat_map(drawn).chain(["summary.parquet", "runs.parquet"].map(str::to_owned)).collect()
}

/// The tables of the runs.
struct RunTables {
    /// Those below the findings.
    tables: Vec<ReportTable>,
    /// Those at the top.
    alarms: Vec<ReportTable>,
    findings: Findings,
    /// The number of recorded runs that are faults of the program.
    unexplained: usize,
}

impl RunTables {
    fn new(experiment: &ExperimentData, results: &Results) -> Self {
        let mut tables = tables::report_tables(experiment, results);
        let unexplained = tables::unexplained(&experiment.unexplained);
        let violations = bounds::violations(experiment);
        let faults = violations.iter().filter(|violation| violation.is_fault()).count();
        let mut bounds_table = bounds::table(&violations);
        // A run without a claimed bound is not a fault.
        if faults == 0 {
            tables.extend(bounds_table.take());
        }
        tables.extend(experiment.earlier_plans.table());
        let alarms = [experiment.unread.table(), unexplained, bounds_table].into_iter().flatten().collect();
        let findings = Findings::new(experiment, results);
        Self { tables, alarms, findings, unexplained: experiment.unexplained.len() + faults }
    }
}

/// The tables and charts of the heuristics.
struct HeuristicReport {
    rows: Vec<Accuracy>,
    tables: Vec<ReportTable>,
    charts: SectionCharts,
}

impl HeuristicReport {
    /// The report of heuristics, if there are at least two.
    fn new(experiment: &ExperimentData) -> anyhow::Result<Option<Self>> {
        let rows = heuristics::accuracies(experiment);
        if rows.is_empty() {
            return Ok(None);
        }
        let tables = heuristics::tables::report_tables(experiment, &rows);
        Ok(Some(Self { rows, tables, charts: chart::heuristic_charts(experiment, &ChartOptions::REPORT)? }))
    }

    fn page(&self) -> page::HeuristicContent<'_> {
        page::HeuristicContent { tables: &self.tables, charts: &self.charts }
    }

    /// The files of text, by name.
    fn texts(
        &self,
        experiment: &str,
        papers: &[ReportTable],
        text_width: f64,
    ) -> anyhow::Result<Vec<(String, String)>> {
        let tables: Vec<_> = self.tables.iter().collect();
        Ok(vec![
            ("heuristics.csv".to_owned(), heuristics_csv::write(&self.rows)?),
            ("heuristics.md".to_owned(), markdown::write(experiment, &[], &tables)?),
            ("heuristics.tex".to_owned(), latex::write(papers, text_width)?),
        ])
    }
}
