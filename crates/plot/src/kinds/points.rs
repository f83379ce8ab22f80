//! One column against another, one point per run.

use crate::chart_data::ChartData;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, count};
use crate::theme::Marker;

/// More points than this would be one smear.
const MAX_POINTS: usize = 4000;
/// Points are paler if there are more than this number.
const FADE_ABOVE: f64 = 200.0;

/// Every run that has both values; those that did not solve are crosses.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let (across, up) = (data.variable(0)?, data.variable(1)?);
    let mut tally = LeftOutRuns::default();
    let mut points = Vec::new();
    for group in &data.groups {
        for datum in &group.runs {
            let Some(x) = tally.take(datum, 0, across) else { continue };
            let Some(y) = tally.take(datum, 1, up) else { continue };
            points.push((group.style, x, y, datum.solved));
        }
    }
    if points.is_empty() {
        return Err(format!("no run has both {} and {} to draw", across.name, up.name));
    }
    let every = points.len().div_ceil(MAX_POINTS);
    let left_out = tally.sentences(&format!("{} or {}", across.name, up.name));
    let stopped = points.iter().filter(|point| !point.3).count();
    let mut remark = format!("{} Each point is a run.", data.solved_of_all());
    if stopped > 0 {
        let runs = number::whole(stopped as u64);
        remark.extend([" Crosses: the ", &runs, " that did not solve, with what they had by then."]);
    }
    if every > 1 {
        remark.extend([" One in ", &number::whole(every as u64), " is drawn."]);
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
    for &(style, x, y, solved) in points.iter().step_by(every) {
        let marker = if solved { style.marker } else { Marker::Cross };
        frame.drawing.mark(frame.plot.at(x, y), marker, data.options.canvas.size(3.5), style.color.faded(strength));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(points.len(), "runs"), left_out })
}
