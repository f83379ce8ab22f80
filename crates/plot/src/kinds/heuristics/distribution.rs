//! The distribution of heuristic values.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing, Point};
use crate::heading::Heading;
use crate::kinds::heuristics::{HeuristicSample, HeuristicSelection};
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::SeriesValue;
use crate::theme::{self, Stroke};
use tilebench_stats::mean;

const ROW_HEIGHT: f64 = 34.0;
/// The height of the peak of a curve.
const PEAK_HEIGHT: f64 = 29.0;
const PLOT_WIDTH: f64 = 560.0;
const COLUMN_WIDTH: f64 = 74.0;
const COLUMNS: [&str; 2] = ["mean h0", "peak"];

/// A heuristic and its curve.
struct DensityCurve<'a> {
    heuristic: &'a HeuristicSample,
    mean: f64,
    /// The middle of each pair of values, and the percentage of instances with these values.
    points: Vec<Point>,
    /// The highest percentage.
    peak: f64,
}

/// The share of instances at each pair of values of h0: one row with one curve per heuristic, by ascending mean.
///
/// Curves in one plot would hide each other, and a curve that is concentrated on one value would flatten the others.
/// So each has a row with its own scale, and the peak is labelled.
#[must_use]
pub fn draw(heuristics: &[HeuristicSample], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let chosen = HeuristicSelection::from_samples(heuristics, |heuristic| heuristic.values.len())?;
    let mut curves: Vec<DensityCurve<'_>> = chosen.heuristics.iter().filter_map(|heuristic| curve(heuristic)).collect();
    curves.sort_by(|a, b| a.mean.total_cmp(&b.mean));
    let remark = format!(
        "Each curve: the share of {} instances by h0, solved or not. Values are counted in pairs, since h0 is only even or \
         only odd on instances of one parity. Each row is scaled to its peak. Vertical line: the mean.{}",
        chosen.instances,
        chosen.too_few("with h0"),
    );

    let canvas = options.canvas;
    let rows = RowLayout::new(canvas, ROW_HEIGHT, curves.iter().map(|curve| curve.heuristic.name.as_str()));
    let beside = COLUMNS.len() as f64 * canvas.size(COLUMN_WIDTH) + canvas.margin();
    let width = canvas.wide.unwrap_or(rows.left + PLOT_WIDTH + beside);
    let right = width - beside;
    let heading = Heading::new(canvas, &options.title("Distribution of h0", subject), &remark, width);
    let top = heading.height() + canvas.size(plot_area::ABOVE);
    let bottom = top + curves.len() as f64 * rows.tall;
    // No value is negative, so the empty pair before 0 and 1 is not shown.
    let values: Vec<f64> = curves.iter().flat_map(|curve| &curve.points).map(|(value, _)| value.max(0.0)).collect();
    let labels = canvas.labels(right - rows.left, 56.0);
    let x = Axis::linear("h0, in pairs of values: 0 and 1, 2 and 3, ...", &values, labels, number::short);
    let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
    let below = canvas.size(plot_area::BELOW) + plot_area::extra_title_height(canvas, &x, width);
    let mut drawing = Drawing::new(canvas, width, bottom + below + canvas.margin() / 2.0);
    let plot = Plot { left: rows.left, top, right, bottom, x, y };
    heading.draw(&mut drawing);
    plot.draw_x(&mut drawing);
    let figure = |drawing: &mut Drawing, column: usize, y: f64, text: &str| {
        let x = width - canvas.margin() - (COLUMNS.len() - 1 - column) as f64 * canvas.size(COLUMN_WIDTH);
        drawing.text((x, y), Anchor::End, canvas.label(), theme::PALE_INK, text);
    };
    for (column, title) in COLUMNS.into_iter().enumerate() {
        figure(&mut drawing, column, top - canvas.size(12.0), title);
    }
    for (place, curve) in curves.iter().enumerate() {
        rows.draw_name(&mut drawing, top, place, &curve.heuristic.name);
        let figures = [number::fixed(curve.mean, 1), format!("{} %", number::fixed(curve.peak, 0))];
        for (column, text) in figures.iter().enumerate() {
            figure(&mut drawing, column, rows.middle(top, place), text);
        }
        curve.draw(&mut drawing, &plot, rows.ground(top, place));
    }
    plot.draw_edges(&mut drawing);
    Some(drawing)
}

impl DensityCurve<'_> {
    /// Draws the curve above the height `ground`.
    fn draw(&self, drawing: &mut Drawing, plot: &Plot, ground: f64) {
        let canvas = drawing.canvas;
        let color = self.heuristic.style.color;
        drawing.record_points(plot, &self.heuristic.name, "percent of instances", self.points.iter().copied());
        drawing.record(plot, &self.heuristic.name, "mean", [SeriesValue::across(self.mean)]);
        let height = |share: f64| ground - canvas.size(PEAK_HEIGHT) * share / self.peak;
        drawing.line(vec![(plot.left, ground), (plot.right, ground)], canvas.thin(theme::GRID));
        for &(value, share) in self.points.iter().filter(|(_, share)| *share > 0.0) {
            // A small gap, so that edges do not overlap.
            let sides = (plot.across(value - 1.0) + 0.25, plot.across(value + 1.0) - 0.25);
            drawing.rectangle((sides.0, height(share)), (sides.1, ground), color.faded(0.16));
        }
        let line = self.points.iter().map(|&(value, share)| (plot.across(value), height(share))).collect();
        drawing.line(line, Stroke { width: canvas.size(1.8), ..canvas.thin(color) });
        let mean = plot.across(self.mean);
        let stroke = Stroke { width: canvas.size(1.5), ..canvas.thin(theme::INK) };
        drawing.line(vec![(mean, height(self.peak)), (mean, ground)], stroke);
    }
}

fn curve(heuristic: &HeuristicSample) -> Option<DensityCurve<'_>> {
    let points = shares(&heuristic.values);
    let peak = points.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    Some(DensityCurve { heuristic, mean: mean(&heuristic.values)?, points, peak })
}

/// The middle of each pair of values (0 and 1, 2 and 3, ...) and the percentage of `values` in it, from one pair below the
/// minimum to one pair above the maximum.
fn shares(values: &[f64]) -> Vec<Point> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for value in values {
        #[expect(clippy::cast_possible_truncation, reason = "values are below 2^32")]
        let pair = (value / 2.0).floor() as i64;
        *counts.entry(pair).or_default() += 1;
    }
    let (Some((first, _)), Some((last, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return Vec::new();
    };
    let share = |pair: i64| {
        let count = counts.get(&pair).copied().unwrap_or(0);
        (pair as f64 * 2.0 + 0.5, 100.0 * count as f64 / values.len() as f64)
    };
    (first - 1..=last + 1).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_in_pairs_and_the_curve_begins_and_ends_at_0() {
        let shares = shares(&[2.0, 3.0, 3.0, 7.0]);
        assert_eq!(shares, [(0.5, 0.0), (2.5, 75.0), (4.5, 0.0), (6.5, 25.0), (8.5, 0.0)]);
        assert_eq!(super::shares(&[]), []);
    }
}
