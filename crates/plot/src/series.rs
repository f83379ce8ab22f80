//! The values that a chart shows, in the units of its axes, so that another program can draw it again.

use crate::drawing::{Drawing, Point};
use crate::plot_area::Plot;

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
    pub(crate) fn at((x, y): Point) -> Self {
        Self { x, y: Some(y), ..Self::default() }
    }

    /// A value of a row.
    pub(crate) fn across(x: f64) -> Self {
        Self { x, ..Self::default() }
    }
}

impl Drawing {
    /// Keeps `values` of `plot` in addition to their shapes.
    pub(crate) fn record(
        &mut self,
        plot: &Plot,
        name: &str,
        part: &'static str,
        values: impl IntoIterator<Item = SeriesValue>,
    ) {
        let axes = [&plot.x, &plot.y].map(|axis| axis.title.clone());
        self.series.push(ChartSeries { name: name.to_owned(), part, axes, values: values.into_iter().collect() });
    }

    /// Keeps points of `plot` without intervals.
    pub(crate) fn record_points(
        &mut self,
        plot: &Plot,
        name: &str,
        part: &'static str,
        points: impl IntoIterator<Item = Point>,
    ) {
        self.record(plot, name, part, points.into_iter().map(SeriesValue::at));
    }

    /// The values that the chart shows, in the units of its axes.
    #[must_use]
    pub fn series(&self) -> &[ChartSeries] {
        &self.series
    }
}
