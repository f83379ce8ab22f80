//! Length, suboptimality, nodes and time by weight (Pohl 1970; Thayer and Ruml 2008).

use anyhow::ensure;

use super::groups::{ConfigurationGroups, GroupMember};
use crate::experiment::ExperimentData;
use crate::family::Family;
use crate::metric::suboptimality;
use crate::number;
use crate::run::ReportRun;
use crate::table::{ReportTable, TableBuilder};

pub(super) const NAME: &str = "weights";

/// One row per weight of each algorithm that was run with several weights and otherwise equal options, by ascending weight.
pub(super) fn table(experiment: &ExperimentData) -> anyhow::Result<ReportTable> {
    let mut groups = ConfigurationGroups::new(experiment, Family::of_weights, |group| {
        group.iter().any(|other| other.runs[0].weight != group[0].runs[0].weight)
    });
    ensure!(!groups.members.is_empty(), "{NAME}: no algorithm was run with two weights and otherwise equal options");
    for group in groups
        .members
        .chunk_by_mut(|a, b| a.set == b.set && Family::of_weights(a.first()) == Family::of_weights(b.first()))
    {
        group.sort_by(|a, b| {
            let [a, b] = [a, b].map(|member| member.first().weight_value.unwrap_or(0.0));
            a.total_cmp(&b)
        });
    }
    let (several, several_orders) = (groups.several_sets(), groups.several_orders());
    let factor = |run: &ReportRun| suboptimality(run.path_cost(), run.optimal);
    let four = |value| number::fixed(value, 4);
    let mut notes = groups.notes.clone();
    notes.push(format!(
        "Suboptimality: {}, over the n of these instances with a known optimal length; mean and maximum.",
        experiment.suboptimality_rule()
    ));
    Ok(TableBuilder::new(&groups.members)
        .text_when(several, "set", |row| row.set.to_owned())
        .text_when(groups.has_alike(), "solver", |row| row.configuration.name.clone())
        .text("algorithm", |row| row.first().algorithm.to_string())
        .text_if_any("heuristic", |row| row.first().heuristic.to_string())
        .text_if_any("options", |row| row.first().options.to_string())
        .text_when(several_orders, "order", |row| row.first().order.to_string())
        .text("weight", |row| row.first().weight.to_string())
        .text("solved", |row| row.configuration.solved_of_all())
        .count("instances (n)", GroupMember::n)
        .number("mean length", |row| row.mean(|run| run.length.map(f64::from)), |value| number::fixed(value, 2))
        .count("optimal known (n)", |row| row.values(factor).len() as u64)
        .number("mean suboptimality", |row| crate::stats::mean(&row.values(factor)), four)
        .number("max suboptimality", |row| row.values(factor).into_iter().max_by(f64::total_cmp), four)
        .number("mean generated", |row| row.mean(ReportRun::nodes), number::mean)
        .number("mean time", |row| row.mean(ReportRun::time), number::seconds)
        .finish(NAME, "Weights by algorithm", notes))
}
