//! The origin of runs: the program, the machine, the experiment.

use std::collections::{BTreeMap, BTreeSet};

use tilebench_catalog::tables::{Tables, UsedTable};
use tilebench_catalog::{Metric, published_mean, table_bytes};
use tilebench_record::{Build, EnforcedLimit, HeuristicTables, Manifest, PublishedValue, TableInfo, problem_set};

use crate::experiment::{Experiment, Solver};
use crate::isolation::Isolation;
use crate::machine::machine;
use crate::plan::HeuristicOnSet;
use crate::{Plan, date};

/// The manifest of a plan whose folder has the manifest `before`, if any. Its statements about existing runs are
/// kept. `has_missing_runs`: this program will execute runs on this machine.
pub(crate) fn manifest(
    plan: &Plan,
    isolation: &Isolation,
    build: &Build,
    before: Option<&Manifest>,
    has_missing_runs: bool,
) -> Manifest {
    let experiment = plan.experiment();
    let (build, machine) = match before {
        Some(before) if !has_missing_runs => (before.build.clone(), before.machine.clone()),
        _ => (build.clone(), machine()),
    };
    let other_builds = others(&build, before.map(|before| (&before.build, &before.other_builds)));
    let other_machines = others(&machine, before.map(|before| (&before.machine, &before.other_machines)));
    Manifest {
        schema: Manifest::SCHEMA,
        name: experiment.name.clone(),
        question: experiment.question.clone(),
        created: before.map_or_else(date::now, |before| before.created.clone()),
        build,
        other_builds,
        machine,
        other_machines,
        experiment: experiment.resolved(),
        sets: sets(experiment),
        solvers: names(experiment),
        limits: limits(experiment, isolation),
        seeds: seeds(experiment),
        tables: before.map_or_else(Vec::new, |before| before.tables.clone()),
        heuristic_tables: heuristic_tables(plan),
        runs_planned: plan.total_runs() as u64,
        plan_id: Some(plan.id().to_owned()),
        shard: plan.shard(),
        others: 0,
        retry: None,
        published: published(plan),
        attributes: experiment.attributes.iter().map(|attribute| attribute.description.clone()).collect(),
        report: experiment.report.clone(),
        bounds: before.map_or_else(BTreeMap::new, |before| before.bounds.clone()),
        sessions: before.map_or_else(Vec::new, |before| before.sessions.clone()),
        warnings: before.map_or_else(Vec::new, |before| before.warnings.clone()),
    }
}

/// All that executed runs, without `last`. `before`: the last one before, and all others.
fn others<T: Clone + PartialEq>(last: &T, before: Option<(&T, &Vec<T>)>) -> Vec<T> {
    let mut others = before.map_or_else(Vec::new, |(_, others)| others.clone());
    others.extend(before.map(|(before, _)| before.clone()).filter(|before| !others.contains(before)));
    others.retain(|other| other != last);
    others
}

/// Every seed that a run has, each once, in order.
fn seeds(experiment: &Experiment) -> Vec<u64> {
    let seeds = experiment.solvers.iter().flat_map(|solver| solver.draws.iter().map(|draw| draw.seed));
    seeds.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The published mean values of the heuristics of the plan, for sets of random boards like those of the publication.
/// Values quoted from memory are marked as such.
fn published(plan: &Plan) -> Vec<PublishedValue> {
    let mut published = Vec::new();
    for HeuristicOnSet { heuristic, set, goal, cost_model, metric } in plan.heuristics() {
        if !set.starts_with("random:") || !cost_model.is_unit() || metric != Metric::Single {
            continue;
        }
        if let Some(mean) = published_mean(heuristic.name(), goal) {
            let figure = PublishedValue {
                set: set.to_owned(),
                heuristic: heuristic.name().to_owned(),
                quantity: PublishedValue::MEAN_H0.to_owned(),
                value: mean.value,
                sample: mean.boards,
                source: format!("{}{}", mean.source, if mean.verified { "" } else { ", quoted from memory" }),
            };
            if !published.contains(&figure) {
                published.push(figure);
            }
        }
    }
    published
}

/// The bytes of the tables of each heuristic on each set; no table is built. A heuristic that does not support
/// the boards of a set has no line.
fn heuristic_tables(plan: &Plan) -> Vec<HeuristicTables> {
    let mut lines: Vec<HeuristicTables> = Vec::new();
    for HeuristicOnSet { heuristic, set, goal, cost_model, metric } in plan.heuristics() {
        let set = problem_set(set, cost_model.name, metric.name());
        if lines.iter().any(|line| line.set == set && line.heuristic == heuristic.name()) {
            continue;
        }
        if let Ok(bytes) = table_bytes(heuristic, goal, cost_model, metric) {
            lines.push(HeuristicTables { set, heuristic: heuristic.name().to_owned(), bytes });
        }
    }
    lines
}

/// The tables that searches of this process looked up so far.
pub(crate) fn tables(used: &Tables) -> Vec<TableInfo> {
    let table = |used: UsedTable| TableInfo {
        name: used.name,
        checksum: format!("blake3:{}", used.checksum),
        bytes: used.bytes,
    };
    used.used().into_iter().map(table).collect()
}

/// The tables of both lists, each once and in order.
pub(crate) fn union(before: &[TableInfo], looked_up: Vec<TableInfo>) -> Vec<TableInfo> {
    let mut tables = before.to_vec();
    for table in looked_up {
        tables.retain(|known| (&known.name, &known.checksum) != (&table.name, &table.checksum));
        tables.push(table);
    }
    tables.sort_by(|a, b| (&a.name, &a.checksum).cmp(&(&b.name, &b.checksum)));
    tables
}

/// The instance sets with their cost models and metrics, in the order of the experiment. Those of a shard are those of the
/// whole plan.
fn sets(experiment: &Experiment) -> Vec<String> {
    let mut sets: Vec<String> = Vec::new();
    for Solver { program, selections, costs, .. } in &experiment.solvers {
        let selected: BTreeSet<usize> = selections.iter().copied().collect();
        for set in selected.into_iter().map(|selection| &experiment.selections[selection].set) {
            for cost_model in costs {
                let name = problem_set(&set.name, cost_model.name, program.metric().name());
                if !sets.contains(&name) {
                    sets.push(name);
                }
            }
        }
    }
    sets
}

/// The solvers' names, each once.
fn names(experiment: &Experiment) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for solver in &experiment.solvers {
        if !names.contains(&solver.name) {
            names.push(solver.name.clone());
        }
    }
    names
}

/// The solver's name, with its instances if it has other limits on other instances.
fn label(solver: &Solver, experiment: &Experiment) -> String {
    if experiment.solvers.iter().filter(|other| other.name == solver.name).count() == 1 {
        return solver.name.clone();
    }
    let sets = solver.selections.iter().map(|&at| experiment.selections[at].set.name.as_str());
    format!("{} on {}", solver.name, sets.collect::<Vec<_>>().join(" and "))
}

/// Each different limit once, with the means by which it is enforced; if solvers differ, with the solvers it applies
/// to.
fn limits(experiment: &Experiment, isolation: &Isolation) -> Vec<EnforcedLimit> {
    let mut held: BTreeMap<(&str, String, String), Vec<String>> = BTreeMap::new();
    for solver in &experiment.solvers {
        let is_search = solver.program.search().is_some();
        for (what, value) in solver.limits.effective() {
            let means = if is_search { isolation.enforcement(what) } else { isolation.program_enforcement(what) };
            held.entry((what, value, means)).or_default().push(label(solver, experiment));
        }
    }
    let limit = |((what, value, means), solvers): ((&str, String, String), Vec<String>)| {
        let all = solvers.len() == experiment.solvers.len();
        let value = if all { value } else { format!("{value} for {}", solvers.join(", ")) };
        EnforcedLimit { what: what.to_owned(), value, means }
    };
    held.into_iter().map(limit).collect()
}
