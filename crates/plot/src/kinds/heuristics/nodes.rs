//! Mean nodes generated against mean h0.

use crate::axis::Axis;
use crate::chart_frame::{ChartContent, ChartFrame};
use crate::drawing::Drawing;
use crate::kinds::heuristics::{HeuristicSample, HeuristicSelection};
use crate::legend::LegendEntry;
use crate::number;
use crate::options::{ChartOptions, SetSummary};
use crate::theme::Style;

/// A configuration with its mean h0 and its mean nodes.
#[derive(Debug)]
pub struct HeuristicPoint {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// Its heuristic.
    pub heuristic: String,
    /// The mean h0 of its heuristic over all instances.
    pub h0: f64,
    /// Its mean nodes generated over the instances that all configurations solved.
    pub nodes: f64,
}

/// The configurations, and the caption.
#[derive(Debug)]
pub struct NodesData {
    /// The configurations, by ascending mean h0.
    pub members: Vec<HeuristicPoint>,
    /// The caption: the instances of the means, and the configurations left out.
    pub remark: String,
}

/// Mean nodes generated against mean h0, one point per configuration, if at least two of the `heuristics` have enough
/// instances and the configurations have more than one heuristic.
#[must_use]
pub fn draw(
    heuristics: &[HeuristicSample],
    nodes: NodesData,
    subject: &SetSummary,
    options: &ChartOptions,
) -> Option<Drawing> {
    HeuristicSelection::from_samples(heuristics, |heuristic| heuristic.values.len())?;
    let NodesData { members, remark } = nodes;
    if members.iter().all(|member| member.heuristic == members[0].heuristic) {
        return None;
    }
    let (means, heights): (Vec<f64>, Vec<f64>) = members.iter().map(|member| (member.h0, member.nodes)).unzip();
    let x_title = format!("mean h0 over all instances ({})", subject.unit());
    let content = ChartContent {
        title: options.title("Nodes against mean h0", subject),
        remark,
        x: &|labels| Axis::linear(&x_title, &means, labels, number::short),
        y: &|labels| Axis::log("mean nodes generated", &heights, labels, number::short),
        entries: members.iter().map(entry).collect(),
        ..ChartContent::default()
    };
    let mut frame = ChartFrame::new(options.canvas, content);
    for HeuristicPoint { name, style, h0, nodes, .. } in &members {
        frame.drawing.record_points(&frame.plot, name, "point", [(*h0, *nodes)]);
        frame.drawing.mark(frame.plot.at(*h0, *nodes), style.marker, options.canvas.size(5.5), style.color);
    }
    Some(frame.finish(&[]))
}

fn entry(member: &HeuristicPoint) -> LegendEntry {
    LegendEntry::points(member.style, format!("{} ({})", member.name, number::fixed(member.h0, 1)))
}
