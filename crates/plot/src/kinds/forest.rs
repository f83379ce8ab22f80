//! Forest plots: the ratio of every configuration to a baseline, with its interval.

use std::collections::BTreeMap;

use crate::axis::Axis;
use crate::chart_data::{ChartData, RunGroup};
use crate::drawing::{Anchor, Drawing};
use crate::figure::{self, Figure};
use crate::heading::Heading;
use crate::instance_costs::{check_single_runs, instance_costs};
use crate::number::{self, counted};
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::SeriesValue;
use crate::theme::{self, Stroke};
use crate::variable::Variable;
use tilebench_stats::{Bootstrap, GeometricMean, Interval, Statistic};

const ROW_HEIGHT: f64 = 28.0;
const PLOT_WIDTH: f64 = 420.0;
/// The minimum share of a given canvas width for the plot; otherwise the texts are above the rows' intervals.
const MIN_PLOT_SHARE: f64 = 0.35;
/// Ratios and their inverses beyond this are not drawn to scale.
const MAX_RATIO: f64 = 1e6;

/// A configuration compared with the baseline.
#[derive(Debug)]
struct ForestRow<'a> {
    group: &'a RunGroup,
    /// The geometric mean of the ratios, if both solved an instance.
    ratio: Option<f64>,
    interval: Option<Interval>,
    /// The number of instances that the ratio is over, and that both were run on.
    n: usize,
    pairs: usize,
    /// The number of instances that both solved, one with a value of 0, which has no ratio.
    zeros: usize,
}

/// The geometric mean of each group's ratio to the baseline, by default the group that solved the most instances.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    let variable = data.variable(0)?;
    let (counted_groups, uncounted) = data.counted_groups();
    let (indices, all): (Vec<usize>, Vec<&RunGroup>) = counted_groups.into_iter().unzip();
    check_single_runs(&all)?;
    let baseline = if let Some(named) = data.baseline {
        indices.iter().position(|index| *index == named).ok_or_else(|| {
            format!("'{}' has solved runs without a value of {}", data.groups[named].name, variable.name)
        })?
    } else {
        // On ties, the first.
        let most = (0..all.len()).rev().max_by_key(|place| all[*place].solved());
        most.ok_or("it requires two configurations")?
    };
    let rows: Vec<ForestRow<'_>> = rows(&all, baseline, variable);
    if rows.iter().all(|row| row.ratio.is_none()) {
        return Err(format!("no configuration solved an instance in common with '{}'", all[baseline].name));
    }
    let name = &all[baseline].name;
    let mut remark = format!(
        "Geometric means of the ratio to {name}, over the instances that both solved, with {:.0} % bootstrap intervals. Left of 1: it needs less. At the right: the ratio, its interval, and the number of instances of those \
         that both were run on.",
        100.0 * Bootstrap::default().level
    );
    let is_partial = rows.iter().any(|row| row.n < row.pairs);
    if is_partial {
        remark += " Commonly solved instances are biased towards the weaker configuration.";
    }
    let mut left_out: Vec<String> = rows
        .iter()
        .filter(|row| row.ratio.is_none() && row.zeros == 0)
        .map(|row| format!("No ratio (no instance solved by both): {}.", row.group.name))
        .collect();
    left_out.extend(uncounted);
    let zeros: usize = rows.iter().map(|row| row.zeros).sum();
    if zeros > 0 {
        left_out.push(format!("Left out (a value of 0 has no ratio): {}.", counted(zeros, "pair")));
    }
    figure::append(&mut remark, &left_out);
    let title = data.title(&format!("{} relative to {name}", variable.plain()), data.instances, "instances");
    let drawing = layout(data, variable, &rows, [&title, &remark]);
    Ok(Figure { drawing, shown: counted(rows.len(), "configuration"), left_out })
}

/// The comparison of each other group with the one at `baseline`.
fn rows<'a>(groups: &[&'a RunGroup], baseline: usize, variable: &Variable) -> Vec<ForestRow<'a>> {
    let (costs, _) = instance_costs(groups, variable);
    let compared = |place: usize| {
        let pairs: BTreeMap<usize, [f64; 2]> =
            costs.iter().filter_map(|(instance, costs)| Some((*instance, [costs[place]?, costs[baseline]?]))).collect();
        let solved = pairs.values().filter(|pair| pair.iter().all(|cost| cost.is_finite()));
        let (defined, zero): (Vec<&[f64; 2]>, Vec<&[f64; 2]>) =
            solved.partition(|pair| pair.iter().all(|&cost| cost > 0.0));
        let ratios: Vec<f64> = defined.iter().map(|[a, b]| a / b).collect();
        let mean = GeometricMean::new(&ratios);
        // The number of resamples is that of the table of the same ratios; a single instance has no interval.
        let interval = mean
            .as_ref()
            .filter(|_| ratios.len() > 1)
            .and_then(|mean| Bootstrap::of_values(ratios.len() * groups.len()).interval(mean));
        ForestRow {
            group: groups[place],
            ratio: mean.as_ref().map(Statistic::value),
            interval,
            n: ratios.len(),
            pairs: pairs.len(),
            zeros: zero.len(),
        }
    };
    (0..groups.len()).filter(|place| *place != baseline).map(compared).collect()
}

impl ForestRow<'_> {
    /// The ratio with its interval, and the number of instances.
    fn text(&self) -> String {
        let [n, pairs] = [self.n, self.pairs].map(|count| number::grouped(count as u64));
        let interval = self.interval.map_or_else(String::new, |Interval { low, high, .. }| {
            format!(" [{} to {}]", number::factor(low), number::factor(high))
        });
        let ratio = self.ratio.map_or_else(|| "–".to_owned(), number::factor);
        format!("{ratio}{interval}, {n}/{pairs}")
    }

    /// The ratio and the ends of its interval, within the range that is drawn.
    fn extent(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = self.interval.map(|Interval { low, high, .. }| [low, high]);
        self.ratio.into_iter().chain(ends.into_iter().flatten()).map(|value| value.clamp(1.0 / MAX_RATIO, MAX_RATIO))
    }
}

fn layout(data: &ChartData, variable: &Variable, rows: &[ForestRow<'_>], [title, remark]: [&str; 2]) -> Drawing {
    let canvas = data.options.canvas;
    let texts: Vec<String> = rows.iter().map(ForestRow::text).collect();
    let beside = canvas.widest(texts.iter().map(String::as_str)) + canvas.size(14.0);
    let names: Vec<&str> = rows.iter().map(|row| row.group.name.as_str()).collect();
    let plain = RowLayout::new(canvas, ROW_HEIGHT, names.iter().copied());
    let is_narrow =
        canvas.wide.is_some_and(|wide| wide - plain.left - canvas.margin() - beside < MIN_PLOT_SHARE * wide);
    // On a narrow canvas, the text follows the name.
    let names: Vec<String> = if is_narrow {
        rows.iter().zip(&texts).map(|(row, text)| format!("{}: {text}", row.group.name)).collect()
    } else {
        names.into_iter().map(str::to_owned).collect()
    };
    let layout = RowLayout::new(canvas, ROW_HEIGHT, names.iter().map(String::as_str));
    let beside = if is_narrow { canvas.size(12.0) } else { beside };
    let width = canvas.wide.unwrap_or(layout.left + PLOT_WIDTH + beside + canvas.margin());
    let right = width - canvas.margin() - beside;
    let heading = Heading::new(canvas, title, remark, width);
    let top = heading.height() + canvas.size(6.0);
    let bottom = top + rows.len() as f64 * layout.tall;
    let ends: Vec<f64> = rows.iter().flat_map(ForestRow::extent).chain([1.0]).collect();
    let axis_title = format!("ratio of {}", variable.plain());
    let x = Axis::log(&axis_title, &ends, canvas.labels(right - layout.left, 66.0), number::short);
    let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
    let plot = Plot { left: layout.left, top, right, bottom, x, y };
    let mut drawing = Drawing::new(canvas, width, bottom + canvas.size(plot_area::BELOW) + canvas.margin() / 2.0);
    heading.draw(&mut drawing);
    plot.draw_x(&mut drawing);
    let one = plot.across(1.0);
    drawing.line(vec![(one, top), (one, bottom)], Stroke { width: canvas.size(1.5), ..canvas.thin(theme::INK) });
    for (place, row) in rows.iter().enumerate() {
        let y = layout.middle(top, place);
        layout.draw_name(&mut drawing, top, place, &names[place]);
        if !is_narrow {
            let at = (right + canvas.size(10.0), y);
            drawing.text(at, Anchor::Start, canvas.label(), theme::INK, texts[place].as_str());
        }
        let style = row.group.style;
        let x_interval = row.interval.map(|Interval { low, high, .. }| (low, high));
        let value = row.ratio.map(|ratio| SeriesValue { x_interval, ..SeriesValue::across(ratio) });
        drawing.record(&plot, &row.group.name, "ratio", value);
        if let Some(Interval { low, high, .. }) = row.interval {
            let stroke = Stroke { width: canvas.size(2.0), ..canvas.thin(style.color) };
            drawing.line(vec![(plot.across(low), y), (plot.across(high), y)], stroke);
            for end in [low, high] {
                let tip = canvas.size(4.0);
                drawing.line(vec![(plot.across(end), y - tip), (plot.across(end), y + tip)], stroke);
            }
        }
        if let Some(ratio) = row.ratio {
            drawing.mark((plot.across(ratio), y), style.marker, canvas.size(5.0), style.color);
        }
    }
    plot.draw_edges(&mut drawing);
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn a_group_with_solved_runs_without_a_value_has_no_ratio_and_is_named() {
        let mut data = fixture::data_with_an_uncounted_group();
        let figure = draw(&data).unwrap();
        assert!(figure.left_out.iter().any(|left_out| left_out.ends_with("): external.")), "{:?}", figure.left_out);
        data.baseline = Some(3);
        assert_eq!(draw(&data).unwrap_err(), "'external' has solved runs without a value of generated");
        data.baseline = Some(1);
        assert!(draw(&data).unwrap().drawing.svg().unwrap().contains("relative to WA*"));
    }

    #[test]
    fn a_ratio_is_over_the_instances_that_both_solved() {
        let data = fixture::data();
        let groups: Vec<&RunGroup> = data.groups.iter().collect();
        let rows = rows(&groups, 0, &fixture::NODES);
        // WA* solved the first two instances of A*: the mean of 100 / 1000 and 400 / 9000 is the root of 1 / 225.
        assert!(rows[0].ratio.is_some_and(|ratio| (ratio - 1.0 / 15.0).abs() < 1e-12), "{:?}", rows[0].ratio);
        assert_eq!((rows[0].n, rows[0].pairs), (2, 4));
        assert!(rows[1].ratio.is_some_and(|ratio| (ratio - 4.0).abs() < 1e-12));
        assert_eq!(rows[1].text(), "4.00 [4.00 to 4.00], 3/4");
    }

    #[test]
    fn the_default_baseline_is_the_first_that_solved_the_most() {
        let mut data = fixture::data();
        let title = |data: &ChartData| draw(data).unwrap().drawing.svg().unwrap().contains("relative to A*");
        assert!(title(&data), "all solved three instances");
        data.baseline = Some(2);
        assert!(!title(&data));
    }

    #[test]
    fn a_configuration_without_a_common_instance_is_named() {
        let mut data = fixture::data();
        for run in &mut data.groups[1].runs {
            run.solved = false;
        }
        assert_eq!(draw(&data).unwrap().left_out, ["No ratio (no instance solved by both): WA*."]);
        data.groups.truncate(2);
        assert!(draw(&data).unwrap_err().contains("no configuration solved an instance in common with 'A*'"));
    }
}
