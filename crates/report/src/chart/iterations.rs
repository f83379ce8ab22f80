//! How the iterations of iterative deepening grow with their threshold, and what was predicted of them.

use crate::chart::axis::Axis;
use crate::chart::drawing::{Anchor, Drawing, Point, Stroke};
use crate::chart::heading::Heading;
use crate::chart::legend::{self, Entry};
use crate::chart::plot::{self, Plot};
use crate::chart::theme::{self, Color, Dash, Marker};
use crate::experiment::InstanceSet;
use crate::iterations::{Iterations, Level, MOST_LINES};
use crate::number;

const SIDE: f64 = 360.0;
const HEIGHT: f64 = 300.0;
/// The width of a panel that stands alone.
const ALONE: f64 = 560.0;
/// Between panels.
const GAP: f64 = 26.0;
/// More panels than this would be a wall.
const MOST: usize = 8;
/// How much a line of one run covers where there are few of them.
const FAINT: f64 = 0.3;
const PREDICTED: Stroke = Stroke { color: theme::INK, width: 2.5, dash: Dash::Dashed(7, 4) };

/// Nodes expanded by each full iteration against its threshold, a panel a configuration on the same axes.
pub(crate) fn draw(set: &InstanceSet) -> Option<Drawing> {
    let all: Vec<&Iterations> = set.iterations.iter().filter(|found| found.levels.len() > 1).collect();
    let shown = &all[..all.len().min(MOST)];
    let levels = || shown.iter().flat_map(|found| &found.levels);
    let thresholds: Vec<f64> = levels().map(|(&threshold, _)| f64::from(threshold)).collect();
    if thresholds.is_empty() {
        return None;
    }
    let single = shown.iter().flat_map(|found| found.lines.iter().flatten()).map(|&(_, nodes)| nodes as f64);
    let predicted = levels().filter_map(|(_, level)| level.mean_predicted());
    let mut heights: Vec<f64> = single.chain(levels().map(|(_, level)| level.mean())).chain(predicted).collect();
    heights.retain(|&height| height >= 1.0);
    let axis = |labels| Axis::linear("threshold (moves)", &thresholds, labels, number::short);
    let up = || Axis::log("nodes expanded", &heights, 8, number::short);

    let columns = shown.len().min(2);
    let wide = if columns == 1 { ALONE } else { SIDE };
    let left = theme::MARGIN + plot::label_width(&up());
    let step = wide + GAP + plot::label_width(&up());
    let width = left + step * columns as f64 - GAP - plot::label_width(&up()) + 2.0 * theme::MARGIN;
    let entries = entries(levels().any(|(_, level)| level.predicted_n > 0));
    let heading = Heading::new("Growth of iterations", set, &remark(shown, all.len()), width);
    let tall = plot::ABOVE + 20.0 + HEIGHT + plot::BELOW;
    let rows = shown.len().div_ceil(columns);
    let below = heading.height() + rows as f64 * tall;
    let mut drawing = Drawing::new(width, below + legend::height(&entries) + theme::MARGIN);
    heading.draw(&mut drawing);
    for (place, found) in shown.iter().enumerate() {
        let left = left + (place % columns) as f64 * step;
        let top = heading.height() + (place / columns) as f64 * tall + 20.0 + plot::ABOVE;
        let plot = Plot { left, top, right: left + wide, bottom: top + HEIGHT, x: axis(6), y: up() };
        plot.draw(&mut drawing);
        // Above the title of the axis.
        let name = set.configurations.iter().find(|c| c.index == found.index).map_or("", |c| c.name.as_str());
        let title = format!("{name} (n = {})", number::whole(found.runs));
        drawing.text((left, top - 38.0), Anchor::Start, theme::LABEL, theme::INK, title);
        panel(&mut drawing, &plot, found);
    }
    legend::draw(&mut drawing, &entries, theme::MARGIN - legend::INDENT + 6.0, below);
    Some(drawing)
}

fn panel(drawing: &mut Drawing, plot: &Plot, found: &Iterations) {
    let color = theme::look(found.index).color;
    let strength = FAINT * (20.0 / found.lines.len().max(20) as f64).sqrt();
    for line in &found.lines {
        let points = line.iter().map(|&(threshold, nodes)| plot.at(f64::from(threshold), nodes as f64)).collect();
        drawing.line(points, Stroke { color: color.faded(strength), width: 1.0, dash: Dash::Solid });
    }
    for (place, curve) in curves(found).into_iter().enumerate() {
        let marker = [Marker::Disc, Marker::Diamond][place % 2];
        let at = |threshold: u32, nodes: f64| plot.at(f64::from(threshold), nodes);
        let points: Vec<Point> = curve.iter().map(|&(threshold, level)| at(threshold, level.mean())).collect();
        drawing.line(points.clone(), Stroke { color, width: 2.5, dash: Dash::Solid });
        for point in points {
            drawing.mark(point, marker, 4.0, color);
        }
        let predicted = curve.iter().filter_map(|&(threshold, level)| Some(at(threshold, level.mean_predicted()?)));
        drawing.line(predicted.collect(), PREDICTED);
    }
}

/// The levels as lines: thresholds that no run mixes, even and odd ones, are of different instances and not joined.
fn curves(found: &Iterations) -> Vec<Vec<(u32, &Level)>> {
    let is_one_parity = |line: &Vec<(u32, u64)>| line.windows(2).all(|pair| (pair[1].0 - pair[0].0).is_multiple_of(2));
    let levels = found.levels.iter().map(|(&threshold, level)| (threshold, level));
    if found.lines.iter().all(is_one_parity) {
        let (even, odd): (Vec<_>, Vec<_>) = levels.partition(|(threshold, _)| threshold.is_multiple_of(2));
        [even, odd].into_iter().filter(|curve| !curve.is_empty()).collect()
    } else {
        vec![levels.collect()]
    }
}

impl Level {
    /// The mean nodes expanded.
    fn mean(&self) -> f64 {
        self.expanded as f64 / self.n.max(1) as f64
    }

    /// What these iterations were predicted to expand, if all were.
    fn mean_predicted(&self) -> Option<f64> {
        (self.predicted_n > 0 && self.predicted_n == self.n && self.predicted >= 1.0)
            .then(|| self.predicted / self.n as f64)
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
        let text = "mean prediction for the same instances (Korf, Reid and Edelkamp 2001)";
        entries.push(entry(PREDICTED.color, PREDICTED.dash, None, text));
    }
    entries
}

fn remark(shown: &[&Iterations], all: usize) -> String {
    let full: u64 = shown.iter().flat_map(|found| found.levels.values()).map(|level| level.n).sum();
    let mut remark = format!(
        "{} full iterations of n runs a panel; the last iteration of a run, which ends at the goal or at a limit, is left \
         out.",
        number::whole(full)
    );
    if shown.iter().any(|found| curves(found).len() > 1) {
        remark.push_str(" Even and odd thresholds are of different instances: disc and diamond.");
    }
    if shown.iter().any(|found| found.runs > MOST_LINES as u64) {
        remark = format!("{remark} Of a panel at most {MOST_LINES} single instances are drawn; means are over all.");
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
        let mut found = Iterations::default();
        for threshold in [8, 9, 10, 11] {
            found.levels.entry(threshold).or_default().n = 1;
        }
        found.lines = vec![vec![(8, 1), (10, 5)], vec![(9, 1), (11, 5)]];
        assert_eq!(curves(&found).iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        found.lines.push(vec![(8, 1), (9, 5)]);
        assert_eq!(curves(&found).iter().map(Vec::len).collect::<Vec<_>>(), [4]);
    }
}
