//! The colours, line styles, markers and fonts of all charts.

use std::sync::OnceLock;

use anyhow::anyhow;
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// A colour: red, green and blue, and the opacity from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(pub u8, pub u8, pub u8, pub f64);

impl Color {
    /// The same colour with an opacity of `share`.
    #[must_use]
    pub fn faded(self, share: f64) -> Self {
        Self(self.0, self.1, self.2, share)
    }

    /// The contrast with `other`, from 1 to 21, as WCAG 2 defines it; both are opaque.
    #[must_use]
    pub fn contrast(self, other: Self) -> f64 {
        let [one, two] = [self, other].map(Self::luminance);
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

/// The dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// No dashes.
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

/// The marker of a data point.
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

/// The style of a configuration, distinct in colour and in black and white.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Its colour.
    pub color: Color,
    /// The dashes of its lines.
    pub dash: Dash,
    /// The marker of its points.
    pub marker: Marker,
}

/// The background.
pub const BACKGROUND: Color = Color(255, 255, 255, 1.0);
/// Titles and labels.
pub const INK: Color = Color(34, 34, 34, 1.0);
/// The colour of less important elements: subtitles, limits.
pub const PALE_INK: Color = Color(95, 95, 95, 1.0);
/// The lines of the grid.
pub const GRID: Color = Color(226, 226, 226, 1.0);
/// The lines between those.
pub const MINOR_GRID: Color = Color(243, 243, 243, 1.0);

/// The curves of the configurations that a facet does not emphasise: deliberately paler than thin lines may be.
pub const BACKGROUND_CURVE: Color = Color(178, 178, 178, 1.0);

/// The style of the virtual best, which is not a configuration.
pub const VIRTUAL_BEST_STYLE: Style = Style { color: PALE_INK, dash: Dash::Dashed(2, 3), marker: Marker::Diamond };

/// The size of titles.
pub const TITLE: f64 = 20.0;
/// The size of everything else.
pub const LABEL: f64 = 14.5;
/// The margin.
pub const MARGIN: f64 = 18.0;

/// The palette of Okabe and Ito 2008, which colour-blind readers can distinguish. Its yellow is left out, and its sky blue and
/// orange are replaced by a violet and a darker orange: thin lines need a contrast of 3 with white and with dark paper.
const PALETTE: [Color; 7] = [
    Color(0, 114, 178, 1.0),
    Color(213, 94, 0, 1.0),
    Color(0, 158, 115, 1.0),
    Color(204, 121, 167, 1.0),
    Color(34, 34, 34, 1.0),
    Color(120, 94, 240, 1.0),
    Color(186, 137, 0, 1.0),
];
const DASHES: [Dash; 4] = [Dash::Solid, Dash::Dashed(9, 4), Dash::Dashed(3, 3), Dash::Dashed(14, 8)];
const MARKERS: [Marker; 4] = [Marker::Disc, Marker::Square, Marker::Triangle, Marker::Diamond];

/// The style of the configuration at `index`. The first 28 lines differ in charts without markers, the first 21 markers in
/// charts without lines, and the first 16 styles in black and white.
#[must_use]
pub fn style(index: usize) -> Style {
    Style {
        color: PALETTE[index % PALETTE.len()],
        dash: DASHES[index % DASHES.len()],
        // Shifted in each round of dashes.
        marker: MARKERS[(index + 3 * (index / DASHES.len())) % MARKERS.len()],
    }
}

/// The font of every text, at `size`.
pub(crate) fn font(size: f64) -> FontDesc<'static> {
    // If the font is missing, widths are estimated and nothing is rendered.
    let _ = prepare();
    FontDesc::new(FontFamily::SansSerif, size, FontStyle::Normal)
}

/// Registers the font with plotters, which contains none.
pub(crate) fn prepare() -> anyhow::Result<()> {
    static PREPARED: OnceLock<bool> = OnceLock::new();
    let register = || register_font("sans-serif", FontStyle::Normal, dejavu::sans::regular()).is_ok();
    if *PREPARED.get_or_init(register) { Ok(()) } else { Err(anyhow!("the font DejaVu Sans cannot be read")) }
}

/// The width of `text` at `size`. The font of an SVG viewer is seldom wider.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let wide = text.chars().count() as f64 * size * 0.6;
    font(size).box_size(text).map_or(wide, |(width, _)| f64::from(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrasts_are_those_of_wcag() {
        let grey = |part| Color(part, part, part, 1.0);
        assert!((BACKGROUND.contrast(Color(0, 0, 0, 1.0)) - 21.0).abs() < 1e-9);
        // #767676 is the palest grey with 4.5 on white.
        assert!(grey(0x76).contrast(BACKGROUND) >= 4.5 && grey(0x77).contrast(BACKGROUND) < 4.5);
    }

    #[test]
    fn thin_lines_have_a_contrast_of_3_with_white_and_texts_of_4_and_a_half() {
        for color in PALETTE.into_iter().chain([PALE_INK]) {
            assert!(color.contrast(BACKGROUND) >= 3.0, "{color:?}: {}", color.contrast(BACKGROUND));
        }
        assert!([INK, PALE_INK].iter().all(|ink| ink.contrast(BACKGROUND) >= 4.5));
    }

    #[test]
    fn styles_differ_without_markers_without_lines_and_without_colour() {
        let styles: Vec<Style> = (0..28).map(style).collect();
        for (place, one) in styles.iter().enumerate() {
            for (other_place, other) in styles.iter().enumerate().skip(place + 1) {
                let [color, dash, marker] =
                    [one.color == other.color, one.dash == other.dash, one.marker == other.marker];
                assert!(!(color && dash), "{one:?} and {other:?}");
                assert!(!(color && marker) || other_place >= 21, "{one:?} and {other:?}");
                assert!(!(dash && marker) || other_place >= 16, "{one:?} and {other:?}");
            }
        }
    }
}
