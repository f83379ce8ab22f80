//! The charts of a report: a table of kinds, and the functions that gather their data from runs.

pub(crate) mod data;
mod growth;
mod heuristics;
mod iterations;
pub(crate) mod kinds;
mod option_effects;
mod seeds;
mod weights;

use std::collections::BTreeMap;

use data::{ChartMeasure, Grouping};
use kinds::{ChartKind, ChartSection, ColumnChart, DataSource, ReportChart};
use tilebench_plot::{ChartOptions, Drawing};

use crate::column;
use crate::experiment::{ExperimentData, SetRuns};

/// Charts of more sets than this would bury those of the whole.
const MAX_SETS: usize = 8;

/// A chart, ready to be written.
#[derive(Debug)]
pub(crate) struct Chart {
    /// Its file name without extension.
    pub(crate) name: String,
    /// Its title, with the set's name.
    pub(crate) title: String,
    /// Itself as SVG.
    pub(crate) svg: String,
    /// Itself as shapes.
    pub(crate) drawing: Drawing,
}

/// The charts of a section.
#[derive(Debug, Default)]
pub(crate) struct SectionCharts {
    /// Every chart that applies, set by set.
    pub(crate) charts: Vec<Chart>,
    /// A sentence for every chart that does not.
    pub(crate) left_out: Vec<String>,
}

/// How the runs went.
pub(crate) fn run_charts(experiment: &ExperimentData) -> anyhow::Result<SectionCharts> {
    let mut drawn = draw(experiment, ChartSection::Special)?;
    if experiment.sets.len() > MAX_SETS {
        let sets = experiment.sets.len();
        drawn.left_out =
            vec![format!("No charts of single instance sets: there are {sets}, and {MAX_SETS} are the most.")];
        return Ok(drawn);
    }
    let runs = draw(experiment, ChartSection::Runs)?;
    drawn.charts.extend(runs.charts);
    drawn.left_out = runs.left_out;
    Ok(drawn)
}

/// How good the heuristics are.
pub(crate) fn heuristic_charts(experiment: &ExperimentData) -> anyhow::Result<SectionCharts> {
    draw(experiment, ChartSection::Heuristics)
}

fn draw(experiment: &ExperimentData, section: ChartSection) -> anyhow::Result<SectionCharts> {
    let mut drawn = SectionCharts::default();
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let charts = || kinds::in_report().into_iter().filter(|(_, chart)| chart.section == section);
    for (kind, chart) in charts() {
        if let DataSource::AllSets(draw) = kind.data {
            drawn.add(chart, chart.name.to_owned(), chart.title.to_owned(), draw(experiment))?;
        }
    }
    for (place, set) in experiment.sets.iter().enumerate() {
        let suffix = suffix(&sets, place);
        for (kind, chart) in charts() {
            let drawing = match &kind.data {
                DataSource::Columns(columns) => of_columns(set, columns, chart),
                DataSource::Set(draw) => draw(set, &ChartOptions::REPORT),
                DataSource::AllSets(_) => continue,
            };
            drawn.add(chart, format!("{}{suffix}", chart.name), format!("{}: {}", chart.title, set.name), drawing)?;
        }
    }
    Ok(drawn)
}

/// A chart of columns that reports keep.
fn of_columns(set: &SetRuns, columns: &ColumnChart, chart: &ReportChart) -> Option<Drawing> {
    let measure = |name: &str| ChartMeasure::from_kept(column::find(name).ok()?);
    let measures = [chart.x.or(columns.x), columns.y].map(|name| name.and_then(measure));
    let by = if columns.group.is_some() { Grouping::ByConfiguration } else { Grouping::Nothing };
    let data = data::chart_data(&[set], measures, &by, &ChartOptions::REPORT);
    if (chart.applies)(&data) { Some((columns.draw)(&data).ok()?.drawing) } else { None }
}

impl SectionCharts {
    /// Adds `drawing`, or a sentence that it is not there if somebody would miss it.
    fn add(
        &mut self,
        chart: &ReportChart,
        name: String,
        title: String,
        drawing: Option<Drawing>,
    ) -> anyhow::Result<()> {
        if let Some(drawing) = drawing {
            self.charts.push(Chart { name, title, svg: drawing.svg()?, drawing });
        } else if !chart.absence_reason.is_empty() {
            self.left_out.push(format!("No chart \"{title}\": {}.", chart.absence_reason));
        }
        Ok(())
    }
}

/// The file name, without extension, of every chart that a report of runs on `sets` can have.
pub(crate) fn names(sets: &[&str]) -> Vec<String> {
    kinds::in_report().into_iter().flat_map(|(kind, chart)| names_of(kind, chart, sets)).collect()
}

/// The file name, without extension, of every chart that the page's script draws too, and the name of its kind.
pub(crate) fn live(sets: &[&str]) -> BTreeMap<String, &'static str> {
    let charts = kinds::in_report().into_iter().filter(|(_, chart)| chart.is_live);
    charts.flat_map(|(kind, chart)| names_of(kind, chart, sets).into_iter().map(|name| (name, chart.name))).collect()
}

fn names_of(kind: &ChartKind, chart: &ReportChart, sets: &[&str]) -> Vec<String> {
    match kind.data {
        DataSource::AllSets(_) => vec![chart.name.to_owned()],
        _ => (0..sets.len()).map(|place| format!("{}{}", chart.name, suffix(sets, place))).collect(),
    }
}

/// The suffix of file names for the set at `place`: empty if it is the only one, otherwise its name with safe characters,
/// and its place if another set has the same suffix.
pub(crate) fn suffix(sets: &[&str], place: usize) -> String {
    let safe = |set: &&str| -> String {
        set.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
    };
    let names: Vec<String> = sets.iter().map(safe).collect();
    match names.as_slice() {
        [_] => String::new(),
        _ if names[..place].contains(&names[place]) => format!("-{}-{}", names[place], place + 1),
        _ => format!("-{}", names[place]),
    }
}
