//! Empirical distribution functions: the share of runs with at most a given value.

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::chart_frame::ChartContent;
use crate::curve_chart::{self, Curve, Pen};
use crate::drawing::Drawing;
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::step_curve;

/// The share of runs with at most a given value; stopped runs count with their value at the stop.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let mut left_out_runs = LeftOutRuns::default();
    let mut groups = Vec::new();
    for (index, group) in data.groups.iter().enumerate() {
        let mut values: Vec<f64> = group.runs.iter().filter_map(|run| left_out_runs.take(run, 0, variable)).collect();
        values.sort_by(f64::total_cmp);
        if !values.is_empty() {
            groups.push((index, group, values));
        }
    }
    let all: Vec<f64> = groups.iter().flat_map(|(.., values)| values.iter().copied()).collect();
    if all.is_empty() {
        return Err(format!("no run has a value of {} that can be drawn", variable.name));
    }
    let x = |labels| figure::fitting_axis(variable, variable.title, &all, labels);
    let y = |_| Axis::with_labels_at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %"));
    let left_out = left_out_runs.sentences(variable.name);
    let mut remark = format!(
        "{} Each line: the share of its n runs with at most this value.{}",
        data.solved_of_all(),
        step_curve::thinning_note(groups.iter().map(|(.., values)| values.len()))
    );
    figure::append(&mut remark, &left_out);
    let content = ChartContent {
        title: data.title(&format!("Distribution of {}", variable.plain()), all.len(), "runs"),
        remark,
        x: &x,
        y: &y,
        ..ChartContent::default()
    };
    let curves: Vec<Curve<'_>> = groups.iter().map(curve).collect();
    let drawing = curve_chart::draw(data, content, &curves, &|_, _| ());
    Ok(Figure { drawing, shown: counted(all.len(), "run"), left_out })
}

/// The curve of the group at `index`, which has the ascending `values`.
fn curve<'a>((index, group, values): &'a (usize, &RunGroup, Vec<f64>)) -> Curve<'a> {
    let draw = move |drawing: &mut Drawing, plot: &Plot, pen: Pen| {
        let share = |reached: usize| 100.0 * reached as f64 / values.len() as f64;
        let mut points = step_curve::curve(plot, values, share);
        // The curve continues to the end of the axis.
        points.push((plot.x.high(), 100.0));
        pen.line(drawing, plot, &group.name, &points)
    };
    let text = format!("{} (n = {})", group.name, number::grouped(values.len() as u64));
    Curve { entry: LegendEntry::line(group.style, text), style: group.style, group: Some(*index), draw: Box::new(draw) }
}
