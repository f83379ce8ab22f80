//! All charts of a report as separate files, for a paper: in the requested formats, width and caption.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use tilebench_plot::ChartOptions;

use super::{PlotRequest, PlotResult, WrittenChart};
use crate::chart::{self, Chart};
use crate::experiment::ExperimentData;
use crate::export::chart_file::ChartFormat;
use crate::heuristics::accuracies;
use crate::output_file::refuse_record;
use crate::parallel;
use crate::results::Results;

/// The name of the request.
pub(super) const NAME: &str = "all";

/// The folder within a result folder that contains the files by default. A report neither writes nor removes them.
const FOLDER: &str = "figures";

/// Draws every chart of the report of `dir`, with `options`.
pub(super) fn plot(dir: &Path, request: &PlotRequest, options: &ChartOptions) -> anyhow::Result<PlotResult> {
    let given = [
        ("--x", request.x.is_some()),
        ("--y", request.y.is_some()),
        ("--group", request.group.is_some()),
        ("--filter", request.filter.is_some()),
        ("--set", request.set.is_some()),
        ("--between", request.between.is_some()),
        ("--pool", request.pool),
        ("--title", request.title.is_some()),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        bail!("'{NAME}' draws the charts of the report: leave out {option}, or draw one kind");
    }
    let experiment = ExperimentData::read(dir)?.compared_on(request.compare_on);
    experiment.unread.refuse().with_context(|| format!("cannot plot {}", dir.display()))?;
    if experiment.recorded == 0 {
        bail!("no run is recorded in {}", dir.display());
    }
    let results = Results::new(&experiment, request.baseline.as_deref())?;
    let mut section = chart::run_charts(&experiment, results.baseline(), options)?;
    if !accuracies(&experiment).is_empty() {
        let heuristics = chart::heuristic_charts(&experiment, options)?;
        section.charts.extend(heuristics.charts);
        section.left_out.extend(heuristics.left_out);
    }
    let folder = request.out.clone().unwrap_or_else(|| dir.join(FOLDER));
    let formats = if request.formats.is_empty() { &[ChartFormat::Pdf, ChartFormat::Csv][..] } else { &request.formats };
    // Refused before any file is written.
    for (chart, format) in section.charts.iter().flat_map(|chart| formats.iter().map(move |format| (chart, format))) {
        refuse_record(&path(chart, &folder, *format))?;
    }
    let written = parallel::map(&section.charts, |chart| write(chart, &folder, formats, request.without_caption));
    let charts = written.into_iter().collect::<anyhow::Result<_>>()?;
    Ok(PlotResult { charts, left_out: section.left_out })
}

fn path(chart: &Chart, folder: &Path, format: ChartFormat) -> PathBuf {
    folder.join(format!("{}.{}", chart.name, format.extension()))
}

fn write(chart: &Chart, folder: &Path, formats: &[ChartFormat], without_caption: bool) -> anyhow::Result<WrittenChart> {
    let mut files = Vec::new();
    for format in formats {
        let path = path(chart, folder, *format);
        format.write(&chart.drawing, &path)?;
        files.push(path);
    }
    let caption = without_caption.then(|| chart.drawing.caption().clone());
    Ok(WrittenChart { files, caption, shown: chart.title.clone(), left_out: Vec::new() })
}
