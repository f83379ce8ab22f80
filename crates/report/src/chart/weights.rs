//! What a heavier weight costs in length, and what it saves in nodes.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::chart::axis::Axis;
use crate::chart::drawing::{Drawing, Point, Stroke};
use crate::chart::heading::Heading;
use crate::chart::legend::{self, Entry};
use crate::chart::plot::{self, Plot};
use crate::chart::theme::{self, Dash, Look};
use crate::experiment::{Configuration, InstanceSet, commonly_solved};
use crate::number;
use crate::run::Run;

const PANEL_WIDTH: f64 = 340.0;
const PANEL_HEIGHT: f64 = 300.0;
/// Fewer weights than this are no curve.
const FEWEST: usize = 3;

/// Mean length and mean nodes generated against the weight, where one algorithm with one heuristic ran
/// with several.
pub(crate) fn draw(set: &InstanceSet) -> Option<Drawing> {
    let (families, unsolved) = families(set);
    let members: Vec<&Configuration> = families.iter().flat_map(|family| &family.members).map(|(_, c)| *c).collect();
    let instances = commonly_solved(&members);
    if families.is_empty() || instances.is_empty() {
        return None;
    }
    let chart = Weights { optimal: mean_optimal(members[0], &instances), families, unsolved, instances };
    Some(chart.draw(set))
}

/// A configuration and its weight.
type Member<'a> = (f64, &'a Configuration);

/// Configurations that differ only in their weight.
struct Family<'a> {
    name: String,
    look: Look,
    /// The members by weight.
    members: Vec<Member<'a>>,
}

struct Weights<'a> {
    families: Vec<Family<'a>>,
    /// The names of those that solved nothing and so have no mean.
    unsolved: Vec<&'a str>,
    /// What every member of every family solved.
    instances: Vec<Rc<str>>,
    /// The mean shortest length of these, if all are known.
    optimal: Option<f64>,
}

/// The families of at least three weights, and the names of those that solved nothing.
fn families(set: &InstanceSet) -> (Vec<Family<'_>>, Vec<&str>) {
    let (mut families, mut unsolved) = (BTreeMap::<_, Vec<Member<'_>>>::new(), Vec::new());
    for configuration in &set.configurations {
        let Some(run) = configuration.runs.first() else { continue };
        let Some(weight) = run.weight_value else { continue };
        if configuration.solved().next().is_none() {
            unsolved.push(configuration.name.as_str());
            continue;
        }
        families.entry([&run.algorithm, &run.heuristic, &run.options]).or_default().push((weight, configuration));
    }
    let mut drawn = Vec::new();
    for (words, mut members) in families {
        members.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        members.dedup_by(|(a, _), (b, _)| a.total_cmp(b).is_eq());
        if members.len() >= FEWEST {
            let words: Vec<&str> = words.into_iter().map(|word| &**word).filter(|word| !word.is_empty()).collect();
            drawn.push(Family { name: words.join(", "), look: theme::look(drawn.len()), members });
        }
    }
    (drawn, unsolved)
}

fn mean_optimal(any: &Configuration, instances: &[Rc<str>]) -> Option<f64> {
    mean(any, instances, |run| run.optimal.map(f64::from))
}

/// The mean of `value` over `instances`, if every one has it.
fn mean(configuration: &Configuration, instances: &[Rc<str>], value: fn(&Run) -> Option<f64>) -> Option<f64> {
    let runs = configuration.runs.iter().filter(|run| instances.binary_search(&run.instance).is_ok());
    let sum: Option<f64> = runs.map(value).sum();
    sum.map(|sum| sum / instances.len() as f64)
}

impl Weights<'_> {
    fn draw(&self, set: &InstanceSet) -> Drawing {
        let lengths = self.curves(|run| run.length.map(f64::from));
        let nodes = self.curves(|run| Some(run.generated as f64));
        let tops = |curves: &[Vec<Point>]| curves.iter().flatten().map(|&(_, y)| y).collect::<Vec<f64>>();
        let mut heights = tops(&lengths);
        heights.extend(self.optimal);
        heights.extend(self.lowest_bounds());
        let length = Axis::linear("mean length (moves)", &heights, 6, number::short);
        let generated = Axis::log("mean nodes generated", &tops(&nodes), 6, number::short);

        let left = theme::MARGIN + plot::label_width(&length);
        let middle = left + PANEL_WIDTH + 30.0 + plot::label_width(&generated);
        let entries = self.entries();
        let width = middle + PANEL_WIDTH + 2.0 * theme::MARGIN;
        let heading = Heading::new("Length and nodes by weight", set, &self.remark(), width);
        let top = heading.height() + plot::ABOVE;
        let bottom = top + PANEL_HEIGHT;
        let below = bottom + plot::BELOW + 6.0;
        let mut drawing = Drawing::new(width, below + legend::height(&entries) + theme::MARGIN);
        heading.draw(&mut drawing);
        let panel = |left: f64, y: Axis| Plot { left, top, right: left + PANEL_WIDTH, bottom, x: self.weights(), y };
        let plot = panel(left, length);
        plot.draw(&mut drawing);
        self.bounds(&mut drawing, &plot);
        self.draw_curves(&mut drawing, &plot, &lengths);
        let plot = panel(middle, generated);
        plot.draw(&mut drawing);
        self.draw_curves(&mut drawing, &plot, &nodes);
        legend::draw(&mut drawing, &entries, left - legend::INDENT, below);
        drawing
    }

    fn remark(&self) -> String {
        let instances = number::whole(self.instances.len() as u64);
        let remark = format!("Means over the {instances} instances that every configuration drawn here solved.");
        match self.unsolved.as_slice() {
            [] => remark,
            names => format!("{remark} Left out, for they solved none: {}.", names.join(", ")),
        }
    }

    fn weights(&self) -> Axis {
        let mut marks: Vec<f64> = self.families.iter().flat_map(|f| &f.members).map(|&(weight, _)| weight).collect();
        marks.sort_by(f64::total_cmp);
        marks.dedup();
        let axis = |log| Axis::at("weight", &marks, log, 0.1, number::short);
        let linear = axis(false);
        // Where small weights stand too close to be labelled, a logarithmic axis sets them apart.
        if linear.fine.is_empty() { linear } else { axis(true) }
    }

    fn curves(&self, value: fn(&Run) -> Option<f64>) -> Vec<Vec<Point>> {
        let point = |&(weight, c): &Member<'_>| mean(c, &self.instances, value).map(|mean| (weight, mean));
        self.families.iter().map(|family| family.members.iter().filter_map(point).collect()).collect()
    }

    fn draw_curves(&self, drawing: &mut Drawing, plot: &Plot, curves: &[Vec<Point>]) {
        for (family, curve) in self.families.iter().zip(curves) {
            let Look { color, dash, marker } = family.look;
            let points: Vec<Point> = curve.iter().map(|&(x, y)| plot.at(x, y)).collect();
            drawing.line(points.clone(), Stroke { color, width: 2.0, dash });
            for point in points {
                drawing.mark(point, marker, 4.5, color);
            }
        }
    }

    /// The shortest mean length, and the longest that each weight allows, as far as the panel shows it.
    fn bounds(&self, drawing: &mut Drawing, plot: &Plot) {
        let Some(optimal) = self.optimal else { return };
        let [shortest, bound] = BOUNDS.map(|(_, dash)| Stroke { color: theme::PALE_INK, width: 1.5, dash });
        drawing.line(vec![plot.at(plot.x.low(), optimal), plot.at(plot.x.high(), optimal)], shortest);
        let end = plot.x.high().min(plot.y.high() / optimal);
        // A logarithmic weight axis bends the line, so it is drawn in short steps.
        let step = (end - plot.x.low()) / 32.0;
        if step > 0.0 {
            let weights = (0..=32).map(|n| plot.x.low() + f64::from(n) * step);
            drawing.line(weights.map(|weight| plot.at(weight, weight * optimal)).collect(), bound);
        }
    }

    /// The bounds of the two smallest weights, which the panel makes room for; those of heavy
    /// weights would flatten the curves.
    fn lowest_bounds(&self) -> Vec<f64> {
        let mut weights: Vec<f64> = self.families.iter().flat_map(|f| &f.members).map(|&(weight, _)| weight).collect();
        weights.sort_by(f64::total_cmp);
        weights.dedup();
        self.optimal.iter().flat_map(|optimal| weights.iter().take(2).map(move |weight| weight * optimal)).collect()
    }

    fn entries(&self) -> Vec<Entry> {
        let entry = |family: &Family<'_>| {
            let Look { color, dash, marker } = family.look;
            Entry { color, dash: Some(dash), marker: Some(marker), text: family.name.clone() }
        };
        let mut entries: Vec<Entry> = self.families.iter().map(entry).collect();
        if self.optimal.is_some() {
            entries.extend(BOUNDS.map(|(text, dash)| Entry {
                color: theme::PALE_INK,
                dash: Some(dash),
                marker: None,
                text: text.to_owned(),
            }));
        }
        entries
    }
}

/// The two lines that lengths lie between.
const BOUNDS: [(&str, Dash); 2] =
    [("shortest (mean of known shortest lengths)", Dash::Solid), ("bound (weight times shortest)", Dash::Dashed(3, 3))];
