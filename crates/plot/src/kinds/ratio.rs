//! The ratio of two configurations, instance by instance.

use crate::axis::Axis;
use crate::chart_data::ChartData;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Anchor;
use crate::figure::{self, Figure};
use crate::group_pair::GroupPair;
use crate::kinds::scatter::MAX_POINTS;
use crate::number::{self, counted};
use crate::theme::{self, Dash, Marker, Stroke};
use crate::variable::{ValueOrigin, Variable};
use tilebench_stats as stats;

/// A point: its horizontal value, its ratio, and whether the ratio is exact, not only a bound.
type RatioPoint = (f64, f64, bool);

/// The ratios of two groups.
#[derive(Default)]
struct Ratios {
    points: Vec<RatioPoint>,
    /// The number of instances that neither solved.
    neither: usize,
    /// The number of instances without a value.
    without: usize,
    /// The number of ratios that are lower bounds, since the second was stopped.
    at_least: usize,
    /// The number of ratios that are upper bounds, since the first was stopped.
    at_most: usize,
}

impl Ratios {
    fn from_pair(pair: &GroupPair<'_>, across: &Variable, up: &Variable) -> Self {
        let mut found = Self::default();
        for [a, b] in &pair.shared {
            if !a.solved && !b.solved {
                found.neither += 1;
                continue;
            }
            // The cost of a stopped run is at least its cost at the stop.
            let value =
                |value: Option<f64>| value.filter(|value| *value > 0.0).map(|value| value.max(up.min_on_log_axis()));
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

/// The ratio of the second to the first in the vertical variable, against the horizontal variable of the first.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let (across, up) = (data.variable(0)?, data.variable(1)?);
    let pair = GroupPair::from_data(data, 1)?;
    let [first, second] = pair.groups.map(|group| group.name.as_str());
    let Ratios { points, neither, without, at_least, at_most } = Ratios::from_pair(&pair, across, up);
    if points.is_empty() {
        return Err(format!("no instance has a ratio of '{second}' to '{first}'"));
    }
    let xs: Vec<f64> = points.iter().map(|point| point.0).collect();
    let mut ratios: Vec<f64> = points.iter().map(|point| point.1).collect();
    ratios.push(1.0);
    let known: Vec<f64> = points.iter().filter(|point| point.2).map(|point| point.1).collect();
    let mean = stats::geometric_mean(&known);
    let side = |is: fn(f64) -> bool| number::grouped(known.iter().filter(|ratio| is(**ratio)).count() as u64);
    let (above, on, below) = (side(|r| r > 1.0), side(|r| r.total_cmp(&1.0).is_eq()), side(|r| r < 1.0));
    let mut left_out = Vec::new();
    if neither > 0 {
        left_out.push(format!("Not drawn: {} solved by neither.", counted(neither, "instance")));
    }
    if without > 0 {
        left_out.push(format!("Not drawn: {} without both values.", counted(without, "instance")));
    }
    let mut remark = format!(
        "Solved by both: {}; ratio above 1: {above}, equal to 1: {on}, below 1: {below}.",
        number::grouped(known.len() as u64)
    );
    if let Some(mean) = mean {
        remark.extend([" Dashed line: their geometric mean, ", &number::fixed(mean, 3), "."]);
    }
    for (stopped, name, bound) in [(at_least, second, "at least"), (at_most, first, "at most")] {
        if stopped > 0 {
            let crosses = number::grouped(stopped as u64);
            remark.extend([
                " ",
                &crosses,
                " crosses: ",
                name,
                " was stopped, so the ratio is ",
                bound,
                " the value shown.",
            ]);
        }
    }
    let every = points.len().div_ceil(MAX_POINTS).max(1);
    if every > 1 {
        remark.extend([" One point in ", &number::grouped(every as u64), " is drawn."]);
    }
    figure::append(&mut remark, &left_out);
    let by = if across.origin == ValueOrigin::Instance { String::new() } else { format!(" by {first}") };
    let content = ChartContent {
        title: data.title(&format!("Ratio of {}", up.plain()), pair.shared.len(), "instances"),
        remark,
        x: &|labels| figure::fitting_axis(across, &format!("{}{by}", across.title), &xs, labels),
        y: &|labels| Axis::log(&format!("{second} / {first}"), &ratios, labels, number::short),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    let canvas = data.options.canvas;
    let (drawing, plot) = (&mut frame.drawing, &frame.plot);
    let level = |ratio: f64| {
        let (_, y) = plot.at(plot.x.low(), ratio);
        vec![(plot.left, y), (plot.right, y)]
    };
    drawing.line(level(1.0), Stroke { width: canvas.size(1.5), ..canvas.thin(theme::INK) });
    for (part, known) in [("ratio", true), ("bound of a ratio", false)] {
        let values = points.iter().step_by(every).filter(|point| point.2 == known).map(|&(x, ratio, _)| (x, ratio));
        drawing.record_points(plot, &format!("{second} / {first}"), part, values);
    }
    for &(x, ratio, is_known) in points.iter().step_by(every) {
        let (marker, style) = if is_known { (Marker::Disc, theme::style(0)) } else { (Marker::Cross, theme::style(1)) };
        drawing.mark(plot.at(x, ratio), marker, canvas.size(3.5), style.color.faded(0.7));
    }
    if let Some(mean) = mean {
        let dash = canvas.dash(Dash::Dashed(6, 4));
        let line = level(mean);
        let at = (plot.right - canvas.size(4.0), line[0].1 - canvas.size(10.0));
        drawing.line(line, Stroke { dash, width: canvas.size(1.5), ..canvas.thin(theme::PALE_INK) });
        drawing.text(at, Anchor::End, canvas.label(), theme::INK, number::fixed(mean, 3));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: counted(points.len(), "instance"), left_out })
}
