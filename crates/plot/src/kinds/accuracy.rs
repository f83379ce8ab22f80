//! Mean nodes expanded against the accuracy of the heuristic, one line per algorithm.

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Anchor, Drawing};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Stroke, Style};

/// The share of the plot's height above the points, for the letters of the heuristics.
const LETTER_SHARE: f64 = 0.09;

/// A heuristic.
#[derive(Debug)]
pub struct HeuristicAccuracy {
    /// Its name.
    pub name: String,
    /// The mean of h0 / optimal length.
    pub accuracy: f64,
}

/// Configurations that differ only in their heuristic.
#[derive(Debug)]
pub struct AccuracyLine {
    /// Their common name.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// The index of the heuristic of each configuration, ascending, and its mean nodes expanded.
    pub points: Vec<(usize, f64)>,
}

/// The configurations of an instance set under several heuristics.
#[derive(Debug)]
pub struct AccuracyComparison {
    /// The heuristics by ascending accuracy.
    pub heuristics: Vec<HeuristicAccuracy>,
    /// The lines, at least one.
    pub lines: Vec<AccuracyLine>,
    /// The caption: the instances of the means, and the configurations left out.
    pub remark: String,
}

/// Mean nodes expanded against the mean of h0 / optimal length. A letter marks each heuristic, and the caption names the
/// algorithm with the fewest nodes for each, so that the accuracy at which two algorithms change places can be read.
#[must_use]
pub fn draw(comparison: &AccuracyComparison, subject: &SetSummary, options: &ChartOptions) -> Drawing {
    let AccuracyComparison { heuristics, lines, remark } = comparison;
    let accuracies: Vec<f64> = heuristics.iter().map(|heuristic| heuristic.accuracy).collect();
    let nodes = || lines.iter().flat_map(|line| line.points.iter().map(|&(_, nodes)| nodes.max(1.0)));
    let (min, max) = nodes().fold((f64::INFINITY, 0.0), |(min, max), nodes| (nodes.min(min), nodes.max(max)));
    let heights: Vec<f64> = nodes().chain([max * (max / min).max(10.0).powf(LETTER_SHARE)]).collect();
    let x_title = format!("accuracy of the heuristic: mean h0 / {}", subject.optimum());
    let content = ChartContent {
        title: options.title("Nodes by accuracy of the heuristic", subject),
        remark: subject.with_solved(&format!("{remark}{}", fewest(comparison))),
        x: &|labels| Axis::fractional(&x_title, &accuracies, labels, number::short),
        y: &|labels| Axis::log("mean nodes expanded", &heights, labels, number::short),
        entries: entries(comparison),
        ..ChartContent::default()
    };
    let canvas = options.canvas;
    let mut frame = ChartFrame::new(canvas, content);
    draw_letters(&mut frame.drawing, &frame.plot, &accuracies);
    let plot = &frame.plot;
    for line in lines {
        let points: Vec<_> = line.points.iter().map(|&(heuristic, nodes)| (accuracies[heuristic], nodes)).collect();
        frame.drawing.record_points(plot, &line.name, "line", points.iter().copied());
        let points = plot.all_at(&points);
        frame.drawing.line(points.clone(), canvas.stroke(line.style, 2.0));
        for point in points {
            frame.drawing.mark(point, line.style.marker, canvas.size(4.5), line.style.color);
        }
    }
    frame.finish(&[])
}

/// Draws a vertical line at each heuristic, with its letter at the top. Heuristics that are too close share a place.
fn draw_letters(drawing: &mut Drawing, plot: &Plot, accuracies: &[f64]) {
    let canvas = drawing.canvas;
    let stroke = Stroke { dash: canvas.dash(Dash::Dashed(2, 3)), ..canvas.thin(theme::PALE_INK.faded(0.6)) };
    let mut places: Vec<(f64, String)> = Vec::new();
    for (index, &accuracy) in accuracies.iter().enumerate() {
        let across = plot.across(accuracy);
        drawing.line(vec![(across, plot.top + canvas.size(18.0)), (across, plot.bottom)], stroke);
        match places.last_mut() {
            Some((other, letters)) if across - *other < canvas.size(14.0) => {
                letters.extend([",".to_owned(), letter(index)]);
            }
            _ => places.push((across, letter(index))),
        }
    }
    for (across, letters) in places {
        let half = theme::width(&letters, canvas.label()) / 2.0 + canvas.size(4.0);
        let at = (across.min(plot.right - half).max(plot.left + half), plot.top + canvas.size(9.0));
        drawing.text(at, Anchor::Middle, canvas.label(), theme::PALE_INK, letters);
    }
}

/// The letter of the heuristic at `index`.
fn letter(index: usize) -> String {
    ('a'..='z').cycle().nth(index).map(String::from).unwrap_or_default()
}

/// A sentence on the line with the fewest nodes for each heuristic of several lines.
fn fewest(comparison: &AccuracyComparison) -> String {
    let mut winners: Vec<(&str, Vec<String>)> = Vec::new();
    for index in 0..comparison.heuristics.len() {
        let nodes = |line: &AccuracyLine| line.points.iter().find(|point| point.0 == index).map(|point| point.1);
        let shown = comparison.lines.iter().filter_map(|line| Some((line.name.as_str(), nodes(line)?)));
        let Some((name, _)) = shown.clone().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| shown.count() > 1) else {
            continue;
        };
        match winners.last_mut() {
            Some((last, letters)) if *last == name => letters.push(letter(index)),
            _ => winners.push((name, vec![letter(index)])),
        }
    }
    // No-break spaces keep a name and its letters in one line.
    let winner = |(name, letters): &(&str, Vec<String>)| match letters.as_slice() {
        [only] => format!("{name}\u{a0}({only})"),
        [first, .., last] => format!("{name}\u{a0}({first}\u{a0}to\u{a0}{last})"),
        [] => String::new(),
    };
    let winners: Vec<String> = winners.iter().map(winner).collect();
    if winners.is_empty() { String::new() } else { format!(" Fewest nodes: {}.", winners.join(", ")) }
}

/// The lines, then the heuristics with their letters.
fn entries(comparison: &AccuracyComparison) -> Vec<LegendEntry> {
    let lines = comparison.lines.iter().map(|line| LegendEntry::new(line.style, line.name.as_str()));
    let heuristics = comparison.heuristics.iter().enumerate().map(|(index, heuristic)| LegendEntry {
        color: theme::PALE_INK,
        dash: None,
        marker: None,
        text: format!("{}: {} ({})", letter(index), heuristic.name, number::fixed(heuristic.accuracy, 2)),
    });
    lines.chain(heuristics).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_names_the_line_with_the_fewest_nodes_for_each_heuristic_of_several_lines() {
        let line = |name: &str, points: &[(usize, f64)]| AccuracyLine {
            name: name.to_owned(),
            style: theme::style(0),
            points: points.to_vec(),
        };
        let heuristic = |accuracy| HeuristicAccuracy { name: format!("h{accuracy}"), accuracy };
        let comparison = AccuracyComparison {
            heuristics: [0.1, 0.2, 0.3, 0.4].map(heuristic).into(),
            lines: vec![
                line("one", &[(0, 90.0), (1, 80.0), (2, 7.0), (3, 1.0)]),
                line("two", &[(0, 50.0), (1, 60.0), (2, 20.0)]),
            ],
            remark: String::new(),
        };
        assert_eq!(fewest(&comparison), " Fewest nodes: two\u{a0}(a\u{a0}to\u{a0}b), one\u{a0}(c).");
        assert_eq!(fewest(&AccuracyComparison { lines: vec![line("one", &[(0, 9.0)])], ..comparison }), "");
    }
}
