//! The statistics of each measure, set and configuration, with the number of runs and the reasons of the runs left out.

use std::collections::BTreeMap;

use polars::prelude::{DataFrame, PolarsResult};

use crate::estimates;
use crate::experiment::{ConfigurationRuns, ExperimentData, SetRuns};
use crate::frame::ResultRow;
use crate::measure_statistics::MeasureStatistics;
use crate::metric::{self, Metric, RunScope};
use crate::number::grouped;
use crate::stats::Mean;

/// One measure of one configuration on one set, repeats folded.
#[derive(Debug)]
pub(crate) struct MeasureRow {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// The measure.
    pub(crate) measure: &'static Metric,
    /// The statistics; over no runs if the measure requires all solvable instances and one has no value. The mean has an interval unless
    /// the measure is skewed.
    pub(crate) measured: MeasureStatistics,
    /// The runs left out.
    pub(crate) left_out: u64,
    /// The reasons, each with the number of runs, the most frequent first.
    pub(crate) why: String,
}

/// All measures, ordered by set, configuration and measure.
#[derive(Debug, Default)]
pub(crate) struct MeasureTable {
    /// The rows.
    pub(crate) rows: Vec<MeasureRow>,
    /// The number of resamples of each interval of a mean.
    pub(crate) resamples: usize,
}

impl MeasureTable {
    /// The statistics of `experiment`; `groups` has one row per configuration.
    pub(crate) fn new(experiment: &ExperimentData, groups: &DataFrame) -> PolarsResult<Self> {
        let (mut rows, mut means) = (Vec::new(), Vec::new());
        let limits = experiment.sets.iter().flat_map(|set| vec![set.has_equal_limits(); set.configurations.len()]);
        for (((set, configuration), has_equal_limits), row) in
            experiment.configurations().zip(limits).zip(ResultRow::all(groups))
        {
            for measure in metric::measures() {
                let measured = measure_row(set, configuration, measure, has_equal_limits, row)?;
                if measure.is_optional && measured.measured.n == 0 {
                    continue;
                }
                rows.push(measured);
                means.extend(Mean::new(&measure.values(&configuration.runs)).filter(|_| !measure.is_skewed));
            }
        }
        let (intervals, resamples) = estimates::intervals(&means);
        let drawn = rows.iter_mut().filter(|row| row.measured.n > 0 && !row.measure.is_skewed);
        for (row, interval) in drawn.zip(intervals) {
            row.measured.mean.interval = interval;
        }
        Ok(Self { rows, resamples })
    }

    /// The statistics of `measure` for the configuration `solver` on `set`.
    pub(crate) fn find(&self, set: &str, solver: &str, measure: &Metric) -> Option<&MeasureStatistics> {
        let is_it = |row: &&MeasureRow| row.measure.name == measure.name && row.solver == solver && row.set == set;
        self.rows.iter().find(is_it).map(|row| &row.measured)
    }
}

/// A row without the interval of its mean.
fn measure_row(
    set: &SetRuns,
    configuration: &ConfigurationRuns,
    measure: &'static Metric,
    has_equal_limits: bool,
    row: ResultRow<'_>,
) -> PolarsResult<MeasureRow> {
    let mut measured = MeasureStatistics::from_row(row, measure)?;
    let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
    for reason in configuration.runs.iter().filter_map(|run| measure.comparable_value(run, has_equal_limits).err()) {
        *reasons.entry(reason).or_default() += 1;
    }
    let mut left_out = reasons.values().sum();
    let mut reasons: Vec<(&str, u64)> = reasons.into_iter().collect();
    reasons.sort_by(|(_, few), (_, many)| many.cmp(few));
    let mut why: Vec<String> = reasons.iter().map(|(why, count)| format!("{} {why}", grouped(*count))).collect();
    let unsolvable = (configuration.runs.len() - configuration.solvable().count()) as u64;
    if measure.over == RunScope::All && left_out > unsolvable && measured.n > 0 {
        why.push(format!("and therefore the {} others", grouped(measured.n)));
        left_out += measured.n;
        measured = MeasureStatistics::default();
    }
    let (set, solver) = (set.name.clone(), configuration.name.clone());
    Ok(MeasureRow { set, solver, measure, measured, left_out, why: why.join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimates::IntervalEstimate;
    use crate::fixture;
    use crate::stats::{Interval, IntervalMethod};

    fn measures(runs: Vec<tilebench_record::Run>) -> MeasureTable {
        fixture::measures(&ExperimentData::arrange(runs, Some(fixture::manifest())))
    }

    fn find<'a>(measures: &'a MeasureTable, solver: &str, measure: &str) -> &'a MeasureRow {
        let is_it = |row: &&MeasureRow| row.solver.starts_with(solver) && row.measure.name == measure;
        measures.rows.iter().find(is_it).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9 * expected), "{found:?} is not {expected}");
    }

    #[test]
    fn statistics_equal_those_computed_by_hand() {
        let measures = measures(fixture::runs());
        let length = find(&measures, "A*", "length");
        assert_eq!(
            (length.measured.n, length.measured.stopped, length.left_out, length.why.as_str()),
            (3, 0, 1, "1 node-limit")
        );
        close(length.measured.mean.value, 54.0);
        close(length.measured.median.value, 52.0);
        close(length.measured.geometric.value, (50.0_f64 * 60.0 * 52.0).cbrt());
        let generated = find(&measures, "A*", "generated");
        assert_eq!((generated.measured.n, generated.measured.stopped, generated.why.as_str()), (4, 1, ""));
        close(generated.measured.mean.value, 253_000.0);
        close(generated.measured.median.value, 5500.0);
        // 1000 nodes in 10 ms three times, and a million in 5 s.
        close(find(&measures, "A*", "nodes/s").measured.mean.value, 125_000.0);
        let suboptimality = find(&measures, "WA*", "suboptimality");
        assert_eq!(suboptimality.why, "1 crashed, 1 without a known optimal length");
        close(suboptimality.measured.mean.value, 1.05);
        // 10, 90 and 20 ms, and twice the limit of a minute for the one stopped at its node limit.
        close(find(&measures, "A*", "PAR2 time").measured.mean.value, 120.12 / 4.0);
        // A crash is penalised like a limit, although its run did not search.
        close(find(&measures, "WA*", "PAR2 nodes").measured.mean.value, 2_003_000.0 / 4.0);
    }

    #[test]
    fn an_unsolvable_instance_changes_no_statistic() {
        let [with, without] =
            [fixture::runs_with_an_unsolvable_instance(), fixture::runs()].map(|runs| measures(runs).rows);
        for (with, without) in with.iter().zip(&without).filter(|(with, _)| with.set == "korf100") {
            let statistics = |row: &MeasureRow| format!("{:?}", row.measured);
            assert_eq!(statistics(with), statistics(without), "{} {}", with.solver, with.measure.name);
            let is_start = with.measure.name == "h0";
            assert!(is_start || with.why.contains("1 unsolvable"), "{}: {}", with.measure.name, with.why);
        }
    }

    #[test]
    fn an_interval_contains_its_estimate_and_one_instance_has_none() {
        let measures = measures(fixture::runs());
        for row in &measures.rows {
            let has = |interval: Option<Interval>| interval.is_some();
            let has_interval = row.measured.n > 1 && !row.measured.geometric.is_lower_bound;
            let expected = [has_interval && !row.measure.is_skewed, has_interval && row.measure.is_skewed];
            let found = [has(row.measured.mean.interval), has(row.measured.geometric.interval)];
            assert_eq!(found, expected, "{} {}", row.solver, row.measure.name);
            for IntervalEstimate { value, interval, .. } in [row.measured.mean, row.measured.geometric] {
                let Some((value, Interval { low, high, .. })) = value.zip(interval) else { continue };
                assert!(low <= value * (1.0 + 1e-12) && value <= high * (1.0 + 1e-12));
            }
        }
        let alike = find(&measures, "A*", "suboptimality").measured.mean.interval;
        assert_eq!(alike.map(|interval| interval.method), Some(IntervalMethod::Percentile));
    }

    #[test]
    fn every_run_is_counted_or_left_out_with_a_reason() {
        let mut runs = fixture::runs();
        for run in &mut runs {
            run.time_limit_s = None;
        }
        let measures = measures(runs);
        for row in &measures.rows {
            let all = if row.set == "easy" { 1 } else { 4 };
            assert_eq!(row.measured.n + row.left_out, all, "{} {}", row.solver, row.measure.name);
            assert_eq!(row.left_out == 0, row.why.is_empty());
        }
        let par2 = find(&measures, "A*", "PAR2 time");
        assert_eq!(par2.why, "4 without a time limit");
        assert_eq!((par2.measured.n, par2.measured.mean), (0, IntervalEstimate::default()));
    }

    #[test]
    fn the_median_time_of_repeats_is_the_value_of_the_instance() {
        let mut runs = fixture::runs();
        for (repeat, factor) in [(2, 3.0), (3, 10.0)] {
            let again = |run: &tilebench_record::Run| tilebench_record::Run {
                run_id: format!("{}-{repeat}", run.run_id),
                repeat,
                wall_s: run.wall_s * factor,
                ..run.clone()
            };
            runs.extend(fixture::runs().iter().map(again));
        }
        let time = measures(runs);
        let time = find(&time, "WA*", "time");
        assert_eq!(time.measured.n, 3);
        close(time.measured.mean.value, 0.030);
    }
}
