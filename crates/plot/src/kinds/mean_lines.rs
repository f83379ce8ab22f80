//! The mean of one column against another, one line per group.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Point;
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, count};
use crate::theme::Style;
use crate::variable::{AxisScale, ValueOrigin, Variable};

/// Of one value across: the values up, each with its instance.
type CellValues = BTreeMap<u64, Vec<(usize, f64)>>;

/// The mean of solved runs' values at each value of the horizontal axis. If configurations determine the latter, the mean
/// is over the instances that all of them solved.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let (across, up) = (data.variable(0)?, data.variable(1)?);
    let (mut lines, tally, unsolved) = cells(data, up);
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
    let [min, max] = [sizes().min(), sizes().max()].map(|n| number::whole(n.unwrap_or_default() as u64));
    let over = match common {
        Some(n) => format!("Means over the {} instances that were solved at every point.", number::whole(n as u64)),
        None if min == max => format!("Each point is a mean over {max} solved runs."),
        None => format!("Each point is a mean over {min} to {max} solved runs, not the same instances."),
    };
    let mut left_out = tally.sentences(up.name);
    if unsolved > 0 {
        left_out.push(format!("Not in the means: {} that did not solve.", count(unsolved, "runs")));
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
            // If values are too close to each other to be labelled, the axis is logarithmic.
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
        let points: Vec<Point> = means.iter().map(|&(x, y)| frame.plot.at(x, y)).collect();
        ends.push(points.last().copied().unwrap_or_default());
        frame.drawing.line(points.clone(), canvas.stroke(group.style, 2.0));
        for point in points {
            frame.drawing.mark(point, marker, canvas.size(4.5), color);
        }
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: count(used, "runs"), left_out })
}

/// The values of the solved runs of each group, the tally of values left out, and the number of runs that did not solve
/// their instance.
fn cells<'a>(data: &'a ChartData, up: &Variable) -> (Vec<(&'a RunGroup, CellValues)>, LeftOutRuns, usize) {
    let mut tally = LeftOutRuns::default();
    let mut unsolved = 0;
    let mut lines = Vec::new();
    for group in &data.groups {
        let mut cells = CellValues::new();
        for datum in &group.runs {
            if !datum.solved {
                unsolved += 1;
                continue;
            }
            let (Some(x), Some(y)) = (datum.values[0], tally.take(datum, 1, up)) else { continue };
            // The bits of numbers that are not negative are in their order.
            cells.entry(x.max(0.0).to_bits()).or_default().push((datum.instance, y));
        }
        if !cells.is_empty() {
            lines.push((group, cells));
        }
    }
    (lines, tally, unsolved)
}

/// Keeps, in every cell, the instances that all cells have, if there are any, and returns their number.
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
