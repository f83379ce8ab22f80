//! "Limits and censoring": nodes and time with every run that did not solve counted up to its limit.

use crate::compare::text::tested;
use crate::estimates::IntervalEstimate;
use crate::limits::CensoredCost;
use crate::number::whole;
use crate::table::{ReportTable, TableBuilder};

/// The table of `rows`, whose `tests` are against `baseline`, if there is one.
pub(super) fn table(rows: &[CensoredCost], tests: usize, baseline: Option<&str>, several: bool) -> ReportTable {
    let alone = |value| IntervalEstimate::new(value, None);
    let table = TableBuilder::new(rows)
        .text_if_any("set", |row| if several { row.set.clone() } else { String::new() })
        .text("solver", |row| row.solver.clone())
        .text("cost", |row| row.cost.name.to_owned())
        .count("n", |row| row.n)
        .count("solved", |row| row.solved)
        .text_if_any("not solved", |row| row.unsolved.text())
        .text_if_any("left out", |row| row.left_out.text())
        .estimate_or(
            "median",
            |row| alone(row.median),
            |row| row.cost.show(),
            |row| {
                if row.n > 0 { "not reached" } else { "–" }
            },
        )
        .estimate_by("PAR1", |row| row.par1, |row| row.cost.show())
        .estimate_by("PAR2", |row| alone(row.par2), |row| row.cost.show());
    let mut notes = vec![
        "n: the runs that tried their instance. A run that did not solve is not dropped: it counts as unsolved up to its \
         own limit of this cost, or without end if it has none, whatever ended it: this limit, another one, memory, a crash, \
         or giving up. Under one limit a curve so ends at the share solved. Left out are runs that were cancelled or \
         unsupported, and of nodes solved runs that did not count them."
            .to_owned(),
        "Median: the least cost by which half of the n runs are solved, from the curve of those not solved yet (Kaplan and \
         Meier 1958, of observations as in Fine and Gray 1999). PAR1 is the area below the curve up to the limit, with its \
         95 % interval by the normal distribution (Klein and Moeschberger 2003); PAR2 is over all runs, with those left \
         out. Both are penalised means: a run that did not solve costs once or twice its limit, even if another limit ended \
         it long before. They are printed only if every run of the set had the same limit."
            .to_owned(),
    ];
    if let Some(baseline) = baseline.filter(|_| tests > 0) {
        notes.push(format!(
            "Log-rank: are the curve and that of {baseline} the same (Mantel 1966, Gray 1988)? Approximate, and conservative, \
             for both are of the same instances; in brackets, adjusted by Holm for the {} tests of this table.",
            whole(tests as u64)
        ));
        let table = table.text_by("log-rank p", |row| tested(row.log_rank), |row| row.log_rank.map(|test| test.p));
        return table.finish("limits", "Limits and censoring", notes);
    }
    table.finish("limits", "Limits and censoring", notes)
}
