//! The mean of one variable against another, one line per group.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Point;
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::theme::Style;
use crate::variable::{AxisScale, ValueOrigin, Variable};

/// For each value of the horizontal axis, the values of the vertical axis with their instances.
type CellValues = BTreeMap<u64, Vec<(usize, f64)>>;

/// The mean over solved runs at each value of the horizontal axis. If configurations determine the horizontal axis, the
/// mean is over the instances that were solved at every point.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let (across, up) = (data.variable(0)?, data.variable(1)?);
    let (mut lines, left_out_runs, unsolved) = cells(data, up);
    if lines.is_empty() {
        return Err(format!("no solved run has both {} and {}", across.name, up.name));
    }
    let common = if across.origin == ValueOrigin::Given { keep_common(&mut lines) } else { None };
    let mean = |values: &[(usize, f64)]| {
        let values: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        up.mean(&values).unwrap_or_default()
    };
    let means: Vec<Vec<(f64, f64)>> = lines
        .iter()
        .map(|(_, cells)| cells.iter().map(|(x, values)| (f64::from_bits(*x), mean(values))).collect())
        .collect();
    let sizes = || lines.iter().flat_map(|(_, cells)| cells.values().map(Vec::len));
    let [min, max] = [sizes().min(), sizes().max()].map(|n| number::grouped(n.unwrap_or_default() as u64));
    let over = match common {
        Some(n) if left_out_runs.is_empty() => {
            format!("Means over the {} instances that were solved at every point.", number::grouped(n as u64))
        }
        Some(n) => format!("Means over the {} instances with a value at every point.", number::grouped(n as u64)),
        None if min == max => format!("Each point is a mean over {max} solved runs."),
        None => format!("Each point is a mean over {min} to {max} solved runs; the instances differ between points."),
    };
    let mut left_out = left_out_runs.sentences(up.name);
    if unsolved > 0 {
        left_out.push(format!("Left out: {} that did not solve their instance.", counted(unsolved, "run")));
    }
    let mut remark = over;
    figure::append(&mut remark, &left_out);
    let mut marks: Vec<f64> = means.iter().flatten().map(|point| point.0).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    let heights: Vec<f64> = means.iter().flatten().map(|point| point.1).collect();
    let title = up.mean_title();
    let used: usize = sizes().sum();
    let content = ChartContent {
        title: data.title(&format!("{} against {}", up.plain(), across.plain()), used, "runs"),
        remark,
        x: &|labels| {
            if marks.len() > 2 * labels || across.is_log() {
                return figure::fitting_axis(across, across.title, &marks, labels);
            }
            // The axis is logarithmic if the labels would overlap on a linear one.
            let axis = |log| Axis::with_labels_at(across.title, &marks, log, 0.7 / labels as f64, number::tick);
            let linear = axis(false);
            if linear.minor.is_empty() { linear } else { axis(true) }
        },
        y: &|labels| match up.scale {
            AxisScale::Linear => Axis::fractional(&title, &heights, labels, number::tick),
            _ => figure::fitting_axis(up, &title, &heights, labels),
        },
        entries: lines.iter().map(|(group, _)| LegendEntry::new(group.style, group.name.as_str())).collect(),
        are_lines: true,
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    let canvas = data.options.canvas;
    let mut ends = Vec::new();
    for ((group, _), means) in lines.iter().zip(&means) {
        let Style { color, marker, .. } = group.style;
        frame.drawing.record_points(&frame.plot, &group.name, "line", means.iter().copied());
        let points: Vec<Point> = frame.plot.all_at(means);
        ends.push(points.last().copied().unwrap_or_default());
        frame.drawing.line(points.clone(), canvas.stroke(group.style, 2.0));
        for point in points {
            frame.drawing.mark(point, marker, canvas.size(4.5), color);
        }
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: counted(used, "run"), left_out })
}

/// The values of the solved runs of each group, the runs left out, and the number of runs that did not solve their
/// instance.
fn cells<'a>(data: &'a ChartData, up: &Variable) -> (Vec<(&'a RunGroup, CellValues)>, LeftOutRuns, usize) {
    let mut left_out_runs = LeftOutRuns::default();
    let mut unsolved = 0;
    let mut lines = Vec::new();
    for group in &data.groups {
        let mut cells = CellValues::new();
        for run in &group.runs {
            if !run.solved {
                unsolved += 1;
                continue;
            }
            let (Some(x), Some(y)) = (run.values[0], left_out_runs.take(run, 1, up)) else { continue };
            // The bits of non-negative numbers have their order.
            cells.entry(x.max(0.0).to_bits()).or_default().push((run.instance, y));
        }
        if !cells.is_empty() {
            lines.push((group, cells));
        }
    }
    (lines, left_out_runs, unsolved)
}

/// Keeps the instances that all cells have in common, if there are any, and returns their number.
fn keep_common(lines: &mut [(&RunGroup, CellValues)]) -> Option<usize> {
    let mut cells = lines.iter().flat_map(|(_, cells)| cells.values());
    let instances = |cell: &Vec<(usize, f64)>| cell.iter().map(|(instance, _)| *instance).collect::<Vec<usize>>();
    let mut common = instances(cells.next()?);
    common.sort_unstable();
    common.dedup();
    for cell in cells {
        let mut others = instances(cell);
        others.sort_unstable();
        common.retain(|instance| others.binary_search(instance).is_ok());
    }
    if common.is_empty() {
        return None;
    }
    for cell in lines.iter_mut().flat_map(|(_, cells)| cells.values_mut()) {
        cell.retain(|(instance, _)| common.binary_search(instance).is_ok());
    }
    Some(common.len())
}
