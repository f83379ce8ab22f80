//! Keeping the values of a chart in addition to their shapes.

use crate::drawing::{Drawing, Point};
use crate::plot_area::Plot;
use crate::series::{ChartSeries, SeriesValue};

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
}
