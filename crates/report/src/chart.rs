//! The charts of a report: the table of kinds, and the functions that collect their data from runs.

mod accuracy;
pub(crate) mod data;
mod expansion_bounds;
mod growth;
mod heuristics;
mod iterations;
pub(crate) mod kind;
pub(crate) mod kinds;
mod option_effects;
mod quality;
mod run_order;
mod seeds;
mod weights;

use std::collections::BTreeMap;
use std::iter;

use data::{ChartMeasure, Grouping};
use kind::{ChartKind, ChartSection, ColumnChart, DataSource, ReportChart};
use tilebench_plot::{ChartOptions, Drawing};

use crate::experiment::{ExperimentData, SetRuns};
use crate::export::chart_csv;
use crate::{column, parallel};

/// The maximum number of instance sets with charts of their own.
const MAX_SETS: usize = 8;

/// A chart, ready to be written.
#[derive(Debug)]
pub(crate) struct Chart {
    /// The file name without extension.
    pub(crate) name: String,
    /// The title, with the name of the set.
    pub(crate) title: String,
    /// The chart as SVG.
    pub(crate) svg: String,
    /// Its values as CSV.
    pub(crate) csv: String,
    /// The chart as graphic primitives.
    pub(crate) drawing: Drawing,
}

/// The charts of a section.
#[derive(Debug, Default)]
pub(crate) struct SectionCharts {
    /// The charts, set by set.
    pub(crate) charts: Vec<Chart>,
    /// A sentence for every chart that was not drawn.
    pub(crate) left_out: Vec<String>,
}

/// The charts of the runs; some compare the configurations with `baseline`, by default the one that solved the most.
pub(crate) fn run_charts(
    experiment: &ExperimentData,
    baseline: Option<&str>,
    options: &ChartOptions,
) -> anyhow::Result<SectionCharts> {
    let mut drawn = draw(experiment, ChartSection::Special, baseline, options)?;
    if experiment.sets.len() > MAX_SETS {
        let sets = experiment.sets.len();
        drawn.left_out = vec![format!(
            "Charts per instance set are omitted: there are {sets} sets, and at most {MAX_SETS} are drawn."
        )];
        return Ok(drawn);
    }
    let runs = draw(experiment, ChartSection::Runs, baseline, options)?;
    drawn.charts.extend(runs.charts);
    drawn.left_out = runs.left_out;
    Ok(drawn)
}

/// The charts of the heuristics.
pub(crate) fn heuristic_charts(experiment: &ExperimentData, options: &ChartOptions) -> anyhow::Result<SectionCharts> {
    draw(experiment, ChartSection::Heuristics, None, options)
}

fn draw(
    experiment: &ExperimentData,
    section: ChartSection,
    baseline: Option<&str>,
    options: &ChartOptions,
) -> anyhow::Result<SectionCharts> {
    let sets: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    // Charts of all sets come first, without the place of a set.
    let places = iter::once(None).chain((0..experiment.sets.len()).map(Some));
    let charts: Vec<_> = places
        .flat_map(|place| kinds::in_report().into_iter().map(move |(kind, chart)| (kind, chart, place)))
        .filter(|(kind, chart, place)| {
            chart.section == section && place.is_none() == matches!(kind.data, DataSource::AllSets(_))
        })
        .collect();
    let drawings = parallel::map(&charts, |&(kind, chart, place)| {
        let set = place.map(|place| &experiment.sets[place]);
        let drawing = match (&kind.data, set) {
            (DataSource::AllSets(draw), _) => draw(experiment, options),
            (DataSource::Columns(columns), Some(set)) => of_columns(set, columns, chart, (baseline, options)),
            (DataSource::Set(draw), Some(set)) => draw(set, options),
            (_, None) => unreachable!("only charts of all sets have no set"),
        };
        drawing.map(|drawing| anyhow::Ok((drawing.svg()?, chart_csv::write(&drawing)?, drawing))).transpose()
    });
    let mut drawn = SectionCharts::default();
    for ((_, chart, place), drawing) in charts.into_iter().zip(drawings) {
        let title = match place {
            Some(place) => format!("{}: {}", chart.title, sets[place]),
            None => chart.title.to_owned(),
        };
        if let Some((svg, csv, drawing)) = drawing? {
            let suffix = place.map(|place| suffix(&sets, place)).unwrap_or_default();
            drawn.charts.push(Chart { name: format!("{}{suffix}", chart.name), title, svg, csv, drawing });
        } else if !chart.absence_reason.is_empty() {
            drawn.left_out.push(format!("Chart \"{title}\" not drawn: {}.", chart.absence_reason));
        }
    }
    Ok(drawn)
}

/// A chart of columns that are stored with every run.
fn of_columns(
    set: &SetRuns,
    columns: &ColumnChart,
    chart: &ReportChart,
    (baseline, options): (Option<&str>, &ChartOptions),
) -> Option<Drawing> {
    let measure = |name: &str| ChartMeasure::from_kept(column::find(name).ok()?);
    let measures = [chart.x.or(columns.x), chart.y.or(columns.y)].map(|name| name.and_then(measure));
    let by = if columns.group.is_some() { Grouping::ByConfiguration } else { Grouping::Nothing };
    let mut data = data::chart_data(&[set], measures, &by, options);
    data.baseline = baseline.and_then(|name| data.groups.iter().position(|group| group.name == name));
    // A set that the baseline was not run on would be compared with another one.
    if columns.has_baseline && baseline.is_some() && data.baseline.is_none() {
        return None;
    }
    if (chart.applies)(&data) { Some((columns.draw)(&data).ok()?.drawing) } else { None }
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

/// The suffix of file names for the set at `place`: empty for a single set, otherwise its name in safe characters, with its
/// number if another set has the same suffix.
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
