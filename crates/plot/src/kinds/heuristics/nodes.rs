//! What a greater value saves: nodes against mean h0.

use crate::axis::Axis;
use crate::drawing::Drawing;
use crate::frame::{Content, Frame};
use crate::kinds::heuristics::{Chosen, Heuristic};
use crate::legend::Entry;
use crate::number;
use crate::sheet::{Sheet, Subject};
use crate::theme::Look;

/// A configuration.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its heuristic.
    pub heuristic: String,
    /// The mean value of its heuristic over all boards.
    pub h0: f64,
    /// Its mean nodes generated over the boards that all configurations solved.
    pub nodes: f64,
}

/// Configurations, and the notes on them.
#[derive(Debug)]
pub struct Nodes {
    /// The configurations, by increasing mean value, which is roughly by decreasing nodes.
    pub members: Vec<Member>,
    /// The boards that the means are over, and the boards left out.
    pub remark: String,
}

/// Mean nodes generated against mean h0, a point per configuration, if at least two of the `heuristics` have enough
/// boards and the configurations have more than one heuristic.
#[must_use]
pub fn draw(heuristics: &[Heuristic], nodes: Nodes, subject: &Subject, sheet: &Sheet) -> Option<Drawing> {
    Chosen::of(heuristics, |heuristic| heuristic.values.len())?;
    let Nodes { members, remark } = nodes;
    if members.iter().all(|member| member.heuristic == members[0].heuristic) {
        return None;
    }
    let (means, heights): (Vec<f64>, Vec<f64>) = members.iter().map(|member| (member.h0, member.nodes)).unzip();
    let content = Content {
        title: sheet.title("Nodes against mean h0", subject),
        remark,
        x: &|labels| Axis::linear("mean h0 over all boards (moves)", &means, labels, number::short),
        y: &|labels| Axis::log("mean nodes generated", &heights, labels, number::short),
        entries: members.iter().map(entry).collect(),
        ..Content::default()
    };
    let mut frame = Frame::new(sheet.paper, content);
    for Member { look, h0, nodes, .. } in &members {
        frame.drawing.mark(frame.plot.at(*h0, *nodes), look.marker, sheet.paper.size(5.5), look.color);
    }
    Some(frame.finish(&[]))
}

fn entry(member: &Member) -> Entry {
    Entry::points(member.look, format!("{} ({})", member.name, number::fixed(member.h0, 1)))
}
