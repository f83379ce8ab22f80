//! Panels of equal size: two next to each other, or one per row on a narrow canvas.

use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::plot_area::{self, Plot};

/// The distance between panels.
const GAP: f64 = 28.0;
/// The minimum width of panels next to each other, at the text size of a report.
const MIN_PANEL_WIDTH: f64 = 250.0;
/// The height of a panel as a share of its width, on a canvas of a given width: with one panel per row, and with two.
const ASPECT_RATIOS: [f64; 2] = [0.5, 0.7];
const MIN_HEIGHT: f64 = 90.0;

/// The layout of panels.
#[derive(Debug)]
pub(crate) struct PanelGrid {
    /// The left edges of the columns.
    lefts: Vec<f64>,
    /// The width of a panel.
    pub(crate) across: f64,
    /// The height of a panel.
    pub(crate) high: f64,
    /// The width of the drawing.
    pub(crate) width: f64,
    /// The space above and below a panel.
    above: f64,
    below: f64,
}

impl PanelGrid {
    /// Panels with the vertical axes `axes`, in reading order. In a report they have this `size`, with a line of the height
    /// `line` above them.
    pub(crate) fn new(canvas: Canvas, axes: &[&Axis], size: (f64, f64), line: f64) -> Self {
        let labels = |column: usize, columns: usize| {
            let of_column = axes.iter().skip(column).step_by(columns);
            of_column.map(|axis| plot_area::label_width(canvas, axis)).fold(0.0, f64::max)
        };
        // Space for half of the last label of the lower axis.
        let edges = 3.0 * canvas.margin();
        let both = labels(0, 2) + labels(1, 2) + canvas.size(GAP) + edges;
        let half = canvas.wide.map_or(size.0, |wide| (wide - both) / 2.0);
        let columns = if axes.len() > 1 && half >= canvas.size(MIN_PANEL_WIDTH) { 2 } else { 1 };
        let across = match canvas.wide {
            Some(wide) if columns == 1 => wide - labels(0, 1) - edges,
            _ => half,
        };
        let mut lefts = vec![canvas.margin() + labels(0, columns)];
        if columns == 2 {
            lefts.push(lefts[0] + across + canvas.size(GAP) + labels(1, 2));
        }
        let high = canvas.wide.map_or(size.1, |_| (across * ASPECT_RATIOS[columns - 1]).clamp(MIN_HEIGHT, size.1));
        let width = canvas.wide.unwrap_or(lefts[columns - 1] + across + edges - canvas.margin());
        let (above, below) = (canvas.size(plot_area::ABOVE + line), canvas.size(plot_area::BELOW + 6.0));
        Self { lefts, across, high, width, above, below }
    }

    /// The total height of `count` panels.
    pub(crate) fn height(&self, count: usize) -> f64 {
        count.div_ceil(self.lefts.len()) as f64 * (self.above + self.high + self.below)
    }

    /// The upper left corner of the panel at `index`, if the first row begins at `top`.
    pub(crate) fn corner(&self, top: f64, index: usize) -> (f64, f64) {
        let columns = self.lefts.len();
        (self.lefts[index % columns], top + self.height(index / columns * columns) + self.above)
    }

    /// Whether `count` panels leave a free panel in the last row.
    pub(crate) fn has_free(&self, count: usize) -> bool {
        !count.is_multiple_of(self.lefts.len())
    }

    /// The plot of the panel at `index`.
    pub(crate) fn plot(&self, top: f64, index: usize, x: Axis, y: Axis) -> Plot {
        let (left, top) = self.corner(top, index);
        Plot { left, top, right: left + self.across, bottom: top + self.high, x, y }
    }
}
