//! The values that a chart shows, in the units of its axes, so that another program can draw it again.

/// Values of a chart that belong together: a line, the points of a group, or a figure of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSeries {
    /// The configuration or other group.
    pub name: String,
    /// The kind of the values, such as `line`, `point` or `median`.
    pub part: &'static str,
    /// The titles of the horizontal and of the vertical axis.
    pub axes: [String; 2],
    /// The values.
    pub values: Vec<SeriesValue>,
}

/// A value of a series.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeriesValue {
    /// The horizontal coordinate.
    pub x: f64,
    /// The vertical coordinate; none in charts whose rows are groups.
    pub y: Option<f64>,
    /// The interval of the horizontal coordinate.
    pub x_interval: Option<(f64, f64)>,
    /// The interval of the vertical coordinate.
    pub y_interval: Option<(f64, f64)>,
}

impl SeriesValue {
    /// A point without intervals.
    pub(crate) fn at((x, y): (f64, f64)) -> Self {
        Self { x, y: Some(y), ..Self::default() }
    }

    /// A value of a row.
    pub(crate) fn across(x: f64) -> Self {
        Self { x, ..Self::default() }
    }
}
