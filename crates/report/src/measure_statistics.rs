//! The statistics of a measure over groups of runs.
//!
//! A stopped run needed more than it used. A figure of an effort that depends on such runs is therefore a lower bound, and
//! has no interval: a mean if any run was stopped, a median if a different effort of the stopped runs could change it.

use polars::prelude::*;

use crate::estimates::IntervalEstimate;
use crate::frame::ResultRow;
use crate::metric::{FigureScope, Metric};
use crate::stats::{self, Bootstrap};

/// How many instances are the hardest.
pub(crate) const HARDEST: usize = 5;

/// One measure over a group of runs.
#[derive(Debug, Default)]
pub(crate) struct MeasureStatistics {
    /// The runs that have a value.
    pub(crate) n: u64,
    /// The number of them that were stopped, which count with their value at that point.
    pub(crate) stopped: u64,
    /// The mean.
    pub(crate) mean: IntervalEstimate,
    /// The median.
    pub(crate) median: IntervalEstimate,
    /// The geometric mean, if all values are above 0; with an interval if the measure is skewed.
    pub(crate) geometric: IntervalEstimate,
    /// Of an effort, the share of the largest values in the sum, unless there are no more or no sum.
    pub(crate) hardest: Option<f64>,
}

/// The columns that [`MeasureStatistics::from_row`] reads, aggregated over a group of the rows of a report.
pub(crate) fn columns(measure: &Metric) -> [Expr; 8] {
    let value = || col(measure.name);
    let logarithm =
        || value().map(|values| Ok(values.f64()?.apply_values(f64::ln).into_column()), |_, of| Ok(of.clone()));
    let descending = SortOptions::default().with_order_descending(true).with_nulls_last(true);
    let columns = [
        ("n", value().count().cast(DataType::UInt64)),
        ("stopped", value().filter(col("is_cut")).count().cast(DataType::UInt64)),
        ("mean", value().mean()),
        ("median", value().median()),
        ("needed", needed(measure).median()),
        ("mean of ln", logarithm().mean()),
        ("deviation of ln", logarithm().std(1)),
        ("hardest", value().sort(descending).head(Some(HARDEST)).sum() / value().sum()),
    ];
    columns.map(|(what, column)| column.alias(name(measure, what)))
}

/// The effort that runs need: a stopped run needs more than it used.
pub(crate) fn needed(measure: &Metric) -> Expr {
    let is_stopped = col("is_cut").and(col(measure.name).is_not_null());
    when(is_stopped).then(lit(f64::INFINITY)).otherwise(col(measure.name))
}

fn name(measure: &Metric, what: &str) -> String {
    format!("{}: {what}", measure.name)
}

impl MeasureStatistics {
    /// The measurement of `measure` in `row`.
    pub(crate) fn from_row(row: ResultRow<'_>, measure: &Metric) -> PolarsResult<Self> {
        let real = |what: &str| row.real(&name(measure, what));
        let whole = |what: &str| row.whole(&name(measure, what)).map(Option::unwrap_or_default);
        let n = whole("n")?;
        let stopped = if measure.over == FigureScope::Effort { whole("stopped")? } else { 0 };
        let is_lower_bound = measure.is_bounded() && stopped > 0;
        let least = |value: Option<f64>| IntervalEstimate {
            value,
            interval: None,
            is_lower_bound: is_lower_bound && value.is_some(),
        };
        // The logarithm of 0 is infinite, that of less is none.
        let mean_of_ln = real("mean of ln")?.filter(|mean| mean.is_finite());
        let deviation = real("deviation of ln")?.filter(|_| measure.is_skewed && !is_lower_bound);
        let level = Bootstrap::default().level;
        let interval = mean_of_ln.zip(deviation).and_then(|(mean, far)| stats::log_t_interval(n, mean, far, level));
        let median = real("median")?;
        Ok(Self {
            n,
            stopped,
            mean: least(real("mean")?),
            median: IntervalEstimate {
                value: median,
                interval: None,
                is_lower_bound: measure.is_bounded() && real("needed")? != median,
            },
            geometric: IntervalEstimate { interval, ..least(mean_of_ln.map(f64::exp)) },
            hardest: real("hardest")?.filter(|share| measure.is_bounded() && n > HARDEST as u64 && share.is_finite()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::TIME;

    /// The times of one group, each with whether its run was stopped.
    fn times<const N: usize>(times: [(f64, bool); N]) -> MeasureStatistics {
        let frame = df!("time" => times.map(|(time, _)| time), "is_cut" => times.map(|(_, is_cut)| is_cut)).unwrap();
        let frame = frame.lazy().group_by([lit(0).alias("all")]).agg(columns(&TIME)).collect().unwrap();
        let row = ResultRow::all(&frame).next().unwrap();
        MeasureStatistics::from_row(row, &TIME).unwrap()
    }

    #[test]
    fn a_figure_that_stopped_runs_decide_is_a_lower_bound_without_an_interval() {
        let none = times([(1.0, false), (10.0, false), (100.0, false)]).geometric;
        assert!(!none.is_lower_bound && none.interval.is_some());
        let some = times([(1.0, false), (10.0, false), (100.0, true)]);
        assert!(some.geometric.is_lower_bound && some.geometric.interval.is_none() && some.mean.is_lower_bound);
        let median = some.median;
        assert_eq!(
            (median.value, median.is_lower_bound),
            (Some(10.0), false),
            "the stopped one needed more than the median"
        );
        let early = times([(1.0, true), (10.0, false), (100.0, false)]).median;
        assert_eq!((early.value, early.is_lower_bound), (Some(10.0), true), "it may have needed more than 10");
        let most = times([(1.0, false), (60.0, true), (60.0, true)]).median;
        assert_eq!((most.value, most.is_lower_bound), (Some(60.0), true));
    }

    #[test]
    fn the_five_largest_are_held_against_all() {
        let share = times([1.0, 10.0, 10.0, 1.0, 10.0, 50.0, 10.0, 8.0].map(|time| (time, false))).hardest;
        assert!(share.is_some_and(|share| (share - 0.9).abs() < 1e-12));
        assert_eq!((times([(1.0, false); 5]).hardest, times([(0.0, false); 9]).hardest), (None, None));
    }
}
