//! The mean heuristic value of the instances of each optimal length.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Drawing, Point};
use crate::kinds::heuristics::{HeuristicSample, HeuristicSelection};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Stroke, Style};
use tilebench_stats::mean;

/// The radius of the mean over the most instances, and the minimum radius as a share of it.
const RADIUS: f64 = 4.2;
const MIN_RADIUS_SHARE: f64 = 0.35;
/// The line of a perfect heuristic.
const PERFECT: Stroke = Stroke { color: theme::PALE_INK, width: 1.5, dash: Dash::Dashed(6, 4) };

/// The mean value at one optimal length.
#[derive(Debug, PartialEq)]
struct LengthMean {
    optimal: f64,
    h0: f64,
    instances: usize,
}

/// Mean h0 against optimal length, one line per heuristic, in the order of the experiment.
#[must_use]
pub fn draw(heuristics: &[HeuristicSample], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let chosen = HeuristicSelection::from_samples(heuristics, |heuristic| heuristic.pairs.len())?;
    let heuristics = &chosen.heuristics;
    let curves: Vec<Vec<LengthMean>> = heuristics.iter().map(|heuristic| means(&heuristic.pairs)).collect();
    let all = || curves.iter().flatten();
    let lengths: Vec<f64> = all().map(|mean| mean.optimal).collect();
    let heights: Vec<f64> = all().map(|mean| mean.h0).chain(lengths.iter().copied()).collect();
    let perfect_look = Style { dash: PERFECT.dash, ..theme::VIRTUAL_BEST_STYLE };
    let optimum = subject.optimum();
    let mut entries = vec![LegendEntry::line(perfect_look, format!("h0 = {optimum}"))];
    entries.extend(heuristics.iter().map(|heuristic| heuristic.entry()));
    let remark = format!(
        "Mean h0 per {optimum}, over {} instances; smaller points have fewer instances. In brackets: the mean h0 of \
         the whole set.{}",
        chosen.instances,
        chosen.too_few(&format!("with a known {optimum}")),
    );
    let y_title = format!("mean h0 ({})", subject.unit());
    let content = ChartContent {
        title: options.title(&format!("h0 against {optimum}"), subject),
        remark,
        x: &|labels| Axis::linear(subject.optimum_axis(), &lengths, labels, number::short),
        y: &|labels| Axis::linear(&y_title, &heights, labels, number::short),
        entries,
        are_lines: true,
        ..ChartContent::default()
    };
    let canvas = options.canvas;
    let mut frame = ChartFrame::new(canvas, content);
    let mut ends = vec![perfect(&mut frame.drawing, &frame.plot)];
    let max = all().map(|mean| mean.instances).max().unwrap_or(1);
    for (heuristic, curve) in heuristics.iter().zip(&curves) {
        let Style { color, marker, .. } = heuristic.style;
        let points: Vec<Point> = curve.iter().map(|mean| (mean.optimal, mean.h0)).collect();
        frame.drawing.record_points(&frame.plot, &heuristic.name, "mean", points.iter().copied());
        let points = frame.plot.all_at(&points);
        ends.extend(points.last());
        frame.drawing.line(points.clone(), canvas.stroke(heuristic.style, 1.5));
        for (point, mean) in points.into_iter().zip(curve) {
            let share = (mean.instances as f64 / max as f64).sqrt();
            let radius = RADIUS * (MIN_RADIUS_SHARE + (1.0 - MIN_RADIUS_SHARE) * share);
            frame.drawing.mark(point, marker, canvas.size(radius), color);
        }
    }
    Some(frame.finish(&ends))
}

/// The mean value of `pairs` at each length, ascending.
fn means(pairs: &[(f64, f64)]) -> Vec<LengthMean> {
    let mut by_length: BTreeMap<u64, (f64, Vec<f64>)> = BTreeMap::new();
    for &(h0, optimal) in pairs {
        // The bits of non-negative numbers have their order.
        by_length.entry(optimal.to_bits()).or_insert((optimal, Vec::new())).1.push(h0);
    }
    let one = |(optimal, values): (f64, Vec<f64>)| {
        mean(&values).map(|h0| LengthMean { optimal, h0, instances: values.len() })
    };
    by_length.into_values().filter_map(one).collect()
}

/// Draws the visible part of the line of a perfect heuristic, and returns its end.
fn perfect(drawing: &mut Drawing, plot: &Plot) -> Point {
    let (low, high) = (plot.x.low().max(plot.y.low()), plot.x.high().min(plot.y.high()));
    let (canvas, end) = (drawing.canvas, plot.at(high, high));
    let stroke = Stroke { width: canvas.size(PERFECT.width), dash: canvas.dash(PERFECT.dash), ..PERFECT };
    drawing.line(vec![plot.at(low, low), end], stroke);
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_of_the_same_length_have_one_mean_and_lengths_ascend() {
        let means = means(&[(30.0, 50.0), (20.0, 8.0), (33.0, 50.0)]);
        let expected =
            [LengthMean { optimal: 8.0, h0: 20.0, instances: 1 }, LengthMean { optimal: 50.0, h0: 31.5, instances: 2 }];
        assert_eq!(means, expected);
    }
}
