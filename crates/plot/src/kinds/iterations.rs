//! The sizes of the iterations of iterative deepening by threshold, and the predicted sizes.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, LegendEntry};
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::panel_grid::PanelGrid;
use crate::plot_area::Plot;
use crate::theme::{self, Color, Dash, Marker, Stroke, Style};

/// The size of a panel in a report, and of a single panel.
const PANEL_SIZE: (f64, f64) = (360.0, 300.0);
const SINGLE_PANEL_SIZE: (f64, f64) = (560.0, 300.0);
/// The height of the name of a panel.
const NAME_HEIGHT: f64 = 20.0;
/// The maximum number of panels.
const MAX_PANELS: usize = 8;
/// The opacity of the line of a single run if there are few of them.
const RUN_OPACITY: f64 = 0.3;
const PREDICTED: Stroke = Stroke { color: theme::INK, width: 2.5, dash: Dash::Dashed(7, 4) };

/// The maximum number of runs of a configuration that are drawn.
pub const MAX_LINES: usize = 200;

/// The full iterations of a configuration.
#[derive(Debug)]
pub struct IterationSeries {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The number of runs with an iteration.
    pub runs: u64,
    /// The iterations by threshold, ascending.
    pub levels: Vec<ThresholdMeans>,
    /// At most [`MAX_LINES`] runs: the threshold and the nodes expanded of each iteration.
    pub lines: Vec<Vec<(u32, u64)>>,
    /// Whether the nodes of any iteration were predicted.
    pub has_predictions: bool,
}

/// The full iterations with one threshold.
#[derive(Debug)]
pub struct ThresholdMeans {
    /// The threshold.
    pub threshold: u32,
    /// The number of iterations.
    pub n: u64,
    /// The mean nodes expanded.
    pub mean: f64,
    /// The mean predicted number of nodes expanded, if all were predicted.
    pub predicted: Option<f64>,
}

/// Nodes expanded by each full iteration against its threshold, one panel per configuration on the same axes.
#[must_use]
pub fn draw(configurations: &[IterationSeries], subject: &SetSummary, options: &ChartOptions) -> Option<Drawing> {
    let all: Vec<&IterationSeries> = configurations.iter().filter(|found| found.levels.len() > 1).collect();
    let shown = &all[..all.len().min(MAX_PANELS)];
    let levels = || shown.iter().flat_map(|found| &found.levels);
    let thresholds: Vec<f64> = levels().map(|level| f64::from(level.threshold)).collect();
    if thresholds.is_empty() {
        return None;
    }
    let single = shown.iter().flat_map(|found| found.lines.iter().flatten()).map(|&(_, nodes)| nodes as f64);
    let predicted = levels().filter_map(|level| level.predicted);
    let mut heights: Vec<f64> = single.chain(levels().map(|level| level.mean)).chain(predicted).collect();
    heights.retain(|&height| height >= 1.0);
    let canvas = options.canvas;
    let up = || Axis::log("nodes expanded", &heights, 8, number::short);
    let axes: Vec<Axis> = shown.iter().map(|_| up()).collect();
    let size = if shown.len() == 1 { SINGLE_PANEL_SIZE } else { PANEL_SIZE };
    let places = PanelGrid::new(canvas, &axes.iter().collect::<Vec<_>>(), size, NAME_HEIGHT);
    let threshold = format!("threshold ({})", subject.unit());
    let across = || Axis::linear(&threshold, &thresholds, canvas.labels(places.across, 60.0), number::short);
    let entries = legend::wrapped(canvas, entries(shown.iter().any(|found| found.has_predictions)));
    let title = options.title("Growth of iterations", subject);
    let remark = subject.with_solved(&remark(shown, all.len()));
    let heading = Heading::new(canvas, &title, &remark, places.width);
    let top = heading.height();
    let below = top + places.height(shown.len());
    let height = below + legend::height(canvas, &entries) + canvas.margin();
    let mut drawing = Drawing::new(canvas, places.width, height);
    heading.draw(&mut drawing);
    for ((index, found), up) in shown.iter().enumerate().zip(axes) {
        let plot = places.plot(top, index, across(), up);
        plot.draw(&mut drawing);
        // Above the title of the axis.
        let title = format!("{} (n = {})", found.name, number::grouped(found.runs));
        let at = (plot.left, plot.top - canvas.size(18.0 + NAME_HEIGHT));
        drawing.text(at, Anchor::Start, canvas.label(), theme::INK, title);
        panel(&mut drawing, &plot, found);
    }
    legend::draw(&mut drawing, &entries, canvas.margin() - canvas.size(legend::INDENT - 6.0), below);
    Some(drawing)
}

fn panel(drawing: &mut Drawing, plot: &Plot, found: &IterationSeries) {
    let canvas = drawing.canvas;
    let color = found.style.color;
    let strength = RUN_OPACITY * (20.0 / found.lines.len().max(20) as f64).sqrt();
    for line in &found.lines {
        let points: Vec<Point> = line.iter().map(|&(threshold, nodes)| (f64::from(threshold), nodes as f64)).collect();
        drawing.record_points(plot, &found.name, "run", points.iter().copied());
        drawing.line(plot.all_at(&points), canvas.thin(color.faded(strength)));
    }
    for (index, curve) in curves(found).into_iter().enumerate() {
        let marker = [Marker::Disc, Marker::Diamond][index % 2];
        let points: Vec<Point> = curve.iter().map(|level| (f64::from(level.threshold), level.mean)).collect();
        drawing.record_points(plot, &found.name, "mean", points.iter().copied());
        let points = plot.all_at(&points);
        drawing.line(points.clone(), Stroke { width: canvas.size(2.5), ..canvas.thin(color) });
        for point in points {
            drawing.mark(point, marker, canvas.size(4.0), color);
        }
        let predicted = curve.iter().filter_map(|level| Some((f64::from(level.threshold), level.predicted?)));
        let predicted: Vec<Point> = predicted.collect();
        if !predicted.is_empty() {
            drawing.record_points(plot, &found.name, "predicted", predicted.iter().copied());
        }
        let stroke = Stroke { width: canvas.size(PREDICTED.width), dash: canvas.dash(PREDICTED.dash), ..PREDICTED };
        drawing.line(plot.all_at(&predicted), stroke);
    }
}

/// The levels as lines. If no run has both even and odd thresholds, these belong to different instances and are not joined.
fn curves(found: &IterationSeries) -> Vec<Vec<&ThresholdMeans>> {
    let is_one_parity = |line: &Vec<(u32, u64)>| line.windows(2).all(|pair| (pair[1].0 - pair[0].0).is_multiple_of(2));
    let levels = found.levels.iter();
    if found.lines.iter().all(is_one_parity) {
        let (even, odd): (Vec<_>, Vec<_>) = levels.partition(|level| level.threshold.is_multiple_of(2));
        [even, odd].into_iter().filter(|curve| !curve.is_empty()).collect()
    } else {
        vec![levels.collect()]
    }
}

fn entries(predicted: bool) -> Vec<LegendEntry> {
    let entry =
        |color: Color, dash, marker, text: &str| LegendEntry { color, dash: Some(dash), marker, text: text.to_owned() };
    let mut entries = vec![
        entry(theme::PALE_INK.faded(RUN_OPACITY), Dash::Solid, None, "one instance"),
        entry(theme::PALE_INK, Dash::Solid, Some(Marker::Disc), "mean over the instances with this iteration"),
    ];
    if predicted {
        let text = "mean prediction for the same instances (Korf and others 2001)";
        entries.push(entry(PREDICTED.color, PREDICTED.dash, None, text));
    }
    entries
}

fn remark(shown: &[&IterationSeries], all: usize) -> String {
    let full: u64 = shown.iter().flat_map(|found| &found.levels).map(|level| level.n).sum();
    let mut remark = format!(
        "{} full iterations; n is the number of runs per panel. Left out: the last iteration of each run, which ends at the \
         goal or at a limit.",
        number::grouped(full)
    );
    if shown.iter().any(|found| curves(found).len() > 1) {
        remark.push_str(" Even and odd thresholds belong to different instances: discs and diamonds.");
    }
    if shown.iter().any(|found| found.runs > MAX_LINES as u64) {
        remark = format!("{remark} At most {MAX_LINES} single instances per panel are drawn; means are over all.");
    }
    if all > shown.len() {
        remark = format!("{remark} Shown: the first {} of {all} configurations.", shown.len());
    }
    remark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_and_odd_thresholds_are_joined_only_if_a_run_has_both() {
        let level = |threshold| ThresholdMeans { threshold, n: 1, mean: 0.0, predicted: None };
        let mut found = IterationSeries {
            name: String::new(),
            style: theme::style(0),
            runs: 2,
            levels: [8, 9, 10, 11].map(level).into(),
            lines: vec![vec![(8, 1), (10, 5)], vec![(9, 1), (11, 5)]],
            has_predictions: false,
        };
        assert_eq!(curves(&found).iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        found.lines.push(vec![(8, 1), (9, 5)]);
        assert_eq!(curves(&found).iter().map(Vec::len).collect::<Vec<_>>(), [4]);
    }
}
