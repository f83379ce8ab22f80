//! What each configuration did on each instance set.

use hdrhistogram::Histogram;
use polars::prelude::*;
use tilebench_record::{Proof, Status};

use crate::efforts::Efforts;
use crate::estimates::Estimate;
use crate::experiment::{Configuration, Experiment};
use crate::frame::{self, Row};
use crate::metric;
use crate::run::Run;
use crate::stats::quantile;

/// What one configuration did on one instance set, repeats folded.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The instance set.
    pub(crate) set: String,
    /// The configuration's display name.
    pub(crate) solver: String,
    /// Its algorithm.
    pub(crate) algorithm: String,
    /// Its heuristic, if any.
    pub(crate) heuristic: String,
    /// Its weight, if any.
    pub(crate) weight: String,
    /// The runs, repeats folded.
    pub(crate) runs: u64,
    /// How many runs these stand for, and how many of them solved.
    pub(crate) repeats: [u64; 2],
    /// How many ended in each status, in the order of [`Status::ALL`].
    pub(crate) statuses: Vec<u64>,
    /// How many of the solved have each proof, in the order of [`Proof::ALL`].
    pub(crate) proofs: Vec<u64>,
    /// The mean length of the solved.
    pub(crate) length_mean: Option<f64>,
    /// The median length of the solved.
    pub(crate) length_median: Option<f64>,
    /// How many solved runs are of instances with a known shortest length.
    pub(crate) suboptimality_n: u64,
    /// The mean of length / shortest over those.
    pub(crate) suboptimality_mean: Option<f64>,
    /// The runs whose nodes are known, stopped ones included.
    pub(crate) counted: u64,
    /// The runs whose time is known, stopped and killed ones included.
    pub(crate) timed: u64,
    /// Nodes generated.
    pub(crate) generated: Effort,
    /// Nodes expanded.
    pub(crate) expanded: Effort,
    /// Wall time.
    pub(crate) time: Time,
    /// Nodes generated a second, by sums.
    pub(crate) nodes_per_second: Option<f64>,
    /// The most bytes any run's own structures held.
    pub(crate) peak_bytes: Option<u64>,
}

/// A count of nodes over several runs.
#[derive(Debug)]
pub(crate) struct Effort {
    /// Its geometric mean.
    pub(crate) geometric: Estimate,
    /// Its mean.
    pub(crate) mean: Estimate,
    /// Its median.
    pub(crate) median: Estimate,
    /// Its sum.
    pub(crate) sum: u64,
}

/// Seconds of wall time over several runs.
#[derive(Debug)]
pub(crate) struct Time {
    /// Their sum.
    pub(crate) total: f64,
    /// Their geometric mean.
    pub(crate) geometric: Estimate,
    /// Their median.
    pub(crate) median: Estimate,
    /// The percentiles of [`PERCENTILES`], to three digits; none over too few runs.
    pub(crate) percentiles: Vec<Estimate>,
    /// The longest.
    pub(crate) max: Option<f64>,
    /// The spread of an instance's repeats, the median over the instances.
    pub(crate) spread: Option<f64>,
}

/// The percentiles of wall time, each with the fewest runs that it is read from.
pub(crate) const PERCENTILES: [(u8, usize); 2] = [(90, 10), (99, 100)];

/// Summarises `runs`, the frame of `experiment`, a row a set and configuration, in their order.
pub(crate) fn of(experiment: &Experiment, runs: &DataFrame) -> anyhow::Result<Vec<Summary>> {
    let frame = aggregate(runs)?;
    let configurations = experiment
        .sets
        .iter()
        .flat_map(|set| set.configurations.iter().map(move |configuration| (set.name.as_str(), configuration)));
    configurations.zip(Row::all(&frame)).map(|((set, configuration), row)| summary(set, configuration, row)).collect()
}

fn aggregate(runs: &DataFrame) -> PolarsResult<DataFrame> {
    let mut columns = vec![
        len().cast(DataType::UInt64).alias("runs"),
        col("length").mean().alias("length_mean"),
        col("length").median().alias("length_median"),
        col("suboptimality").count().cast(DataType::UInt64).alias("suboptimality_n"),
        col("suboptimality").mean().alias("suboptimality_mean"),
        col("generated").count().cast(DataType::UInt64).alias("counted"),
        col("wall_s").count().cast(DataType::UInt64).alias("timed"),
        col("wall_s").sum().alias("wall_s_sum"),
        col("wall_s").max().alias("wall_s_max"),
        col("peak_bytes").max().alias("peak_bytes_max"),
    ];
    columns.extend(Status::ALL.iter().map(|status| frame::count("status", status.name())));
    columns.extend(Proof::ALL.iter().map(|&proof| frame::count_proof(proof)));
    for count in ["generated", "expanded"] {
        columns.push(col(count).sum().alias(format!("{count}_sum")));
    }
    runs.clone().lazy().group_by_stable([col("set"), col("solver")]).agg(columns).collect()
}

fn summary(set: &str, configuration: &Configuration, row: Row<'_>) -> anyhow::Result<Summary> {
    let first = configuration.runs.first();
    let text = |of: fn(&Run) -> &str| first.map_or_else(String::new, |run| of(run).to_owned());
    let whole = |column: &str| row.whole(column).map(Option::unwrap_or_default);
    let total = row.real("wall_s_sum")?.unwrap_or_default();
    let max = row.real("wall_s_max")?;
    let generated = effort(configuration, row, "generated")?;
    Ok(Summary {
        set: set.to_owned(),
        solver: configuration.name.clone(),
        algorithm: text(|run| &run.algorithm),
        heuristic: text(|run| &run.heuristic),
        weight: text(|run| &run.weight),
        runs: whole("runs")?,
        repeats: [|run: &Run| run.repeats, |run: &Run| run.solved_repeats]
            .map(|of| configuration.runs.iter().map(|run| u64::from(of(run))).sum()),
        statuses: Status::ALL.iter().map(|status| whole(status.name())).collect::<Result<_, _>>()?,
        proofs: Proof::ALL.iter().map(|proof| whole(&format!("proof-{proof}"))).collect::<Result<_, _>>()?,
        length_mean: row.real("length_mean")?,
        length_median: row.real("length_median")?,
        suboptimality_n: whole("suboptimality_n")?,
        suboptimality_mean: row.real("suboptimality_mean")?,
        counted: whole("counted")?,
        timed: whole("timed")?,
        nodes_per_second: nodes_per_second(configuration),
        generated,
        expanded: effort(configuration, row, "expanded")?,
        time: Time {
            total,
            geometric: Efforts::of(&configuration.runs, &metric::TIME).geometric(),
            median: Efforts::of(&configuration.runs, &metric::TIME).quantile(0.5),
            percentiles: percentiles(configuration, max.unwrap_or(0.0))?,
            max,
            spread: spread(configuration),
        },
        peak_bytes: row.whole("peak_bytes_max")?,
    })
}

/// The median over the instances of how far apart the times of their repeats are.
fn spread(configuration: &Configuration) -> Option<f64> {
    let mut spreads: Vec<f64> = configuration.runs.iter().filter_map(|run| run.spread).collect();
    spreads.sort_by(f64::total_cmp);
    quantile(&spreads, 0.5)
}

fn effort(configuration: &Configuration, row: Row<'_>, count: &str) -> anyhow::Result<Effort> {
    let efforts = Efforts::of(&configuration.runs, metric::named(count));
    Ok(Effort {
        geometric: efforts.geometric(),
        mean: efforts.mean(),
        median: efforts.quantile(0.5),
        sum: row.whole(&format!("{count}_sum"))?.unwrap_or_default(),
    })
}

/// Nodes generated per second, by sums over the runs of which both are known.
fn nodes_per_second(configuration: &Configuration) -> Option<f64> {
    let known = configuration.runs.iter().filter_map(|run| run.nodes().zip(run.time()));
    let (nodes, seconds) = known.fold((0.0, 0.0), |(nodes, seconds), run| (nodes + run.0, seconds + run.1));
    (seconds > 0.0).then(|| nodes / seconds)
}

/// The percentiles of the wall times that are known; none is above `max`, the longest.
fn percentiles(configuration: &Configuration, max: f64) -> anyhow::Result<Vec<Estimate>> {
    let efforts = Efforts::of(&configuration.runs, &metric::TIME);
    let mut histogram = Histogram::<u64>::new(3)?;
    for run in configuration.timed() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "seconds are not negative")]
        let nanoseconds = (run.wall_s * 1e9).round() as u64;
        histogram.record(nanoseconds)?;
    }
    let percentile = |&(percent, fewest): &(u8, usize)| {
        let share = f64::from(percent) / 100.0;
        let nanoseconds = histogram.value_at_quantile(share);
        let exact = efforts.quantile_of(share, fewest);
        Estimate { value: exact.value.map(|_| (nanoseconds as f64 / 1e9).min(max)), ..exact }
    };
    Ok(PERCENTILES.iter().map(percentile).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn summaries() -> Vec<Summary> {
        let experiment = Experiment::arrange(fixture::runs(), Some(fixture::manifest()));
        of(&experiment, &frame::of(&experiment).unwrap()).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-9), "{found:?} is not {expected}");
    }

    #[test]
    fn lengths_are_over_solved_runs_only() {
        let rows = summaries();
        // 50, 60 and 52; the run that was stopped has none.
        close(rows[0].length_mean, 54.0);
        close(rows[0].length_median, 52.0);
        // 55/50 and 60/60; the shortest of the third solved instance is not known.
        assert_eq!(rows[1].suboptimality_n, 2);
        close(rows[1].suboptimality_mean, 1.05);
    }

    #[test]
    fn efforts_are_over_every_run_that_searched() {
        let rows = summaries();
        assert_eq!((rows[0].counted, rows[0].timed), (4, 4));
        assert_eq!(rows[0].generated.sum, 1_012_000);
        close(rows[0].generated.mean.value, 253_000.0);
        close(rows[0].generated.median.value, 5500.0);
        close(rows[0].generated.geometric.value, (1000.0_f64 * 9000.0 * 1e6 * 2000.0).powf(0.25));
        close(rows[0].nodes_per_second, 1_012_000.0 / 5.12);
        // The one that crashed before it searched is not counted.
        assert_eq!((rows[1].runs, rows[1].counted, rows[1].timed), (4, 3, 3));
        close(rows[1].expanded.mean.value, 500.0);
    }

    #[test]
    fn percentiles_of_time_have_three_digits_and_take_enough_runs() {
        let time = &summaries()[0].time;
        // 10, 20, 90 and 5000 ms, of which the last was stopped.
        close(time.median.value, 0.055);
        assert!(!time.median.is_least, "the one that was stopped needed more than the median");
        close(time.max, 5.0);
        assert!(time.percentiles.iter().all(|percentile| percentile.value.is_none()), "four runs are too few");
        let many = Experiment::arrange(fixture::estimates_of(100), None);
        let many = of(&many, &frame::of(&many).unwrap()).unwrap();
        let [p90, p99] = many[2].time.percentiles[..] else { panic!("there are two") };
        assert!(p90.value.is_some_and(|p90| (p90 - 0.01).abs() < 1e-12), "{p90:?}");
        close(p99.value, 0.01);
    }

    #[test]
    fn a_configuration_that_never_searched_has_counts_and_no_figures() {
        let rows = summaries();
        let row = &rows[4];
        assert_eq!((row.set.as_str(), row.runs, row.counted, row.timed), ("easy", 1, 0, 0));
        assert_eq!((row.length_mean, row.time.median.value, row.nodes_per_second), (None, None, None));
        assert!(row.time.percentiles.iter().all(|percentile| percentile.value.is_none()));
    }
}
