//! The paper that a chart is laid out for: a report's page, or a column of a given width in points.
//!
//! A narrow chart is not a wide one scaled down: its texts stay readable, and the plot and the number of labels shrink
//! instead.

use crate::theme::{self, Color, Dash, Stroke, Style};

/// How wide a chart is to be, and how large its texts and marks are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// The whole width, if it was asked for; else a chart is as wide as it needs.
    pub(crate) wide: Option<f64>,
    scale: f64,
}

/// The size of labels at the minimum width and below, as papers print them.
const MIN_LABEL_SIZE: f64 = 8.0;
/// The width of a column of two-column papers.
const COLUMN_WIDTH: f64 = 250.0;
/// The width from which on texts are as large as in a report.
const FULL_SIZE_WIDTH: f64 = 900.0;

impl Canvas {
    /// That of a report.
    pub const REPORT: Self = Self { wide: None, scale: 1.0 };

    /// Canvas `points` wide.
    #[must_use]
    pub fn with_width(points: f64) -> Self {
        let share = ((points - COLUMN_WIDTH) / (FULL_SIZE_WIDTH - COLUMN_WIDTH)).clamp(0.0, 1.0);
        let label = MIN_LABEL_SIZE + share * (theme::LABEL - MIN_LABEL_SIZE);
        Self { wide: Some(points), scale: label / theme::LABEL }
    }

    /// The size on this paper of a text or line that is `points` large on the paper of a report.
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

    /// The line of `look`, `points` wide on the paper of a report.
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

    /// How many labels there is room for along an axis so long.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 2 and 10")]
    pub(crate) fn labels(self, length: f64, apart: f64) -> usize {
        (length / self.size(apart)).round().clamp(2.0, 10.0) as usize
    }
}
