//! Which configurations no other beats in both length and nodes.

use crate::chart::axis::Axis;
use crate::chart::drawing::{Anchor, Drawing, Point, Stroke};
use crate::chart::heading::Heading;
use crate::chart::layout;
use crate::chart::legend::Entry;
use crate::chart::theme::{self, Dash, Look};
use crate::chart::weights::Families;
use crate::experiment::{Configuration, InstanceSet};
use crate::number;
use crate::stats;

/// The line through the front.
const FRONT: Stroke = Stroke { color: theme::PALE_INK, width: 1.5, dash: Dash::Dashed(6, 4) };

/// A configuration's means.
struct Placed {
    length: f64,
    nodes: f64,
    look: Look,
    /// What is written beside it.
    label: String,
}

/// Mean nodes against mean length of every weight of every family, and of the other configurations that solved all the
/// instances which those solved.
pub(crate) fn draw(set: &InstanceSet) -> Option<Drawing> {
    let families = Families::of(set)?;
    let means = |c: &Configuration| {
        let length =
            families.values(c, |run| run.length.map(f64::from)).filter(|v| v.len() == families.instances.len());
        let nodes = families.values(c, |run| Some(run.generated as f64).filter(|&nodes| nodes > 0.0));
        stats::mean(&length?).zip(stats::mean(&nodes?))
    };
    let (mut placed, mut entries) = (Vec::new(), Vec::new());
    let entry = |Look { color, marker, .. }, text: &str| Entry {
        color,
        dash: None,
        marker: Some(marker),
        text: text.to_owned(),
    };
    for family in &families.drawn {
        entries.push(entry(family.look, &family.name));
        for &(weight, configuration) in &family.members {
            let label = number::short(weight);
            placed.extend(means(configuration).map(|(length, nodes)| Placed {
                length,
                nodes,
                look: family.look,
                label,
            }));
        }
    }
    let is_member =
        |c: &Configuration| families.drawn.iter().any(|f| f.members.iter().any(|(_, m)| m.index == c.index));
    for configuration in set.configurations.iter().filter(|c| !is_member(c)) {
        if let Some((length, nodes)) = means(configuration) {
            let look = theme::look(entries.len());
            entries.push(entry(look, &configuration.name));
            placed.push(Placed { length, nodes, look, label: String::new() });
        }
    }
    let x = Axis::linear(
        "mean length (moves)",
        &placed.iter().map(|placed| placed.length).collect::<Vec<_>>(),
        8,
        number::short,
    );
    let y = Axis::log(
        "mean nodes generated",
        &placed.iter().map(|placed| placed.nodes).collect::<Vec<_>>(),
        8,
        number::short,
    );
    entries.push(Entry { color: FRONT.color, dash: Some(FRONT.dash), marker: None, text: "Pareto front".to_owned() });
    let front = front(&placed.iter().map(|placed| (placed.length, placed.nodes)).collect::<Vec<_>>());
    let remark = format!(
        "Means over the {} instances that every weight solved; numbers are weights. On the front are {} of {} \
         configurations: no other has both shorter solutions and fewer nodes.",
        number::whole(families.instances.len() as u64),
        front.len(),
        placed.len(),
    );
    let heading = |width| Heading::new("Length and nodes: the Pareto front", set, &remark, width);
    let (mut drawing, plot) = layout::framed(x, y, &entries, heading);
    let points: Vec<Point> = front.iter().map(|&place| plot.at(placed[place].length, placed[place].nodes)).collect();
    drawing.line(points, FRONT);
    for (place, Placed { length, nodes, look, label }) in placed.iter().enumerate() {
        let (at_x, at_y) = plot.at(*length, *nodes);
        drawing.mark((at_x, at_y), look.marker, if front.contains(&place) { 5.5 } else { 4.0 }, look.color);
        drawing.text((at_x + 8.0, at_y - 9.0), Anchor::Start, theme::LABEL * 0.85, theme::INK, label.as_str());
    }
    Some(drawing)
}

/// The places of those of `points` that no other is at most as large as in both and smaller in one, by the first.
fn front(points: &[(f64, f64)]) -> Vec<usize> {
    let beats = |a: (f64, f64), b: (f64, f64)| a.0 <= b.0 && a.1 <= b.1 && (a.0 < b.0 || a.1 < b.1);
    let mut front: Vec<usize> =
        (0..points.len()).filter(|&place| !points.iter().any(|&other| beats(other, points[place]))).collect();
    front.sort_by(|&a, &b| points[a].0.total_cmp(&points[b].0));
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_what_nothing_beats_in_both_and_comes_by_length() {
        assert_eq!(front(&[(5.0, 1.0), (2.0, 9.0), (3.0, 4.0), (3.0, 5.0), (6.0, 1.0)]), [1, 2, 0]);
        assert_eq!(front(&[(1.0, 1.0), (1.0, 1.0)]), [0, 1], "equals do not beat each other");
    }
}
