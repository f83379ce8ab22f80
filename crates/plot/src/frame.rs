//! Paper with a heading, a plot, and the names of its lines and points.
//!
//! Up to four lines have a legend. If there are more, each has its name at its end, and a thin leader if the two do not
//! touch. On narrow paper names are below the plot, in the order in which they were given.

use crate::axis::Axis;
use crate::drawing::{Drawing, Point};
use crate::ends;
use crate::heading::Heading;
use crate::legend::{self, Entry};
use crate::paper::Paper;
use crate::plot::{self, Plot};

const WIDTH: f64 = 540.0;
const HEIGHT: f64 = 340.0;
const SIDE: f64 = 430.0;
/// A wider legend than this is put below the plot.
const WIDEST_BESIDE: f64 = 420.0;
/// The maximum share of the paper's width that a legend next to the plot may take.
const BESIDE: f64 = 0.36;
/// More lines than this are named at their ends.
const MOST_IN_LEGEND: usize = 4;
/// How far apart labels are across, and up.
const APART: (f64, f64) = (66.0, 34.0);

/// Makes an axis for a given number of labels.
pub(crate) type MakeAxis<'a> = &'a dyn Fn(usize) -> Axis;

/// The content of a frame.
pub(crate) struct Content<'a> {
    /// The title.
    pub(crate) title: String,
    /// Notes for the reader.
    pub(crate) remark: String,
    /// The lower axis.
    pub(crate) x: MakeAxis<'a>,
    /// The left axis.
    pub(crate) y: MakeAxis<'a>,
    /// The entries drawn.
    pub(crate) entries: Vec<Entry>,
    /// Whether these are lines that end at different heights.
    pub(crate) are_lines: bool,
    /// Whether both axes are to be equally long.
    pub(crate) is_square: bool,
    /// How many rows of labels the chart adds below the lower axis.
    pub(crate) rows_below: usize,
}

impl Default for Content<'_> {
    /// Empty axes and no legend.
    fn default() -> Self {
        let empty = &|_| Axis::at("", &[0.0, 1.0], false, 1.0, |_| String::new());
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
pub(crate) struct Frame {
    /// The drawing.
    pub(crate) drawing: Drawing,
    /// The plot.
    pub(crate) plot: Plot,
    /// The top of the rows below the lower axis.
    pub(crate) below: f64,
    entries: Vec<Entry>,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Beside,
    Below,
    AtEnds,
}

impl Frame {
    /// Draws the heading and the axes of `content` on `paper`.
    pub(crate) fn new(paper: Paper, content: Content<'_>) -> Self {
        let Content { title, remark, x, y, entries, are_lines, is_square, rows_below } = content;
        let margin = paper.margin();
        let names = if entries.is_empty() { margin } else { legend::width(paper, &entries) };
        let beside = match paper.wide {
            None => names <= WIDEST_BESIDE,
            Some(wide) => names <= BESIDE * wide && !is_square,
        };
        let place = match () {
            () if !beside => Place::Below,
            () if are_lines && entries.len() > MOST_IN_LEGEND => Place::AtEnds,
            () => Place::Beside,
        };
        let entries = if place == Place::Below { legend::broken(paper, entries) } else { entries };
        let lines = legend::height(paper, &entries);
        // How wide the labels of the left axis are depends on how many there are, and so on the height.
        // On paper of a given width nothing else keeps a name from the edge.
        let edge = if paper.wide.is_some() { margin } else { 0.0 };
        let right_of = if beside { names + edge } else { margin };
        let guess = paper.wide.map_or(WIDTH, |wide| wide - margin - paper.size(60.0) - right_of);
        let mut tall = paper.wide.map_or(HEIGHT, |_| (guess * 0.63).clamp(90.0, HEIGHT));
        if is_square {
            tall = paper.wide.map_or(SIDE, |_| guess.min(SIDE));
        }
        let y = y(paper.labels(tall, APART.1));
        let left = margin + plot::label_width(paper, &y);
        let first = paper.wide.map_or(if is_square { SIDE } else { WIDTH }, |wide| wide - left - right_of);
        let x_axis = x(paper.labels(first, APART.0));
        // The last label may stand out to the right.
        let last = x_axis.ticks.last().map_or("", |(_, label)| label.as_str());
        let out = (paper.widest([last].into_iter()) / 2.0 + 2.0 - right_of).max(0.0);
        let across = if paper.wide.is_some() { first - out } else { first };
        if is_square {
            tall = across;
        }
        let right = left + across;
        let width = paper.wide.unwrap_or_else(|| {
            let titles = paper.widest([x_axis.title.as_str(), y.title.as_str()].into_iter()) + 2.0 * margin;
            (margin + if beside { right + names } else { right.max(left + names) }).max(titles)
        });
        let heading = Heading::on(paper, &title, &remark, width);
        let top = heading.height() + paper.size(plot::ABOVE) + plot::more_height(paper, &y, width);
        let bottom = top + if beside { tall.max(lines) } else { tall };
        let below = bottom + paper.size(plot::BELOW) + plot::more_height(paper, &x_axis, width);
        let under = below + rows_below as f64 * legend::row(paper);
        let height = under + if beside { 0.0 } else { lines } + margin / 2.0;
        let mut drawing = Drawing::on(paper, width, height);
        let plot = Plot { left, top, right, bottom, x: x_axis, y };
        heading.draw(&mut drawing);
        plot.draw(&mut drawing);
        match place {
            Place::Beside => legend::draw(&mut drawing, &entries, right, top),
            Place::Below => legend::draw(&mut drawing, &entries, margin - paper.size(legend::INDENT), under),
            Place::AtEnds => {}
        }
        Self { drawing, plot, below, entries, place }
    }

    /// The drawing. If lines are named at their ends, their names are at `ends`, in the order of the entries.
    pub(crate) fn finish(mut self, ends: &[Point]) -> Drawing {
        if self.place == Place::AtEnds {
            ends::draw(&mut self.drawing, &self.plot, &self.entries, ends);
        }
        self.drawing
    }
}
