//! "Virtual best": the minimum cost per instance, and the contribution of each configuration.

use crate::guarantees;
use crate::number;
use crate::table::{ReportTable, TableBuilder};
use crate::virtual_best::Contribution;

/// The table.
pub(super) fn table(shares: &[Contribution], several: bool) -> ReportTable {
    TableBuilder::new(shares)
        .text_when(several, "set", |row| row.set.clone())
        .text("guarantee", |row| guarantees::name(row.guarantee).to_owned())
        .text("solver", |row| row.solver.clone().unwrap_or_else(|| "virtual best".to_owned()))
        .count("n", |row| row.instances)
        .count("solved", |row| row.solved)
        .number("solved alone", |row| row.solver.as_ref().map(|_| row.alone as f64), |count| number::fixed(count, 0))
        .number("best by nodes", |row| Some(row.best_nodes), share)
        .number("best by time", |row| Some(row.best_time), share)
        .number_if_any("PAR2 nodes", |row| row.par2_nodes, number::compact)
        .number_if_any("PAR2 time", |row| row.par2_time, number::seconds)
        .finish(
            "virtual-best",
            "Virtual best",
            vec![
                "Virtual best: the minimum cost of the configurations with this guarantee on each instance. n: the solvable \
                 instances that they were run on."
                    .to_owned(),
                "Solved alone: the instances that no other configuration with this guarantee solved. Best: the instances solved \
                 at the minimum cost; if k configurations tie, each counts 1/k of the instance. Best by time depends on the \
                 machine and on noise."
                    .to_owned(),
                "PAR2: the mean in which an unsolved run counts with twice its limit. A dash: a run had no limit, or the limits of \
                 the configurations differ."
                    .to_owned(),
            ],
        )
}

/// A count of shared instances.
fn share(value: f64) -> String {
    let is_whole = (value - value.round()).abs() < 1e-9;
    number::fixed(value, if is_whole { 0 } else { 2 })
}
