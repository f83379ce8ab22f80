//! `figures.csv`: every measure with its interval, one row per set, configuration and measure, for other programs.

use csv::Writer;
use tilebench_record::Column;

use crate::estimates::{SEED, method_name};
use crate::export::value::ExportValue;
use crate::measure_table::{MeasureRow, MeasureTable};
use crate::stats::Interval;

/// The columns.
pub(crate) const COLUMNS: [Column; 20] = [
    Column::text("set", "Instance set."),
    Column::text("solver", "Configuration."),
    Column::text("measure", "Measure: length, suboptimality, nodes, time, PAR2, ..."),
    Column::text("unit", "Unit of the values in this row."),
    Column::integer("n", "instances", "Instances with a value, repeats folded."),
    Column::integer(
        "stopped",
        "instances",
        "Of these, instances whose value is a lower bound, since the search was stopped.",
    ),
    Column::integer("left_out", "instances", "Instances without a value."),
    Column::text("why", "Reasons for leaving them out, each with its number of instances.").empty("none is left out"),
    Column::real("mean", UNIT, "Arithmetic mean; a lower bound for nodes, time and memory if some runs were stopped.")
        .empty(NO_VALUE),
    Column::real("low", UNIT, "Lower end of the 95 % confidence interval of the mean.").empty(NO_INTERVAL),
    Column::real("high", UNIT, "Upper end of the 95 % confidence interval of the mean.").empty(NO_INTERVAL),
    Column::one_of("method", &["bca", "percentile"], "Bootstrap method of the interval.").empty(NO_INTERVAL),
    Column::real("median", UNIT, "Median; the value of a stopped run is that at its stop.").empty(NO_VALUE),
    Column::real("geometric_mean", UNIT, "Geometric mean; a lower bound if some runs were stopped.")
        .empty("n is 0, or a value is not above 0"),
    Column::integer("resamples", "", "Bootstrap resamples of the interval.").empty(NO_INTERVAL),
    Column::integer("seed", "", "Seed of the resampling.").empty(NO_INTERVAL),
    Column::real("geometric_low", UNIT, "Lower end of the 95 % confidence interval of the geometric mean.")
        .empty(NO_GEOMETRIC),
    Column::real("geometric_high", UNIT, "Upper end of the 95 % confidence interval of the geometric mean.")
        .empty(NO_GEOMETRIC),
    Column::one_of("geometric_method", &["log-t"], "Method of that interval.").empty(NO_GEOMETRIC),
    Column::real("five_hardest_share", "", "Share of the five largest values in the sum.")
        .empty("the measure is not one of nodes, time and memory, or n is at most 5"),
];

const UNIT: &str = "that of the row";
const NO_VALUE: &str = "n is 0";
const NO_GEOMETRIC: &str =
    "n is below 2, a value is not above 0, a run was stopped, or the measure has an interval of its arithmetic mean";
const NO_INTERVAL: &str = "no interval is computed";

/// The table as CSV; missing values are empty.
pub(crate) fn write(figures: &MeasureTable) -> anyhow::Result<String> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|column| column.name))?;
    for figure in &figures.rows {
        writer.write_record(row(figure, figures.resamples).map(|value| value.cell()))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// One value per column.
pub(crate) fn row(figure: &MeasureRow, resamples: usize) -> [ExportValue; COLUMNS.len()] {
    let text = |text: &str| ExportValue::Text(text.to_owned());
    let whole = |count: u64| ExportValue::Whole(Some(count));
    let [interval, geometric] = [figure.measured.mean.interval, figure.measured.geometric.interval];
    let drawn = |count: u64| ExportValue::Whole(interval.map(|_| count));
    let end = |interval: Option<Interval>, of: fn(Interval) -> f64| ExportValue::Real(interval.map(of));
    let method = |interval: Option<Interval>| text(interval.map_or("", |interval| method_name(interval.method)));
    [
        text(&figure.set),
        text(&figure.solver),
        text(figure.measure.name),
        text(figure.measure.unit),
        whole(figure.measured.n),
        whole(figure.measured.stopped),
        whole(figure.left_out),
        text(&figure.why),
        ExportValue::Real(figure.measured.mean.value),
        end(interval, |interval| interval.low),
        end(interval, |interval| interval.high),
        method(interval),
        ExportValue::Real(figure.measured.median.value),
        ExportValue::Real(figure.measured.geometric.value),
        drawn(resamples as u64),
        drawn(SEED),
        end(geometric, |interval| interval.low),
        end(geometric, |interval| interval.high),
        method(geometric),
        ExportValue::Real(figure.measured.hardest),
    ]
}
