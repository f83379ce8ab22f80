//! Box plots with points: the distribution of a variable over the runs, one row per group.

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure, LeftOutRuns};
use crate::heading::Heading;
use crate::number::{self, counted};
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::SeriesValue;
use crate::theme::{self, Dash, Marker, Stroke};
use crate::variable::{ValueOrigin, Variable};
use tilebench_stats::quantile;

const ROW_HEIGHT: f64 = 34.0;
const PLOT_WIDTH: f64 = 560.0;
const SOLVED_WIDTH: f64 = 96.0;
/// The minimum number of points for a box.
const MIN_POINTS_FOR_BOX: usize = 5;
/// The maximum number of points per row.
const MAX_POINTS: usize = 400;
/// Points are faded above this number.
const FADE_ABOVE: f64 = 100.0;

/// A row: a group, its ascending values, and whether each is of a solved run.
struct BoxRow<'a> {
    group: &'a RunGroup,
    points: Vec<(f64, bool)>,
}

/// A box with points for each group, including stopped runs with a value.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let mut left_out_runs = LeftOutRuns::default();
    let rows: Vec<BoxRow<'_>> = data.groups.iter().map(|group| row(group, variable, &mut left_out_runs)).collect();
    let all: Vec<f64> = rows.iter().flat_map(|row| row.points.iter().map(|point| point.0)).collect();
    // Only solved runs have answers, which needs no note.
    let left_out =
        if variable.origin == ValueOrigin::Answer { Vec::new() } else { left_out_runs.sentences(variable.name) };
    let shown = counted(all.len(), "run");
    let remark = remark(data, variable, &rows, &left_out);

    let canvas = data.options.canvas;
    let places = RowLayout::new(canvas, ROW_HEIGHT, rows.iter().map(|row| row.group.name.as_str()));
    let beside = canvas.size(SOLVED_WIDTH) + canvas.margin();
    let width = canvas.wide.unwrap_or(places.left + PLOT_WIDTH + beside);
    let across = width - beside - places.left;
    let heading = Heading::new(canvas, &data.title(&title(variable), all.len(), "runs"), &remark, width);
    let top = heading.height() + canvas.size(plot_area::ABOVE);
    let bottom = top + rows.len() as f64 * places.tall;
    let x = figure::fitting_axis(variable, variable.title, &all, canvas.labels(across, 66.0));
    let below = canvas.size(plot_area::BELOW) + plot_area::extra_title_height(canvas, &x, width);
    let mut drawing = Drawing::new(canvas, width, bottom + below + canvas.margin() / 2.0);
    let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
    let plot = Plot { left: places.left, top, right: places.left + across, bottom, x, y };
    heading.draw(&mut drawing);
    plot.draw_x(&mut drawing);
    let end = width - canvas.margin();
    drawing.text((end, top - canvas.size(12.0)), Anchor::End, canvas.label(), theme::PALE_INK, "solved");
    for (index, row) in rows.iter().enumerate() {
        let middle = places.middle(top, index);
        places.draw_name(&mut drawing, top, index, &row.group.name);
        drawing.text((end, middle), Anchor::End, canvas.label(), theme::PALE_INK, row.group.solved_of_all());
        draw_row(&mut drawing, &plot, row, middle);
    }
    plot.draw_edges(&mut drawing);
    Ok(Figure { drawing, shown, left_out })
}

fn title(variable: &Variable) -> String {
    match variable.name {
        "length" => "Solution length".to_owned(),
        "generated" => "Nodes generated".to_owned(),
        _ => format!("Distribution of {}", variable.plain()),
    }
}

fn remark(data: &ChartData, variable: &Variable, rows: &[BoxRow<'_>], left_out: &[String]) -> String {
    let mut remark = data.solved_of_all();
    if variable.origin == ValueOrigin::Answer {
        remark += " Solved runs only.";
    }
    remark +=
        " Box: quartiles and median. Whiskers: the outermost points within 1.5 box lengths, measured on this axis.";
    if rows.iter().flat_map(|row| &row.points).any(|point| !point.1) {
        remark +=
            " Crosses: runs that did not solve their instance, at their values when they ended; boxes include them.";
    }
    if rows.iter().any(|row| row.points.len() > MAX_POINTS) {
        remark.extend([" At most ", &number::grouped(MAX_POINTS as u64), " points per row are drawn."]);
    }
    figure::append(&mut remark, left_out);
    remark
}

fn row<'a>(group: &'a RunGroup, variable: &Variable, left_out_runs: &mut LeftOutRuns) -> BoxRow<'a> {
    let value = |run| left_out_runs.take(run, 0, variable).map(|value| (value, run.solved));
    let mut points: Vec<(f64, bool)> = group.runs.iter().filter_map(value).collect();
    points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    BoxRow { group, points }
}

fn draw_row(drawing: &mut Drawing, plot: &Plot, BoxRow { group, points }: &BoxRow<'_>, middle: f64) {
    let canvas = drawing.canvas;
    if points.is_empty() {
        let none = if group.runs.iter().any(|run| run.solved) { "no value" } else { "none solved" };
        let at = (plot.left + canvas.size(10.0), middle);
        drawing.text(at, Anchor::Start, canvas.label(), theme::PALE_INK, none);
        return;
    }
    let color = group.style.color;
    let every = points.len().div_ceil(MAX_POINTS);
    let shown = points.len().div_ceil(every) as f64;
    let strength = (FADE_ABOVE / shown).sqrt().min(1.0);
    for (part, is_solved) in [("point", true), ("unsolved point", false)] {
        let drawn = points.iter().step_by(every).filter(|(_, solved)| *solved == is_solved);
        let values: Vec<SeriesValue> = drawn.map(|&(value, _)| SeriesValue::across(value)).collect();
        if !values.is_empty() {
            drawing.record(plot, &group.name, part, values);
        }
    }
    for (index, &(value, solved)) in points.iter().enumerate().step_by(every) {
        let at = (plot.across(value), middle + plot_area::jitter(index / every) * canvas.size(ROW_HEIGHT) * 0.3);
        let (marker, radius) = if solved { (Marker::Disc, 2.5) } else { (Marker::Cross, 3.0) };
        let color = color.faded(strength * if solved { 0.45 } else { 0.8 });
        drawing.mark(at, marker, canvas.size(radius), color);
    }
    if points.len() >= MIN_POINTS_FOR_BOX {
        let values: Vec<f64> = points.iter().map(|&(value, _)| value).collect();
        draw_box(drawing, plot, &values, middle, group);
    }
}

/// Draws the box of `sorted` values around the height `middle`.
///
/// Quartiles and whiskers are computed from positions on the axis: on a logarithmic axis, from logarithms.
fn draw_box(drawing: &mut Drawing, plot: &Plot, sorted: &[f64], middle: f64, group: &RunGroup) {
    let color = group.style.color;
    let places: Vec<f64> = sorted.iter().map(|&value| plot.across(value)).collect();
    let Some([low, median, high]) = quartiles(&places) else { return };
    let reach = 1.5 * (high - low);
    let inside: Vec<f64> = places.iter().copied().filter(|at| (low - reach..=high + reach).contains(at)).collect();
    let (first, last) = (inside.first().copied().unwrap_or(low), inside.last().copied().unwrap_or(high));
    let figures =
        [("low whisker", first), ("quartile 1", low), ("median", median), ("quartile 3", high), ("high whisker", last)];
    for (part, place) in figures {
        drawing.record(plot, &group.name, part, [SeriesValue::across(plot.value_across(place))]);
    }
    let canvas = drawing.canvas;
    let half = canvas.size(ROW_HEIGHT) * 0.27;
    let (above, below) = (middle - half, middle + half);
    drawing.rectangle((low, above), (high, below), color.faded(0.16));
    let edge = Stroke { color, width: canvas.size(1.5), dash: Dash::Solid };
    let corners: Vec<Point> = vec![(low, above), (high, above), (high, below), (low, below), (low, above)];
    drawing.line(corners, edge);
    for (from, to) in [(first, low), (high, last)] {
        drawing.line(vec![(from, middle), (to, middle)], edge);
    }
    for end in [first, last] {
        drawing.line(vec![(end, middle - canvas.size(5.0)), (end, middle + canvas.size(5.0))], edge);
    }
    // Longer than the box, to distinguish it from a column of points.
    drawing.line(
        vec![(median, above - canvas.size(4.0)), (median, below + canvas.size(4.0))],
        Stroke { width: canvas.size(4.0), ..canvas.thin(color) },
    );
}

fn quartiles(sorted: &[f64]) -> Option<[f64; 3]> {
    Some([quantile(sorted, 0.25)?, quantile(sorted, 0.5)?, quantile(sorted, 0.75)?])
}
