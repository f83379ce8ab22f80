//! Solution length, nodes and time by weight.

use crate::axis::Axis;
use crate::drawing::{Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, LegendEntry};
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::panel_grid::PanelGrid;
use crate::plot_area::Plot;
use crate::theme::{self, Dash, Stroke, Style};

/// The size of a panel in a report.
const PANEL_SIZE: (f64, f64) = (340.0, 270.0);
/// The line of the suboptimality bound.
const BOUND: Stroke = Stroke { color: theme::PALE_INK, width: 1.5, dash: Dash::Dashed(3, 3) };

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

/// Suboptimality (or mean length, if an optimal length is unknown), nodes generated and time against the weight, for
/// algorithms that were run with several weights.
#[must_use]
pub fn draw(weights: &WeightSweep, subject: &SetSummary, options: &ChartOptions) -> Drawing {
    let families = &weights.families;
    let panels = panels(families);
    let canvas = options.canvas;
    let axes: Vec<&Axis> = panels.iter().map(|panel| &panel.y).collect();
    let places = PanelGrid::new(canvas, &axes, PANEL_SIZE, 0.0);
    let entries = entries(families, panels.iter().any(|panel| panel.bounded));
    let title = options.title("Length, nodes and time by weight", subject);
    let remark = subject.with_solved(&remark(weights, &panels));
    let heading = Heading::new(canvas, &title, &remark, places.width);
    let top = heading.height();
    let below = top + places.height(panels.len());
    // The legend is in the place of a fourth panel if it fits there, otherwise below.
    let fits = legend::width(canvas, &entries) <= places.across && legend::height(canvas, &entries) <= places.high;
    let (entries, (left, legend_top), bottom) = if fits && places.has_free(panels.len()) {
        (entries, places.corner(top, panels.len()), below)
    } else {
        let entries = legend::wrapped(canvas, entries);
        let bottom = below + legend::height(canvas, &entries);
        (entries, (canvas.margin(), below), bottom)
    };
    let mut drawing = Drawing::new(canvas, places.width, bottom + canvas.margin());
    heading.draw(&mut drawing);
    for (place, panel) in panels.into_iter().enumerate() {
        let plot = places.plot(top, place, weight_axis(families), panel.y);
        plot.draw(&mut drawing);
        if panel.bounded {
            bound(&mut drawing, &plot);
        }
        for (curves, strength) in [(&panel.worst, 0.55), (&panel.means, 1.0)] {
            draw_curves(&mut drawing, &plot, families, curves, strength);
        }
    }
    legend::draw(&mut drawing, &entries, left - canvas.size(legend::INDENT), legend_top);
    drawing
}

/// One curve per family.
type Curves = Vec<Vec<Point>>;

struct WeightPanel {
    y: Axis,
    means: Curves,
    /// The maximum over the instances; empty except for suboptimality.
    worst: Curves,
    bounded: bool,
}

fn panels(families: &[WeightFamily]) -> [WeightPanel; 3] {
    let all = |curves: &Curves| curves.iter().flatten().map(|&(_, y)| y).collect::<Vec<f64>>();
    let of = |value: fn(&WeightedConfiguration) -> Option<f64>| curves(families, value);
    let plain = |y: &dyn Fn(&[f64]) -> Axis, means: Curves| WeightPanel {
        y: y(&all(&means)),
        means,
        worst: Vec::new(),
        bounded: false,
    };
    let nodes = plain(&|values| Axis::log("mean nodes generated", values, 6, number::short), of(|one| one.nodes));
    let time = plain(&|values| Axis::log("mean time", values, 6, number::short_seconds), of(|one| one.time));
    let means = of(|one| Some(one.suboptimality?[0]));
    if means.iter().any(Vec::is_empty) {
        let lengths = of(|one| one.length);
        return [plain(&|values| Axis::linear("mean length (moves)", values, 6, number::short), lengths), nodes, time];
    }
    let worst = of(|one| Some(one.suboptimality?[1]));
    let highest = all(&worst).into_iter().fold(1.0, f64::max);
    [WeightPanel { y: ratios(highest), means, worst, bounded: true }, nodes, time]
}

/// An axis from 1 to `highest` with about six labels.
fn ratios(highest: f64) -> Axis {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
    let step = steps.into_iter().find(|step| (highest - 1.0) / step <= 6.0).unwrap_or((highest - 1.0) / 6.0);
    let above = ((highest - 1.0) / step).ceil().max(1.0);
    let marks: Vec<f64> = std::iter::successors(Some(0.0), |n| Some(n + 1.0))
        .take_while(|n| *n <= above)
        .map(|n| 1.0 + n * step)
        .collect();
    Axis::with_labels_at("length / optimal (mean, maximum)", &marks, false, 0.05, |value| {
        number::short((value * 1e4).round() / 1e4)
    })
}

/// For each family, `value` of each configuration by weight.
fn curves(families: &[WeightFamily], value: fn(&WeightedConfiguration) -> Option<f64>) -> Curves {
    let of_member = |configuration: &WeightedConfiguration| Some((configuration.weight, value(configuration)?));
    families.iter().map(|family| family.configurations.iter().filter_map(of_member).collect()).collect()
}

fn draw_curves(drawing: &mut Drawing, plot: &Plot, families: &[WeightFamily], curves: &Curves, strength: f64) {
    let canvas = drawing.canvas;
    for (family, curve) in families.iter().zip(curves) {
        let Style { color, dash, marker } = family.style;
        let color = color.faded(strength);
        let points: Vec<Point> = curve.iter().map(|&(x, y)| plot.at(x, y)).collect();
        let width = canvas.size(if strength < 1.0 { 1.0 } else { 2.0 });
        drawing.line(points.clone(), Stroke { color, width, dash: canvas.dash(dash) });
        for point in points {
            drawing.mark(point, marker, canvas.size(4.5) * strength.sqrt(), color);
        }
    }
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

/// Draws the visible part of the bound, suboptimality equal to the weight.
fn bound(drawing: &mut Drawing, plot: &Plot) {
    let (low, end) = (plot.x.low().max(plot.y.low()), plot.x.high().min(plot.y.high()));
    // The line is drawn in short steps, since it is curved on a logarithmic axis.
    let step = (end - low) / 32.0;
    if step > 0.0 {
        let weights = (0..=32).map(|n| low + f64::from(n) * step);
        let canvas = drawing.canvas;
        let stroke = Stroke { width: canvas.size(BOUND.width), dash: canvas.dash(BOUND.dash), ..BOUND };
        drawing.line(weights.map(|weight| plot.at(weight, weight)).collect(), stroke);
    }
}

fn remark(weights: &WeightSweep, panels: &[WeightPanel; 3]) -> String {
    let instances = number::whole(weights.instances as u64);
    let mut remark = format!("Means over the {instances} instances solved by every configuration shown.");
    if panels.iter().any(|panel| panel.bounded) {
        remark.push_str(" Thin lines: the maximum.");
    } else {
        remark.push_str(" Lengths are shown, since not every optimal length is known.");
    }
    if panels.iter().any(|panel| panel.means.iter().any(Vec::is_empty)) {
        remark.push_str(" Left out: the times of families with a time of 0 s.");
    }
    remark + &weights.left_out
}

fn entries(families: &[WeightFamily], bounded: bool) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> =
        families.iter().map(|family| LegendEntry::new(family.style, family.name.as_str())).collect();
    if bounded {
        let style = Style { color: BOUND.color, dash: BOUND.dash, ..theme::VIRTUAL_BEST_STYLE };
        entries.push(LegendEntry::line(style, "bound: length = weight × optimal length"));
    }
    entries
}
