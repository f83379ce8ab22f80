//! Rows with names: to the left of the rows, or above them on a narrow canvas.

use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing};
use crate::theme;

/// The maximum share of a given canvas width for names to the left of the rows.
const MAX_NAME_SHARE: f64 = 0.3;
/// The height of a name above its row.
const NAME_HEIGHT: f64 = 18.0;

/// The layout of rows, which all have the same height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLayout {
    /// The left edge of the content.
    pub(crate) left: f64,
    /// The height of a row and its name.
    pub(crate) tall: f64,
    /// The height of a name above its row; 0 if names are to the left.
    name: f64,
}

impl RowLayout {
    /// Rows with these `names`; in a report, `height` is their height without the names.
    pub(crate) fn new<'a>(canvas: Canvas, height: f64, names: impl Iterator<Item = &'a str>) -> Self {
        let widest = canvas.widest(names);
        let is_above = canvas.wide.is_some_and(|wide| widest > MAX_NAME_SHARE * wide);
        // Without names at the left, half of the first axis label extends there.
        let left = canvas.margin() + canvas.size(12.0) + if is_above { 0.0 } else { widest };
        let name = if is_above { canvas.size(NAME_HEIGHT) } else { 0.0 };
        Self { left, tall: canvas.size(height) + name, name }
    }

    /// The bottom of the row at `index`, if the first row begins at `top`.
    pub(crate) fn ground(&self, top: f64, index: usize) -> f64 {
        top + (index + 1) as f64 * self.tall
    }

    /// The middle of the row at `index`, without its name.
    pub(crate) fn middle(&self, top: f64, index: usize) -> f64 {
        self.ground(top, index) - (self.tall - self.name) / 2.0
    }

    /// Writes the name of the row at `index`.
    pub(crate) fn draw_name(&self, drawing: &mut Drawing, top: f64, index: usize, name: &str) {
        let canvas = drawing.canvas;
        let (at, anchor) = if self.name > 0.0 {
            let middle = self.ground(top, index) - self.tall + self.name / 2.0 + 2.0;
            let (from, to) = (self.left + 3.0, self.left + 3.0 + theme::width(name, canvas.label()));
            let half = canvas.label() * 0.6;
            // Hides the grid behind the name.
            drawing.rectangle((from, middle - half), (to, middle + half), theme::BACKGROUND);
            ((from, middle), Anchor::Start)
        } else {
            ((self.left - canvas.size(10.0), self.middle(top, index)), Anchor::End)
        };
        drawing.text(at, anchor, canvas.label(), theme::INK, name);
    }
}
