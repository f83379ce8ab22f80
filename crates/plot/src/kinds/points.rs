//! One column against another, one point per run.

use crate::figure::{self, Figure, Tally};
use crate::frame::{Content, Frame};
use crate::legend::Entry;
use crate::number::{self, count};
use crate::sample::Sample;
use crate::theme::Marker;

/// More points than this would be one smear.
const MOST_POINTS: usize = 4000;
/// Points are paler if there are more than this number.
const PALER_FROM: f64 = 200.0;

/// Every run that has both values; those that did not solve are crosses.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(sample: &Sample) -> Result<Figure, String> {
    let (across, up) = (sample.variable(0)?, sample.variable(1)?);
    let mut tally = Tally::default();
    let mut points = Vec::new();
    for group in &sample.groups {
        for datum in &group.data {
            let Some(x) = tally.take(datum, 0, across) else { continue };
            let Some(y) = tally.take(datum, 1, up) else { continue };
            points.push((group.look, x, y, datum.solved));
        }
    }
    if points.is_empty() {
        return Err(format!("no run has both {} and {} to draw", across.name, up.name));
    }
    let every = points.len().div_ceil(MOST_POINTS);
    let left_out = tally.sentences(&format!("{} or {}", across.name, up.name));
    let stopped = points.iter().filter(|point| !point.3).count();
    let mut remark = format!("{} Each point is a run.", sample.solved_of_all());
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
    let content = Content {
        title: sample.title(&format!("{} against {}", up.plain(), across.plain()), points.len(), "runs"),
        remark,
        x: &|labels| figure::axis(across, across.title, &xs, labels),
        y: &|labels| figure::axis(up, up.title, &ys, labels),
        entries: sample.groups.iter().map(|group| Entry::points(group.look, group.name.as_str())).collect(),
        ..Content::default()
    };
    let mut frame = Frame::new(sample.sheet.paper, content);
    let strength = (PALER_FROM * every as f64 / points.len() as f64).sqrt().clamp(0.25, 0.7);
    for &(look, x, y, solved) in points.iter().step_by(every) {
        let marker = if solved { look.marker } else { Marker::Cross };
        frame.drawing.mark(frame.plot.at(x, y), marker, sample.sheet.paper.size(3.5), look.color.faded(strength));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(points.len(), "runs"), left_out })
}
