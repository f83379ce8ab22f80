//! The effect of options: nodes and time of configurations that differ only in their options.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing};
use crate::heading::Heading;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::plot_area::{self, Plot};
use crate::row_layout::RowLayout;
use crate::series::SeriesValue;
use crate::theme::{self, Color, Dash, Stroke, Style};

const ROW_HEIGHT: f64 = 30.0;
const PANEL_WIDTH: f64 = 300.0;
/// The space for the ratio to the right of a panel.
const RATIO_WIDTH: f64 = 120.0;
/// The minimum width of panels next to each other, at the text size of a report.
const MIN_PANEL_WIDTH: f64 = 150.0;
/// A panel: its title, and its axis.
struct EffortPanel {
    title: &'static str,
    axis: fn(&str, &[f64], usize) -> Axis,
}

const PANELS: [EffortPanel; 2] = [
    EffortPanel {
        title: "total nodes generated",
        axis: |title, values, labels| Axis::log(title, values, labels, number::short),
    },
    EffortPanel {
        title: "total search time",
        axis: |title, values, labels| Axis::log(title, values, labels, number::short_seconds),
    },
];

/// A configuration.
#[derive(Debug)]
pub struct OptionConfiguration {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// Its nodes generated and its time, summed over the instances.
    pub sums: [f64; 2],
}

/// Configurations that differ only in their options, over the instances that all of them solved.
#[derive(Debug)]
pub struct OptionEffects {
    /// The configurations, at least one. The others are compared with the first.
    pub configurations: Vec<OptionConfiguration>,
    /// The number of instances that all of them solved.
    pub instances: usize,
    /// A sentence on the configurations left out.
    pub left_out: String,
}

/// Nodes and time of each configuration over the instances that all solved, compared with those of the first.
#[must_use]
pub fn draw(effects: &OptionEffects, subject: &SetSummary, options: &ChartOptions) -> Drawing {
    let configurations = &effects.configurations;
    let canvas = options.canvas;
    let rows =
        RowLayout::new(canvas, ROW_HEIGHT, configurations.iter().map(|configuration| configuration.name.as_str()));
    let figure = canvas.size(RATIO_WIDTH);
    let beside = |panels: f64, wide: f64| (wide - rows.left - canvas.margin()) / panels - figure;
    // Next to each other, or one below the other with the names repeated.
    let columns =
        canvas.wide.map_or(2.0, |wide| if beside(2.0, wide) < canvas.size(MIN_PANEL_WIDTH) { 1.0 } else { 2.0 });
    let across = canvas.wide.map_or(PANEL_WIDTH, |wide| beside(columns, wide));
    let width = canvas.wide.unwrap_or(rows.left + columns * (across + figure) + canvas.margin());
    let count = number::grouped(effects.instances as u64);
    let remark = format!(
        "Sums over the {count} instances solved by every configuration shown. At the right: the ratio to the first \
         configuration. {}",
        effects.left_out
    );
    let remark = subject.with_solved(&remark);
    let heading = Heading::new(canvas, &options.title("Effect of each option", subject), &remark, width);
    let high = configurations.len() as f64 * rows.tall;
    let tall = canvas.size(plot_area::ABOVE) + high + canvas.size(plot_area::BELOW);
    let below = heading.height() + tall * PANELS.len() as f64 / columns;
    let mut drawing = Drawing::new(canvas, width, below + canvas.margin() / 2.0);
    heading.draw(&mut drawing);
    for (place, panel) in PANELS.iter().enumerate() {
        let sums: Vec<f64> = configurations.iter().map(|configuration| configuration.sums[place]).collect();
        let (right, down) = if columns > 1.0 { (place, 0) } else { (0, place) };
        let left = rows.left + right as f64 * (across + figure);
        let top = heading.height() + down as f64 * tall + canvas.size(plot_area::ABOVE);
        let y = Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
        let x = (panel.axis)(panel.title, &sums, canvas.labels(across, 75.0));
        let plot = Plot { left, top, right: left + across, bottom: top + high, x, y };
        draw_panel(&mut drawing, &plot, &rows, configurations, &sums);
        if right == 0 {
            for (place, configuration) in configurations.iter().enumerate() {
                rows.draw_name(&mut drawing, top, place, &configuration.name);
            }
        }
    }
    drawing
}

/// Draws the marks of `sums`, each with a line from the mark of the first.
fn draw_panel(
    drawing: &mut Drawing,
    plot: &Plot,
    rows: &RowLayout,
    configurations: &[OptionConfiguration],
    sums: &[f64],
) {
    let canvas = drawing.canvas;
    plot.draw_x(drawing);
    let base = sums[0];
    let across = plot.across(base);
    let guide = Stroke { dash: canvas.dash(Dash::Dashed(3, 3)), ..canvas.thin(theme::PALE_INK) };
    drawing.line(vec![(across, plot.top), (across, plot.bottom)], guide);
    for (place, (configuration, &value)) in configurations.iter().zip(sums).enumerate() {
        let Style { color, marker, .. } = configuration.style;
        drawing.record(plot, &configuration.name, "sum", [SeriesValue::across(value)]);
        let (x, y) = (plot.across(value), rows.middle(plot.top, place));
        drawing.line(vec![(across, y), (x, y)], Stroke { width: canvas.size(4.0), ..canvas.thin(pale(color)) });
        drawing.mark((x, y), marker, canvas.size(5.0), color);
        let times = if place == 0 { String::new() } else { times(value, base) };
        drawing.text((plot.right + canvas.size(10.0), y), Anchor::Start, canvas.label(), theme::INK, times);
    }
    plot.draw_edges(drawing);
}

/// The ratio of `value` to `base`, as text; empty if `base` is 0.
fn times(value: f64, base: f64) -> String {
    if base > 0.0 { format!("{} times", number::fixed(value / base, 2)) } else { String::new() }
}

fn pale(color: Color) -> Color {
    color.faded(0.35)
}
