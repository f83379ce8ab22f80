//! Paper with a plot, its heading above it, its legend beside or below it.

use crate::chart::axis::Axis;
use crate::chart::drawing::Drawing;
use crate::chart::heading::Heading;
use crate::chart::legend::{self, Entry};
use crate::chart::plot::{self, Plot};
use crate::chart::theme;

const PLOT_WIDTH: f64 = 540.0;
const PLOT_HEIGHT: f64 = 340.0;
/// A wider legend than this is put below the plot.
const WIDEST_BESIDE: f64 = 420.0;

/// A drawing with an empty plot of the axes `x` and `y` in it, a legend of `entries`, and the heading
/// that `heading` makes for the width of the paper.
pub(crate) fn framed(x: Axis, y: Axis, entries: &[Entry], heading: impl FnOnce(f64) -> Heading) -> (Drawing, Plot) {
    let left = theme::MARGIN + plot::label_width(&y);
    let right = left + PLOT_WIDTH;
    let (names, lines) = (legend::width(entries), legend::height(entries));
    // Names too long to stand beside the plot stand below it.
    let beside = names <= WIDEST_BESIDE;
    let width = theme::MARGIN + if beside { right + names } else { right.max(left + names) };
    let heading = heading(width);
    let top = heading.height() + plot::ABOVE;
    let bottom = top + if beside { PLOT_HEIGHT.max(lines) } else { PLOT_HEIGHT };
    let below = bottom + plot::BELOW;
    let height = below + if beside { 0.0 } else { lines + theme::MARGIN / 2.0 };
    let mut drawing = Drawing::new(width, height + theme::MARGIN / 2.0);
    let plot = Plot { left, top, right, bottom, x, y };
    heading.draw(&mut drawing);
    plot.draw(&mut drawing);
    let (x, y) = if beside { (right, top) } else { (left - legend::INDENT, below) };
    legend::draw(&mut drawing, entries, x, y);
    (drawing, plot)
}
