//! One variable against another, one point per run.

use crate::chart_data::ChartData;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Point;
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::theme::Marker;

/// The maximum number of points.
const MAX_POINTS: usize = 4000;
/// Points are faded above this number.
const FADE_ABOVE: f64 = 200.0;

/// Every run that has both values; unsolved runs are crosses.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let (across, up) = (data.variable(0)?, data.variable(1)?);
    let mut left_out_runs = LeftOutRuns::default();
    let mut points = Vec::new();
    for (place, group) in data.groups.iter().enumerate() {
        for run in &group.runs {
            let Some(x) = left_out_runs.take(run, 0, across) else { continue };
            let Some(y) = left_out_runs.take(run, 1, up) else { continue };
            points.push((place, x, y, run.solved));
        }
    }
    if points.is_empty() {
        return Err(format!("no run has both {} and {} to draw", across.name, up.name));
    }
    let every = points.len().div_ceil(MAX_POINTS);
    let left_out = left_out_runs.sentences(&format!("{} or {}", across.name, up.name));
    let stopped = points.iter().filter(|point| !point.3).count();
    let mut remark = format!("{} Each point is a run.", data.solved_of_all());
    if stopped > 0 {
        let runs = number::grouped(stopped as u64);
        remark.extend([
            " Crosses: ",
            &runs,
            " runs that did not solve their instance, at their values when they ended.",
        ]);
    }
    if every > 1 {
        remark.extend([" One point in ", &number::grouped(every as u64), " is drawn."]);
    }
    figure::append(&mut remark, &left_out);
    let [xs, ys]: [Vec<f64>; 2] =
        [points.iter().map(|point| point.1).collect(), points.iter().map(|point| point.2).collect()];
    let content = ChartContent {
        title: data.title(&format!("{} against {}", up.plain(), across.plain()), points.len(), "runs"),
        remark,
        x: &|labels| figure::fitting_axis(across, across.title, &xs, labels),
        y: &|labels| figure::fitting_axis(up, up.title, &ys, labels),
        entries: data.groups.iter().map(|group| LegendEntry::points(group.style, group.name.as_str())).collect(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    let strength = (FADE_ABOVE * every as f64 / points.len() as f64).sqrt().clamp(0.25, 0.7);
    for (place, group) in data.groups.iter().enumerate() {
        for (part, is_solved) in [("point", true), ("unsolved point", false)] {
            let of_group = points.iter().step_by(every).filter(|point| point.0 == place && point.3 == is_solved);
            let values: Vec<Point> = of_group.map(|&(_, x, y, _)| (x, y)).collect();
            if !values.is_empty() {
                frame.drawing.record_points(&frame.plot, &group.name, part, values);
            }
        }
    }
    for &(place, x, y, solved) in points.iter().step_by(every) {
        let style = data.groups[place].style;
        let marker = if solved { style.marker } else { Marker::Cross };
        frame.drawing.mark(frame.plot.at(x, y), marker, data.options.canvas.size(3.5), style.color.faded(strength));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: counted(points.len(), "run"), left_out })
}
