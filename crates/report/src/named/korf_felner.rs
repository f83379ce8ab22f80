//! What heuristics are worth to one algorithm, as in table 2 of Korf and Felner (2002): h0, nodes, seconds, speed.

use anyhow::ensure;

use super::Source;
use super::groups::{Groups, Member, nodes, seconds};
use crate::number;
use crate::table::{Builder, Table};

pub(super) const NAME: &str = "korf-felner";

/// A row a heuristic of each algorithm that was run with several, all else the same.
pub(super) fn of(source: &Source<'_>) -> anyhow::Result<Table> {
    let groups =
        Groups::of(source.experiment, |run| vec![&run.algorithm, &run.weight, &run.options], |run| &run.heuristic);
    ensure!(!groups.members.is_empty(), "{NAME}: no algorithm was run with two heuristics, all else the same");
    let several = groups.several_sets();
    let mut notes = groups.notes.clone();
    notes.push("Mean h0 is over the same instances. Nodes are those generated; nodes a second are by sums.".to_owned());
    let tables: Vec<String> =
        source.experiment.manifest.iter().flat_map(|manifest| &manifest.tables).map(size).collect();
    if !tables.is_empty() {
        notes.push(format!("Tables that the whole experiment looked up: {}.", tables.join(", ")));
    }
    Ok(Builder::new(&groups.members)
        .text_if_any("set", |row| if several { row.set.to_owned() } else { String::new() })
        .text("algorithm", |row| row.first().algorithm.to_string())
        .text("heuristic", |row| row.first().heuristic.to_string())
        .count("instances (n)", Member::n)
        .number("mean h0", |row| row.mean(|run| run.h0.map(f64::from)), |value| number::fixed(value, 3))
        .number("mean generated", |row| row.mean(nodes), number::mean)
        .number("mean seconds", |row| row.mean(seconds), |value| number::fixed(value, 4))
        .number("nodes/s", Member::nodes_per_second, |value| number::fixed(value, 0))
        .finish(NAME, "Heuristics of one algorithm", notes))
}

fn size(table: &tilebench_record::Table) -> String {
    format!("{} ({})", table.name, number::bytes(table.bytes))
}
