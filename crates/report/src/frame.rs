//! The rows of a report: one data frame, of which its tables are groups.

use polars::prelude::*;
use tilebench_record::{Proof, Status};
use tilebench_sanitize::threads;

use crate::common_instances::Common;
use crate::experiment::{Experiment, InstanceSet};
use crate::metric;
use crate::run::Run;

/// A run with its set and configuration.
struct Placed<'a> {
    place: [u32; 2],
    run: &'a Run,
    common: bool,
}

/// One row per run, repeats folded, ordered by set and configuration.
///
/// `set` is a place in the experiment and `solver` one in the set. Every figure has a column of its name, null if a run has
/// no value, so that no mean counts it. `common` is whether every configuration that is compared on common instances solved
/// the instance, this one among them and not alone; `is_cut` whether the run was ended before it came to its own end.
pub(crate) fn of(experiment: &Experiment) -> anyhow::Result<DataFrame> {
    // Polars starts its threads when it is first used, and panics if it cannot.
    threads::check_available(polars_threads(), "that aggregates runs")?;
    let mut rows: Vec<Placed<'_>> = Vec::with_capacity(experiment.runs());
    for (place, set) in (0..).zip(&experiment.sets) {
        let common = Common::of(set, &set.configurations);
        for (solver, configuration) in (0..).zip(&set.configurations) {
            let is_member =
                common.members.len() > 1 && common.members.iter().any(|member| member.index == configuration.index);
            let is_common = |run: &Run| is_member && common.contains(&run.instance);
            let placed = |run| Placed { place: [place, solver], run, common: is_common(run) };
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
    let equal_limits: Vec<bool> = experiment.sets.iter().map(InstanceSet::has_equal_limits).collect();
    for measure in metric::figures() {
        let value = |row: &Placed<'_>| measure.figure(row.run, equal_limits[row.place[0] as usize]).ok();
        frame.with_column(Column::new(measure.name.into(), column(&rows, value)))?;
    }
    Ok(frame)
}

/// How many threads polars starts: as many as its variable says, else as many as there are cores.
fn polars_threads() -> usize {
    let said = std::env::var("POLARS_MAX_THREADS").ok().and_then(|text| text.parse().ok());
    said.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into))
}

fn column<T, U>(rows: &[T], value: impl Fn(&T) -> U) -> Vec<U> {
    rows.iter().map(value).collect()
}

/// How many rows have `name` in `column`.
pub(crate) fn count(column: &str, name: &str) -> Expr {
    col(column).eq(lit(name)).sum().cast(DataType::UInt64).alias(name)
}

/// How many solved rows have the proof `proof`.
pub(crate) fn count_proof(proof: Proof) -> Expr {
    let solved = col("status").eq(lit(Status::Solved.name()));
    solved.and(col("proof").eq(lit(proof.name()))).sum().cast(DataType::UInt64).alias(format!("proof-{proof}"))
}

/// One row of a frame of results.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    frame: &'a DataFrame,
    index: usize,
}

impl<'a> Row<'a> {
    /// Every row of `frame`.
    pub(crate) fn all(frame: &'a DataFrame) -> impl Iterator<Item = Self> {
        (0..frame.height()).map(move |index| Self { frame, index })
    }

    /// The place in `column`, which is never null.
    pub(crate) fn place(self, column: &str) -> PolarsResult<usize> {
        Ok(self.frame.column(column)?.u32()?.get(self.index).unwrap_or_default() as usize)
    }

    /// The fraction in `column`, if it is not null.
    pub(crate) fn real(self, column: &str) -> PolarsResult<Option<f64>> {
        Ok(self.frame.column(column)?.f64()?.get(self.index))
    }

    /// The whole number in `column`, if it is not null.
    pub(crate) fn whole(self, column: &str) -> PolarsResult<Option<u64>> {
        Ok(self.frame.column(column)?.u64()?.get(self.index))
    }
}
