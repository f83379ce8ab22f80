//! The values behind a chart as CSV, one row per value, in the units of the axes: for pgfplots, spreadsheets and data frames.

use csv::Writer;
use tilebench_plot::{Drawing, SeriesValue};
use tilebench_sanitize::csv_cell::escape_cell;

use crate::number;

/// The columns; they are the same for every kind of chart.
const COLUMNS: [&str; 10] = ["series", "part", "x", "y", "x_low", "x_high", "y_low", "y_high", "x_axis", "y_axis"];

/// The values that `drawing` shows; missing ones are empty.
pub(crate) fn write(drawing: &Drawing) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let real = |value: Option<f64>| value.map(number::plain).unwrap_or_default();
    for series in drawing.series() {
        let [name, x_axis, y_axis] =
            [&series.name, &series.axes[0], &series.axes[1]].map(|text| escape_cell(text).into_owned());
        for &SeriesValue { x, y, x_interval, y_interval } in &series.values {
            let [x_ends, y_ends] = [x_interval, y_interval].map(Option::unzip);
            let numbers = [Some(x), y, x_ends.0, x_ends.1, y_ends.0, y_ends.1].map(real);
            let texts = [name.clone(), series.part.to_owned()].into_iter();
            writer.write_record(texts.chain(numbers).chain([x_axis.clone(), y_axis.clone()]))?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
