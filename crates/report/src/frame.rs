//! The runs as a data frame.

use polars::prelude::*;
use tilebench_record::{Proof, Status};
use tilebench_sanitize::threads;

use crate::common_instances::Common;
use crate::experiment::Experiment;
use crate::metric::suboptimality;
use crate::run::Run;

/// A run and where it belongs.
struct Placed<'a> {
    set: u32,
    solver: u32,
    run: &'a Run,
    common: bool,
}

/// A row a run, repeats folded, ordered by set and configuration.
///
/// `set` is a place in the experiment and `solver` one in the set. A value that a run has not got is null, so that no
/// mean counts it: a length if it did not solve, a count that is not known, the time if it ended before its search.
/// `common` is whether every configuration that is compared on common instances solved the instance, this one among them.
pub(crate) fn of(experiment: &Experiment) -> anyhow::Result<DataFrame> {
    // Polars starts its threads when it is first used, and panics if it cannot.
    threads::try_out(polars_threads(), "that aggregates runs")?;
    let mut rows: Vec<Placed<'_>> = Vec::new();
    for (place, set) in (0..).zip(&experiment.sets) {
        let common = Common::of(set, &set.configurations);
        for (solver, configuration) in (0..).zip(&set.configurations) {
            let is_member = common.members.iter().any(|member| member.index == configuration.index);
            let is_common = |run: &Run| is_member && common.contains(&run.instance);
            rows.extend(configuration.runs.iter().map(|run| Placed {
                set: place,
                solver,
                run,
                common: is_common(run),
            }));
        }
    }
    let solved = |run: &Run, value: Option<f64>| value.filter(|_| run.status == Status::Solved);
    let frame = df!(
        "set" => column(&rows, |row| row.set),
        "solver" => column(&rows, |row| row.solver),
        "common" => column(&rows, |row| row.common),
        "status" => column(&rows, |row| row.run.status.name()),
        "proof" => column(&rows, |row| row.run.proof.name()),
        "length" => column(&rows, |Placed { run, .. }| solved(run, run.length.map(f64::from))),
        "suboptimality" => column(&rows, |Placed { run, .. }| solved(run, suboptimality(run.length, run.optimal))),
        "generated" => column(&rows, |Placed { run, .. }| run.generated),
        "expanded" => column(&rows, |Placed { run, .. }| run.expanded),
        "ln_generated" => column(&rows, |Placed { run, .. }| run.nodes().map(f64::ln)),
        "wall_s" => column(&rows, |Placed { run, .. }| run.time()),
        "ln_wall_s" => column(&rows, |Placed { run, .. }| run.time().map(f64::ln)),
        "peak_bytes" => column(&rows, |Placed { run, .. }| run.peak_bytes),
    )?;
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

    /// The fraction in `column`, if it is not null.
    pub(crate) fn real(self, column: &str) -> PolarsResult<Option<f64>> {
        Ok(self.frame.column(column)?.f64()?.get(self.index))
    }

    /// The whole number in `column`, if it is not null.
    pub(crate) fn whole(self, column: &str) -> PolarsResult<Option<u64>> {
        Ok(self.frame.column(column)?.u64()?.get(self.index))
    }
}
