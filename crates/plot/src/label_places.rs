//! Labels next to points, placed so that none overlaps a point, another label or its line.

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

    /// Whether a part of the line between the two points is inside (Liang and Barsky 1984).
    fn is_crossed(&self, [start, end]: [Point; 2]) -> bool {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        let across = (start.0, end.0 - start.0, self.0.0, self.1.0);
        let down = (start.1, end.1 - start.1, self.0.1, self.1.1);
        for (at, step, low, high) in [across, down] {
            if step == 0.0 {
                if at <= low || at >= high {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - at) / step, (high - at) / step);
            (first, last) = (first.max(one.min(other)), last.min(one.max(other)));
        }
        first < last
    }

    /// The point of the rectangle that is nearest to `(x, y)`.
    fn nearest(&self, (x, y): Point) -> Point {
        (x.clamp(self.0.0, self.1.0), y.clamp(self.0.1, self.1.1))
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
    let mut labels: Vec<PlacedLabel> = Vec::new();
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
            let leader = (distance > LEADER_DISTANCE).then(|| [(x, y), found.nearest((x, y))]);
            // The line begins in the mark of its point.
            let is_covered = |other: &TextBox| {
                found.overlaps(other)
                    || leader.is_some_and(|line| other.is_crossed(line) && !other.is_crossed([(x, y); 2]))
            };
            let is_crossed = |label: &PlacedLabel| label.leader.is_some_and(|line| found.is_crossed(line));
            let is_free = found.is_inside(&area) && !boxes.iter().any(is_covered) && !labels.iter().any(is_crossed);
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

    #[test]
    fn a_line_crosses_a_rectangle_if_a_part_of_it_is_inside() {
        let rectangle = TextBox((10.0, 10.0), (20.0, 20.0));
        let crossed = |line| rectangle.is_crossed(line);
        assert!(crossed([(0.0, 15.0), (30.0, 15.0)]) && crossed([(15.0, 15.0), (15.0, 15.0)]));
        assert!(crossed([(0.0, 0.0), (30.0, 30.0)]) && crossed([(15.0, 0.0), (15.0, 11.0)]));
        assert!(!crossed([(0.0, 15.0), (9.0, 15.0)]) && !crossed([(0.0, 12.0), (12.0, 0.0)]));
        assert!(!crossed([(0.0, 25.0), (30.0, 25.0)]) && !crossed([(5.0, 5.0), (5.0, 5.0)]));
    }

    #[test]
    fn lines_of_labels_cross_no_label_and_no_other_point() {
        let area = TextBox((0.0, 0.0), (500.0, 400.0));
        let points: Vec<Point> = (0..8).map(|n| (200.0 + 9.0 * f64::from(n), 200.0 + 5.0 * f64::from(n))).collect();
        let texts = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
        let labels = place(Canvas::REPORT, &points, &texts, area, &[]).unwrap();
        assert!(labels.iter().any(|label| label.leader.is_some()));
        let half = Canvas::REPORT.label() * 0.55;
        for label in &labels {
            let wide = theme::width(&label.text, Canvas::REPORT.label());
            let left = label.at.0
                - match label.anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => wide / 2.0,
                    Anchor::End => wide,
                };
            let covered = TextBox((left, label.at.1 - half), (left + wide, label.at.1 + half));
            let crossing = labels.iter().filter(|other| other.leader.is_some_and(|line| covered.is_crossed(line)));
            assert_eq!(crossing.count(), 0, "{}", label.text);
        }
    }
}
