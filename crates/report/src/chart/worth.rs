//! What options are worth: nodes and time of configurations that differ in their options alone.

use std::rc::Rc;

use crate::chart::axis::Axis;
use crate::chart::drawing::{Anchor, Drawing, Stroke};
use crate::chart::heading::Heading;
use crate::chart::plot::{self, Plot, thin};
use crate::chart::theme::{self, Color, Dash, Look};
use crate::experiment::{Configuration, InstanceSet, commonly_solved};
use crate::number;
use crate::run::Run;

const ROW: f64 = 30.0;
const PANEL_WIDTH: f64 = 300.0;
/// Room for a figure to the right of its mark.
const FIGURE: f64 = 120.0;
/// Fewer configurations than this are no comparison of options.
const FEWEST: usize = 3;
/// More are better read in a table.
const MOST: usize = 24;

/// A panel: what it shows, and how.
struct Panel {
    title: &'static str,
    value: fn(&Run) -> f64,
    axis: fn(&str, &[f64]) -> Axis,
}

const PANELS: [Panel; 2] = [
    Panel {
        title: "nodes generated in all",
        value: |run| run.generated as f64,
        axis: |title, values| Axis::log(title, values, 4, number::short),
    },
    Panel {
        title: "time of the search in all",
        value: |run| run.wall_s,
        axis: |title, values| Axis::log(title, values, 4, number::short_seconds),
    },
];

/// Nodes and time of each configuration over what all solved, beside those of the first.
pub(crate) fn draw(set: &InstanceSet) -> Option<Drawing> {
    let members = members(set)?;
    let instances = commonly_solved(&members);
    if instances.is_empty() {
        return None;
    }
    let rows = members.len() as f64;
    let names = theme::widest(members.iter().map(|configuration| configuration.name.as_str()));
    let left = theme::MARGIN + names + 12.0;
    let width = left + 2.0 * (PANEL_WIDTH + FIGURE) + theme::MARGIN;
    let count = number::whole(instances.len() as u64);
    let remark = format!(
        "Sums over the {count} instances that every configuration drawn here solved; behind each figure, how many \
         times that of the first."
    );
    let heading = Heading::new("What each option is worth", set, &remark, width);
    let top = heading.height() + plot::ABOVE;
    let bottom = top + rows * ROW;
    let mut drawing = Drawing::new(width, bottom + plot::BELOW + theme::MARGIN / 2.0);
    heading.draw(&mut drawing);
    for (place, configuration) in members.iter().enumerate() {
        let at = (left - 10.0, middle(top, place));
        drawing.text(at, Anchor::End, theme::LABEL, theme::INK, configuration.name.as_str());
    }
    for (place, panel) in PANELS.iter().enumerate() {
        let sums: Vec<f64> = members.iter().map(|member| sum(member, &instances, panel.value)).collect();
        let left = left + place as f64 * (PANEL_WIDTH + FIGURE);
        let y = Axis::at("", &[0.0, rows], false, 1.0, |_| String::new());
        let x = (panel.axis)(panel.title, &sums);
        let plot = Plot { left, top, right: left + PANEL_WIDTH, bottom, x, y };
        draw_panel(&mut drawing, &plot, &members, &sums);
    }
    Some(drawing)
}

/// Configurations of one algorithm with one heuristic whose options or operator orders differ.
fn members(set: &InstanceSet) -> Option<Vec<&Configuration>> {
    let first = set.configurations.first()?.runs.first()?;
    let same = |run: &Run| {
        (&run.algorithm, &run.heuristic, &run.weight) == (&first.algorithm, &first.heuristic, &first.weight)
    };
    let members: Vec<&Configuration> =
        set.configurations.iter().filter(|configuration| configuration.runs.first().is_some_and(same)).collect();
    (members.len() == set.configurations.len() && (FEWEST..=MOST).contains(&members.len())).then_some(members)
}

fn sum(configuration: &Configuration, instances: &[Rc<str>], value: fn(&Run) -> f64) -> f64 {
    configuration.solved().filter(|run| instances.binary_search(&run.instance).is_ok()).map(value).sum()
}

fn middle(top: f64, place: usize) -> f64 {
    top + (place as f64 + 0.5) * ROW
}

/// Draws the marks of `sums`, each with a line from that of the first.
fn draw_panel(drawing: &mut Drawing, plot: &Plot, members: &[&Configuration], sums: &[f64]) {
    plot.draw_x(drawing);
    let base = sums[0];
    let across = plot.across(base);
    let guide = Stroke { dash: Dash::Dashed(3, 3), ..thin(theme::PALE_INK) };
    drawing.line(vec![(across, plot.top), (across, plot.bottom)], guide);
    for (place, (configuration, &value)) in members.iter().zip(sums).enumerate() {
        let Look { color, marker, .. } = theme::look(configuration.index);
        let (x, y) = (plot.across(value), middle(plot.top, place));
        drawing.line(vec![(across, y), (x, y)], Stroke { color: pale(color), width: 4.0, dash: Dash::Solid });
        drawing.mark((x, y), marker, 5.0, color);
        let times = if place == 0 { String::new() } else { times(value, base) };
        drawing.text((plot.right + 10.0, y), Anchor::Start, theme::LABEL, theme::INK, times);
    }
    plot.draw_edges(drawing);
}

/// How many times the first figure, where there is one.
fn times(value: f64, base: f64) -> String {
    if base > 0.0 { format!("{} times", number::fixed(value / base, 2)) } else { String::new() }
}

fn pale(color: Color) -> Color {
    color.faded(0.35)
}
