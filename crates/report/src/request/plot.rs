//! From a request to the charts that are drawn of it.

use std::path::Path;

use anyhow::{Context as _, bail};
use tilebench_plot::{Canvas, ChartOptions, ChartData};

use super::asked::Asked;
use super::runs::{parts, read};
use super::write::{Drawn, write_all};
use super::{PlotRequest, Plotted, own, selection};
use crate::chart::kinds::{self, ChartKind, Data};
use crate::chart::sample;
use crate::experiment::InstanceSet;
use crate::expression::nearest;

/// The minimum and the maximum width of a chart in points.
const WIDTHS: std::ops::RangeInclusive<f64> = 150.0..=3000.0;

/// Draws the chart that `request` describes from the result folder `dir`, as SVG and PNG.
///
/// # Errors
///
/// If the request is invalid, no run is left to draw, or files cannot be read or written.
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
    let samples: Vec<ChartData> = parts.iter().map(|(_, sets)| sample(sets)).collect();
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
fn sheet(request: &PlotRequest) -> anyhow::Result<ChartOptions> {
    if let Some(width) = request.width.filter(|width| !WIDTHS.contains(width)) {
        bail!("a chart cannot be {width} points wide: it takes {} to {}", WIDTHS.start(), WIDTHS.end());
    }
    Ok(ChartOptions { paper: request.width.map_or(Canvas::REPORT, Canvas::with_width), title: request.title.clone() })
}

fn kind(name: &str) -> anyhow::Result<&'static ChartKind> {
    let offered = || kinds::ALL.iter().filter(|kind| kind.is_offered());
    offered().find(|kind| kind.name == name).with_context(|| {
        let names: Vec<&str> = offered().map(|kind| kind.name).collect();
        let nearest = nearest(name, &names).unwrap_or_default();
        format!("there is no kind of chart '{name}': the nearest is '{nearest}', all are {}", names.join(", "))
    })
}
