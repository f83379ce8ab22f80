//! "Limits and censoring": nodes and time, with unsolved runs counted up to their limit.

use crate::compare::text::tested;
use crate::estimates::IntervalEstimate;
use crate::limits::CensoredCost;
use crate::number::grouped;
use crate::table::{ReportTable, TableBuilder};

/// The table of `rows`, whose `tests` are against `baseline`, if there is one.
pub(super) fn table(rows: &[CensoredCost], tests: usize, baseline: Option<&str>, several: bool) -> ReportTable {
    let alone = |value| IntervalEstimate::new(value, None);
    let table = TableBuilder::new(rows)
        .text_when(several, "set", |row| row.set.clone())
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
                if row.n > 0 && row.is_complete { "not reached" } else { "–" }
            },
        )
        .estimate_by("PAR1", |row| row.par1, |row| row.cost.show())
        .estimate_by("PAR2", |row| alone(row.par2), |row| row.cost.show());
    let mut notes = vec![
        "n: the runs that attempted their instance. A run that did not solve its instance is not dropped: it counts as \
         unsolved up to its own limit of this cost, or without end if it has none. This holds for every reason: this limit, \
         another limit, memory, a crash, or giving up. With a common limit, a curve therefore ends at the share solved. Left \
         out: cancelled and unsupported runs, unsolvable instances and, for nodes, solved runs without a count."
            .to_owned(),
        "Median: the minimum cost at which half of the n runs are solved, from the curve of unsolved runs (Kaplan and \
         Meier 1958, with observations as in Fine and Gray 1999). PAR1: the area below the curve up to the limit, with its \
         95 % interval by the normal distribution (Klein and Moeschberger 2003). PAR2: over all runs on solvable instances, \
         including those left out. Both are penalised means: an unsolved run costs once or twice its limit, even if another limit ended it \
         earlier. They are given only if every run of the set had the same limit."
            .to_owned(),
    ];
    let baseline = baseline.filter(|_| tests > 0);
    let table = table.test_when(
        baseline.is_some(),
        "log-rank p",
        |row| tested(row.log_rank),
        |row| row.log_rank,
        |_| "log-rank",
    );
    if let Some(baseline) = baseline {
        notes.push(format!(
            "Log-rank: the test that the curve equals that of {baseline} (Mantel 1966, Gray 1988). It is approximate and \
             conservative, since both curves are over the same instances. In brackets: p adjusted by Holm for the {} tests of \
             this table.",
            grouped(tests as u64)
        ));
    }
    table.finish("limits", "Limits and censoring", notes)
}
