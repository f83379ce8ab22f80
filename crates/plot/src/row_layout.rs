//! Rows with names: to the left of the rows, or above them on a narrow canvas.

use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing};
use crate::{heading, theme};

/// The maximum share of a given canvas width for names to the left of the rows.
const MAX_NAME_SHARE: f64 = 0.3;
/// The height of a line of a name above its row.
const LINE_HEIGHT: f64 = 18.0;
/// The space to the left of a name above its row.
const NAME_INDENT: f64 = 3.0;

/// The layout of rows, which all have the same height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowLayout {
    /// The left edge of the content.
    pub(crate) left: f64,
    /// The height of a row and its name.
    pub(crate) tall: f64,
    /// The height of the longest name above its row; 0 if names are to the left.
    name: f64,
}

impl RowLayout {
    /// Rows with these `names`; in a report, `height` is their height without the names.
    pub(crate) fn new<'a>(canvas: Canvas, height: f64, names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let widest = canvas.widest(names.clone());
        let is_above = canvas.wide.is_some_and(|wide| widest > MAX_NAME_SHARE * wide);
        // Without names at the left, half of the first axis label extends there.
        let left = canvas.margin() + canvas.size(12.0) + if is_above { 0.0 } else { widest };
        let lines = if is_above { names.map(|name| lines(canvas, left, name).len()).max().unwrap_or(1) } else { 0 };
        let name = lines as f64 * canvas.size(LINE_HEIGHT);
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
        if self.name == 0.0 {
            let at = (self.left - canvas.size(10.0), self.middle(top, index));
            drawing.text(at, Anchor::End, canvas.label(), theme::INK, name);
            return;
        }
        let from = self.left + NAME_INDENT;
        let half = canvas.label() * 0.6;
        let mut middle = self.ground(top, index) - self.tall + canvas.size(LINE_HEIGHT) / 2.0 + 2.0;
        for line in lines(canvas, self.left, name) {
            // Hides the grid behind the name.
            let to = from + theme::width(&line, canvas.label());
            drawing.rectangle((from, middle - half), (to, middle + half), theme::BACKGROUND);
            drawing.text((from, middle), Anchor::Start, canvas.label(), theme::INK, line);
            middle += canvas.size(LINE_HEIGHT);
        }
    }
}

/// The lines of a name above a row that begins at `left`.
fn lines(canvas: Canvas, left: f64, name: &str) -> Vec<String> {
    let width = canvas.wide.unwrap_or(f64::INFINITY) - left - NAME_INDENT;
    heading::wrapped(name, canvas.label(), width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_narrow_canvas_a_long_name_takes_as_much_height_as_its_lines() {
        let canvas = Canvas::with_width(250.0);
        let long = "weighted-astar weight=1.5 tie=fifo store=plain queue=entry-heap reopen=false + linear-conflict";
        let [short, tall] = [["A*", "IDA*"], ["A*", long]].map(|names| RowLayout::new(canvas, 20.0, names.into_iter()));
        assert!(short.tall < canvas.size(21.0), "no names above the rows");
        let lines = lines(canvas, tall.left, long);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| tall.left + NAME_INDENT + theme::width(line, canvas.label()) <= 250.0));
        assert!((tall.tall - canvas.size(20.0) - lines.len() as f64 * canvas.size(LINE_HEIGHT)).abs() < 1e-9);
    }
}
