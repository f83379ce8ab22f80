//! The share of a total that the hardest instances have: whether a few instances decide a sum or an arithmetic mean.

use crate::axis::Axis;
use crate::chart_data::ChartData;
use crate::chart_frame::ChartContent;
use crate::curve_chart::{self, Curve, Pen};
use crate::drawing::{Anchor, Drawing, Point};
use crate::figure::{self, Figure, LeftOutRuns};
use crate::legend::LegendEntry;
use crate::number::{self, counted};
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Stroke};
use crate::variable::{AxisScale, Variable};

/// The number of hardest instances whose share is stated, and the share above which a report warns.
const STATED: (usize, f64) = (5, 30.0);
/// The maximum number of points of a curve.
const MAX_POINTS: usize = 1000;

/// The share of the total that the k hardest runs have, against k.
///
/// # Errors
///
/// If data that the chart requires are missing: a phrase that names them.
pub fn draw(data: &ChartData) -> Result<Figure, String> {
    // The axes are a count and a share, so values of 0 count too.
    let variable = Variable { scale: AxisScale::Linear, ..*data.variable(0)? };
    let mut left_out_runs = LeftOutRuns::default();
    let (mut curves, mut runs, mut most) = (Vec::new(), 0, 1);
    for (index, group) in data.groups.iter().enumerate() {
        let values = group.runs.iter().filter_map(|run| left_out_runs.take(run, 0, &variable));
        let shares = shares(values.collect());
        if shares.is_empty() {
            continue;
        }
        runs += shares.len();
        most = most.max(shares.len());
        let stated = shares[STATED.0.min(shares.len()) - 1];
        let text = format!("{} ({} hardest: {stated:.0} %)", group.name, STATED.0);
        let draw = move |drawing: &mut Drawing, plot: &Plot, pen: Pen| curve(drawing, plot, pen, &group.name, &shares);
        curves.push(Curve {
            entry: LegendEntry::line(group.style, text),
            style: group.style,
            group: Some(index),
            draw: Box::new(draw),
        });
    }
    if curves.is_empty() {
        return Err(format!("no run has a value of {} above 0", variable.name));
    }
    let left_out = left_out_runs.sentences(variable.name);
    let mut remark = format!(
        "{} A curve at k is the share of the sum of its configuration that its k hardest runs have; stopped runs count with \
         their value at the stop. Dashed lines: {} runs and {} %; above both, a few instances decide sums and arithmetic \
         means.",
        data.solved_of_all(),
        STATED.0,
        STATED.1
    );
    figure::append(&mut remark, &left_out);
    let plain = variable.plain();
    let content = ChartContent {
        title: data.title(&format!("Share of the hardest instances, {plain}"), data.instances, "instances"),
        remark,
        x: &|labels| Axis::log("k hardest instances", &[1.0, most as f64], labels, number::short),
        y: &|_| {
            let shares = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];
            Axis::with_labels_at(&format!("sum of {plain}"), &shares, false, 0.0, |share| format!("{share} %"))
        },
        are_lines: false,
        ..ChartContent::default()
    };
    let drawing = curve_chart::draw(data, content, &curves, &guides);
    Ok(Figure { drawing, shown: counted(runs, "run"), left_out })
}

/// Draws the lines of the rule on dominated sums.
fn guides(drawing: &mut Drawing, plot: &Plot) {
    let canvas = drawing.canvas;
    let stroke = Stroke { dash: canvas.dash(Dash::Dashed(6, 4)), ..canvas.thin(theme::PALE_INK) };
    let (k, share) = (STATED.0 as f64, STATED.1);
    let (x, y) = plot.at(k, share);
    drawing.line(vec![(x, plot.top), (x, plot.bottom)], stroke);
    drawing.line(vec![(plot.left, y), (plot.right, y)], stroke);
    let at = (plot.right - canvas.size(4.0), y + canvas.size(10.0));
    drawing.text(at, Anchor::End, canvas.label(), theme::PALE_INK, format!("{share} %"));
}

fn curve(drawing: &mut Drawing, plot: &Plot, pen: Pen, name: &str, shares: &[f64]) -> Point {
    let every = shares.len().div_ceil(MAX_POINTS);
    let is_drawn = |k: &usize| *k < MAX_POINTS || k.is_multiple_of(every) || *k == shares.len();
    let points: Vec<Point> = (1..=shares.len()).filter(is_drawn).map(|k| (k as f64, shares[k - 1])).collect();
    pen.line(drawing, plot, name, &points)
}

/// The percentage of the sum of `values` that the k largest have, for each k from 1; empty if the sum is 0.
fn shares(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(|a, b| b.total_cmp(a));
    let total: f64 = values.iter().sum();
    let mut sum = 0.0;
    let share = |value: &f64| {
        sum += value;
        100.0 * sum / total
    };
    if total > 0.0 { values.iter().map(share).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn the_largest_values_are_summed_first() {
        assert_eq!(shares(vec![1.0, 6.0, 3.0]), [60.0, 90.0, 100.0]);
        assert!(shares(vec![0.0; 3]).is_empty() && shares(Vec::new()).is_empty());
    }

    #[test]
    fn the_legend_states_the_share_of_the_five_hardest() {
        let figure = draw(&fixture::data()).unwrap();
        // WA* has three values, so that its five hardest are all.
        assert!(figure.drawing.svg().unwrap().contains("WA* (5 hardest: 100 %)"));
        assert_eq!((figure.shown.as_str(), figure.left_out.len()), ("11 runs", 1));
    }
}
