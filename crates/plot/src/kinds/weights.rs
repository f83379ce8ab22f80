//! The increase in length with the weight, and the savings in nodes and time.

use crate::axis::Axis;
use crate::drawing::{Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, Entry};
use crate::number;
use crate::panels::Panels;
use crate::plot::Plot;
use crate::sheet::{Sheet, Subject};
use crate::theme::{self, Dash, Look, Stroke};

/// A panel on the paper of a report.
const PANEL: (f64, f64) = (340.0, 270.0);
/// The line of the maximum factor by which a run may be worse.
const BOUND: Stroke = Stroke { color: theme::PALE_INK, width: 1.5, dash: Dash::Dashed(3, 3) };

/// Configurations that differ only in their weight.
#[derive(Debug)]
pub struct Family {
    /// Their common name.
    pub name: String,
    /// How they are drawn.
    pub look: Look,
    /// The configurations by weight.
    pub members: Vec<Member>,
}

/// A configuration: means over the instances, each none unless every instance has the value.
#[derive(Debug)]
pub struct Member {
    /// Its weight.
    pub weight: f64,
    /// The mean and the greatest suboptimality.
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
pub struct Weights {
    /// The families, of which there is one.
    pub families: Vec<Family>,
    /// How many instances all configurations solved.
    pub instances: usize,
    /// A sentence for the configurations that are left out, or nothing.
    pub left_out: String,
}

/// Suboptimality (mean length, if a shortest length is not known), nodes generated and time against the weight, for
/// algorithms that ran with several weights.
#[must_use]
pub fn draw(weights: &Weights, subject: &Subject, sheet: &Sheet) -> Drawing {
    let families = &weights.families;
    let panels = panels(families);
    let paper = sheet.paper;
    let axes: Vec<&Axis> = panels.iter().map(|panel| &panel.y).collect();
    let places = Panels::new(paper, &axes, PANEL, 0.0);
    let entries = entries(families, panels.iter().any(|panel| panel.bounded));
    let title = sheet.title("What a weight costs and saves", subject);
    let remark = subject.with_solved(&remark(weights, &panels));
    let heading = Heading::on(paper, &title, &remark, places.width);
    let top = heading.height();
    let below = top + places.height(panels.len());
    // The legend takes the place of the fourth panel, or is below if there is a fourth panel or its names are too long for
    // it.
    let fits = legend::width(paper, &entries) <= places.across && legend::height(paper, &entries) <= places.high;
    let (entries, (left, legend_top), bottom) = if fits && places.has_free(panels.len()) {
        (entries, places.corner(top, panels.len()), below)
    } else {
        let entries = legend::broken(paper, entries);
        let bottom = below + legend::height(paper, &entries);
        (entries, (paper.margin(), below), bottom)
    };
    let mut drawing = Drawing::on(paper, places.width, bottom + paper.margin());
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
    legend::draw(&mut drawing, &entries, left - paper.size(legend::INDENT), legend_top);
    drawing
}

/// A curve a family.
type Curves = Vec<Vec<Point>>;

struct Panel {
    y: Axis,
    means: Curves,
    /// The worst of the instances; none for other panels than suboptimality.
    worst: Curves,
    bounded: bool,
}

fn panels(families: &[Family]) -> [Panel; 3] {
    let all = |curves: &Curves| curves.iter().flatten().map(|&(_, y)| y).collect::<Vec<f64>>();
    let of = |value: fn(&Member) -> Option<f64>| curves(families, value);
    let plain = |y: &dyn Fn(&[f64]) -> Axis, means: Curves| Panel {
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
    [Panel { y: ratios(highest), means, worst, bounded: true }, nodes, time]
}

/// An axis from 1 to `highest` with some six labels.
fn ratios(highest: f64) -> Axis {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
    let step = steps.into_iter().find(|step| (highest - 1.0) / step <= 6.0).unwrap_or((highest - 1.0) / 6.0);
    let above = ((highest - 1.0) / step).ceil().max(1.0);
    let marks: Vec<f64> = std::iter::successors(Some(0.0), |n| Some(n + 1.0))
        .take_while(|n| *n <= above)
        .map(|n| 1.0 + n * step)
        .collect();
    Axis::at("length / shortest (mean, worst)", &marks, false, 0.05, |value| number::short((value * 1e4).round() / 1e4))
}

/// By family: `value` of each member, by weight.
fn curves(families: &[Family], value: fn(&Member) -> Option<f64>) -> Curves {
    let of_member = |member: &Member| Some((member.weight, value(member)?));
    families.iter().map(|family| family.members.iter().filter_map(of_member).collect()).collect()
}

fn draw_curves(drawing: &mut Drawing, plot: &Plot, families: &[Family], curves: &Curves, strength: f64) {
    let paper = drawing.paper;
    for (family, curve) in families.iter().zip(curves) {
        let Look { color, dash, marker } = family.look;
        let color = color.faded(strength);
        let points: Vec<Point> = curve.iter().map(|&(x, y)| plot.at(x, y)).collect();
        let width = paper.size(if strength < 1.0 { 1.0 } else { 2.0 });
        drawing.line(points.clone(), Stroke { color, width, dash: paper.dash(dash) });
        for point in points {
            drawing.mark(point, marker, paper.size(4.5) * strength.sqrt(), color);
        }
    }
}

fn weight_axis(families: &[Family]) -> Axis {
    let mut marks: Vec<f64> = families.iter().flat_map(|family| &family.members).map(|member| member.weight).collect();
    marks.sort_by(f64::total_cmp);
    marks.dedup();
    let axis = |log| Axis::at("weight", &marks, log, 0.1, number::short);
    let linear = axis(false);
    // The axis is linear if its values can be labelled; if small weights are too close to each other for that, it is
    // logarithmic.
    if linear.fine.is_empty() { linear } else { axis(true) }
}

/// Suboptimality equal to the weight, as far as the panel shows it.
fn bound(drawing: &mut Drawing, plot: &Plot) {
    let (low, end) = (plot.x.low().max(plot.y.low()), plot.x.high().min(plot.y.high()));
    // A logarithmic weight axis bends the line, so it is drawn in short steps.
    let step = (end - low) / 32.0;
    if step > 0.0 {
        let weights = (0..=32).map(|n| low + f64::from(n) * step);
        let paper = drawing.paper;
        let stroke = Stroke { width: paper.size(BOUND.width), dash: paper.dash(BOUND.dash), ..BOUND };
        drawing.line(weights.map(|weight| plot.at(weight, weight)).collect(), stroke);
    }
}

fn remark(weights: &Weights, panels: &[Panel; 3]) -> String {
    let instances = number::whole(weights.instances as u64);
    let mut remark = format!("Means over the {instances} instances that every configuration drawn here solved.");
    if panels.iter().any(|panel| panel.bounded) {
        remark.push_str(" Thin lines: the worst of them.");
    } else {
        remark.push_str(" Lengths, for not every shortest length is known.");
    }
    if panels.iter().any(|panel| panel.means.iter().any(Vec::is_empty)) {
        remark.push_str(" Left out: times of a family that has times of 0 s.");
    }
    remark + &weights.left_out
}

fn entries(families: &[Family], bounded: bool) -> Vec<Entry> {
    let mut entries: Vec<Entry> = families.iter().map(|family| Entry::new(family.look, family.name.as_str())).collect();
    if bounded {
        let look = Look { color: BOUND.color, dash: BOUND.dash, ..theme::VIRTUAL };
        entries.push(Entry::line(look, "bound: length = weight × shortest"));
    }
    entries
}
