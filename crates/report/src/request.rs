//! One chart of any kind, of any columns, of the runs that a filter leaves: `tilebench plot`.
//!
//! Runs are read, filtered, and then treated as in a report: of a run that was run again the last row counts,
//! repeats are folded, and times are medians over them. Every instance set has its own chart, unless it is asked to draw
//! all in one. Nothing is written unless a chart can be drawn, and the same request gives the same bytes.

mod lists;
mod name;
mod own;
mod selection;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use tilebench_plot::{Figure, Paper, Sample, Sheet};

use crate::chart::kinds::{self, ChartKind, Columns, Data};
use crate::chart::sample::{self, By, Measure, Source};
use crate::chart::suffix;
use crate::column::{self, Column};
use crate::compare_on::CompareOn;
use crate::experiment::{Experiment, InstanceSet};
use crate::expression::{Filter, nearest};
use crate::number;
use crate::rows::Selection;

pub use lists::{plot_columns, plot_kinds};

/// A chart to be drawn.
#[derive(Clone, Debug, Default)]
pub struct PlotRequest {
    /// The kind: see [`plot_kinds`].
    pub kind: String,
    /// The column across: see [`plot_columns`].
    pub x: Option<String>,
    /// The column up.
    pub y: Option<String>,
    /// The columns that runs are grouped by, with commas between; `none` for one group.
    pub group: Option<String>,
    /// Which runs: all that it holds for. Conditions on outcomes do not change n: runs that they leave out count as not
    /// solved.
    pub filter: Option<String>,
    /// The instance set; else every one has a chart.
    pub set: Option<String>,
    /// Whether all instance sets are drawn in one chart.
    pub pool: bool,
    /// Which groups are compared on the instances that they solved in common.
    pub compare_on: CompareOn,
    /// The two groups that a chart of pairs compares.
    pub between: Option<[String; 2]>,
    /// The file, of which the ending is replaced; else a name is made in `charts/`.
    pub out: Option<PathBuf>,
    /// How wide the chart is, in points; else as wide as in a report.
    pub width: Option<f64>,
    /// The title.
    pub title: Option<String>,
}

/// What [`plot`] wrote.
#[derive(Clone, Debug)]
pub struct Plotted {
    /// The charts.
    pub charts: Vec<PlottedChart>,
    /// A sentence for everything that no chart shows.
    pub left_out: Vec<String>,
}

/// A chart that was written.
#[derive(Clone, Debug)]
pub struct PlottedChart {
    /// The files.
    pub files: Vec<PathBuf>,
    /// How many of what it shows, of which sets.
    pub shown: String,
    /// A sentence for everything that it leaves out.
    pub left_out: Vec<String>,
}

/// The least and the most points that a chart may be wide.
const WIDTHS: std::ops::RangeInclusive<f64> = 150.0..=3000.0;

/// Draws what `request` asks for of the result folder `dir`, as SVG and PNG.
///
/// # Errors
///
/// Where the request makes no sense, no run is left to draw, or files cannot be read or written.
pub fn plot(dir: &Path, request: &PlotRequest) -> anyhow::Result<Plotted> {
    let sheet = sheet(request)?;
    let kind = kind(&request.kind)?;
    let asked = match &kind.data {
        Data::Columns(columns) => Asked::of(request, kind, columns)?,
        Data::Set(draw) => return own::plot(dir, request, &sheet, kind, *draw),
        Data::Experiment(_) => bail!("'{}' is drawn in reports only", kind.name),
    };
    let (experiment, mut left_out) = read(dir, request, &asked.columns)?;
    if request.filter.is_some() {
        left_out.extend(selection::remarks(&experiment));
    }
    let mut drawn: Drawn = Vec::new();
    let parts = parts(request, asked.is_by_set(), &experiment)?;
    let sample = |sets: &[&InstanceSet]| sample::of(sets, asked.measures, &asked.by(), &sheet);
    let samples: Vec<Sample> = parts.iter().map(|(_, sets)| sample(sets)).collect();
    asked.known(&samples)?;
    for ((suffix, _), mut sample) in parts.into_iter().zip(samples) {
        let of = sample.of.clone();
        let figure = asked.between(&mut sample).and_then(|()| (asked.draw)(&sample));
        match figure {
            Ok(figure) if figure.shown.starts_with("0 ") => {
                left_out.push(format!("No {} of {of}: no run has what it shows.", asked.kind.name));
            }
            Ok(figure) => drawn.push((suffix, of, figure)),
            Err(why) => left_out.push(format!("No {} of {of}: {why}.", asked.kind.name)),
        }
    }
    write_all(dir, request, drawn, left_out)
}

/// The paper and the title that are asked for.
fn sheet(request: &PlotRequest) -> anyhow::Result<Sheet> {
    if let Some(width) = request.width.filter(|width| !WIDTHS.contains(width)) {
        bail!("a chart cannot be {width} points wide: it takes {} to {}", WIDTHS.start(), WIDTHS.end());
    }
    Ok(Sheet { paper: request.width.map_or(Paper::REPORT, Paper::of_width), title: request.title.clone() })
}

/// What was drawn: what it adds to the file's name, of which sets it is, and itself.
type Drawn = Vec<(String, String, Figure)>;

/// Reads the runs that are asked for, with `columns` beside what reports keep, and tells what the filter left out.
fn read(dir: &Path, request: &PlotRequest, columns: &[&'static Column]) -> anyhow::Result<(Experiment, Vec<String>)> {
    let [filter, outcomes] = match &request.filter {
        Some(filter) => match Filter::read(filter, &column::names()) {
            Ok(filter) => filter.split(&|column| column::ALL[column].is_outcome()).map(Some),
            Err(mistake) => bail!("the filter {filter} is wrong {mistake}"),
        },
        None => [None, None],
    };
    let (experiment, filtered) = Experiment::select(dir, Selection { filter, outcomes, asked: columns.to_vec() })?;
    let experiment = experiment.compared_on(request.compare_on);
    // A chart alone has no place above it for what could not be read.
    experiment.unread.refuse().with_context(|| format!("cannot plot {}", dir.display()))?;
    let shown = selection::shown(&experiment);
    if shown == 0 {
        let all = number::whole((filtered + experiment.recorded) as u64);
        match &request.filter {
            Some(filter) if all != "0" => bail!("no run is left: the filter {filter} holds for none of {all}"),
            _ => bail!("no run is recorded in {}", dir.display()),
        }
    }
    let count = number::whole(filtered as u64);
    let left_out = if filtered > 0 { vec![format!("The filter left out {count} runs.")] } else { Vec::new() };
    Ok((experiment, left_out))
}

/// Writes all that was drawn, or nothing.
fn write_all(dir: &Path, request: &PlotRequest, drawn: Drawn, mut left_out: Vec<String>) -> anyhow::Result<Plotted> {
    if drawn.is_empty() {
        let last = left_out.pop().unwrap_or_default();
        bail!("nothing can be drawn. {}", last.trim_end_matches('.'));
    }
    if drawn.len() > 1 && request.out.is_some() {
        bail!("there are {} charts, one an instance set, for one file: name a set with --set", drawn.len());
    }
    let mut charts = Vec::new();
    for (suffix, of, figure) in drawn {
        let place = match &request.out {
            Some(out) => out.clone(),
            None => dir.join("charts").join(format!("{}{suffix}", name::of(request))),
        };
        charts.push(write(&place, request.out.is_none(), &of, figure)?);
    }
    Ok(Plotted { charts, left_out })
}

fn write(place: &Path, make_folder: bool, of: &str, figure: Figure) -> anyhow::Result<PlottedChart> {
    let Figure { drawing, shown, left_out } = figure;
    let text = drawing.svg()?;
    if let Some(folder) = place.parent().filter(|_| make_folder) {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    // A name may have a point in it that begins no ending.
    let with = |ending: &str| match place.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "png") => place.with_extension(ending),
        _ => PathBuf::from(format!("{}.{ending}", place.display())),
    };
    let [svg, png] = ["svg", "png"].map(with);
    fs::write(&svg, &text).with_context(|| format!("cannot write {}", svg.display()))?;
    drawing.write_png(&png)?;
    Ok(PlottedChart { files: vec![svg, png], shown: format!("{shown} of {of}"), left_out })
}

/// A request whose words are known.
struct Asked<'a> {
    request: &'a PlotRequest,
    kind: &'static ChartKind,
    draw: fn(&Sample) -> Result<Figure, String>,
    measures: [Option<Measure>; 2],
    /// What runs are grouped by, and where it is among what was asked for.
    groups: Vec<(&'static Column, usize)>,
    columns: Vec<&'static Column>,
}

impl<'a> Asked<'a> {
    fn of(request: &'a PlotRequest, kind: &'static ChartKind, takes: &Columns) -> anyhow::Result<Self> {
        if request.between.is_some() && !takes.is_pair {
            bail!("'{}' compares no two groups: leave out --between, or draw 'scatter' or 'ratio'", kind.name);
        }
        let mut columns = Vec::new();
        let taken = [("--x", takes.x, &request.x), ("--y", takes.y, &request.y)];
        let mut measures = [None, None];
        for (measure, (option, default, name)) in measures.iter_mut().zip(taken) {
            let name = match (default, name) {
                (None, Some(name)) => bail!("'{}' takes no {option} ({name}): {}", kind.name, kind.about),
                (Some(default), name) => name.as_deref().unwrap_or(default),
                (None, None) => continue,
            };
            *measure = Some(measured(option, column::find(name)?, &mut columns)?);
        }
        let by = request.group.as_deref().or(takes.group).filter(|by| *by != "none");
        let mut groups = Vec::new();
        for name in by.iter().flat_map(|by| by.split(',')) {
            let column = column::find(name.trim())?;
            groups.push((column, place(column, &mut columns)));
        }
        Ok(Self { request, kind, draw: takes.draw, measures, groups, columns })
    }

    fn by(&self) -> By<'_> {
        match self.groups.as_slice() {
            [] => By::Nothing,
            [(column, _)] if column.name == "solver" => By::Configuration,
            groups => By::Columns(groups),
        }
    }

    fn is_by_set(&self) -> bool {
        self.groups.iter().any(|(column, _)| column.name == "set")
    }

    /// Refuses to compare a group that is in none of `samples`, with the nearest of all of them.
    fn known(&self, samples: &[Sample]) -> anyhow::Result<()> {
        let names: BTreeSet<&str> =
            samples.iter().flat_map(|sample| &sample.groups).map(|group| group.name.as_str()).collect();
        let mut asked = self.request.between.iter().flatten();
        if let Some(name) = asked.find(|name| !names.contains(name.as_str())) {
            let names: Vec<&str> = names.into_iter().collect();
            bail!("there is no group '{name}': the nearest is '{}'", nearest(name, &names).unwrap_or_default());
        }
        Ok(())
    }

    /// Tells `sample` which groups are to be compared.
    fn between(&self, sample: &mut Sample) -> Result<(), String> {
        let Some(pair) = &self.request.between else { return Ok(()) };
        let names: Vec<&str> = sample.groups.iter().map(|group| group.name.as_str()).collect();
        let place = |name: &String| {
            names.iter().position(|other| other == name).ok_or_else(|| {
                let nearest = nearest(name, &names).unwrap_or_default();
                format!("there is no group '{name}': the nearest is '{nearest}'")
            })
        };
        let [first, second] = pair;
        if first == second {
            return Err(format!("'{first}' cannot be compared with itself"));
        }
        sample.between = Some([place(first)?, place(second)?]);
        Ok(())
    }
}

/// The instance sets of each chart, and what they add to its name.
fn parts<'e>(
    request: &PlotRequest,
    is_by_set: bool,
    experiment: &'e Experiment,
) -> anyhow::Result<Vec<(String, Vec<&'e InstanceSet>)>> {
    let names: Vec<&str> = experiment.sets.iter().map(|set| set.name.as_str()).collect();
    let part = |place: usize| (suffix(&names, place), vec![&experiment.sets[place]]);
    if let Some(name) = &request.set {
        let Some(place) = names.iter().position(|other| other == name) else {
            let nearest = nearest(name, &names).unwrap_or_default();
            bail!("there is no instance set '{name}': the nearest is '{nearest}'");
        };
        return Ok(vec![part(place)]);
    }
    if request.pool || is_by_set {
        return Ok(vec![(String::new(), experiment.sets.iter().collect())]);
    }
    Ok((0..names.len()).map(part).collect())
}

fn kind(name: &str) -> anyhow::Result<&'static ChartKind> {
    let offered = || kinds::ALL.iter().filter(|kind| kind.is_offered());
    offered().find(|kind| kind.name == name).with_context(|| {
        let names: Vec<&str> = offered().map(|kind| kind.name).collect();
        let nearest = nearest(name, &names).unwrap_or_default();
        format!("there is no kind of chart '{name}': the nearest is '{nearest}', all are {}", names.join(", "))
    })
}

/// Where the numbers and the limit of `column` are: reports keep them, or they are put on the list of `columns`.
fn measured(option: &str, column: &'static Column, columns: &mut Vec<&'static Column>) -> anyhow::Result<Measure> {
    if !column.is_number() {
        bail!("{option} {} is text, and an axis takes numbers: tilebench plot --columns says which are", column.name);
    }
    let mut source = |column: &'static Column| match column.kept {
        Some(kept) => Source::Kept(kept),
        None => Source::Asked(place(column, columns)),
    };
    let value = source(column);
    let limit = match column.limit {
        Some(limit) => Some((source(column::find(limit.column)?), limit.factor)),
        None => None,
    };
    Ok(Measure { column, value, limit })
}

/// The place of `column` on the list, where it is put if it is not there.
fn place(column: &'static Column, columns: &mut Vec<&'static Column>) -> usize {
    columns.iter().position(|other| other.name == column.name).unwrap_or_else(|| {
        columns.push(column);
        columns.len() - 1
    })
}
