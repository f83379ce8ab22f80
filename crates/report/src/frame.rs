//! The data frame of a report, one row per run; tables are aggregations of its groups.

use polars::prelude::*;
use tilebench_record::{Proof, Status};
use tilebench_sanitize::threads;

use crate::common_instances::CommonInstances;
use crate::experiment::{ExperimentData, SetRuns};
use crate::metric;
use crate::run::ReportRun;

/// A run with the indices of its set and its configuration.
struct FrameRow<'a> {
    place: [u32; 2],
    run: &'a ReportRun,
    common: bool,
}

/// One row per run, repeats folded, ordered by set and configuration.
///
/// `set` is an index in the experiment and `solver` an index in the set. Every measure has a column of its name, null if a run
/// has no value. `common` is true if the configuration is compared with others on common instances and all of these solved
/// the instance. `is_cut` is true if the run was stopped before its search ended.
pub(crate) fn run_frame(experiment: &ExperimentData) -> anyhow::Result<DataFrame> {
    // Polars starts its threads when it is first used, and panics or waits forever if it cannot.
    threads::check_available(polars_threads(), "that aggregates runs")?;
    let mut rows: Vec<FrameRow<'_>> = Vec::with_capacity(experiment.runs());
    for (place, set) in (0..).zip(&experiment.sets) {
        let common = CommonInstances::new(set, &set.configurations);
        for (solver, configuration) in (0..).zip(&set.configurations) {
            let is_member =
                common.members.len() > 1 && common.members.iter().any(|member| member.index == configuration.index);
            let is_common = |run: &ReportRun| is_member && common.contains(&run.instance);
            let placed = |run| FrameRow { place: [place, solver], run, common: is_common(run) };
            rows.extend(configuration.runs.iter().map(placed));
        }
    }
    let mut frame = df!(
        "set" => column(&rows, |row| row.place[0]),
        "solver" => column(&rows, |row| row.place[1]),
        "common" => column(&rows, |row| row.common),
        "is_cut" => column(&rows, |row| metric::is_cut(row.run)),
        "status" => column(&rows, |row| row.run.status.name()),
        "proof" => column(&rows, |row| row.run.proof.name()),
        "repeats" => column(&rows, |row| u64::from(row.run.repeats)),
        "solved_repeats" => column(&rows, |row| u64::from(row.run.solved_repeats)),
        "spread" => column(&rows, |row| row.run.spread),
        "peak_bytes" => column(&rows, |row| row.run.peak_bytes),
    )?;
    let equal_limits: Vec<bool> = experiment.sets.iter().map(SetRuns::has_equal_limits).collect();
    for measure in metric::measures() {
        let value = |row: &FrameRow<'_>| measure.comparable_value(row.run, equal_limits[row.place[0] as usize]).ok();
        frame.with_column(Column::new(measure.name.into(), column(&rows, value)))?;
    }
    Ok(frame)
}

/// The number of threads that polars starts: a pool and an asynchronous runtime, each with the number of its environment
/// variable, by default the number of cores.
fn polars_threads() -> usize {
    let requested: Option<usize> = std::env::var("POLARS_MAX_THREADS").ok().and_then(|text| text.parse().ok());
    2 * requested.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}

fn column<T, U>(rows: &[T], value: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().map(value).collect()
}

/// Counts the rows with `name` in `column`.
pub(crate) fn count(column: &str, name: &str) -> Expr {
    col(column).eq(lit(name)).sum().cast(DataType::UInt64).alias(name)
}

/// Counts the solved rows with the proof `proof`.
pub(crate) fn count_proof(proof: Proof) -> Expr {
    let solved = col("status").eq(lit(Status::Solved.name()));
    solved.and(col("proof").eq(lit(proof.name()))).sum().cast(DataType::UInt64).alias(format!("proof-{proof}"))
}

/// One row of a frame of results.
#[derive(Clone, Copy)]
pub(crate) struct ResultRow<'a> {
    frame: &'a DataFrame,
    index: usize,
}

impl<'a> ResultRow<'a> {
    /// Every row of `frame`.
    pub(crate) fn all(frame: &'a DataFrame) -> impl Iterator<Item = Self> {
        (0..frame.height()).map(move |index| Self { frame, index })
    }

    /// The index in `column`, which is never null.
    pub(crate) fn place(self, column: &str) -> PolarsResult<usize> {
        Ok(self.frame.column(column)?.u32()?.get(self.index).unwrap_or_default() as usize)
    }

    /// The floating-point number in `column`, if it is not null.
    pub(crate) fn real(self, column: &str) -> PolarsResult<Option<f64>> {
        Ok(self.frame.column(column)?.f64()?.get(self.index))
    }

    /// The integer in `column`, if it is not null.
    pub(crate) fn whole(self, column: &str) -> PolarsResult<Option<u64>> {
        Ok(self.frame.column(column)?.u64()?.get(self.index))
    }
}
