//! Histograms: integers one by one, or in bins.

use std::collections::BTreeSet;

use crate::axis::{Axis, nice_step};
use crate::chart_data::{ChartData, RunGroup};
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::{Drawing, Point};
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::series::SeriesValue;
use crate::theme;
use crate::variable::{AxisScale, ValueOrigin, Variable};
use tilebench_stats as stats;

/// The maximum number of bins on a linear axis.
const MAX_BINS: f64 = 40.0;
/// The number of bins per decade on a logarithmic axis.
const BINS_PER_DECADE: f64 = 5.0;

/// Bins of equal width, or of equal ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bins {
    low: f64,
    width: f64,
    count: usize,
    is_log: bool,
}

impl Bins {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few bins")]
    fn for_values(variable: &Variable, values: &[f64]) -> Self {
        let (low, high) =
            values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| (v.min(low), v.max(high)));
        if variable.is_log() {
            let low = (low.log10() * BINS_PER_DECADE).floor() / BINS_PER_DECADE;
            let bins = ((high.log10() - low) * BINS_PER_DECADE + 1e-9).floor() + 1.0;
            return Self { low, width: 1.0 / BINS_PER_DECADE, count: bins as usize, is_log: true };
        }
        let raw = (high - low) / MAX_BINS;
        let width = if variable.is_whole {
            nice_step(raw.max(1.0))
        } else {
            let decade = 10f64.powf(raw.max(1e-9).log10().floor());
            nice_step(raw.max(1e-9) / decade) * decade
        };
        // Integers are in the middle of their bin.
        let shift = if variable.is_whole { 0.5 } else { 0.0 };
        let low = ((low + shift) / width).floor() * width - shift;
        Self { low, width, count: ((high - low) / width).floor() as usize + 1, is_log: false }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index of a few bins")]
    fn index_of(&self, value: f64) -> usize {
        let value = if self.is_log { value.log10() } else { value };
        (((value - self.low) / self.width + 1e-9).floor().max(0.0) as usize).min(self.count - 1)
    }

    fn edge(&self, place: usize) -> f64 {
        let edge = self.low + place as f64 * self.width;
        if self.is_log { 10f64.powf(edge) } else { edge }
    }

    fn counts(&self, values: &[f64]) -> Vec<usize> {
        let mut counts = vec![0; self.count];
        for &value in values {
            counts[self.index_of(value)] += 1;
        }
        counts
    }
}

/// The frequency of each value of a variable. If the instance alone determines the value, each instance counts once.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let (groups, left_out_runs, without) = values(data, variable);
    let all: Vec<f64> = groups.iter().flat_map(|(_, values)| values.iter().copied()).collect();
    if all.is_empty() {
        return Err(format!("no run has a value of {} that can be drawn", variable.name));
    }
    let is_once = variable.origin == ValueOrigin::Instance;
    let (noun, what) = if is_once { ("instance", "instances") } else { ("run", "runs") };
    let bins = Bins::for_values(variable, &all);
    let counts: Vec<Vec<usize>> = groups.iter().map(|(_, values)| bins.counts(values)).collect();
    let max_count = counts.iter().flatten().copied().max().unwrap_or(1) as f64;
    let (min, max) = all.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, g), &v| (v.min(l), v.max(g)));
    let formatted = |value| figure::formatted(variable, value);
    let mut remark = format!("From {} to {}", number::tick(min), number::tick(max));
    if let (Some(mean), Some(median)) = (stats::mean(&all), stats::median(&all)) {
        remark.extend([", mean ", &formatted(mean), ", median ", &formatted(median), "."]);
    }
    if bins.is_log {
        remark += " Five bins per decade.";
    } else if !variable.is_whole || bins.width > 1.5 {
        remark.extend([" Bin width ", &number::tick(bins.width), "."]);
    }
    let mut left_out = left_out_runs.sentences(variable.name);
    if without > 0 {
        left_out.push(format!("Not drawn: {} without a value of {}.", counted(without, "instance"), variable.name));
    }
    figure::append(&mut remark, &left_out);
    let ends = [bins.edge(0), bins.edge(bins.count)];
    let several = groups.len() > 1;
    let content = ChartContent {
        title: data.title(&format!("Distribution of {}", variable.plain()), all.len(), what),
        remark,
        x: &|labels| match variable.scale {
            AxisScale::Linear if variable.is_whole => {
                Axis::linear(variable.title, &[min, max], labels, number::tick).widened(ends)
            }
            AxisScale::Linear => Axis::fractional(variable.title, &ends, labels, number::tick),
            _ => figure::fitting_axis(variable, variable.title, &ends, labels),
        },
        y: &|labels| Axis::linear(what, &[0.0, max_count], labels, number::tick),
        entries: groups
            .iter()
            .filter(|_| several)
            .map(|(group, values)| {
                let text = format!("{} (n = {})", group.name, number::grouped(values.len() as u64));
                LegendEntry::line(group.style, text)
            })
            .collect(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(data.options.canvas, content);
    for ((group, _), counts) in groups.iter().zip(&counts) {
        let values = counts.iter().enumerate().map(|(place, &count)| SeriesValue {
            x_interval: Some((bins.edge(place), bins.edge(place + 1))),
            ..SeriesValue::at((f64::midpoint(bins.edge(place), bins.edge(place + 1)), count as f64))
        });
        frame.drawing.record(&frame.plot, &group.name, "bar", values);
        if several {
            outline(&mut frame.drawing, &frame.plot, group, &bins, counts);
        } else {
            bars(&mut frame.drawing, &frame.plot, &bins, counts);
        }
    }
    frame.plot.draw_edges(&mut frame.drawing);
    Ok(Figure { drawing: frame.finish(&[]), shown: counted(all.len(), noun), left_out })
}

/// The values of each group, the runs left out, and the number of instances without a value. If the instance determines the
/// value, only the first run of each instance counts.
fn values<'a>(data: &'a ChartData, variable: &Variable) -> (Vec<(&'a RunGroup, Vec<f64>)>, LeftOutRuns, usize) {
    let mut left_out_runs = LeftOutRuns::default();
    let mut groups = Vec::new();
    let mut known: BTreeSet<usize> = BTreeSet::new();
    for group in &data.groups {
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut values = Vec::new();
        for run in &group.runs {
            if variable.origin != ValueOrigin::Instance {
                values.extend(left_out_runs.take(run, 0, variable));
            } else if let Some(value) = run.values[0]
                && seen.insert(run.instance)
            {
                known.insert(run.instance);
                values.push(value);
            }
        }
        if !values.is_empty() {
            groups.push((group, values));
        }
    }
    let without = if variable.origin == ValueOrigin::Instance { data.instances - known.len() } else { 0 };
    (groups, left_out_runs, without)
}

fn bars(drawing: &mut Drawing, plot: &Plot, bins: &Bins, counts: &[usize]) {
    let color = theme::style(0).color;
    for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (left, right) = (plot.at(bins.edge(place), count as f64), plot.at(bins.edge(place + 1), 0.0));
        let gap = ((right.0 - left.0) * 0.08).min(1.5);
        drawing.rectangle((left.0 + gap, left.1), (right.0 - gap, right.1), color.faded(0.75));
    }
}

fn outline(drawing: &mut Drawing, plot: &Plot, group: &RunGroup, bins: &Bins, counts: &[usize]) {
    let canvas = drawing.canvas;
    let mut points: Vec<Point> = vec![plot.at(bins.edge(0), 0.0)];
    for (place, &count) in counts.iter().enumerate() {
        points.extend([plot.at(bins.edge(place), count as f64), plot.at(bins.edge(place + 1), count as f64)]);
    }
    points.push(plot.at(bins.edge(bins.count), 0.0));
    drawing.line(points, canvas.stroke(group.style, 2.0));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::NODES;

    const LENGTH: Variable = Variable { scale: AxisScale::Linear, ..NODES };
    const SUBOPTIMALITY: Variable = Variable { is_whole: false, ..LENGTH };

    fn bins(variable: &Variable, values: &[f64]) -> (Bins, Vec<usize>) {
        let bins = Bins::for_values(variable, values);
        (bins, bins.counts(values))
    }

    #[test]
    fn integers_have_one_bin_each_if_there_are_few() {
        let (bins, counts) = bins(&LENGTH, &[41.0, 43.0, 43.0, 45.0]);
        assert_eq!(counts, [1, 0, 2, 0, 1]);
        assert_eq!([0, 5].map(|place| bins.edge(place).to_string()), ["40.5", "45.5"]);
    }

    #[test]
    fn every_value_is_in_its_bin_on_linear_and_logarithmic_axes() {
        for (variable, values) in [(SUBOPTIMALITY, [1.0, 1.07, 1.31, 1.5]), (NODES, [1.0, 10.0, 999.0, 1e6])] {
            let (bins, counts) = bins(&variable, &values);
            assert_eq!(counts.iter().sum::<usize>(), 4, "{variable:?}");
            for value in values {
                let place = bins.index_of(value);
                let range = bins.edge(place) * 0.999_999..=bins.edge(place + 1) * 1.000_001;
                assert!(range.contains(&value), "{variable:?}: {value}");
            }
        }
    }
}
