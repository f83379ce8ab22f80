//! A list of lines and their meanings, next to a plot.

use crate::drawing::{Anchor, Drawing};
use crate::heading;
use crate::paper::Paper;
use crate::theme::{self, Color, Dash, Look, Marker, Stroke};

const ROW: f64 = 22.0;
const SAMPLE: f64 = 46.0;
/// The room to the left of the samples.
pub(crate) const INDENT: f64 = 18.0;

/// The height of an entry on `paper`.
pub(crate) fn row(paper: Paper) -> f64 {
    paper.size(ROW)
}

/// The width that `entries` need on `paper`, with room to their left.
pub(crate) fn width(paper: Paper, entries: &[Entry]) -> f64 {
    paper.size(SAMPLE + INDENT + 8.0) + paper.widest(entries.iter().map(|entry| entry.text.as_str()))
}

/// An entry: the styles of its line and its points, and their meaning.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The colour of both.
    pub(crate) color: Color,
    /// The dashes of the line, if there is one.
    pub(crate) dash: Option<Dash>,
    /// The form of the points, if there are any.
    pub(crate) marker: Option<Marker>,
    /// The meaning.
    pub(crate) text: String,
}

impl Entry {
    /// An entry with a line and points.
    pub(crate) fn new(look: Look, text: impl Into<String>) -> Self {
        Self { color: look.color, dash: Some(look.dash), marker: Some(look.marker), text: text.into() }
    }

    /// An entry with a line only.
    pub(crate) fn line(look: Look, text: impl Into<String>) -> Self {
        Self { marker: None, ..Self::new(look, text) }
    }

    /// An entry with points only.
    pub(crate) fn points(look: Look, text: impl Into<String>) -> Self {
        Self { dash: None, ..Self::new(look, text) }
    }
}

/// The height that `entries` need on `paper`.
pub(crate) fn height(paper: Paper, entries: &[Entry]) -> f64 {
    entries.len() as f64 * row(paper)
}

/// `entries` below a plot on `paper`: a text that is too long for its width continues in entries of text alone.
pub(crate) fn broken(paper: Paper, entries: Vec<Entry>) -> Vec<Entry> {
    let Some(wide) = paper.wide else { return entries };
    let room = wide - 2.0 * paper.margin() - paper.size(SAMPLE + 8.0);
    let lines = |entry: Entry| {
        let lines = heading::broken(&entry.text, paper.label(), room);
        lines.into_iter().enumerate().map(move |(place, text)| match place {
            0 => Entry { text, ..entry },
            _ => Entry { color: entry.color, dash: None, marker: None, text },
        })
    };
    entries.into_iter().flat_map(lines).collect()
}

/// Draws `entries` with their upper left at (`left`, `top`).
pub(crate) fn draw(drawing: &mut Drawing, entries: &[Entry], left: f64, top: f64) {
    let paper = drawing.paper;
    for (place, entry) in entries.iter().enumerate() {
        draw_one(drawing, entry, left + paper.size(INDENT), top + (place as f64 + 0.5) * row(paper));
    }
}

/// Draws `entry` with its left end at (`left`, `y`).
pub(crate) fn draw_one(drawing: &mut Drawing, entry: &Entry, left: f64, y: f64) {
    let paper = drawing.paper;
    let sample = paper.size(SAMPLE);
    if let Some(dash) = entry.dash {
        let stroke = Stroke { color: entry.color, width: paper.size(2.0), dash: paper.dash(dash) };
        drawing.line(vec![(left, y), (left + sample, y)], stroke);
    }
    if let Some(marker) = entry.marker {
        drawing.mark((left + sample / 2.0, y), marker, paper.size(4.0), entry.color);
    }
    let at = (left + sample + paper.size(8.0), y);
    drawing.text(at, Anchor::Start, paper.label(), theme::INK, entry.text.as_str());
}
