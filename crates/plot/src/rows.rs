//! Rows below each other, each with a name: to the left, or above the row on paper on which names at the left would take
//! too much room.

use crate::drawing::{Anchor, Drawing};
use crate::paper::Paper;
use crate::theme;

/// On paper of a given width, names wider than this share of it stand above their rows.
const WIDEST_BESIDE: f64 = 0.3;
/// The height of a name above its row.
const NAME: f64 = 18.0;

/// The layout of rows, which all have the same height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    /// The left edge of their content, from the left of the paper.
    pub(crate) left: f64,
    /// The height of a row and its name.
    pub(crate) tall: f64,
    /// The height of a name above its row; none is 0.
    name: f64,
}

impl Rows {
    /// Rows called `names` on `paper`, `height` high without their names on the paper of a report.
    pub(crate) fn new<'a>(paper: Paper, height: f64, names: impl Iterator<Item = &'a str>) -> Self {
        let widest = paper.widest(names);
        let is_above = paper.wide.is_some_and(|wide| widest > WIDEST_BESIDE * wide);
        // If there are no names at the left, half of the first label of the axis is there.
        let left = paper.margin() + paper.size(12.0) + if is_above { 0.0 } else { widest };
        let name = if is_above { paper.size(NAME) } else { 0.0 };
        Self { left, tall: paper.size(height) + name, name }
    }

    /// The bottom of the row at `place`, if the first begins at `top`.
    pub(crate) fn ground(&self, top: f64, place: usize) -> f64 {
        top + (place + 1) as f64 * self.tall
    }

    /// The middle of that row, without its name.
    pub(crate) fn middle(&self, top: f64, place: usize) -> f64 {
        self.ground(top, place) - (self.tall - self.name) / 2.0
    }

    /// Writes the name of that row.
    pub(crate) fn draw_name(&self, drawing: &mut Drawing, top: f64, place: usize, name: &str) {
        let paper = drawing.paper;
        let (at, anchor) = if self.name > 0.0 {
            let middle = self.ground(top, place) - self.tall + self.name / 2.0 + 2.0;
            let (from, to) = (self.left + 3.0, self.left + 3.0 + theme::width(name, paper.label()));
            let half = paper.label() * 0.6;
            // No line of the grid crosses it.
            drawing.rectangle((from, middle - half), (to, middle + half), theme::PAPER);
            ((from, middle), Anchor::Start)
        } else {
            ((self.left - paper.size(10.0), self.middle(top, place)), Anchor::End)
        };
        drawing.text(at, anchor, paper.label(), theme::INK, name);
    }
}
