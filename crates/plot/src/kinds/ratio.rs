//! How many times more one configuration needs than another, instance by instance.

use crate::axis::Axis;
use crate::drawing::Anchor;
use crate::figure::{self, Figure};
use crate::frame::{Content, Frame};
use crate::kinds::scatter::MOST_POINTS;
use crate::number::{self, count};
use crate::pair::Pair;
use crate::sample::Sample;
use crate::theme::{self, Dash, Marker, Stroke};
use crate::variable::{Origin, Variable};
use tilebench_stats as stats;

/// A point: its horizontal value, its ratio, and whether the ratio is only a lower or an upper bound.
type Point = (f64, f64, bool);

/// The ratios of two groups.
#[derive(Default)]
struct Ratios {
    points: Vec<Point>,
    /// How many instances neither solved.
    neither: usize,
    /// How many lack a value.
    without: usize,
    /// How many ratios are at least so high, for the second was stopped.
    at_least: usize,
    /// How many are at most so high, for the first was.
    at_most: usize,
}

impl Ratios {
    fn of(pair: &Pair<'_>, across: &Variable, up: &Variable) -> Self {
        let mut found = Self::default();
        for [a, b] in &pair.shared {
            if !a.solved && !b.solved {
                found.neither += 1;
                continue;
            }
            // The cost of a stopped run is at least its cost when it was stopped.
            let value = |value: Option<f64>| value.filter(|value| *value > 0.0).map(|value| value.max(up.least()));
            match (a.values[0].or(b.values[0]), value(a.values[1]), value(b.values[1])) {
                (Some(x), Some(first), Some(second)) if !across.is_log() || x > 0.0 => {
                    found.points.push((x, second / first, a.solved && b.solved));
                    found.at_least += usize::from(!b.solved);
                    found.at_most += usize::from(!a.solved);
                }
                _ => found.without += 1,
            }
        }
        found
    }
}

/// The second over the first in the column up, against the first's value of the column across.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(sample: &Sample) -> Result<Figure, String> {
    let (across, up) = (sample.variable(0)?, sample.variable(1)?);
    let pair = Pair::of(sample, 1)?;
    let [first, second] = pair.groups.map(|group| group.name.as_str());
    let Ratios { points, neither, without, at_least, at_most } = Ratios::of(&pair, across, up);
    if points.is_empty() {
        return Err(format!("no instance has a ratio of '{second}' to '{first}'"));
    }
    let xs: Vec<f64> = points.iter().map(|point| point.0).collect();
    let mut ratios: Vec<f64> = points.iter().map(|point| point.1).collect();
    ratios.push(1.0);
    let known: Vec<f64> = points.iter().filter(|point| point.2).map(|point| point.1).collect();
    let mean = stats::geometric_mean(&known);
    let side = |is: fn(f64) -> bool| number::whole(known.iter().filter(|ratio| is(**ratio)).count() as u64);
    let (above, on, below) = (side(|r| r > 1.0), side(|r| r.total_cmp(&1.0).is_eq()), side(|r| r < 1.0));
    let mut left_out = Vec::new();
    if neither > 0 {
        left_out.push(format!("Not drawn: {} solved by neither.", count(neither, "instances")));
    }
    if without > 0 {
        left_out.push(format!("Not drawn: {} without both values.", count(without, "instances")));
    }
    let mut remark = format!(
        "Solved by both: {}; ratio above 1: {above}, 1: {on}, below 1: {below}.",
        number::whole(known.len() as u64)
    );
    if let Some(mean) = mean {
        remark.extend([" Dashed: their geometric mean, ", &number::fixed(mean, 3), "."]);
    }
    for (stopped, name, bound) in [(at_least, second, "at least"), (at_most, first, "at most")] {
        if stopped > 0 {
            let crosses = number::whole(stopped as u64);
            remark.extend([" ", &crosses, " crosses: ", name, " was stopped, and the ratio is ", bound, " so high."]);
        }
    }
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    if every > 1 {
        remark.extend([" Of the points one in ", &number::whole(every as u64), " is drawn."]);
    }
    figure::append(&mut remark, &left_out);
    let by = if across.origin == Origin::OfInstance { String::new() } else { format!(" by {first}") };
    let content = Content {
        title: sample.title(&format!("Ratio of {}", up.plain()), pair.shared.len(), "instances"),
        remark,
        x: &|labels| figure::axis(across, &format!("{}{by}", across.title), &xs, labels),
        y: &|labels| Axis::log(&format!("{second} / {first}"), &ratios, labels, number::short),
        ..Content::default()
    };
    let mut frame = Frame::new(sample.sheet.paper, content);
    let paper = sample.sheet.paper;
    let (drawing, plot) = (&mut frame.drawing, &frame.plot);
    let level = |ratio: f64| {
        let (_, y) = plot.at(plot.x.low(), ratio);
        vec![(plot.left, y), (plot.right, y)]
    };
    drawing.line(level(1.0), Stroke { width: paper.size(1.5), ..paper.thin(theme::INK) });
    for &(x, ratio, is_known) in points.iter().step_by(every) {
        let (marker, look) = if is_known { (Marker::Disc, theme::look(0)) } else { (Marker::Cross, theme::look(1)) };
        drawing.mark(plot.at(x, ratio), marker, paper.size(3.5), look.color.faded(0.7));
    }
    if let Some(mean) = mean {
        let dash = paper.dash(Dash::Dashed(6, 4));
        let line = level(mean);
        let at = (plot.right - paper.size(4.0), line[0].1 - paper.size(10.0));
        drawing.line(line, Stroke { dash, width: paper.size(1.5), ..paper.thin(theme::PALE_INK) });
        drawing.text(at, Anchor::End, paper.label(), theme::INK, number::fixed(mean, 3));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(points.len(), "instances"), left_out })
}
