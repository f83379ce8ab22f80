//! Legends: the lines and markers of a chart with their meanings.

use crate::canvas::Canvas;
use crate::drawing::{Anchor, Drawing};
use crate::heading;
use crate::theme::{self, Color, Dash, Marker, Stroke, Style};

/// The height of an entry at the text size of a report.
pub(crate) const ROW_HEIGHT: f64 = 22.0;
const SAMPLE_WIDTH: f64 = 46.0;
/// The space to the left of the samples.
pub(crate) const INDENT: f64 = 18.0;

/// The height of an entry.
pub(crate) fn row(canvas: Canvas) -> f64 {
    canvas.size(ROW_HEIGHT)
}

/// The width of `entries`, with the indent.
pub(crate) fn width(canvas: Canvas, entries: &[LegendEntry]) -> f64 {
    canvas.size(SAMPLE_WIDTH + INDENT + 8.0) + canvas.widest(entries.iter().map(|entry| entry.text.as_str()))
}

/// A legend entry: the style of its line and its points, and their meaning.
#[derive(Clone, Debug)]
pub(crate) struct LegendEntry {
    /// The colour of both.
    pub(crate) color: Color,
    /// The dashes of the line, if there is one.
    pub(crate) dash: Option<Dash>,
    /// The marker of the points, if there are any.
    pub(crate) marker: Option<Marker>,
    /// The text.
    pub(crate) text: String,
}

impl LegendEntry {
    /// An entry with a line and points.
    pub(crate) fn new(style: Style, text: impl Into<String>) -> Self {
        Self { color: style.color, dash: Some(style.dash), marker: Some(style.marker), text: text.into() }
    }

    /// An entry with a line only.
    pub(crate) fn line(style: Style, text: impl Into<String>) -> Self {
        Self { marker: None, ..Self::new(style, text) }
    }

    /// An entry with points only.
    pub(crate) fn points(style: Style, text: impl Into<String>) -> Self {
        Self { dash: None, ..Self::new(style, text) }
    }
}

/// The height of `entries`.
pub(crate) fn height(canvas: Canvas, entries: &[LegendEntry]) -> f64 {
    entries.len() as f64 * row(canvas)
}

/// `entries` wrapped to the width of `canvas`: a text that is too long continues in entries of text alone.
pub(crate) fn wrapped(canvas: Canvas, entries: Vec<LegendEntry>) -> Vec<LegendEntry> {
    let Some(wide) = canvas.wide else { return entries };
    wrapped_to(canvas, entries, wide - 2.0 * canvas.margin())
}

/// `entries` wrapped to `width`, samples included.
pub(crate) fn wrapped_to(canvas: Canvas, entries: Vec<LegendEntry>, width: f64) -> Vec<LegendEntry> {
    let room = width - canvas.size(SAMPLE_WIDTH + 8.0);
    let lines = |entry: LegendEntry| {
        let lines = heading::wrapped(&entry.text, canvas.label(), room);
        lines.into_iter().enumerate().map(move |(place, text)| match place {
            0 => LegendEntry { text, ..entry },
            _ => LegendEntry { color: entry.color, dash: None, marker: None, text },
        })
    };
    entries.into_iter().flat_map(lines).collect()
}

/// Draws `entries` with their upper left at (`left`, `top`).
pub(crate) fn draw(drawing: &mut Drawing, entries: &[LegendEntry], left: f64, top: f64) {
    let canvas = drawing.canvas;
    for (place, entry) in entries.iter().enumerate() {
        draw_entry(drawing, entry, left + canvas.size(INDENT), top + (place as f64 + 0.5) * row(canvas));
    }
}

/// Draws `entry` with its left end at (`left`, `y`).
pub(crate) fn draw_entry(drawing: &mut Drawing, entry: &LegendEntry, left: f64, y: f64) {
    let canvas = drawing.canvas;
    let sample = canvas.size(SAMPLE_WIDTH);
    if let Some(dash) = entry.dash {
        let stroke = Stroke { color: entry.color, width: canvas.size(2.0), dash: canvas.dash(dash) };
        drawing.line(vec![(left, y), (left + sample, y)], stroke);
    }
    if let Some(marker) = entry.marker {
        drawing.mark((left + sample / 2.0, y), marker, canvas.size(4.0), entry.color);
    }
    let at = (left + sample + canvas.size(8.0), y);
    drawing.text(at, Anchor::Start, canvas.label(), theme::INK, entry.text.as_str());
}
