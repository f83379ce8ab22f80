//! Empirical distribution functions: the share of runs with at most a given value.

use crate::axis::Axis;
use crate::chart_data::ChartData;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, count};
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
    for group in &data.groups {
        let mut values: Vec<f64> = group.runs.iter().filter_map(|run| left_out_runs.take(run, 0, variable)).collect();
        values.sort_by(f64::total_cmp);
        if !values.is_empty() {
            groups.push((group, values));
        }
    }
    let all: Vec<f64> = groups.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    if all.is_empty() {
        return Err(format!("no run has a value of {} that can be drawn", variable.name));
    }
    let x = |labels| figure::fitting_axis(variable, variable.title, &all, labels);
    let y = |_| Axis::with_labels_at("runs", &[0.0, 25.0, 50.0, 75.0, 100.0], false, 0.0, |share| format!("{share} %"));
    let left_out = left_out_runs.sentences(variable.name);
    let mut remark = format!(
        "{} Each line: the share of its n runs with at most this value.{}",
        data.solved_of_all(),
        step_curve::thinning_note(groups.iter().map(|(_, values)| values.len()))
    );
    figure::append(&mut remark, &left_out);
    let name = |n: usize| number::whole(n as u64);
    let content = ChartContent {
        title: data.title(&format!("Distribution of {}", variable.plain()), all.len(), "runs"),
        remark,
        x: &x,
        y: &y,
        entries: groups
            .iter()
            .map(|(group, values)| {
                LegendEntry::line(group.style, format!("{} (n = {})", group.name, name(values.len())))
            })
            .collect(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    let canvas = data.options.canvas;
    for (group, values) in &groups {
        let share = |reached: usize| 100.0 * reached as f64 / values.len() as f64;
        let mut points = step_curve::curve(&frame.plot, values, share);
        // The curve continues to the end of the axis.
        points.push((frame.plot.x.high(), 100.0));
        frame.drawing.record_points(&frame.plot, &group.name, "line", points.iter().copied());
        frame.drawing.line(frame.plot.all_at(&points), canvas.stroke(group.style, 2.0));
    }
    Ok(Figure { drawing: frame.finish(&[]), shown: count(all.len(), "runs"), left_out })
}
