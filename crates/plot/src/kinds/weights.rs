//! Solution length, nodes and time by weight.

use crate::axis::Axis;
use crate::chart_data::capital;
use crate::drawing::{Drawing, Point};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::panel_chart::{Panel, PanelChart, PanelLine};
use crate::theme::{self, Dash, Style};

/// The size of a panel in a report.
const PANEL_SIZE: (f64, f64) = (340.0, 270.0);
/// The line of the suboptimality bound.
const BOUND: Style = Style { color: theme::PALE_INK, dash: Dash::Dashed(3, 3), ..theme::VIRTUAL_BEST_STYLE };

/// Configurations that differ only in their weight.
#[derive(Debug)]
pub struct WeightFamily {
    /// Their common name.
    pub name: String,
    /// How they are drawn.
    pub style: Style,
    /// The configurations by weight.
    pub configurations: Vec<WeightedConfiguration>,
}

/// A configuration: means over the instances, none unless every instance has a value.
#[derive(Debug)]
pub struct WeightedConfiguration {
    /// Its weight.
    pub weight: f64,
    /// The mean and the maximum suboptimality.
    pub suboptimality: Option<[f64; 2]>,
    /// The mean length.
    pub length: Option<f64>,
    /// The mean nodes generated.
    pub nodes: Option<f64>,
    /// The mean time in seconds.
    pub time: Option<f64>,
}

/// The families of an instance set.
#[derive(Debug)]
pub struct WeightSweep {
    /// The families, at least one.
    pub families: Vec<WeightFamily>,
    /// The number of instances that all configurations solved.
    pub instances: usize,
    /// A sentence on the configurations left out, empty if there are none.
    pub left_out: String,
}

/// Suboptimality (or mean length, if an optimal length is unknown), nodes generated and time against the weight, and
/// suboptimality against nodes, for algorithms that were run with several weights.
#[must_use]
pub fn draw(weights: &WeightSweep, subject: &SetSummary, options: &ChartOptions) -> Drawing {
    let families = &weights.families;
    let weight = |_| weight_axis(families);
    let nodes: Vec<f64> =
        families.iter().flat_map(|family| &family.configurations).filter_map(|one| one.nodes).collect();
    let nodes = |labels| Axis::log("mean nodes generated", &nodes, labels, number::short);
    let panels = panels(families, subject, &weight, &nodes);
    let is_bounded = panels.len() > 3;
    let lacks_times = panels[2].lines.iter().any(|line| line.points.is_empty());
    let chart = PanelChart {
        title: options.title(&format!("{}, nodes and time by weight", capital(subject.solution())), subject),
        remark: subject.with_solved(&remark(weights, subject, is_bounded, lacks_times)),
        size: PANEL_SIZE,
        panels,
        entries: entries(families, subject, is_bounded),
    };
    chart.draw(options.canvas)
}

/// The panels of quality, nodes and time by weight; if every optimal length is known, also that of quality by nodes.
fn panels<'a>(
    families: &[WeightFamily],
    subject: &SetSummary,
    weight: &'a dyn Fn(usize) -> Axis,
    nodes: &'a dyn Fn(usize) -> Axis,
) -> Vec<Panel<'a>> {
    let heights =
        |lines: &[PanelLine]| lines.iter().flat_map(|line| &line.points).map(|&(_, y)| y).collect::<Vec<f64>>();
    let of = |value: fn(&WeightedConfiguration) -> Option<f64>| curves(families, |one| Some((one.weight, value(one)?)));
    let plain = |y: &dyn Fn(&[f64]) -> Axis, lines: Vec<PanelLine>| Panel { x: weight, y: y(&heights(&lines)), lines };
    let by_nodes = plain(&|values| Axis::log("mean nodes generated", values, 6, number::short), of(|one| one.nodes));
    let by_time = plain(&|values| Axis::log("mean time", values, 6, number::short_seconds), of(|one| one.time));
    let means = of(|one| Some(one.suboptimality?[0]));
    if means.iter().any(|line| line.points.is_empty()) {
        let lengths = of(|one| one.length);
        let y: &dyn Fn(&[f64]) -> Axis = &|values| Axis::linear("mean length (moves)", values, 6, number::short);
        return vec![plain(y, lengths), by_nodes, by_time];
    }
    let mut lines = of(|one| Some(one.suboptimality?[1]));
    for line in &mut lines {
        (line.width, line.strength) = (1.0, 0.55);
    }
    let highest = heights(&lines).into_iter().fold(1.0, f64::max);
    lines.extend(means);
    let ratio = format!("{} / optimal", subject.solution());
    let y = ratios(&format!("{ratio} (mean, maximum)"), highest);
    lines.insert(0, bound(families, y.high()));
    let quality = Panel { x: weight, y, lines };
    let lines = curves(families, |one| Some((one.nodes?, one.suboptimality?[0])));
    let highest = heights(&lines).into_iter().fold(1.0, f64::max);
    let by_effort = Panel { x: nodes, y: ratios(&format!("mean {ratio}"), highest), lines };
    vec![quality, by_nodes, by_time, by_effort]
}

/// An axis from 1 to `highest` with about six labels.
fn ratios(title: &str, highest: f64) -> Axis {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
    let step = steps.into_iter().find(|step| (highest - 1.0) / step <= 6.0).unwrap_or((highest - 1.0) / 6.0);
    let above = ((highest - 1.0) / step).ceil().max(1.0);
    let marks: Vec<f64> = std::iter::successors(Some(0.0), |n| Some(n + 1.0))
        .take_while(|n| *n <= above)
        .map(|n| 1.0 + n * step)
        .collect();
    Axis::with_labels_at(title, &marks, false, 0.05, |value| number::short((value * 1e4).round() / 1e4))
}

/// For each family, the line through the `point` of each configuration.
fn curves(families: &[WeightFamily], point: impl Fn(&WeightedConfiguration) -> Option<Point>) -> Vec<PanelLine> {
    let line = |family: &WeightFamily| {
        let points = family.configurations.iter().filter_map(&point).collect();
        PanelLine { has_marks: true, ..PanelLine::new(&family.name, points, family.style) }
    };
    families.iter().map(line).collect()
}

fn weight_axis(families: &[WeightFamily]) -> Axis {
    let mut marks: Vec<f64> =
        families.iter().flat_map(|family| &family.configurations).map(|configuration| configuration.weight).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    let axis = |log| Axis::with_labels_at("weight", &marks, log, 0.1, number::short);
    let linear = axis(false);
    // The axis is logarithmic if the labels of small weights would overlap on a linear one.
    if linear.minor.is_empty() { linear } else { axis(true) }
}

/// The part of the bound, suboptimality equal to the weight, that is visible below `highest`.
fn bound(families: &[WeightFamily], highest: f64) -> PanelLine {
    let weights = families.iter().flat_map(|family| &family.configurations).map(|one| one.weight);
    let (min, max) =
        weights.fold((f64::INFINITY, 1.0), |(min, max): (f64, f64), weight| (min.min(weight), max.max(weight)));
    let (low, high) = (min.max(1.0), max.min(highest));
    // The line is drawn in short steps, since it is curved on a logarithmic axis.
    let weights = (0..=32).map(|n| low + f64::from(n) * (high - low) / 32.0);
    let points = if low < high { weights.map(|weight| (weight, weight)).collect() } else { Vec::new() };
    PanelLine { width: 1.5, ..PanelLine::new("bound", points, BOUND) }
}

fn remark(weights: &WeightSweep, subject: &SetSummary, is_bounded: bool, lacks_times: bool) -> String {
    let instances = number::grouped(weights.instances as u64);
    let mut remark = format!("Means over the {instances} instances solved by every configuration shown.");
    if is_bounded {
        remark.push_str(" Thin lines: the maximum.");
    } else {
        remark.extend([" Lengths are shown, since not every ", subject.optimum(), " is known."]);
    }
    if lacks_times {
        remark.push_str(" Left out: the times of families with a time of 0 s.");
    }
    remark + &weights.left_out
}

fn entries(families: &[WeightFamily], subject: &SetSummary, bounded: bool) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> =
        families.iter().map(|family| LegendEntry::new(family.style, family.name.as_str())).collect();
    if bounded {
        let name = format!("bound: {} = weight × {}", subject.solution(), subject.optimum());
        entries.push(LegendEntry::line(BOUND, name));
    }
    entries
}
