//! The frame of a chart: a heading, an empty plot, and the legend.
//!
//! Up to four lines have a legend. If there are more, each has a label at its end, with a thin leader if the two do not
//! touch. On a narrow canvas the legend is below the plot, in the given order.

use crate::axis::Axis;
use crate::canvas::Canvas;
use crate::drawing::{Drawing, Point};
use crate::heading::Heading;
use crate::legend::{self, LegendEntry};
use crate::line_labels;
use crate::plot_area::{self, Plot};

const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 340.0;
const SQUARE_SIDE: f64 = 430.0;
/// The maximum width of a legend next to the plot; a wider one is below it.
const MAX_LEGEND_WIDTH_BESIDE: f64 = 420.0;
/// The maximum share of a given canvas width for a legend next to the plot.
const MAX_LEGEND_SHARE_BESIDE: f64 = 0.36;
/// The maximum number of lines with a legend; more lines are labelled at their ends.
const MAX_LINES_IN_LEGEND: usize = 4;
/// The distances between axis labels, horizontally and vertically.
const LABEL_SPACING: (f64, f64) = (66.0, 34.0);

/// Builds an axis for a given number of labels.
pub(crate) type AxisBuilder<'a> = &'a dyn Fn(usize) -> Axis;

/// The content of a chart frame.
pub(crate) struct ChartContent<'a> {
    /// The title.
    pub(crate) title: String,
    /// The caption.
    pub(crate) remark: String,
    /// The lower axis.
    pub(crate) x: AxisBuilder<'a>,
    /// The left axis.
    pub(crate) y: AxisBuilder<'a>,
    /// The legend entries.
    pub(crate) entries: Vec<LegendEntry>,
    /// Whether the entries are lines that end at different heights.
    pub(crate) are_lines: bool,
    /// Whether both axes have the same length and the same number of labels.
    pub(crate) is_square: bool,
    /// The number of rows of labels that the chart adds below the lower axis.
    pub(crate) rows_below: usize,
}

impl Default for ChartContent<'_> {
    /// Empty axes and no legend.
    fn default() -> Self {
        let empty = &|_| Axis::with_labels_at("", &[0.0, 1.0], false, 1.0, |_| String::new());
        Self {
            title: String::new(),
            remark: String::new(),
            x: empty,
            y: empty,
            entries: Vec::new(),
            are_lines: false,
            is_square: false,
            rows_below: 0,
        }
    }
}

/// A drawing with an empty plot.
#[derive(Debug)]
pub(crate) struct ChartFrame {
    /// The drawing.
    pub(crate) drawing: Drawing,
    /// The plot.
    pub(crate) plot: Plot,
    /// The top of the rows below the lower axis.
    pub(crate) below: f64,
    entries: Vec<LegendEntry>,
    position: LegendPosition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LegendPosition {
    Beside,
    Below,
    AtEnds,
}

impl ChartFrame {
    /// Draws the heading and the axes of `content`.
    pub(crate) fn new(canvas: Canvas, content: ChartContent<'_>) -> Self {
        let ChartContent { title, remark, x, y, entries, are_lines, is_square, rows_below } = content;
        let margin = canvas.margin();
        let names = if entries.is_empty() { margin } else { legend::width(canvas, &entries) };
        let beside = match canvas.wide {
            None => names <= MAX_LEGEND_WIDTH_BESIDE,
            Some(wide) => names <= MAX_LEGEND_SHARE_BESIDE * wide && !is_square,
        };
        let position = match () {
            () if !beside => LegendPosition::Below,
            () if are_lines && entries.len() > MAX_LINES_IN_LEGEND => LegendPosition::AtEnds,
            () => LegendPosition::Beside,
        };
        let entries = if position == LegendPosition::Below { legend::wrapped(canvas, entries) } else { entries };
        let lines = legend::height(canvas, &entries);
        // The width of the labels of the left axis depends on their number, and so on the height.
        // With a given width, only this margin separates the legend from the edge.
        let edge = if canvas.wide.is_some() { margin } else { 0.0 };
        let right_of = if beside { names + edge } else { margin };
        let guess = canvas.wide.map_or(WIDTH, |wide| wide - margin - canvas.size(60.0) - right_of);
        let mut tall = canvas.wide.map_or(HEIGHT, |_| (guess * 0.63).clamp(90.0, HEIGHT));
        if is_square {
            tall = canvas.wide.map_or(SQUARE_SIDE, |_| guess.min(SQUARE_SIDE));
        }
        // Axes with the same number of labels have the same range, so that the diagonal of a square is where x = y.
        let y_spacing = if is_square { LABEL_SPACING.0 } else { LABEL_SPACING.1 };
        let y_labels = canvas.labels(tall, y_spacing);
        let y = y(y_labels);
        let left = margin + plot_area::label_width(canvas, &y);
        let first = canvas.wide.map_or(if is_square { SQUARE_SIDE } else { WIDTH }, |wide| wide - left - right_of);
        let x_axis = x(if is_square { y_labels } else { canvas.labels(first, LABEL_SPACING.0) });
        // The last label may extend to the right of the axis.
        let last = x_axis.ticks.last().map_or("", |(_, label)| label.as_str());
        let out = (canvas.widest([last].into_iter()) / 2.0 + 2.0 - right_of).max(0.0);
        let across = if canvas.wide.is_some() { first - out } else { first };
        if is_square {
            tall = across;
        }
        let right = left + across;
        let width = canvas.wide.unwrap_or_else(|| {
            let titles = canvas.widest([x_axis.title.as_str(), y.title.as_str()].into_iter()) + 2.0 * margin;
            (margin + if beside { right + names } else { right.max(left + names) }).max(titles)
        });
        let heading = Heading::new(canvas, &title, &remark, width);
        let top = heading.height() + canvas.size(plot_area::ABOVE) + plot_area::extra_title_height(canvas, &y, width);
        let bottom = top + if beside { tall.max(lines) } else { tall };
        let below = bottom + canvas.size(plot_area::BELOW) + plot_area::extra_title_height(canvas, &x_axis, width);
        let under = below + rows_below as f64 * legend::row(canvas);
        let height = under + if beside { 0.0 } else { lines } + margin / 2.0;
        let mut drawing = Drawing::new(canvas, width, height);
        let plot = Plot { left, top, right, bottom, x: x_axis, y };
        heading.draw(&mut drawing);
        plot.draw(&mut drawing);
        match position {
            LegendPosition::Beside => legend::draw(&mut drawing, &entries, right, top),
            LegendPosition::Below => legend::draw(&mut drawing, &entries, margin - canvas.size(legend::INDENT), under),
            LegendPosition::AtEnds => {}
        }
        Self { drawing, plot, below, entries, position }
    }

    /// The finished drawing. If lines are labelled at their ends, `ends` are these ends, in the order of the entries.
    pub(crate) fn finish(mut self, ends: &[Point]) -> Drawing {
        if self.position == LegendPosition::AtEnds {
            line_labels::draw(&mut self.drawing, &self.plot, &self.entries, ends);
        }
        self.drawing
    }
}
