//! What options are worth: nodes and time of configurations that differ in their options alone.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing};
use crate::heading::Heading;
use crate::number;
use crate::plot::{self, Plot};
use crate::rows::Rows;
use crate::sheet::{Sheet, Subject};
use crate::theme::{self, Color, Dash, Look, Stroke};

const ROW: f64 = 30.0;
const PANEL_WIDTH: f64 = 300.0;
/// Room for a figure to the right of its mark.
const FIGURE: f64 = 120.0;
/// Narrower panels than this, with texts of the size of a report, are put below each other.
const LEAST: f64 = 150.0;
/// A panel: its title, and its axis.
struct Panel {
    title: &'static str,
    axis: fn(&str, &[f64], usize) -> Axis,
}

const PANELS: [Panel; 2] = [
    Panel {
        title: "nodes generated in all",
        axis: |title, values, labels| Axis::log(title, values, labels, number::short),
    },
    Panel {
        title: "time of the search in all",
        axis: |title, values, labels| Axis::log(title, values, labels, number::short_seconds),
    },
];

/// A configuration.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its nodes generated and its time, summed over the instances.
    pub sums: [f64; 2],
}

/// Configurations that differ in their options alone, over the instances that all of them solved.
#[derive(Debug)]
pub struct Worth {
    /// The configurations, at least one; the others are compared with the first.
    pub members: Vec<Member>,
    /// How many instances all of them solved.
    pub instances: usize,
    /// A sentence for the configurations that are left out.
    pub left_out: String,
}

/// Nodes and time of each configuration over the instances that all solved, compared with those of the first.
#[must_use]
pub fn draw(worth: &Worth, subject: &Subject, sheet: &Sheet) -> Drawing {
    let members = &worth.members;
    let paper = sheet.paper;
    let rows = Rows::new(paper, ROW, members.iter().map(|member| member.name.as_str()));
    let figure = paper.size(FIGURE);
    let beside = |panels: f64, wide: f64| (wide - rows.left - paper.margin()) / panels - figure;
    // Beside each other, or one below the other, with the names again.
    let columns = paper.wide.map_or(2.0, |wide| if beside(2.0, wide) < paper.size(LEAST) { 1.0 } else { 2.0 });
    let across = paper.wide.map_or(PANEL_WIDTH, |wide| beside(columns, wide));
    let width = paper.wide.unwrap_or(rows.left + columns * (across + figure) + paper.margin());
    let count = number::whole(worth.instances as u64);
    let remark = format!(
        "Sums over the {count} instances that every configuration drawn here solved; behind each figure, how many \
         times that of the first. {}",
        worth.left_out
    );
    let remark = subject.with_solved(&remark);
    let heading = Heading::on(paper, &sheet.title("What each option is worth", subject), &remark, width);
    let high = members.len() as f64 * rows.tall;
    let tall = paper.size(plot::ABOVE) + high + paper.size(plot::BELOW);
    let below = heading.height() + tall * PANELS.len() as f64 / columns;
    let mut drawing = Drawing::on(paper, width, below + paper.margin() / 2.0);
    heading.draw(&mut drawing);
    for (place, panel) in PANELS.iter().enumerate() {
        let sums: Vec<f64> = members.iter().map(|member| member.sums[place]).collect();
        let (right, down) = if columns > 1.0 { (place, 0) } else { (0, place) };
        let left = rows.left + right as f64 * (across + figure);
        let top = heading.height() + down as f64 * tall + paper.size(plot::ABOVE);
        let y = Axis::at("", &[0.0, 1.0], false, 1.0, |_| String::new());
        let x = (panel.axis)(panel.title, &sums, paper.labels(across, 75.0));
        let plot = Plot { left, top, right: left + across, bottom: top + high, x, y };
        draw_panel(&mut drawing, &plot, &rows, members, &sums);
        if right == 0 {
            for (place, member) in members.iter().enumerate() {
                rows.draw_name(&mut drawing, top, place, &member.name);
            }
        }
    }
    drawing
}

/// Draws the marks of `sums`, each with a line from that of the first.
fn draw_panel(drawing: &mut Drawing, plot: &Plot, rows: &Rows, members: &[Member], sums: &[f64]) {
    let paper = drawing.paper;
    plot.draw_x(drawing);
    let base = sums[0];
    let across = plot.across(base);
    let guide = Stroke { dash: paper.dash(Dash::Dashed(3, 3)), ..paper.thin(theme::PALE_INK) };
    drawing.line(vec![(across, plot.top), (across, plot.bottom)], guide);
    for (place, (member, &value)) in members.iter().zip(sums).enumerate() {
        let Look { color, marker, .. } = member.look;
        let (x, y) = (plot.across(value), rows.middle(plot.top, place));
        drawing.line(vec![(across, y), (x, y)], Stroke { width: paper.size(4.0), ..paper.thin(pale(color)) });
        drawing.mark((x, y), marker, paper.size(5.0), color);
        let times = if place == 0 { String::new() } else { times(value, base) };
        drawing.text((plot.right + paper.size(10.0), y), Anchor::Start, paper.label(), theme::INK, times);
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
