//! Performance profiles: the share of runs, or the number of instances, solved within a cost (Dolan and Moré 2002 without
//! their ratios; the survival plots of solver competitions).

use crate::axis::Axis;
use crate::chart_data::ChartData;
use crate::chart_frame::ChartContent;
use crate::curve_chart::{self, Pen};
use crate::drawing::Drawing;
use crate::figure::{self, Figure};
use crate::group_costs::{self, GroupCosts};
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::step_curve;
use crate::theme::Style;
use crate::variable::Variable;

/// The number of markers on a curve.
const MARKERS: usize = 5;

/// The share of all runs solved within a cost.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn share(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let title = match variable.name {
        "wall_s" => "Solved within a time".to_owned(),
        "generated" => "Solved within a number of nodes".to_owned(),
        _ => format!("Solved within: {}", variable.plain()),
    };
    Ok(draw(data, variable, &title, true))
}

/// The number of instances solved within a cost, with the virtual best.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn number(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    Ok(draw(data, variable, &format!("Solved against {}", variable.plain()), false))
}

fn draw(data: &ChartData, variable: &Variable, title: &str, is_share: bool) -> Figure {
    let (mut costs, without) = group_costs::group_costs(data, 0, variable);
    let limits = group_costs::limits(&costs);
    let bests = if is_share { Vec::new() } else { group_costs::virtual_bests(data, 0, variable) };
    let has_best = !bests.is_empty();
    costs.extend(bests);
    let mut values: Vec<f64> = costs.iter().flat_map(|costs| costs.solved.iter().copied()).collect();
    values.extend(&limits);
    let max = costs.iter().map(|costs| costs.runs).max().unwrap_or(1) as f64;
    let x = |labels| figure::fitting_axis(variable, variable.title, &values, labels);
    let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
    let y = |labels| {
        if is_share {
            Axis::with_labels_at("solved", &shares, false, 0.0, |share| format!("{share} %"))
        } else {
            Axis::linear("solved", &[0.0, max], labels, number::tick)
        }
    };
    let left_out = group_costs::missing_value_notes(without, variable);
    let mut remark = data.solved_of_all();
    remark += " Each curve rises by one instance at the cost of each solved run of its configuration.";
    if !limits.is_empty() {
        remark += " It ends at the limit, if there is one.";
    }
    remark += &group_costs::limit_note(variable, &limits);
    if has_best {
        remark += " Virtual best: per instance, the minimum cost over all configurations with the same guarantee.";
    }
    remark += step_curve::thinning_note(costs.iter().map(|costs| costs.solved.len()));
    figure::append(&mut remark, &left_out);
    let runs = data.n();
    let content = ChartContent {
        title: data.title(title, data.instances, "instances"),
        remark,
        x: &x,
        y: &y,
        are_lines: true,
        ..ChartContent::default()
    };
    let height = |costs: &GroupCosts, solved: usize| {
        if is_share { 100.0 * solved as f64 / costs.runs.max(1) as f64 } else { solved as f64 }
    };
    let height = &height;
    let curves = group_costs::curves(&costs, data.groups.len(), |drawing, plot, pen, costs, index| {
        curve(drawing, plot, pen, costs, index, &|solved| height(costs, solved))
    });
    let none_solved = costs.iter().all(|costs| costs.solved.is_empty());
    let background = |drawing: &mut Drawing, plot: &Plot| {
        group_costs::draw_limits(drawing, plot, variable, &limits);
        if none_solved {
            group_costs::draw_none_solved(drawing, plot);
        }
    };
    let drawing = curve_chart::draw(data, content, &curves, &background);
    Figure { drawing, shown: counted(runs, "run"), left_out }
}

/// Draws a curve and returns its end.
fn curve(
    drawing: &mut Drawing,
    plot: &Plot,
    pen: Pen,
    costs: &GroupCosts,
    index: usize,
    height: &dyn Fn(usize) -> f64,
) -> (f64, f64) {
    let canvas = drawing.canvas;
    let Style { color, marker, .. } = pen.style;
    let solved = &costs.solved;
    let mut points = step_curve::curve(plot, solved, height);
    let end = costs.limit.unwrap_or(plot.x.high());
    points.push((end.max(solved.last().copied().unwrap_or(end)), height(solved.len())));
    let end = pen.line(drawing, plot, &costs.name, &points);
    if pen.has_marks && costs.entry.marker.is_some() {
        for step in 0..MARKERS.min(solved.len()) {
            // Shifted for each configuration, so that both are visible on overlapping curves.
            let at = (solved.len() * (2 * step + 1) / (2 * MARKERS) + index % 3).min(solved.len() - 1);
            drawing.mark(plot.at(solved[at], height(at + 1)), marker, canvas.size(4.0), color);
        }
    }
    end
}
