//! The error of a heuristic by optimal length: the mean and the quartiles over the instances of each length.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Drawing, Point};
use crate::kinds::heuristics::{HeuristicSample, HeuristicSelection};
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::series::SeriesValue;
use crate::theme::{Stroke, Style};
use tilebench_stats::{mean, quantile};

/// The minimum number of instances of a length for quartiles.
const MIN_INSTANCES_FOR_QUARTILES: usize = 4;
/// The distance between the bars of two heuristics at one length, in points.
const BAR_DISTANCE: f64 = 3.0;

/// The errors at one optimal length.
#[derive(Debug, PartialEq)]
struct LengthErrors {
    optimal: f64,
    mean: f64,
    quartiles: Option<(f64, f64)>,
}

/// Optimal length - h0 against optimal length, one line per heuristic, in the order of the experiment.
#[must_use]
pub fn draw(heuristics: &[HeuristicSample], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let chosen = HeuristicSelection::from_samples(heuristics, |heuristic| heuristic.pairs.len())?;
    let heuristics = &chosen.heuristics;
    let curves: Vec<Vec<LengthErrors>> = heuristics.iter().map(|heuristic| errors(&heuristic.pairs)).collect();
    let all = || curves.iter().flatten();
    let lengths: Vec<f64> = all().map(|errors| errors.optimal).collect();
    let quartiles = all().filter_map(|errors| errors.quartiles).flat_map(|(low, high)| [low, high]);
    let heights: Vec<f64> = all().map(|errors| errors.mean).chain(quartiles).chain([0.0]).collect();
    let optimum = subject.optimum();
    let remark = format!(
        "Lines: the mean error per {optimum}, over {} instances. Bars: quartiles, for values with at least \
         {MIN_INSTANCES_FOR_QUARTILES} instances. In brackets: the mean h0 of the whole set.{}",
        chosen.instances,
        chosen.too_few(&format!("with a known {optimum}")),
    );
    let y_title = format!("{optimum} - h0 ({})", subject.unit());
    let content = ChartContent {
        title: options.title(&format!("Error of h0 against {optimum}"), subject),
        remark,
        x: &|labels| Axis::linear(subject.optimum_axis(), &lengths, labels, number::short),
        y: &|labels| Axis::linear(&y_title, &heights, labels, number::short),
        entries: heuristics.iter().map(|heuristic| heuristic.entry()).collect(),
        are_lines: true,
        ..ChartContent::default()
    };
    let canvas = options.canvas;
    let mut frame = ChartFrame::new(canvas, content);
    let mut ends = Vec::new();
    for (place, (heuristic, curve)) in heuristics.iter().zip(&curves).enumerate() {
        let Style { color, marker, .. } = heuristic.style;
        let aside = canvas.size(BAR_DISTANCE) * (place as f64 - (heuristics.len() as f64 - 1.0) / 2.0);
        let values = curve.iter().map(|errors| SeriesValue {
            y_interval: errors.quartiles,
            ..SeriesValue::at((errors.optimal, errors.mean))
        });
        frame.drawing.record(&frame.plot, &heuristic.name, "mean", values);
        for errors in curve {
            let Some((low, high)) = errors.quartiles else { continue };
            let bar = [low, high].map(|value| frame.plot.at(errors.optimal, value)).map(|(x, y)| (x + aside, y));
            frame.drawing.line(bar.to_vec(), Stroke { width: canvas.size(1.5), ..canvas.thin(color.faded(0.55)) });
        }
        let points: Vec<Point> = curve
            .iter()
            .map(|errors| frame.plot.at(errors.optimal, errors.mean))
            .map(|(x, y)| (x + aside, y))
            .collect();
        ends.extend(points.last());
        frame.drawing.line(points.clone(), canvas.stroke(heuristic.style, 1.5));
        for point in points {
            frame.drawing.mark(point, marker, canvas.size(3.2), color);
        }
    }
    Some(frame.finish(&ends))
}

/// The errors of `pairs` of value and length at each length, ascending.
fn errors(pairs: &[(f64, f64)]) -> Vec<LengthErrors> {
    let mut by_length: BTreeMap<u64, (f64, Vec<f64>)> = BTreeMap::new();
    for &(h0, optimal) in pairs {
        // The bits of non-negative numbers have their order.
        by_length.entry(optimal.to_bits()).or_insert((optimal, Vec::new())).1.push(optimal - h0);
    }
    let one = |(optimal, mut errors): (f64, Vec<f64>)| {
        errors.sort_by(f64::total_cmp);
        let quartiles = quantile(&errors, 0.25)
            .zip(quantile(&errors, 0.75))
            .filter(|_| errors.len() >= MIN_INSTANCES_FOR_QUARTILES);
        Some(LengthErrors { optimal, mean: mean(&errors)?, quartiles })
    };
    by_length.into_values().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_grouped_by_length_and_few_instances_have_no_quartiles() {
        let found = errors(&[(40.0, 50.0), (20.0, 21.0), (42.0, 50.0), (44.0, 50.0), (50.0, 50.0), (46.0, 50.0)]);
        let expected = [
            LengthErrors { optimal: 21.0, mean: 1.0, quartiles: None },
            LengthErrors { optimal: 50.0, mean: 5.6, quartiles: Some((4.0, 8.0)) },
        ];
        assert_eq!(found, expected);
    }
}
