//! Two configurations, instance by instance: the cost of one against the cost of the other.

use crate::chart_data::{ChartData, SampleRun};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::group_costs;
use crate::group_pair::GroupPair;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Marker, Stroke};
use crate::variable::Variable;

/// The maximum number of points.
pub(crate) const MAX_POINTS: usize = 2000;

/// The share of a limit that a search stopped by it has reached at least, since limits are polled.
const REACHED: f64 = 0.99;

/// The costs of two configurations on each instance that both ran on.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let pair = GroupPair::from_data(data, 0)?;
    let scatter = Scatter::new(variable, &pair);
    if scatter.points.is_empty() {
        return Err(format!("neither '{}' nor '{}' solved an instance", scatter.names[0], scatter.names[1]));
    }
    Ok(scatter.draw(data))
}

struct Scatter<'a> {
    variable: &'a Variable,
    names: [&'a str; 2],
    /// The costs of both; none for a run that did not solve the instance.
    points: Vec<[Option<f64>; 2]>,
    /// The position of unsolved runs on both axes, and its label.
    edge: (f64, String),
    neither: usize,
}

impl<'a> Scatter<'a> {
    fn new(variable: &'a Variable, pair: &'a GroupPair<'_>) -> Self {
        let cost =
            |run: &SampleRun| run.values[0].filter(|_| run.solved).map(|value| value.max(variable.min_on_log_axis()));
        let mut points: Vec<_> = pair.shared.iter().map(|[a, b]| [cost(a), cost(b)]).collect();
        let all = points.len();
        points.retain(|point| point.iter().any(Option::is_some));
        let max = points.iter().flatten().flatten().copied().fold(1e-6, f64::max);
        let edge = common_limit(&pair.shared).filter(|limit| *limit >= max).map_or_else(
            || (max * 2.0, "not solved".to_owned()),
            |limit| (limit, group_costs::limit_label(variable, limit)),
        );
        let names = pair.groups.map(|group| group.name.as_str());
        Self { variable, names, neither: all - points.len(), points, edge }
    }

    fn is_stopped(&self) -> bool {
        self.points.iter().flatten().any(Option::is_none)
    }

    /// The axes on which an instance is drawn at the edge.
    fn stopped(&self) -> impl Iterator<Item = usize> {
        [0, 1].into_iter().filter(|&side| self.points.iter().any(|point| point[side].is_none()))
    }

    /// One in this number of points is drawn.
    fn every(&self) -> usize {
        self.points.len().div_ceil(MAX_POINTS).max(1)
    }

    fn count(&self, is: impl Fn([Option<f64>; 2]) -> bool) -> String {
        number::grouped(self.points.iter().filter(|point| is(**point)).count() as u64)
    }

    fn remark(&self) -> String {
        let mut remark = format!("Each point is an instance; above the diagonal {} needed more.", self.names[1]);
        remark += " Dotted lines: a factor of 10, or of 2 on short axes.";
        if self.is_stopped() {
            remark += " Crosses on the dashed edges: solved by only one of them.";
        }
        if self.every() > 1 {
            let [points, every] = [self.points.len(), self.every()].map(|count| number::grouped(count as u64));
            remark.extend([" Of ", &points, " points, one in ", &every, " is drawn."]);
        }
        if self.neither > 0 {
            let neither = number::grouped(self.neither as u64);
            remark.extend([" Not drawn: ", &neither, " solved by neither."]);
        }
        remark
    }

    fn draw(&self, data: &ChartData) -> Figure {
        let mut values: Vec<f64> = self.points.iter().flatten().flatten().copied().collect();
        values.extend(self.is_stopped().then_some(self.edge.0));
        let what = match self.variable.name {
            "generated" => "nodes generated",
            "wall_s" => "time",
            _ => self.variable.title,
        };
        let axis =
            |name: &str, labels| figure::fitting_axis(self.variable, &format!("{what} by {name}"), &values, labels);
        let both = self.points.len() + self.neither;
        let content = ChartContent {
            title: data.title("Two configurations, instance by instance", both, "instances"),
            remark: self.remark(),
            x: &|labels| axis(self.names[0], labels),
            y: &|labels| axis(self.names[1], labels),
            is_square: true,
            ..ChartContent::default()
        };
        let mut frame = ChartFrame::new(data.options.canvas, content);
        let (drawing, plot) = (&mut frame.drawing, &frame.plot);
        guides(drawing, plot);
        self.draw_edges(drawing, plot);
        // Drawn before the points, so that none is hidden.
        self.draw_counts(drawing, plot);
        let canvas = data.options.canvas;
        let name = self.names.join(" and ");
        for (part, is_both) in [("solved by both", true), ("solved by one", false)] {
            let points = self.points.iter().step_by(self.every());
            let chosen = points.filter(|point| point.iter().all(Option::is_some) == is_both);
            let values = chosen.map(|[across, up]| (across.unwrap_or(self.edge.0), up.unwrap_or(self.edge.0)));
            drawing.record_points(plot, &name, part, values);
        }
        for [across, up] in self.points.iter().step_by(self.every()) {
            let at = plot.at(across.unwrap_or(self.edge.0), up.unwrap_or(self.edge.0));
            let both = across.is_some() && up.is_some();
            let (marker, color) = if both { (Marker::Disc, theme::style(0)) } else { (Marker::Cross, theme::style(1)) };
            drawing.mark(at, marker, canvas.size(3.5), color.color.faded(0.7));
        }
        let left_out = match self.neither {
            0 => Vec::new(),
            neither => vec![format!("Not drawn: {} solved by neither.", counted(neither, "instance"))],
        };
        Figure { drawing: frame.finish(&[]), shown: counted(self.points.len(), "instance"), left_out }
    }

    fn draw_edges(&self, drawing: &mut Drawing, plot: &Plot) {
        let stroke = group_costs::limit_stroke(drawing);
        let (edge, label) = &self.edge;
        let at = plot.at(*edge, *edge);
        for side in self.stopped() {
            let ends = match side {
                0 => vec![(at.0, plot.bottom), (at.0, plot.top)],
                _ => vec![(plot.left, at.1), (plot.right, at.1)],
            };
            drawing.line(ends, stroke);
        }
        let label = if self.is_stopped() { label.as_str() } else { "" };
        let canvas = drawing.canvas;
        // To the right of the title of the left axis, above the plot.
        let at = (plot.right, plot.top - canvas.size(4.0));
        let free = plot.left + theme::width(&plot.y.title, canvas.label());
        let wide = theme::width(label, canvas.label());
        let at = if plot.right - wide > free { (at.0, plot.top - canvas.size(19.0)) } else { (at.0, at.1) };
        drawing.text(at, Anchor::End, canvas.label(), theme::PALE_INK, label);
    }

    /// Writes the number of instances on each side into the two corners.
    fn draw_counts(&self, drawing: &mut Drawing, plot: &Plot) {
        let solved = |compare: fn(f64, f64) -> bool| {
            self.count(move |point| matches!(point, [Some(a), Some(b)] if compare(a, b)))
        };
        let mut above = vec![format!("{} above", solved(|a, b| b > a))];
        let mut below = vec![format!("{} below", solved(|a, b| b < a))];
        let equal = solved(|a, b| a.total_cmp(&b).is_eq());
        if self.is_stopped() {
            above.push(format!("{} on the upper edge", self.count(|point| point[1].is_none())));
            below.push(format!("{} on the right edge", self.count(|point| point[0].is_none())));
        }
        below.insert(0, format!("{equal} on the diagonal"));
        let canvas = drawing.canvas;
        let row = canvas.size(19.0);
        // Below the points at the limit, which are at the upper edge.
        let (left, top) = (plot.left + canvas.size(8.0), plot.top + canvas.size(34.0));
        write(drawing, (left, top), Anchor::Start, &above, row);
        let (right, bottom) = (plot.right - canvas.size(34.0), plot.bottom - row * below.len() as f64);
        write(drawing, (right, bottom), Anchor::End, &below, row);
    }
}

/// The common limit of all runs of `pairs`, if every unsolved run reached it: a run stopped by another limit was not at this
/// one.
fn common_limit(pairs: &[[SampleRun; 2]]) -> Option<f64> {
    let mut runs = pairs.iter().flatten();
    let limit = runs.clone().next()?.limits[0]?;
    let reaches = |run: &SampleRun| run.values[0].is_some_and(|used| used >= REACHED * limit);
    runs.all(|run| run.limits[0] == Some(limit) && (run.solved || reaches(run))).then_some(limit)
}

/// Writes `lines` one below the other on a background, so that points do not hide them.
fn write(drawing: &mut Drawing, (x, y): Point, anchor: Anchor, lines: &[String], row: f64) {
    let canvas = drawing.canvas;
    let wide = canvas.widest(lines.iter().map(String::as_str));
    let left = if anchor == Anchor::End { x - wide } else { x };
    let (from, to) = ((left - 2.0, y - row / 2.0), (left + wide + 2.0, y + row * (lines.len() as f64 - 0.5)));
    drawing.rectangle(from, to, theme::BACKGROUND.faded(0.75));
    for (index, line) in lines.iter().enumerate() {
        drawing.text((x, y + index as f64 * row), anchor, canvas.label(), theme::INK, line.as_str());
    }
}

/// The diagonal, and the lines at a factor of ten, or of two on short axes.
fn guides(drawing: &mut Drawing, plot: &Plot) {
    let (low, high) = (plot.x.low(), plot.x.high());
    assert_eq!((low, high), (plot.y.low(), plot.y.high()), "both axes have the same range");
    let thin = drawing.canvas.thin(theme::PALE_INK);
    drawing.line(vec![plot.at(low, low), plot.at(high, high)], thin);
    let dotted = Stroke { dash: drawing.canvas.dash(Dash::Dashed(2, 4)), ..thin };
    let times = if high > 50.0 * low { 10.0 } else { 2.0 };
    if low > 0.0 && high > times * low {
        drawing.line(vec![plot.at(low, times * low), plot.at(high / times, high)], dotted);
        drawing.line(vec![plot.at(times * low, low), plot.at(high, high / times)], dotted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::Canvas;
    use crate::fixture;
    use crate::options::ChartOptions;

    #[test]
    fn both_axes_have_the_same_range_for_all_values_and_widths() {
        let mut data = fixture::data();
        data.pair = Some([0, 1]);
        for canvas in [Canvas::REPORT, Canvas::with_width(180.0), Canvas::with_width(250.0), Canvas::with_width(700.0)]
        {
            data.options = ChartOptions { canvas, ..ChartOptions::REPORT };
            for (low, high) in [(20.0, 2e4), (11.0, 97_000.0), (3.0, 8e5), (500.0, 900.0)] {
                let values = [low, high, low * 1.2, low * 1.3];
                for group in &mut data.groups {
                    for (run, value) in group.runs.iter_mut().zip(values) {
                        run.values[0] = Some(value);
                        run.solved = true;
                    }
                }
                // The chart asserts it.
                assert_eq!(draw(&data).unwrap().shown, "4 instances");
            }
        }
    }
}
