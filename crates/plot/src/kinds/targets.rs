//! The share of targets reached by each time or number of nodes (COCO: Hansen and others 2021).
//!
//! A target of an instance is a solution of at most (1 + precision) times the optimal cost. All pairs of an instance and a
//! precision count alike.

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Drawing;
use crate::kinds::quality::{SolutionHistory, TimedSolution, percent, steps};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};

/// The relative precisions: five per factor of ten, and 0.
const PRECISIONS: [f64; 12] = [1.0, 0.63, 0.4, 0.25, 0.16, 0.1, 0.063, 0.04, 0.025, 0.016, 0.01, 0.0];

/// The share of targets that each configuration reached by each time, until `end` seconds.
#[must_use]
pub fn by_time(
    histories: &[SolutionHistory],
    end: f64,
    subject: &SetSummary,
    options: &ChartOptions,
) -> Option<Drawing> {
    let at = |solution: &TimedSolution| Some(solution.seconds);
    draw(histories, &at, &|_| Some(end), ("Targets reached by time", "time", number::short_seconds), subject, options)
}

/// The share of targets that each configuration reached by each number of expanded nodes, until the maximum of its runs.
#[must_use]
pub fn by_nodes(histories: &[SolutionHistory], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let at = |solution: &TimedSolution| solution.expanded.filter(|&nodes| nodes >= 1.0);
    let end = |history: &SolutionHistory| history.max_expanded;
    draw(histories, &at, &end, ("Targets reached by nodes", "nodes expanded", number::short), subject, options)
}

fn draw(
    histories: &[SolutionHistory],
    at: &dyn Fn(&TimedSolution) -> Option<f64>,
    end: &dyn Fn(&SolutionHistory) -> Option<f64>,
    (title, across, format): (&str, &str, fn(f64) -> String),
    subject: &SetSummary,
    options: &ChartOptions,
) -> Option<Drawing> {
    let reached = |history: &SolutionHistory| {
        let mut all: Vec<f64> = PRECISIONS.iter().flat_map(|precision| history.reached(1.0 + precision, at)).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let curves: Vec<(&SolutionHistory, Vec<f64>)> =
        histories.iter().map(|history| (history, reached(history))).filter(|(_, all)| !all.is_empty()).collect();
    if curves.is_empty() {
        return None;
    }
    let mut ends: Vec<f64> = curves.iter().flat_map(|(history, all)| all.iter().copied().chain(end(history))).collect();
    ends.sort_by(f64::total_cmp);
    let (&start, &last) = (ends.first()?, ends.last()?);
    let remark = "Each line: the share of pairs of an instance and a target that were reached. Targets: costs within 100, 63, 40, \
                  25, 16, 10, 6.3, 4, 2.5, 1.6, 1 and 0 % of optimal.";
    let content = ChartContent {
        title: options.title(title, subject),
        remark: remark.to_owned(),
        x: &|labels| Axis::log(across, &[start, last], labels, format),
        y: &|_| percent("targets"),
        entries: curves.iter().map(|(history, _)| LegendEntry::line(history.style, history.name.as_str())).collect(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(options.canvas, content);
    for (history, all) in &curves {
        // A curve ends with the measurement, also if the axis is longer.
        let until = all.last().copied().into_iter().chain(end(history)).fold(start, f64::max);
        let points = steps(all, history.runs.len() * PRECISIONS.len(), until);
        frame.drawing.record_points(&frame.plot, &history.name, "line", points.iter().copied());
        frame.drawing.line(frame.plot.all_at(&points), options.canvas.stroke(history.style, 2.0));
    }
    Some(frame.finish(&[]))
}
