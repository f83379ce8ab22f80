//! The table that `tilebench try` prints, row by row.

use std::io::Write;

use anyhow::Result;
use tilebench_runner::record::{Run, Status};
use tilebench_sanitize::count::grouped;

use super::Trial;
use crate::Out;

/// Writes the names of the columns.
pub(crate) fn write_header(out: &mut Out) -> Result<()> {
    writeln!(
        out,
        "{:>8}  {:>17}  {:>14}  {:>14}  {:>8}  {:>10}",
        "instance", "length (shortest)", "generated", "by baseline", "ratio", "time"
    )?;
    Ok(())
}

/// Writes a row. A length other than the shortest is followed by that, and a count is a lower bound if a limit ended the search.
pub(crate) fn write_row(trial: &Trial, out: &mut Out) -> Result<()> {
    let Trial { instance, run, baseline } = trial;
    let length = match (run.length, trial.shortest()) {
        (Some(length), Some(shortest)) if length != shortest => format!("{length} ({shortest})"),
        (Some(length), _) => length.to_string(),
        (None, _) => run.status.to_string(),
    };
    let ratio = ratio(trial).map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
    writeln!(
        out,
        "{:>8}  {length:>17}  {:>14}  {:>14}  {ratio:>8}  {:>10}",
        instance.id,
        generated(run),
        generated(baseline),
        time(run.wall_s)
    )?;
    Ok(())
}

/// Writes the mean ratio of the counts, and the number of shortest paths.
pub(crate) fn write_summary(trials: &[Trial], out: &mut Out) -> Result<()> {
    let ratios: Vec<f64> = trials.iter().filter_map(ratio).collect();
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        writeln!(out, "geometric mean of the ratio: {mean:.3}, over {} solved by both", ratios.len())?;
    }
    let solved: Vec<&Trial> = trials.iter().filter(|trial| trial.run.status == Status::Solved).collect();
    let unknown = solved.iter().filter(|trial| trial.shortest().is_none()).count();
    let shortest = solved.iter().filter(|trial| trial.run.length == trial.shortest()).count();
    let longer = solved.len() - shortest - unknown;
    let (count, of) = (solved.len(), trials.len());
    writeln!(out, "{count} of {of} solved; their paths: {shortest} shortest, {longer} longer, {unknown} unknown")?;
    Ok(())
}

/// The generated nodes per generated node of the baseline, if both solved the instance and counted.
fn ratio(Trial { run, baseline, .. }: &Trial) -> Option<f64> {
    let both_solved = [run, baseline].iter().all(|run| run.status == Status::Solved);
    let counts = run.generated.zip(baseline.generated).filter(|_| both_solved);
    counts.map(|(count, of)| count as f64 / of as f64)
}

/// A time with four digits at most; searches of small instances take less than a millisecond.
fn time(seconds: f64) -> String {
    match seconds {
        ..1e-3 => format!("{:.0} us", seconds * 1e6),
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

fn generated(run: &Run) -> String {
    let count = run.generated.map_or_else(|| "-".to_owned(), grouped);
    if run.status == Status::Solved || run.generated.is_none() { count } else { format!("≥ {count}") }
}
