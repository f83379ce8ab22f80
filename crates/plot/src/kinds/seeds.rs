//! The variation of nodes and time over the seeds of a randomised search.

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Drawing;
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::step_curve;
use crate::theme::Style;
use tilebench_stats::quantile;

/// The variation of a configuration over its seeds.
#[derive(Debug)]
pub struct SeedCurve {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The value of each run over the median of its instance, ascending; at least one.
    pub values: Vec<f64>,
}

/// Nodes generated over the median of the instance.
#[must_use]
pub fn nodes(curves: &[SeedCurve], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    draw(curves, subject, options, ["Variation of nodes over seeds", "nodes / median of the instance"])
}

/// Search time over the median of the instance.
#[must_use]
pub fn time(curves: &[SeedCurve], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    draw(curves, subject, options, ["Variation of time over seeds", "time / median of the instance"])
}

fn draw(
    curves: &[SeedCurve],
    subject: &SetSummary,
    options: &ChartOptions,
    [title, across]: [&str; 2],
) -> Option<Drawing> {
    if curves.is_empty() {
        return None;
    }
    let all: Vec<f64> = curves.iter().flat_map(|curve| curve.values.iter().copied()).collect();
    let remark = format!(
        "Solved runs of all seeds. Each curve: the share of runs with at most this ratio to the median of their instance.{}",
        step_curve::thinning_note(curves.iter().map(|curve| curve.values.len()))
    );
    let content = ChartContent {
        title: options.title(title, subject),
        remark: subject.with_solved(&remark),
        x: &|labels| Axis::log(across, &all, labels, number::short),
        y: &|_| Axis::with_labels_at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %")),
        entries: curves.iter().map(entry).collect(),
        // All curves end at the top, so labels at the ends would not distinguish them.
        ..ChartContent::default()
    };
    let canvas = options.canvas;
    let mut frame = ChartFrame::new(canvas, content);
    for SeedCurve { name, style, values } in curves {
        let share = |count: usize| 100.0 * count as f64 / values.len() as f64;
        let points = step_curve::curve(&frame.plot, values, share);
        frame.drawing.record_points(&frame.plot, name, "line", points.iter().copied());
        frame.drawing.line(frame.plot.all_at(&points), canvas.stroke(*style, 2.0));
    }
    Some(frame.finish(&[]))
}

fn entry(curve: &SeedCurve) -> LegendEntry {
    let at = |share| quantile(&curve.values, share).map_or_else(String::new, |value| number::fixed(value, 2));
    let text = format!("{} (5\u{a0}% below {}, 95\u{a0}% below {})", curve.name, at(0.05), at(0.95));
    LegendEntry::line(curve.style, text)
}
