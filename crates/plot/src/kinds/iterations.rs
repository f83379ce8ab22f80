//! The growth of the iterations of iterative deepening with their threshold, and the predictions of their size.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, Entry};
use crate::number;
use crate::panels::Panels;
use crate::plot::Plot;
use crate::sheet::{Sheet, Subject};
use crate::theme::{self, Color, Dash, Look, Marker, Stroke};

/// A panel on the paper of a report, and one that stands alone.
const PANEL: (f64, f64) = (360.0, 300.0);
const ALONE: (f64, f64) = (560.0, 300.0);
/// The height of a panel's name.
const NAME: f64 = 20.0;
/// More panels than this would be a wall.
const MOST: usize = 8;
/// The opacity of the line of one run if there are few of them.
const FAINT: f64 = 0.3;
const PREDICTED: Stroke = Stroke { color: theme::INK, width: 2.5, dash: Dash::Dashed(7, 4) };

/// The maximum number of runs of a configuration that are drawn.
pub const MAX_LINES: usize = 200;

/// The full iterations of a configuration.
#[derive(Debug)]
pub struct Iterations {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// How many runs have an iteration.
    pub runs: u64,
    /// The iterations with each threshold, from the least.
    pub levels: Vec<Level>,
    /// Some runs, at most [`MAX_LINES`]: threshold and nodes expanded of each iteration.
    pub lines: Vec<Vec<(u32, u64)>>,
    /// Whether the nodes of any iteration were predicted.
    pub has_predictions: bool,
}

/// The full iterations with one threshold.
#[derive(Debug)]
pub struct Level {
    /// The threshold.
    pub threshold: u32,
    /// How many iterations there are.
    pub n: u64,
    /// The mean nodes expanded.
    pub mean: f64,
    /// The mean of the predicted number of nodes expanded, if all were predicted.
    pub predicted: Option<f64>,
}

/// Nodes expanded by each full iteration against its threshold, a panel per configuration on the same axes.
#[must_use]
pub fn draw(configurations: &[Iterations], subject: &Subject, sheet: &Sheet) -> Option<Drawing> {
    let all: Vec<&Iterations> = configurations.iter().filter(|found| found.levels.len() > 1).collect();
    let shown = &all[..all.len().min(MOST)];
    let levels = || shown.iter().flat_map(|found| &found.levels);
    let thresholds: Vec<f64> = levels().map(|level| f64::from(level.threshold)).collect();
    if thresholds.is_empty() {
        return None;
    }
    let single = shown.iter().flat_map(|found| found.lines.iter().flatten()).map(|&(_, nodes)| nodes as f64);
    let predicted = levels().filter_map(|level| level.predicted);
    let mut heights: Vec<f64> = single.chain(levels().map(|level| level.mean)).chain(predicted).collect();
    heights.retain(|&height| height >= 1.0);
    let paper = sheet.paper;
    let up = || Axis::log("nodes expanded", &heights, 8, number::short);
    let axes: Vec<Axis> = shown.iter().map(|_| up()).collect();
    let size = if shown.len() == 1 { ALONE } else { PANEL };
    let places = Panels::new(paper, &axes.iter().collect::<Vec<_>>(), size, NAME);
    let across = || Axis::linear("threshold (moves)", &thresholds, paper.labels(places.across, 60.0), number::short);
    let entries = legend::broken(paper, entries(shown.iter().any(|found| found.has_predictions)));
    let title = sheet.title("Growth of iterations", subject);
    let remark = subject.with_solved(&remark(shown, all.len()));
    let heading = Heading::on(paper, &title, &remark, places.width);
    let top = heading.height();
    let below = top + places.height(shown.len());
    let height = below + legend::height(paper, &entries) + paper.margin();
    let mut drawing = Drawing::on(paper, places.width, height);
    heading.draw(&mut drawing);
    for ((place, found), up) in shown.iter().enumerate().zip(axes) {
        let plot = places.plot(top, place, across(), up);
        plot.draw(&mut drawing);
        // Above the title of the axis.
        let title = format!("{} (n = {})", found.name, number::whole(found.runs));
        let at = (plot.left, plot.top - paper.size(18.0 + NAME));
        drawing.text(at, Anchor::Start, paper.label(), theme::INK, title);
        panel(&mut drawing, &plot, found);
    }
    legend::draw(&mut drawing, &entries, paper.margin() - paper.size(legend::INDENT - 6.0), below);
    Some(drawing)
}

fn panel(drawing: &mut Drawing, plot: &Plot, found: &Iterations) {
    let paper = drawing.paper;
    let color = found.look.color;
    let strength = FAINT * (20.0 / found.lines.len().max(20) as f64).sqrt();
    for line in &found.lines {
        let points = line.iter().map(|&(threshold, nodes)| plot.at(f64::from(threshold), nodes as f64)).collect();
        drawing.line(points, paper.thin(color.faded(strength)));
    }
    for (place, curve) in curves(found).into_iter().enumerate() {
        let marker = [Marker::Disc, Marker::Diamond][place % 2];
        let at = |threshold: u32, nodes: f64| plot.at(f64::from(threshold), nodes);
        let points: Vec<Point> = curve.iter().map(|level| at(level.threshold, level.mean)).collect();
        drawing.line(points.clone(), Stroke { width: paper.size(2.5), ..paper.thin(color) });
        for point in points {
            drawing.mark(point, marker, paper.size(4.0), color);
        }
        let predicted = curve.iter().filter_map(|level| Some(at(level.threshold, level.predicted?)));
        let stroke = Stroke { width: paper.size(PREDICTED.width), dash: paper.dash(PREDICTED.dash), ..PREDICTED };
        drawing.line(predicted.collect(), stroke);
    }
}

/// The levels as lines: thresholds that no run mixes, even and odd ones, are of different instances and not joined.
fn curves(found: &Iterations) -> Vec<Vec<&Level>> {
    let is_one_parity = |line: &Vec<(u32, u64)>| line.windows(2).all(|pair| (pair[1].0 - pair[0].0).is_multiple_of(2));
    let levels = found.levels.iter();
    if found.lines.iter().all(is_one_parity) {
        let (even, odd): (Vec<_>, Vec<_>) = levels.partition(|level| level.threshold.is_multiple_of(2));
        [even, odd].into_iter().filter(|curve| !curve.is_empty()).collect()
    } else {
        vec![levels.collect()]
    }
}

fn entries(predicted: bool) -> Vec<Entry> {
    let entry =
        |color: Color, dash, marker, text: &str| Entry { color, dash: Some(dash), marker, text: text.to_owned() };
    let mut entries = vec![
        entry(theme::PALE_INK.faded(FAINT), Dash::Solid, None, "one instance"),
        entry(theme::PALE_INK, Dash::Solid, Some(Marker::Disc), "mean over the instances that made the iteration"),
    ];
    if predicted {
        let text = "mean prediction for the same instances (Korf and others 2001)";
        entries.push(entry(PREDICTED.color, PREDICTED.dash, None, text));
    }
    entries
}

fn remark(shown: &[&Iterations], all: usize) -> String {
    let full: u64 = shown.iter().flat_map(|found| &found.levels).map(|level| level.n).sum();
    let mut remark = format!(
        "{} full iterations of n runs a panel; the last iteration of a run, which ends at the goal or at a limit, is left \
         out.",
        number::whole(full)
    );
    if shown.iter().any(|found| curves(found).len() > 1) {
        remark.push_str(" Even and odd thresholds are of different instances: disc and diamond.");
    }
    if shown.iter().any(|found| found.runs > MAX_LINES as u64) {
        remark = format!("{remark} Of a panel at most {MAX_LINES} single instances are drawn; means are over all.");
    }
    if all > shown.len() {
        remark = format!("{remark} The first {} of {all} configurations.", shown.len());
    }
    remark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_and_odd_thresholds_are_joined_only_where_a_run_has_both() {
        let level = |threshold| Level { threshold, n: 1, mean: 0.0, predicted: None };
        let mut found = Iterations {
            name: String::new(),
            look: theme::look(0),
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
