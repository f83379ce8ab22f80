//! The plot area: a rectangle with two axes.

use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing, Point};
use crate::heading;
use crate::theme;

/// A rectangle on a drawing that maps values to positions.
#[derive(Debug)]
pub(crate) struct Plot {
    /// Its left edge.
    pub(crate) left: f64,
    /// Its upper edge.
    pub(crate) top: f64,
    /// Its right edge.
    pub(crate) right: f64,
    /// Its lower edge.
    pub(crate) bottom: f64,
    /// The axis along its lower edge.
    pub(crate) x: Axis,
    /// The axis along its left edge.
    pub(crate) y: Axis,
}

/// The height that the labels and the title below a plot need.
pub(crate) const BELOW: f64 = 50.0;
/// The height that the title of the vertical axis needs above a plot.
pub(crate) const ABOVE: f64 = 28.0;
/// The height of a line of an axis's title.
const TITLE_LINE: f64 = 18.0;

impl Plot {
    /// The position of a pair of values on the drawing.
    pub(crate) fn at(&self, x: f64, y: f64) -> Point {
        (self.across(x), self.bottom - self.y.position(y) * (self.bottom - self.top))
    }

    /// The positions of several pairs of values.
    pub(crate) fn all_at(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&(x, y)| self.at(x, y)).collect()
    }

    /// The horizontal position of a value of the lower axis.
    pub(crate) fn across(&self, x: f64) -> f64 {
        self.left + self.x.position(x) * (self.right - self.left)
    }

    /// The value of the lower axis at a horizontal position.
    pub(crate) fn value_across(&self, position: f64) -> f64 {
        self.x.value_at((position - self.left) / (self.right - self.left))
    }

    /// Draws the grid, the labels and the titles of both axes.
    pub(crate) fn draw(&self, drawing: &mut Drawing) {
        self.draw_x(drawing);
        self.draw_y(drawing);
        self.draw_edges(drawing);
    }

    /// Draws the grid, the labels and the title of the lower axis.
    pub(crate) fn draw_x(&self, drawing: &mut Drawing) {
        let canvas = drawing.canvas;
        let upright = |value: f64| vec![(self.across(value), self.top), (self.across(value), self.bottom)];
        for &value in &self.x.minor {
            drawing.line(upright(value), canvas.thin(theme::MINOR_GRID));
        }
        for (value, label) in &self.x.ticks {
            drawing.line(upright(*value), canvas.thin(theme::GRID));
            let below = (self.across(*value), self.bottom + canvas.size(14.0));
            drawing.text(below, Anchor::Middle, canvas.label(), theme::INK, label.as_str());
        }
        for (place, line) in title_lines(canvas, &self.x.title, drawing.width).iter().enumerate() {
            // A long title is shifted so that it stays on the drawing.
            let half = theme::width(line, canvas.label()) / 2.0;
            let right = (drawing.width - canvas.margin() - half).max(canvas.margin() + half);
            let middle = f64::midpoint(self.left, self.right).clamp(canvas.margin() + half, right);
            let at = (middle, self.bottom + canvas.size(36.0 + place as f64 * TITLE_LINE));
            drawing.text(at, Anchor::Middle, canvas.label(), theme::INK, line.as_str());
        }
    }

    /// Draws the left and lower edges.
    pub(crate) fn draw_edges(&self, drawing: &mut Drawing) {
        let corner = vec![(self.left, self.top), (self.left, self.bottom), (self.right, self.bottom)];
        drawing.line(corner, drawing.canvas.thin(theme::PALE_INK));
    }

    fn draw_y(&self, drawing: &mut Drawing) {
        let canvas = drawing.canvas;
        let level = |value: f64| {
            let (_, y) = self.at(self.x.low(), value);
            vec![(self.left, y), (self.right, y)]
        };
        for &value in &self.y.minor {
            drawing.line(level(value), canvas.thin(theme::MINOR_GRID));
        }
        for (value, label) in &self.y.ticks {
            let line = level(*value);
            let beside = (self.left - canvas.size(7.0), line[0].1);
            drawing.line(line, canvas.thin(theme::GRID));
            drawing.text(beside, Anchor::End, canvas.label(), theme::INK, label.as_str());
        }
        // Horizontal text is easier to read.
        let lines = title_lines(canvas, &self.y.title, drawing.width);
        for (place, line) in lines.iter().rev().enumerate() {
            let y = self.top - canvas.size(19.0 + place as f64 * TITLE_LINE);
            let left = self.left - label_width(canvas, &self.y);
            drawing.text((left, y), Anchor::Start, canvas.label(), theme::INK, line.as_str());
        }
    }
}

/// The title of an axis in lines that fit into `width`.
fn title_lines(canvas: Canvas, title: &str, width: f64) -> Vec<String> {
    heading::wrapped(title, canvas.label(), width - 2.0 * canvas.margin())
}

/// The height that the title of an axis needs beyond one line, in a drawing `width` wide.
pub(crate) fn extra_title_height(canvas: Canvas, axis: &Axis, width: f64) -> f64 {
    let lines = title_lines(canvas, &axis.title, width).len().max(1);
    canvas.size((lines - 1) as f64 * TITLE_LINE)
}

/// The width of the labels of a vertical axis.
pub(crate) fn label_width(canvas: Canvas, axis: &Axis) -> f64 {
    canvas.widest(axis.ticks.iter().map(|(_, label)| label.as_str())) + canvas.size(10.0)
}

/// A deterministic offset between -1 and 1 that spreads consecutive points evenly.
pub(crate) fn jitter(index: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    (index as f64 * GOLDEN).fract() * 2.0 - 1.0
}
