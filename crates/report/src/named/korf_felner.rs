//! What heuristics are worth to one algorithm, as in table 2 of Korf and Felner 2002: h0, nodes, seconds, speed.

use anyhow::ensure;

use super::groups::{Groups, Member};
use crate::experiment::{Configuration, Experiment};
use crate::number;
use crate::run::Run;
use crate::table::{Builder, Table};

pub(super) const NAME: &str = "korf-felner";

/// A row a heuristic of each algorithm, all else the same.
pub(super) fn of(experiment: &Experiment) -> anyhow::Result<Table> {
    let groups = Groups::of(experiment, alike, |group| has_heuristic(group[0]));
    ensure!(!groups.members.is_empty(), "{NAME}: no configuration was run with a heuristic");
    let several = groups.several_sets();
    let weighted = groups.members.iter().any(|member| !matches!(&*member.first().weight, "" | "1"));
    let mut notes = groups.notes.clone();
    notes.extend(without(experiment));
    notes.push("Mean h0 is over the same instances. Nodes are those generated; nodes a second are by sums.".to_owned());
    notes.push(
        "Tables: the bytes of all that the heuristic looks up and that are kept in files; 0 B where it has none so \
         large, and a dash where the folder does not tell."
            .to_owned(),
    );
    let size = |row: &Member<'_>| size(experiment, row.set, &row.first().heuristic).map(|bytes| bytes as f64);
    Ok(Builder::new(&groups.members)
        .text_if_any("set", |row| if several { row.set.to_owned() } else { String::new() })
        .text("algorithm", |row| row.first().algorithm.to_string())
        .text_if_any("weight", |row| if weighted { row.first().weight.to_string() } else { String::new() })
        .text_if_any("options", |row| row.first().options.to_string())
        .text("heuristic", |row| row.first().heuristic.to_string())
        .count("instances (n)", Member::n)
        .number("mean h0", |row| row.mean(|run| run.h0.map(f64::from)), |value| number::fixed(value, 3))
        .number("mean generated", |row| row.mean(Run::nodes), number::mean)
        .number("mean seconds", |row| row.mean(Run::time), |value| number::fixed(value, 4))
        .number("nodes/s", Member::nodes_per_second, |value| number::fixed(value, 0))
        .number("tables", size, number::mean_bytes)
        .finish(NAME, "Heuristics and what they are worth", notes))
}

/// The values that are the same in every row of an algorithm.
fn alike(run: &Run) -> Vec<&str> {
    vec![&run.algorithm, &run.weight, &run.options]
}

fn has_heuristic(configuration: &Configuration) -> bool {
    !configuration.runs[0].heuristic.is_empty()
}

/// A note on the configurations left out because they have no heuristic.
fn without(experiment: &Experiment) -> Option<String> {
    let all = experiment.sets.iter().flat_map(|set| &set.configurations);
    let mut names: Vec<&str> = Vec::new();
    for configuration in all.filter(|configuration| !has_heuristic(configuration)) {
        if !names.contains(&configuration.name.as_str()) {
            names.push(&configuration.name);
        }
    }
    (!names.is_empty()).then(|| format!("Without a heuristic, and so not here: {}.", names.join(", ")))
}

/// The bytes of a heuristic's tables for the boards of `set`, if the folder records them.
fn size(experiment: &Experiment, set: &str, heuristic: &str) -> Option<u64> {
    let lines = &experiment.manifest.as_ref()?.heuristic_tables;
    lines.iter().find(|line| line.set == set && line.heuristic == heuristic).map(|line| line.bytes)
}
