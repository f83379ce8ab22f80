//! The mean of one column against another, one line per group.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::drawing::Point;
use crate::figure::{self, Figure, Tally};
use crate::frame::{Content, Frame};
use crate::legend::Entry;
use crate::number::{self, count};
use crate::sample::{Group, Sample};
use crate::theme::Look;
use crate::variable::{Origin, Scale, Variable};

/// Of one value across: the values up, each with its instance.
type Cells = BTreeMap<u64, Vec<(usize, f64)>>;

/// The mean of solved runs' values at each value of the horizontal axis. If configurations determine the latter, the mean
/// is over the instances that all of them solved.
///
/// # Errors
///
/// If the sample lacks data that the chart requires: a sentence that names the missing data.
pub fn draw(sample: &Sample) -> Result<Figure, String> {
    let (across, up) = (sample.variable(0)?, sample.variable(1)?);
    let (mut lines, tally, unsolved) = cells(sample, up);
    if lines.is_empty() {
        return Err(format!("no solved run has both {} and {}", across.name, up.name));
    }
    let common = if across.origin == Origin::Given { keep_common(&mut lines) } else { None };
    let mean = |values: &[(usize, f64)]| {
        let values: Vec<f64> = values.iter().map(|(_, value)| *value).collect();
        up.mean(&values).unwrap_or_default()
    };
    let means: Vec<Vec<(f64, f64)>> = lines
        .iter()
        .map(|(_, cells)| cells.iter().map(|(x, values)| (f64::from_bits(*x), mean(values))).collect())
        .collect();
    let sizes = || lines.iter().flat_map(|(_, cells)| cells.values().map(Vec::len));
    let [fewest, most] = [sizes().min(), sizes().max()].map(|n| number::whole(n.unwrap_or_default() as u64));
    let over = match common {
        Some(n) => format!("Means over the {} instances that were solved at every point.", number::whole(n as u64)),
        None if fewest == most => format!("Each point is a mean over {most} solved runs."),
        None => format!("Each point is a mean over {fewest} to {most} solved runs, not the same instances."),
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
    let content = Content {
        title: sample.title(&format!("{} against {}", up.plain(), across.plain()), used, "runs"),
        remark,
        x: &|labels| {
            if marks.len() > 2 * labels || across.is_log() {
                return figure::axis(across, across.title, &marks, labels);
            }
            // If values are too close to each other to be labelled, the axis is logarithmic.
            let axis = |log| Axis::at(across.title, &marks, log, 0.7 / labels as f64, number::tick);
            let linear = axis(false);
            if linear.fine.is_empty() { linear } else { axis(true) }
        },
        y: &|labels| match up.scale {
            Scale::Linear => Axis::fractional(&title, &heights, labels, number::tick),
            _ => figure::axis(up, &title, &heights, labels),
        },
        entries: lines.iter().map(|(group, _)| Entry::new(group.look, group.name.as_str())).collect(),
        are_lines: true,
        ..Content::default()
    };
    let mut frame = Frame::new(sample.sheet.paper, content);
    let paper = sample.sheet.paper;
    let mut ends = Vec::new();
    for ((group, _), means) in lines.iter().zip(&means) {
        let Look { color, marker, .. } = group.look;
        let points: Vec<Point> = means.iter().map(|&(x, y)| frame.plot.at(x, y)).collect();
        ends.push(points.last().copied().unwrap_or_default());
        frame.drawing.line(points.clone(), paper.stroke(group.look, 2.0));
        for point in points {
            frame.drawing.mark(point, marker, paper.size(4.5), color);
        }
    }
    Ok(Figure { drawing: frame.finish(&ends), shown: count(used, "runs"), left_out })
}

/// The values of the solved runs of each group, the tally of values left out, and the number of runs that did not solve
/// their instance.
fn cells<'a>(sample: &'a Sample, up: &Variable) -> (Vec<(&'a Group, Cells)>, Tally, usize) {
    let mut tally = Tally::default();
    let mut unsolved = 0;
    let mut lines = Vec::new();
    for group in &sample.groups {
        let mut cells = Cells::new();
        for datum in &group.data {
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
fn keep_common(lines: &mut [(&Group, Cells)]) -> Option<usize> {
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
