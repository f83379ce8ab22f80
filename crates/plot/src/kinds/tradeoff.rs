//! The trade-off between two variables: one mark with intervals per group, and the Pareto front.
//!
//! Marks have their names next to them. If there is no room for a name, there is a legend instead.

use std::collections::{BTreeMap, BTreeSet};

use crate::axis::Axis;
use crate::chart_data::{self, ChartData, CommonCoverage, RunGroup};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Point;
use crate::figure::{self, Figure};
use crate::label_places::{self, PlacedLabel, TextBox};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::series::SeriesValue;
use crate::theme::{self, Dash, Stroke};
use crate::variable::{AxisScale, Variable};
use tilebench_stats::{self as stats, Bootstrap, Interval, Mean};

/// The minimum number of groups.
const MIN_GROUPS: usize = 3;

/// The means of each group over the instances that all of them solved.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variables = [data.variable(0)?, data.variable(1)?];
    let solved: Vec<BTreeMap<usize, [f64; 2]>> = data.groups.iter().map(|group| values(group, variables)).collect();
    let (chosen, mut common, others) = common(data, &solved);
    let zeros = leave_out_zeros(&solved, &chosen, &mut common, variables);
    let CommonCoverage { percent, min_instances, .. } = data.coverage;
    if chosen.len() < MIN_GROUPS || common.len() < min_instances {
        return Err(format!(
            "it requires {MIN_GROUPS} configurations that each solved {percent} % of the instances, and {min_instances} instances \
             that all of them solved, with values above 0 on logarithmic axes"
        ));
    }
    let place = |group: usize| {
        let of = |at: usize| common.iter().map(|instance| solved[group][instance][at]).collect::<Vec<f64>>();
        [0, 1].map(|at| GroupMean::new(variables[at], &of(at)))
    };
    let means: Vec<[GroupMean; 2]> = chosen.iter().map(|&group| place(group)).collect();
    let all = |at: usize| means.iter().flat_map(|mean| mean[at].extent()).collect::<Vec<f64>>();
    let instances = number::grouped(common.len() as u64);
    let mut remark = format!(
        "Means over {instances} of {} instances, solved by every configuration shown, with 95 % intervals. Dashed line: the Pareto front.",
        number::grouped(data.instances as u64)
    );
    let mut left_out = zeros;
    left_out.extend(left_out_groups(data, others, variables));
    figure::append(&mut remark, &left_out);
    let entries: Vec<LegendEntry> =
        chosen.iter().map(|&at| &data.groups[at]).map(|g| LegendEntry::points(g.style, g.name.as_str())).collect();
    let axis = |variable: &Variable, at: usize, labels| {
        let values = all(at);
        match variable.scale {
            // Means of integers are not integers.
            AxisScale::Linear if !is_wide(&values) => {
                Axis::fractional(&variable.mean_title(), &values, labels, number::tick)
            }
            _ => figure::fitting_axis(variable, &variable.mean_title(), &values, labels),
        }
    };
    let canvas = data.options.canvas;
    let frame = |entries: Vec<LegendEntry>| {
        let content = ChartContent {
            title: data.title(
                &format!("{} against {}", variables[1].plain(), variables[0].plain()),
                common.len(),
                "instances",
            ),
            remark: remark.clone(),
            x: &|labels| axis(variables[0], 0, labels),
            y: &|labels| axis(variables[1], 1, labels),
            entries,
            ..ChartContent::default()
        };
        ChartFrame::new(canvas, content)
    };
    let names: Vec<&str> = chosen.iter().map(|&at| data.groups[at].name.as_str()).collect();
    let mut empty = frame(Vec::new());
    let labels = labels(&empty, &means, &names);
    if labels.is_none() {
        empty = frame(entries);
    }
    let mut frame = empty;
    let front = front_line(&frame.plot, &means);
    let dash = canvas.dash(Dash::Dashed(6, 4));
    frame.drawing.line(front, Stroke { width: canvas.size(1.5), dash, ..canvas.thin(theme::PALE_INK) });
    for (&group, [x, y]) in chosen.iter().zip(&means) {
        let style = data.groups[group].style;
        frame.drawing.record(&frame.plot, &data.groups[group].name, "mean", [series_value(x, y)]);
        let stroke = Stroke { width: canvas.size(1.5), ..canvas.thin(style.color) };
        if let Some(Interval { low, high, .. }) = x.interval {
            frame.drawing.line(vec![frame.plot.at(low, y.value), frame.plot.at(high, y.value)], stroke);
        }
        if let Some(Interval { low, high, .. }) = y.interval {
            frame.drawing.line(vec![frame.plot.at(x.value, low), frame.plot.at(x.value, high)], stroke);
        }
        frame.drawing.mark(frame.plot.at(x.value, y.value), style.marker, canvas.size(5.5), style.color);
    }
    label_places::draw(&mut frame.drawing, &labels.unwrap_or_default());
    Ok(Figure { drawing: frame.finish(&[]), shown: counted(chosen.len(), "configuration"), left_out })
}

fn series_value(x: &GroupMean, y: &GroupMean) -> SeriesValue {
    let ends = |interval: Option<Interval>| interval.map(|Interval { low, high, .. }| (low, high));
    SeriesValue { x_interval: ends(x.interval), y_interval: ends(y.interval), ..SeriesValue::at((x.value, y.value)) }
}

/// The Pareto front of `means`, in steps, since no configuration lies between two of them.
fn front_line(plot: &Plot, means: &[[GroupMean; 2]]) -> Vec<Point> {
    let places: Vec<[f64; 2]> = means.iter().map(|mean| mean.each_ref().map(|mean| mean.value)).collect();
    let front: Vec<Point> = front(&places).into_iter().map(|[x, y]| plot.at(x, y)).collect();
    stepped(&front)
}

/// Places for `names` beside `means` on a frame without a legend, if there is room for all next to the intervals and the front.
fn labels(frame: &ChartFrame, means: &[[GroupMean; 2]], names: &[&str]) -> Option<Vec<PlacedLabel>> {
    let (plot, canvas) = (&frame.plot, frame.drawing.canvas);
    let points: Vec<Point> = means.iter().map(|[x, y]| plot.at(x.value, y.value)).collect();
    let front = front_line(plot, means);
    let lines = front.windows(2).map(|ends| around([ends[0], ends[1]]));
    let bars: Vec<TextBox> = means.iter().flat_map(|means| bars(plot, means)).chain(lines).collect();
    let area = TextBox((plot.left + 2.0, plot.top), (frame.drawing.width - canvas.margin(), plot.bottom));
    label_places::place(canvas, &points, names, area, &bars)
}

/// The boxes of the intervals around `point`.
fn bars(plot: &Plot, [x, y]: &[GroupMean; 2]) -> impl Iterator<Item = TextBox> + use<> {
    let across = x.interval.map(|Interval { low, high, .. }| [plot.at(low, y.value), plot.at(high, y.value)]);
    let along = y.interval.map(|Interval { low, high, .. }| [plot.at(x.value, high), plot.at(x.value, low)]);
    across.into_iter().chain(along).map(around)
}

/// The box of a line from the left to the right, or from the top to the bottom.
fn around([(left, top), (right, bottom)]: [Point; 2]) -> TextBox {
    TextBox((left - 1.0, top - 1.0), (right + 1.0, bottom + 1.0))
}

/// The mean of a variable over the common instances, with its interval.
#[derive(Debug)]
struct GroupMean {
    value: f64,
    interval: Option<Interval>,
}

impl GroupMean {
    fn new(variable: &Variable, values: &[f64]) -> Self {
        let bootstrap = Bootstrap::default();
        let interval = if variable.is_log() {
            stats::geometric_mean_interval(values, bootstrap.level)
        } else {
            Mean::new(values).and_then(|mean| bootstrap.interval(&mean))
        };
        Self { value: variable.mean(values).unwrap_or_default(), interval }
    }

    /// The mean and the ends of its interval.
    fn extent(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = self.interval.map(|Interval { low, high, .. }| [low, high]);
        [self.value].into_iter().chain(ends.into_iter().flatten())
    }
}

fn is_wide(values: &[f64]) -> bool {
    let (min, max) = values.iter().fold((f64::INFINITY, 0.0), |(min, max), &v| (v.min(min), v.max(max)));
    min > 0.0 && max > 10.0 * min
}

/// The values of the solved runs by instance, averaged if there are several runs.
fn values(group: &RunGroup, variables: [&Variable; 2]) -> BTreeMap<usize, [f64; 2]> {
    let mut sums: BTreeMap<usize, ([f64; 2], f64)> = BTreeMap::new();
    for run in group.runs.iter().filter(|run| run.solved) {
        let value = |at: usize| run.values[at].map(|value| variables[at].at_least_resolution(value));
        if let (Some(x), Some(y)) = (value(0), value(1)) {
            let (sum, runs) = sums.entry(run.instance).or_default();
            *sum = [sum[0] + x, sum[1] + y];
            *runs += 1.0;
        }
    }
    sums.into_iter().map(|(instance, (sum, runs))| (instance, sum.map(|sum| sum / runs))).collect()
}

/// The groups that are compared, the instances that all of them solved, and the other groups.
fn common<'a>(
    data: &'a ChartData,
    solved: &[BTreeMap<usize, [f64; 2]>],
) -> (Vec<usize>, BTreeSet<usize>, Vec<&'a RunGroup>) {
    let min_solved = data.coverage.min_solved;
    let (chosen, left_out): (Vec<usize>, Vec<usize>) =
        (0..solved.len()).partition(|&at| solved[at].len() >= min_solved);
    let mut common: BTreeSet<usize> = (0..data.instances).collect();
    for &at in &chosen {
        common.retain(|instance| solved[at].contains_key(instance));
    }
    (chosen, common, left_out.into_iter().map(|at| &data.groups[at]).collect())
}

/// Sentences that name the `others`, which are not compared: they solved too few instances, or lack values of solved runs.
fn left_out_groups(data: &ChartData, others: Vec<&RunGroup>, variables: [&Variable; 2]) -> Vec<String> {
    let CommonCoverage { percent, min_solved, .. } = data.coverage;
    let (uncounted, unsolved): (Vec<&RunGroup>, Vec<&RunGroup>) =
        others.into_iter().partition(|group| group.solved() >= min_solved);
    let reasons = [
        (unsolved, format!("solved less than {percent} % of the instances")),
        (uncounted, format!("solved runs without {} or {}", variables[0].name, variables[1].name)),
    ];
    reasons.into_iter().filter_map(|(groups, reason)| chart_data::left_out(&groups, &reason)).collect()
}

/// Removes the instances from `common` on which a group has a count of 0, of which no geometric mean exists, and returns a
/// sentence for each variable with such counts.
fn leave_out_zeros(
    solved: &[BTreeMap<usize, [f64; 2]>],
    groups: &[usize],
    common: &mut BTreeSet<usize>,
    variables: [&Variable; 2],
) -> Vec<String> {
    let is_zero = |instance: &usize, at: usize| groups.iter().any(|&group| solved[group][instance][at] <= 0.0);
    let zeros: [BTreeSet<usize>; 2] = [0, 1].map(|at| {
        let has_zero = |instance: &usize| variables[at].is_log() && is_zero(instance, at);
        common.iter().copied().filter(has_zero).collect()
    });
    common.retain(|instance| zeros.iter().all(|zeros| !zeros.contains(instance)));
    let sentence = |(zeros, variable): (&BTreeSet<usize>, &Variable)| {
        let instances = counted(zeros.len(), "instance");
        format!("Left out: {instances} with {} = 0, which a logarithmic axis cannot show.", variable.name)
    };
    zeros.iter().zip(variables).filter(|(zeros, _)| !zeros.is_empty()).map(sentence).collect()
}

/// A step line through the points of the front.
fn stepped(front: &[Point]) -> Vec<Point> {
    let corners = front.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
    front.first().copied().into_iter().chain(corners).collect()
}

/// The Pareto-optimal points of `places`, from left to right.
fn front(places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = places.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let mut lowest = f64::INFINITY;
    sorted.retain(|place| {
        let is_lower = place[1] < lowest;
        lowest = lowest.min(place[1]);
        is_lower
    });
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_contains_the_points_that_no_other_dominates() {
        let places = [[3.0, 1.0], [1.0, 5.0], [2.0, 5.0], [2.0, 2.0], [4.0, 1.0], [3.0, 9.0]];
        assert_eq!(front(&places), [[1.0, 5.0], [2.0, 2.0], [3.0, 1.0]]);
        assert!(front(&[]).is_empty());
    }
}
