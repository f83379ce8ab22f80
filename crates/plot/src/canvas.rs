//! The area that a chart is laid out for: a report's page, or a column of a given width in points.
//!
//! A narrow chart is not a wide one scaled down: its texts stay readable, and the plot and the number of labels shrink.

use crate::theme::{self, Color, Dash, Stroke, Style};

/// The width of a chart, and the scale of its texts and marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// The total width, if requested; otherwise a chart is as wide as its content requires.
    pub(crate) wide: Option<f64>,
    /// Whether the title and the caption are drawn.
    pub(crate) has_caption: bool,
    scale: f64,
}

/// The size of labels up to the width of a column, as in printed papers.
const MIN_LABEL_SIZE: f64 = 8.0;
/// The width of a column of a two-column paper.
const COLUMN_WIDTH: f64 = 250.0;
/// The width from which texts are as large as in a report.
const FULL_SIZE_WIDTH: f64 = 900.0;

impl Canvas {
    /// The canvas of a report.
    pub const REPORT: Self = Self { wide: None, has_caption: true, scale: 1.0 };

    /// A canvas `points` wide.
    #[must_use]
    pub fn with_width(points: f64) -> Self {
        let share = ((points - COLUMN_WIDTH) / (FULL_SIZE_WIDTH - COLUMN_WIDTH)).clamp(0.0, 1.0);
        let label = MIN_LABEL_SIZE + share * (theme::LABEL - MIN_LABEL_SIZE);
        Self { wide: Some(points), has_caption: true, scale: label / theme::LABEL }
    }

    /// The same canvas for a chart whose title and caption are written elsewhere, such as in a paper.
    #[must_use]
    pub const fn without_caption(self) -> Self {
        Self { has_caption: false, ..self }
    }

    /// The size of a text or line that is `points` large in a report.
    pub(crate) fn size(self, points: f64) -> f64 {
        points * self.scale
    }

    /// The size of labels.
    pub(crate) fn label(self) -> f64 {
        self.size(theme::LABEL)
    }

    /// The size of titles.
    pub(crate) fn title(self) -> f64 {
        self.size(theme::TITLE)
    }

    /// The margin.
    pub(crate) fn margin(self) -> f64 {
        self.size(theme::MARGIN)
    }

    /// A thin solid line.
    pub(crate) fn thin(self, color: Color) -> Stroke {
        Stroke { color, width: self.size(1.0), dash: Dash::Solid }
    }

    /// The stroke of `style`, `points` wide in a report.
    pub(crate) fn stroke(self, style: Style, points: f64) -> Stroke {
        Stroke { color: style.color, width: self.size(points), dash: self.dash(style.dash) }
    }

    /// The dashes of a line.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few points")]
    pub(crate) fn dash(self, dash: Dash) -> Dash {
        let short = |points: u8| self.size(f64::from(points)).round().max(1.0) as u8;
        match dash {
            Dash::Solid => Dash::Solid,
            Dash::Dashed(dash, gap) => Dash::Dashed(short(dash), short(gap)),
        }
    }

    /// The width of the widest of `texts` at the size of labels.
    pub(crate) fn widest<'a>(self, texts: impl Iterator<Item = &'a str>) -> f64 {
        texts.map(|text| theme::width(text, self.label())).fold(0.0, f64::max)
    }

    /// The number of labels that fit along an axis of this `length`.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2 and 10")]
    pub(crate) fn labels(self, length: f64, apart: f64) -> usize {
        (length / self.size(apart)).round().clamp(2.0, 10.0) as usize
    }
}
