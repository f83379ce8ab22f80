//! Labels beside points, placed so that none overlaps a point or another label.

use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing, Point};
use crate::theme;

/// The distances of labels from their points that are tried, at the text size of a report.
const DISTANCES: [f64; 4] = [11.0, 26.0, 44.0, 66.0];
/// The distance from which a line joins a label and its point.
const LEADER_DISTANCE: f64 = 20.0;
/// The directions that are tried, as shares of the distance, with the part of the text that is nearest to the point.
const DIRECTIONS: [(f64, f64, Anchor); 8] = [
    (1.0, 0.0, Anchor::Start),
    (-1.0, 0.0, Anchor::End),
    (0.0, -1.4, Anchor::Middle),
    (0.0, 1.4, Anchor::Middle),
    (0.7, -1.0, Anchor::Start),
    (0.7, 1.0, Anchor::Start),
    (-0.7, -1.0, Anchor::End),
    (-0.7, 1.0, Anchor::End),
];

/// A rectangle: its upper left and lower right corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TextBox(pub(crate) Point, pub(crate) Point);

impl TextBox {
    fn overlaps(&self, other: &Self) -> bool {
        self.0.0 < other.1.0 && other.0.0 < self.1.0 && self.0.1 < other.1.1 && other.0.1 < self.1.1
    }

    fn is_inside(&self, outer: &Self) -> bool {
        self.0.0 >= outer.0.0 && self.0.1 >= outer.0.1 && self.1.0 <= outer.1.0 && self.1.1 <= outer.1.1
    }

    /// A square around `center`.
    fn around((x, y): Point, half: f64) -> Self {
        Self((x - half, y - half), (x + half, y + half))
    }
}

/// A label with its place.
#[derive(Debug)]
pub(crate) struct PlacedLabel {
    text: String,
    at: Point,
    anchor: Anchor,
    /// The line that joins it with its point, if it is not close.
    leader: Option<[Point; 2]>,
}

/// A place inside `area` for each of `texts` next to its point; none if one of them has no free place. `taken` is not covered.
pub(crate) fn place(
    canvas: Canvas,
    points: &[Point],
    texts: &[&str],
    area: TextBox,
    taken: &[TextBox],
) -> Option<Vec<PlacedLabel>> {
    let half = canvas.label() * 0.55;
    let marks = points.iter().map(|&point| TextBox::around(point, canvas.size(6.0)));
    let mut boxes: Vec<TextBox> = marks.chain(taken.iter().copied()).collect();
    let mut labels = Vec::new();
    for (&(x, y), text) in points.iter().zip(texts) {
        let wide = theme::width(text, canvas.label());
        let mut tried = DISTANCES.iter().flat_map(|&distance| DIRECTIONS.map(|direction| (distance, direction)));
        let (label, found) = tried.find_map(|(distance, (right, down, anchor))| {
            let at = (x + right * canvas.size(distance), y + down * canvas.size(distance));
            let left = match anchor {
                Anchor::Start => at.0,
                Anchor::Middle => at.0 - wide / 2.0,
                Anchor::End => at.0 - wide,
            };
            let found = TextBox((left, at.1 - half), (left + wide, at.1 + half));
            let is_free = found.is_inside(&area) && !boxes.iter().any(|other| found.overlaps(other));
            let leader = (distance > LEADER_DISTANCE).then_some([(x, y), at]);
            is_free.then(|| (PlacedLabel { text: (*text).to_owned(), at, anchor, leader }, found))
        })?;
        labels.push(label);
        boxes.push(found);
    }
    Some(labels)
}

/// Draws `labels`.
pub(crate) fn draw(drawing: &mut Drawing, labels: &[PlacedLabel]) {
    let canvas = drawing.canvas;
    for PlacedLabel { text, at, anchor, leader } in labels {
        if let Some(ends) = leader {
            drawing.line(ends.to_vec(), canvas.thin(theme::PALE_INK));
        }
        drawing.text(*at, *anchor, canvas.label(), theme::INK, text.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_near_points_do_not_overlap_and_labels_without_room_are_not_placed() {
        let area = TextBox((0.0, 0.0), (400.0, 300.0));
        let points = [(100.0, 100.0), (104.0, 103.0), (390.0, 100.0)];
        let texts = ["first", "second", "third"];
        let labels = place(Canvas::REPORT, &points, &texts, area, &[]).unwrap();
        assert_eq!(labels[0].anchor, Anchor::Start);
        assert_eq!(labels[2].anchor, Anchor::End, "there is no room to the right");
        assert!((labels[0].at.1 - labels[1].at.1).abs() > 5.0 || labels[0].anchor != labels[1].anchor);
        assert!(place(Canvas::REPORT, &points, &texts, TextBox((90.0, 90.0), (120.0, 110.0)), &[]).is_none());
    }
}
