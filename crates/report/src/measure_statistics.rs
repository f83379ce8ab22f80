//! The statistics of a measure over groups of runs.
//!
//! A stopped run would need more than it used. A statistic of an effort that depends on such runs is therefore a lower bound
//! without an interval: a mean if any run was stopped, a median if the unknown effort of the stopped runs could change it.

use polars::prelude::*;

use crate::estimates::IntervalEstimate;
use crate::frame::ResultRow;
use crate::metric::{Metric, RunScope};
use crate::stats::{self, Bootstrap};

/// The number of hardest instances.
pub(crate) const HARDEST: usize = 5;

/// One measure over a group of runs.
#[derive(Debug, Default)]
pub(crate) struct MeasureStatistics {
    /// The runs that have a value.
    pub(crate) n: u64,
    /// The number of these that were stopped; they count with their value when they were stopped.
    pub(crate) stopped: u64,
    /// The mean.
    pub(crate) mean: IntervalEstimate,
    /// The median.
    pub(crate) median: IntervalEstimate,
    /// The geometric mean, if all values are above 0; with an interval if the measure is skewed.
    pub(crate) geometric: IntervalEstimate,
    /// The share of the largest values in the sum of an effort, if there are more values and the sum is positive.
    pub(crate) hardest: Option<f64>,
}

/// The columns that [`MeasureStatistics::from_row`] reads, aggregated over a group of rows of a report.
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
    columns.map(|(statistic, column)| column.alias(name(measure, statistic)))
}

/// The effort that runs need: a stopped run needs more than it used.
pub(crate) fn needed(measure: &Metric) -> Expr {
    let is_stopped = col("is_cut").and(col(measure.name).is_not_null());
    when(is_stopped).then(lit(f64::INFINITY)).otherwise(col(measure.name))
}

fn name(measure: &Metric, statistic: &str) -> String {
    format!("{}: {statistic}", measure.name)
}

impl MeasureStatistics {
    /// The statistics of `measure` in `row`.
    pub(crate) fn from_row(row: ResultRow<'_>, measure: &Metric) -> PolarsResult<Self> {
        let real = |statistic: &str| row.real(&name(measure, statistic));
        let whole = |statistic: &str| row.whole(&name(measure, statistic)).map(Option::unwrap_or_default);
        let n = whole("n")?;
        let stopped = if measure.over == RunScope::Effort { whole("stopped")? } else { 0 };
        let is_lower_bound = measure.is_bounded() && stopped > 0;
        let lower_bound = |value: Option<f64>| IntervalEstimate {
            value,
            interval: None,
            is_lower_bound: is_lower_bound && value.is_some(),
        };
        // The logarithm of 0 is infinite; a negative value has none.
        let mean_of_ln = real("mean of ln")?.filter(|mean| mean.is_finite());
        let deviation = real("deviation of ln")?.filter(|_| measure.is_skewed && !is_lower_bound);
        let level = Bootstrap::default().level;
        let interval = mean_of_ln.zip(deviation).and_then(|(mean, far)| stats::log_t_interval(n, mean, far, level));
        let median = real("median")?;
        Ok(Self {
            n,
            stopped,
            mean: lower_bound(real("mean")?),
            median: IntervalEstimate {
                value: median,
                interval: None,
                is_lower_bound: measure.is_bounded() && real("needed")? != median,
            },
            geometric: IntervalEstimate { interval, ..lower_bound(mean_of_ln.map(f64::exp)) },
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
    fn a_statistic_that_depends_on_stopped_runs_is_a_lower_bound_without_an_interval() {
        let none = times([(1.0, false), (10.0, false), (100.0, false)]).geometric;
        assert!(!none.is_lower_bound && none.interval.is_some());
        let some = times([(1.0, false), (10.0, false), (100.0, true)]);
        assert!(some.geometric.is_lower_bound && some.geometric.interval.is_none() && some.mean.is_lower_bound);
        let median = some.median;
        assert_eq!(
            (median.value, median.is_lower_bound),
            (Some(10.0), false),
            "the stopped run needed more than the median"
        );
        let early = times([(1.0, true), (10.0, false), (100.0, false)]).median;
        assert_eq!((early.value, early.is_lower_bound), (Some(10.0), true), "the stopped run may need more than 10");
        let late = times([(1.0, false), (60.0, true), (60.0, true)]).median;
        assert_eq!((late.value, late.is_lower_bound), (Some(60.0), true));
    }

    #[test]
    fn the_five_largest_values_have_a_share_of_the_sum() {
        let share = times([1.0, 10.0, 10.0, 1.0, 10.0, 50.0, 10.0, 8.0].map(|time| (time, false))).hardest;
        assert!(share.is_some_and(|share| (share - 0.9).abs() < 1e-12));
        assert_eq!((times([(1.0, false); 5]).hardest, times([(0.0, false); 9]).hardest), (None, None));
    }
}
