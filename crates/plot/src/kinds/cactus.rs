//! Cactus plots, as in solver competitions: the cost within which each number of instances is solved, with the virtual
//! best.

use crate::axis::Axis;
use crate::chart_data::ChartData;
use crate::chart_frame::ChartContent;
use crate::curve_chart::{self, Pen};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure};
use crate::group_costs::{self, GroupCosts};
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::theme::{self, Style};

/// The number of markers on a curve.
const MARKERS: usize = 5;

/// The n-th smallest cost against n.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(1)?;
    let (mut costs, without) = group_costs::group_costs(data, 1, variable);
    let limits = group_costs::limits(&costs);
    let bests = group_costs::virtual_bests(data, 1, variable);
    if costs.iter().all(|costs| costs.solved.is_empty()) {
        return Err("no run solved its instance".to_owned());
    }
    let has_best = !bests.is_empty();
    costs.extend(bests);
    let mut values: Vec<f64> = costs.iter().flat_map(|costs| costs.solved.iter().copied()).collect();
    values.extend(&limits);
    let max = costs.iter().map(|costs| costs.solved.len()).max().unwrap_or(1) as f64;
    let x = |labels| Axis::linear("instances solved", &[0.0, max], labels, number::tick);
    let y = |labels| figure::fitting_axis(variable, variable.title, &values, labels);
    let left_out = group_costs::missing_value_notes(without, variable);
    let mut remark = data.solved_of_all();
    remark += " A point at n shows the n-th smallest cost of the solved runs. Further right and lower is better.";
    remark += &group_costs::limit_note(variable, &limits);
    if has_best {
        remark += " Virtual best: per instance, the minimum cost over all configurations with the same guarantee.";
    }
    figure::append(&mut remark, &left_out);
    let content = ChartContent {
        title: data.title(&format!("Cactus plot, {}", variable.plain()), data.instances, "instances"),
        remark,
        x: &x,
        y: &y,
        are_lines: true,
        ..ChartContent::default()
    };
    let background = |drawing: &mut Drawing, plot: &Plot| {
        let (canvas, stroke) = (drawing.canvas, group_costs::limit_stroke(drawing));
        for &limit in &limits {
            let (_, y) = plot.at(0.0, limit);
            drawing.line(vec![(plot.left, y), (plot.right, y)], stroke);
        }
        if let Some(&limit) = limits.last() {
            let at = (plot.left + canvas.size(6.0), plot.at(0.0, limit).1 + canvas.size(11.0));
            let label = group_costs::limit_label(variable, limit);
            drawing.text(at, Anchor::Start, canvas.label(), theme::PALE_INK, label);
        }
    };
    let curves = group_costs::curves(&costs, data.groups.len(), curve);
    let drawing = curve_chart::draw(data, content, &curves, &background);
    Ok(Figure { drawing, shown: counted(data.runs().count(), "run"), left_out })
}

/// Draws a curve and returns its end.
fn curve(drawing: &mut Drawing, plot: &Plot, pen: Pen, costs: &GroupCosts, index: usize) -> Point {
    let canvas = drawing.canvas;
    let Style { color, marker, .. } = pen.style;
    let values: Vec<Point> = costs.solved.iter().enumerate().map(|(n, &value)| ((n + 1) as f64, value)).collect();
    let points = plot.all_at(&values);
    let kept = thinned(&points);
    if pen.is_recorded {
        drawing.record_points(plot, &costs.name, "line", kept.iter().map(|&index| values[index]));
    }
    drawing.line(kept.into_iter().map(|index| points[index]).collect(), canvas.stroke(pen.style, pen.width));
    if pen.has_marks && costs.entry.marker.is_some() {
        for step in 0..MARKERS.min(points.len()) {
            let at = (points.len() * (2 * step + 1) / (2 * MARKERS) + index % 3).min(points.len() - 1);
            drawing.mark(points[at], marker, canvas.size(4.0), color);
        }
    }
    points.last().copied().unwrap_or((plot.left, plot.bottom))
}

/// The indices of `points`, without those less than half a point from the previous one.
fn thinned(points: &[Point]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (index, &point) in points.iter().enumerate() {
        let is_last = index + 1 == points.len();
        if is_last
            || kept
                .last()
                .map(|&index| points[index])
                .is_none_or(|last| point.0 - last.0 >= 0.5 || (point.1 - last.1).abs() >= 0.5)
        {
            kept.push(index);
        }
    }
    kept
}
