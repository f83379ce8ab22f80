//! Draws the charts of a request.

use std::path::Path;

use anyhow::{Context as _, bail};
use tilebench_plot::{Canvas, ChartData, ChartOptions};

use super::resolved::ResolvedRequest;
use super::runs::{parts, read};
use super::write::{SetFigures, write_all};
use super::{PlotRequest, PlotResult, every, selection, set_charts};
use crate::chart::data::chart_data;
use crate::chart::kind::{ChartKind, DataSource};
use crate::chart::kinds;
use crate::column::Columns;
use crate::experiment::SetRuns;
use crate::expression::nearest;

/// The minimum and the maximum width of a chart in points.
const WIDTHS: std::ops::RangeInclusive<f64> = 150.0..=3000.0;

/// Draws the chart that `request` describes from the result folder `dir`, in the requested formats.
///
/// # Errors
///
/// If the request is invalid, no run is left to draw, or files cannot be read or written.
pub fn plot(dir: &Path, request: &PlotRequest) -> anyhow::Result<PlotResult> {
    let options = options(request)?;
    if request.kind == every::NAME {
        return every::plot(dir, request, &options);
    }
    let kind = kind(&request.kind)?;
    let known = Columns::read(dir)?;
    let resolved = match &kind.data {
        DataSource::Columns(columns) => ResolvedRequest::new(request, kind, columns, &known)?,
        DataSource::Set(draw) => return set_charts::plot(dir, request, &options, kind, *draw),
        DataSource::AllSets(_) => bail!("'{}' is drawn in reports only", kind.name),
    };
    let (experiment, mut left_out) = read(dir, request, &resolved.columns, &known)?;
    if request.filter.is_some() {
        left_out.extend(selection::remarks(&experiment));
    }
    let mut drawn: SetFigures = Vec::new();
    let parts = parts(request, resolved.is_by_set(), &experiment)?;
    let data_of = |sets: &[&SetRuns]| chart_data(sets, resolved.measures, &resolved.by(), &options);
    let charts: Vec<ChartData> = parts.iter().map(|(_, sets)| data_of(sets)).collect();
    resolved.known(&charts)?;
    for ((suffix, _), mut data) in parts.into_iter().zip(charts) {
        let of = data.sets.clone();
        let figure = resolved.between(&mut data).and_then(|()| (resolved.draw)(&data));
        match figure {
            Ok(figure) if figure.shown.starts_with("0 ") => {
                left_out.push(format!("'{}' of {of} not drawn: no run has the required values.", resolved.kind.name));
            }
            Ok(figure) => drawn.push((suffix, of, figure)),
            Err(why) => left_out.push(format!("'{}' of {of} not drawn: {why}.", resolved.kind.name)),
        }
    }
    write_all(dir, request, drawn, left_out)
}

/// The requested canvas and title.
fn options(request: &PlotRequest) -> anyhow::Result<ChartOptions> {
    if let Some(width) = request.width.filter(|width| !WIDTHS.contains(width)) {
        bail!("a chart cannot be {width} points wide: the width must be from {} to {}", WIDTHS.start(), WIDTHS.end());
    }
    let canvas = request.width.map_or(Canvas::REPORT, Canvas::with_width);
    let canvas = if request.without_caption { canvas.without_caption() } else { canvas };
    Ok(ChartOptions { canvas, title: request.title.clone() })
}

fn kind(name: &str) -> anyhow::Result<&'static ChartKind> {
    let offered = || kinds::ALL.iter().filter(|kind| kind.is_offered());
    offered().find(|kind| kind.name == name).with_context(|| {
        let names: Vec<&str> = offered().map(|kind| kind.name).chain([every::NAME]).collect();
        let nearest = nearest(name, &names).unwrap_or_default();
        format!("unknown kind of chart '{name}'; did you mean '{nearest}'? The kinds are {}", names.join(", "))
    })
}
