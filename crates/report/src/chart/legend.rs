//! A list of lines and what they stand for, beside a plot.

use crate::chart::drawing::{Anchor, Drawing, Stroke};
use crate::chart::theme::{self, Color, Dash, Marker};

const ROW: f64 = 22.0;
const SAMPLE: f64 = 40.0;
/// The room to the left of the samples.
pub(crate) const INDENT: f64 = 18.0;

/// An entry: how its line is drawn, and what it stands for.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The colour of the line.
    pub(crate) color: Color,
    /// Its dashes.
    pub(crate) dash: Dash,
    /// The form of its points, if it has any.
    pub(crate) marker: Option<Marker>,
    /// What it stands for.
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
        let stroke = Stroke { color: entry.color, width: 2.0, dash: entry.dash };
        drawing.line(vec![(left, y), (left + SAMPLE, y)], stroke);
        if let Some(marker) = entry.marker {
            drawing.mark((left + SAMPLE / 2.0, y), marker, 4.0, entry.color);
        }
        drawing.text((left + SAMPLE + 8.0, y), Anchor::Start, theme::LABEL, theme::INK, entry.text.as_str());
    }
}
