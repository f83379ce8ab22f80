//! Heuristics with one algorithm, as in table 2 of Korf and Felner 2002: h0, nodes, seconds, speed.

use anyhow::ensure;

use super::groups::{ConfigurationGroups, GroupMember};
use crate::compare_on::COVERAGE;
use crate::experiment::{ConfigurationRuns, ExperimentData};
use crate::family::Family;
use crate::number;
use crate::run::ReportRun;
use crate::table::{ReportTable, TableBuilder};

pub(super) const NAME: &str = "korf-felner";

/// One row per heuristic of each algorithm, with all other options equal.
pub(super) fn table(experiment: &ExperimentData) -> anyhow::Result<ReportTable> {
    let groups = ConfigurationGroups::new(experiment, Family::of_heuristics, |group| has_heuristic(group[0]));
    let mut configurations = experiment.sets.iter().flat_map(|set| &set.configurations);
    ensure!(configurations.any(has_heuristic), "{NAME}: no configuration was run with a heuristic");
    ensure!(
        !groups.members.is_empty(),
        "{NAME}: no configuration with a heuristic solved {COVERAGE} % of the instances of a set"
    );
    let (several, several_orders) = (groups.several_sets(), groups.several_orders());
    let weighted = groups.members.iter().any(|member| !matches!(&*member.first().weight, "" | "1"));
    let mut notes = groups.notes.clone();
    notes.extend(without(experiment));
    notes
        .push("Mean h0 is over the same instances. Nodes are generated nodes. Nodes per second: sum / sum.".to_owned());
    notes.push(
        "Tables: the bytes of all tables of the heuristic that are stored in files; 0 B if it has none, and a dash if the \
         folder does not record them."
            .to_owned(),
    );
    let size = |row: &GroupMember<'_>| size(experiment, row.set, &row.first().heuristic).map(|bytes| bytes as f64);
    Ok(TableBuilder::new(&groups.members)
        .text_when(several, "set", |row| row.set.to_owned())
        .text_when(groups.has_alike(), "solver", |row| row.configuration.name.clone())
        .text("algorithm", |row| row.first().algorithm.to_string())
        .text_when(weighted, "weight", |row| row.first().weight.to_string())
        .text_if_any("options", |row| row.first().options.to_string())
        .text_when(several_orders, "order", |row| row.first().order.to_string())
        .text("heuristic", |row| row.first().heuristic.to_string())
        .count("instances (n)", GroupMember::n)
        .number("mean h0", |row| row.mean(|run| run.h0.map(f64::from)), |value| number::fixed(value, 3))
        .number("mean generated", |row| row.mean(ReportRun::nodes), number::mean)
        .number("mean seconds", |row| row.mean(ReportRun::time), |value| number::fixed(value, 4))
        .number("nodes/s", GroupMember::nodes_per_second, |value| number::fixed(value, 0))
        .number("tables", size, number::mean_bytes)
        .finish(NAME, "Heuristics by algorithm", notes))
}

fn has_heuristic(configuration: &ConfigurationRuns) -> bool {
    !configuration.runs[0].heuristic.is_empty()
}

/// A note on the configurations left out because they have no heuristic.
fn without(experiment: &ExperimentData) -> Option<String> {
    let all = experiment.sets.iter().flat_map(|set| &set.configurations);
    let mut names: Vec<&str> = Vec::new();
    for configuration in all.filter(|configuration| !has_heuristic(configuration)) {
        if !names.contains(&configuration.name.as_str()) {
            names.push(&configuration.name);
        }
    }
    (!names.is_empty()).then(|| format!("Left out (no heuristic): {}.", names.join(", ")))
}

/// The bytes of the tables of a heuristic for the instances of `set`, if the folder records them.
fn size(experiment: &ExperimentData, set: &str, heuristic: &str) -> Option<u64> {
    let lines = &experiment.manifest.as_ref()?.heuristic_tables;
    lines.iter().find(|line| line.set == set && line.heuristic == heuristic).map(|line| line.bytes)
}
