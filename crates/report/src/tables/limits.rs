//! "Limits and censoring": nodes and time with stopped runs counted up to their limit.

use crate::compare::text::tested;
use crate::estimates::Estimate;
use crate::limits::Censored;
use crate::number::whole;
use crate::table::{Builder, Table};

/// The table of `rows`, whose `tests` are against `baseline`, if there is one.
pub(super) fn table(rows: &[Censored], tests: usize, baseline: Option<&str>, several: bool) -> Table {
    let alone = |value| Estimate { value, interval: None };
    let table = Builder::new(rows)
        .text_if_any("set", |row| if several { row.set.clone() } else { String::new() })
        .text("solver", |row| row.solver.clone())
        .text("cost", |row| row.cost.name.to_owned())
        .count("n", |row| row.n)
        .count("solved", |row| row.solved)
        .text_if_any("stopped at", |row| row.stopped.text())
        .text_if_any("left out", |row| row.left_out.text())
        .estimate_or(
            "median",
            |row| alone(row.median),
            |row| row.cost.show,
            |row| {
                if row.n > 0 { "not reached" } else { "–" }
            },
        )
        .estimate_by("mean up to limit", |row| row.restricted, |row| row.cost.show)
        .estimate_by("PAR2", |row| alone(row.par2), |row| row.cost.show);
    let mut notes = vec![
        "n: the runs that solved or were stopped at a limit. A stopped run is not dropped: it counts as unsolved up to where \
         it was stopped. Left out are runs that ended otherwise, for no limit would have made them solve, and of nodes \
         those that were killed, whose counts are lost."
            .to_owned(),
        "Median: the least cost by which half are solved, by the Kaplan-Meier curve (1958). Mean up to limit: the area \
         below the curve up to the limit that every run of the set had, in brackets its 95 % interval by the normal \
         distribution (Klein and Moeschberger 2003); a dash where there is no common limit, or another limit stopped a run \
         before. The curve assumes that being stopped tells nothing of how long a run would have taken: that holds of \
         the cost's own limit, and is doubtful where another limit stopped the run, as a node or a memory limit does the \
         clock; so are then the test and PAR2, which charges such a run twice a limit that it never came near. PAR2 is over all runs, with those left out: twice the limit where not solved."
            .to_owned(),
    ];
    if let Some(baseline) = baseline.filter(|_| tests > 0) {
        notes.push(format!(
            "Log-rank: are the curve and that of {baseline} the same (Mantel 1966)? Approximate, and conservative, for both \
             are of the same instances; in brackets, adjusted by Holm for the {} tests of this table.",
            whole(tests as u64)
        ));
        let table = table.text("log-rank p", |row| tested(row.log_rank));
        return table.finish("limits", "Limits and censoring", notes);
    }
    table.finish("limits", "Limits and censoring", notes)
}
