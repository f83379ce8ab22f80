//! A list of lines and what they stand for, beside a plot.

use crate::chart::drawing::{Anchor, Drawing, Stroke};
use crate::chart::theme::{self, Color, Dash, Marker};

const ROW: f64 = 22.0;
const SAMPLE: f64 = 46.0;
/// The room to the left of the samples.
pub(crate) const INDENT: f64 = 18.0;

/// An entry: how its line and its points are drawn, and what they stand for.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The colour of both.
    pub(crate) color: Color,
    /// The dashes of the line, if there is one.
    pub(crate) dash: Option<Dash>,
    /// The form of the points, if there are any.
    pub(crate) marker: Option<Marker>,
    /// What they stand for.
    pub(crate) text: String,
}

/// The width that `entries` need, with room to their left.
pub(crate) fn width(entries: &[Entry]) -> f64 {
    theme::widest(entries.iter().map(|entry| entry.text.as_str())) + SAMPLE + INDENT + 8.0
}

/// The height that `entries` need.
pub(crate) fn height(entries: &[Entry]) -> f64 {
    entries.len() as f64 * ROW
}

/// Draws `entries` with their upper left at (`left`, `top`).
pub(crate) fn draw(drawing: &mut Drawing, entries: &[Entry], left: f64, top: f64) {
    let left = left + INDENT;
    for (place, entry) in entries.iter().enumerate() {
        let y = top + (place as f64 + 0.5) * ROW;
        if let Some(dash) = entry.dash {
            drawing.line(vec![(left, y), (left + SAMPLE, y)], Stroke { color: entry.color, width: 2.0, dash });
        }
        if let Some(marker) = entry.marker {
            drawing.mark((left + SAMPLE / 2.0, y), marker, 4.0, entry.color);
        }
        drawing.text((left + SAMPLE + 8.0, y), Anchor::Start, theme::LABEL, theme::INK, entry.text.as_str());
    }
}
