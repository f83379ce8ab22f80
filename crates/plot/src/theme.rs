//! How every chart looks.

use std::sync::OnceLock;

use anyhow::anyhow;
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// Red, green and blue, and the opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(pub u8, pub u8, pub u8, pub f64);

impl Color {
    /// The same colour with an opacity of `share`.
    #[must_use]
    pub fn faded(self, share: f64) -> Self {
        Self(self.0, self.1, self.2, share)
    }
}

/// The dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// None.
    Solid,
    /// Dashes of the first length, gaps of the second.
    Dashed(u8, u8),
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width.
    pub width: f64,
    /// Its dashes.
    pub dash: Dash,
}

/// The form of a data point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A filled circle.
    Disc,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// A filled square on its corner.
    Diamond,
    /// Two crossing lines: a run that was stopped.
    Cross,
}

/// The look that distinguishes a configuration from the others, in colour and in black and white.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Its colour.
    pub color: Color,
    /// The dashes of its lines.
    pub dash: Dash,
    /// The form of its points.
    pub marker: Marker,
}

/// The paper.
pub const PAPER: Color = Color(255, 255, 255, 1.0);
/// Titles and labels.
pub const INK: Color = Color(34, 34, 34, 1.0);
/// The colour of less important elements: subtitles, limits.
pub const PALE_INK: Color = Color(95, 95, 95, 1.0);
/// The lines of the grid.
pub const GRID: Color = Color(226, 226, 226, 1.0);
/// The lines between those.
pub const FINE_GRID: Color = Color(243, 243, 243, 1.0);

/// The look of the virtual best, which is not a configuration.
pub const VIRTUAL: Look = Look { color: PALE_INK, dash: Dash::Dashed(2, 3), marker: Marker::Diamond };

/// The size of titles.
pub const TITLE: f64 = 20.0;
/// The size of everything else.
pub const LABEL: f64 = 14.5;
/// The paper's margin.
pub const MARGIN: f64 = 18.0;

/// The palette of Okabe and Ito 2008, which colour-blind readers can distinguish; its yellow is too pale for lines.
const PALETTE: [Color; 7] = [
    Color(0, 114, 178, 1.0),
    Color(213, 94, 0, 1.0),
    Color(0, 158, 115, 1.0),
    Color(204, 121, 167, 1.0),
    Color(34, 34, 34, 1.0),
    Color(86, 180, 233, 1.0),
    Color(230, 159, 0, 1.0),
];
const DASHES: [Dash; 4] = [Dash::Solid, Dash::Dashed(9, 4), Dash::Dashed(3, 3), Dash::Dashed(14, 8)];
const MARKERS: [Marker; 4] = [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond];

/// The look of the configuration at place `index`; the first 28 all differ.
#[must_use]
pub fn look(index: usize) -> Look {
    Look {
        color: PALETTE[index % PALETTE.len()],
        // Shifted each time round, so that the first 16 differ without colour too.
        dash: DASHES[(index + index / DASHES.len()) % DASHES.len()],
        marker: MARKERS[index % MARKERS.len()],
    }
}

/// The font of every text, at `size`.
pub(crate) fn font(size: f64) -> FontDesc<'static> {
    // Without the font a text is as wide as its letters at most, and nothing is rendered.
    let _ = prepare();
    FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal)
}

/// Makes the font known to plotters, which has none of its own.
pub(crate) fn prepare() -> anyhow::Result<()> {
    static PREPARED: OnceLock<bool> = OnceLock::new();
    let register = || register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular()).is_ok();
    if *PREPARED.get_or_init(register) { Ok(()) } else { Err(anyhow!("the font DejaVu Sans cannot be read")) }
}

/// How wide `text` is at most, at `size`; the reader's own font is seldom wider than this one.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let wide = text.chars().count() as f64 * size * 0.6;
    font(size).box_size(text).map_or(wide, |(width, _)| f64::from(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_eight_looks_differ_without_lines_and_the_first_sixteen_without_colour() {
        let looks: Vec<Look> = (0..28).map(look).collect();
        for (place, one) in looks.iter().enumerate() {
            for (other_place, other) in looks.iter().enumerate().skip(place + 1) {
                assert!(one.color != other.color || one.marker != other.marker, "{one:?} and {other:?}");
                let is_alike = one.dash == other.dash && one.marker == other.marker;
                assert!(!is_alike || other_place >= 16, "{one:?} and {other:?}");
            }
        }
    }
}
