//! The values of a printed chart as a folded table, for readers who cannot see the chart or want its numbers.

use std::fmt::{Result, Write as _};

use tilebench_plot::{ChartSeries, SeriesValue};

use crate::chart::Chart;
use crate::export::html;
use crate::number;
use crate::table::{ReportTable, TableCell, TableColumn};

/// The maximum number of values in the page; the CSV file of the chart has all.
const MAX_ROWS: usize = 100;

/// A value with its series.
type Row<'a> = (&'a ChartSeries, SeriesValue);

/// A column of the table: its title, whether it has numbers, and its cell for a value.
type Column<'a> = (&'a str, bool, fn(&Row<'_>) -> TableCell);

/// Writes the table; no text if the chart keeps no values.
pub(super) fn write(html: &mut String, Chart { title, drawing, .. }: &Chart) -> Result {
    let of_series = |series| move |&value| (series, value);
    let rows: Vec<Row<'_>> =
        drawing.series().iter().flat_map(|series| series.values.iter().map(of_series(series))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let count = number::counted(rows.len(), "value");
    let caption = if rows.len() > MAX_ROWS {
        format!("{title}: the first {MAX_ROWS} of {count}; the CSV file has all")
    } else {
        format!("{title}: {count}")
    };
    writeln!(html, "<details class=\"data\"><summary>Values as a table</summary>")?;
    html::write_captioned(html, &table(&rows), &caption)?;
    writeln!(html, "</details>")
}

fn table(rows: &[Row<'_>]) -> ReportTable {
    let has = |part: fn(&Row<'_>) -> bool| rows.iter().any(part);
    // The title of an axis if all values have the same.
    let axis = |place: usize, other: &'static str| {
        let title = &rows[0].0.axes[place];
        let is_same = rows.iter().all(|(series, _)| series.axes[place] == *title);
        if is_same && !title.is_empty() { title.as_str() } else { other }
    };
    let is_same_kind = rows.iter().all(|(series, _)| series.part == rows[0].0.part);
    let is_same_axis = |place: usize| rows.iter().all(|(series, _)| series.axes[place] == rows[0].0.axes[place]);
    let columns: [(bool, Column<'_>); 10] = [
        (true, ("series", false, |(series, _)| TableCell::text(&*series.name))),
        (!is_same_kind, ("part", false, |(series, _)| TableCell::text(series.part))),
        (!is_same_axis(0), ("x axis", false, |(series, _)| TableCell::text(&*series.axes[0]))),
        (!is_same_axis(1), ("y axis", false, |(series, _)| TableCell::text(&*series.axes[1]))),
        (true, (axis(0, "x"), true, |(_, value)| real(Some(value.x)))),
        (has(|(_, value)| value.y.is_some()), (axis(1, "y"), true, |(_, value)| real(value.y))),
        (has(|(_, value)| value.x_interval.is_some()), ("x low", true, |(_, value)| real(low(value.x_interval)))),
        (has(|(_, value)| value.x_interval.is_some()), ("x high", true, |(_, value)| real(high(value.x_interval)))),
        (has(|(_, value)| value.y_interval.is_some()), ("y low", true, |(_, value)| real(low(value.y_interval)))),
        (has(|(_, value)| value.y_interval.is_some()), ("y high", true, |(_, value)| real(high(value.y_interval)))),
    ];
    let shown: Vec<Column<'_>> =
        columns.into_iter().filter_map(|(is_shown, column)| is_shown.then_some(column)).collect();
    let heading = |(title, numbers, _): &Column<'_>| TableColumn {
        name: String::new(),
        title: (*title).to_owned(),
        numbers: *numbers,
    };
    ReportTable {
        name: "values",
        title: String::new(),
        columns: shown.iter().map(heading).collect(),
        rows: rows.iter().take(MAX_ROWS).map(|row| shown.iter().map(|(.., cell)| cell(row)).collect()).collect(),
        notes: Vec::new(),
        data: Vec::new(),
    }
}

fn low(interval: Option<(f64, f64)>) -> Option<f64> {
    interval.map(|(low, _)| low)
}

fn high(interval: Option<(f64, f64)>) -> Option<f64> {
    interval.map(|(_, high)| high)
}

/// A number to five significant digits.
fn real(value: Option<f64>) -> TableCell {
    TableCell::number(value, |value| {
        format!("{value:.4e}").parse().map_or_else(|_| number::plain(value), number::plain)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(part: &'static str, axis: &str, values: &[SeriesValue]) -> ChartSeries {
        ChartSeries { name: "A*".into(), part, axes: [axis.into(), String::new()], values: values.to_vec() }
    }

    #[test]
    fn columns_without_values_are_left_out_and_an_axis_that_all_share_is_a_heading() {
        let value = SeriesValue { x: 1234.5678, ..SeriesValue::default() };
        let one = series("mean", "nodes", &[value]);
        let shown = table(&[(&one, value)]);
        let titles: Vec<&str> = shown.columns.iter().map(|column| column.title.as_str()).collect();
        assert_eq!((titles, shown.rows[0][1].text.as_str()), (vec!["series", "nodes"], "1234.6"));
        let ends = SeriesValue { x: 2.0, y: Some(3.0), x_interval: Some((1.0, 4.0)), y_interval: None };
        let other = series("point", "time", &[ends]);
        let shown = table(&[(&one, value), (&other, ends)]);
        let titles: Vec<&str> = shown.columns.iter().map(|column| column.title.as_str()).collect();
        assert_eq!(titles, ["series", "part", "x axis", "x", "y", "x low", "x high"]);
        assert_eq!((shown.rows[0][4].text.as_str(), shown.rows[1][6].text.as_str()), ("–", "4"));
    }
}
