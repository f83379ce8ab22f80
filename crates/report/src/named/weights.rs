//! What a weight costs and gains: length, suboptimality, nodes and time by weight (Pohl 1970; Thayer and Ruml 2008).

use anyhow::ensure;

use super::groups::{Groups, Member};
use crate::experiment::Experiment;
use crate::metric::suboptimality;
use crate::number;
use crate::run::Run;
use crate::table::{Builder, Table};

pub(super) const NAME: &str = "weights";

/// A row a weight of each algorithm that was run with several, all else the same, the weights ascending.
pub(super) fn of(experiment: &Experiment) -> anyhow::Result<Table> {
    let mut groups = Groups::of(experiment, alike, |group| {
        group.iter().any(|other| other.runs[0].weight != group[0].runs[0].weight)
    });
    ensure!(!groups.members.is_empty(), "{NAME}: no algorithm was run with two weights, all else the same");
    for group in groups.members.chunk_by_mut(|a, b| a.set == b.set && alike(a.first()) == alike(b.first())) {
        group.sort_by(|a, b| {
            let [a, b] = [a, b].map(|member| member.first().weight_value.unwrap_or(0.0));
            a.total_cmp(&b)
        });
    }
    let several = groups.several_sets();
    let factor = |run: &Run| suboptimality(run.length, run.optimal);
    let four = |value| number::fixed(value, 4);
    let mut notes = groups.notes.clone();
    notes.push(
        "Suboptimality is length / shortest length, over those of these instances whose shortest length is known (n), \
         and at its worst."
            .to_owned(),
    );
    Ok(Builder::new(&groups.members)
        .text_if_any("set", |row| if several { row.set.to_owned() } else { String::new() })
        .text("algorithm", |row| row.first().algorithm.to_string())
        .text_if_any("heuristic", |row| row.first().heuristic.to_string())
        .text("weight", |row| row.first().weight.to_string())
        .text("solved", |row| row.configuration.solved_of_all())
        .count("instances (n)", Member::n)
        .number("mean length", |row| row.mean(|run| run.length.map(f64::from)), |value| number::fixed(value, 2))
        .count("shortest known (n)", |row| row.values(factor).len() as u64)
        .number("mean suboptimality", |row| crate::stats::mean(&row.values(factor)), four)
        .number("worst", |row| row.values(factor).into_iter().max_by(f64::total_cmp), four)
        .number("mean generated", |row| row.mean(Run::nodes), number::mean)
        .number("mean time", |row| row.mean(Run::time), number::seconds)
        .finish(NAME, "What weights cost and gain", notes))
}

/// The values that are the same in every row of an algorithm.
fn alike(run: &Run) -> Vec<&str> {
    vec![&run.algorithm, &run.heuristic, &run.options]
}
