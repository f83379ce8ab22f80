//! Empirical distribution functions: which share of the runs has at most so much.

use crate::chart::axis::Axis;
use crate::chart::drawing::Stroke;
use crate::chart::figure::{self, Figure, Tally, count};
use crate::chart::frame::{Content, Frame};
use crate::chart::sample::{self, Sample};
use crate::chart::steps;
use crate::chart::theme::Look;
use crate::number;

/// The share of runs whose value is at most so much, stopped runs with what they had by then.
pub(crate) fn draw(sample: &Sample) -> Result<Figure, String> {
    let column = sample.column(0)?;
    let mut tally = Tally::default();
    let mut groups = Vec::new();
    for group in &sample.groups {
        let mut values: Vec<f64> = group.data.iter().filter_map(|datum| tally.take(datum, 0, column)).collect();
        values.sort_by(f64::total_cmp);
        if !values.is_empty() {
            groups.push((group, values));
        }
    }
    let all: Vec<f64> = groups.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    if all.is_empty() {
        return Err(format!("no run has a {} that can be drawn", column.name));
    }
    let x = |labels| figure::axis(column, column.title, &all, labels);
    let y = |_| Axis::at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %"));
    let left_out = tally.sentences(column.name);
    let mut remark = format!(
        "{} The share of each line's n runs with at most so much.{}",
        sample.solved_of_all(),
        steps::remark(groups.iter().map(|(_, values)| values.len()))
    );
    for sentence in &left_out {
        remark.extend([" ", sentence]);
    }
    let name = |n: usize| number::whole(n as u64);
    let content = Content {
        title: sample.title(&format!("Distribution of {}", column.plain()), all.len(), "runs"),
        remark,
        x: &x,
        y: &y,
        entries: groups
            .iter()
            .map(|(group, values)| {
                sample::named(group, &format!("{} (n = {})", group.name, name(values.len())), true, false)
            })
            .collect(),
        are_lines: false,
        is_square: false,
        rows_below: 0,
    };
    let mut frame = Frame::new(sample.paper, content);
    let paper = sample.paper;
    for (group, values) in &groups {
        let Look { color, dash, .. } = group.look;
        let share = |reached: usize| 100.0 * reached as f64 / values.len() as f64;
        let mut points = steps::curve(&frame.plot, values, share);
        // A curve that has risen to the top stays there.
        points.push(frame.plot.at(frame.plot.x.high(), 100.0));
        frame.drawing.line(points, Stroke { color, width: paper.size(2.0), dash: paper.dash(dash) });
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(all.len(), "runs"), left_out })
}
