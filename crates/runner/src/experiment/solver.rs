//! The `[[solver]]` tables, each swept over its lists.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail, ensure};
use tilebench_catalog::{Algorithm, Configuration, algorithms};
use tilebench_sanitize::message::shown;

use super::draw::{self, Draw};
use super::keys::SOLVER;
use super::node::{Node, Value};
use super::source::Sources;
use super::{Program, Section, Solver, command, instead, limits};
use crate::RunLimits;

/// What the experiment says for solvers that do not say it themselves.
pub(crate) struct Defaults {
    /// The limits.
    pub(crate) limits: RunLimits,
    /// The instances.
    pub(crate) selections: Option<Vec<usize>>,
    /// The operator order and the seed.
    pub(crate) draw: Draw,
    /// The folder of the experiment file.
    pub(crate) folder: PathBuf,
}

/// One value of a swept key.
#[derive(Clone)]
pub(super) struct Choice<'a> {
    pub(super) key: &'a str,
    pub(super) text: String,
    node: &'a Node,
}

/// Reads all `[[solver]]` tables.
pub(crate) fn read_all(node: &Node, defaults: &Defaults, sources: &mut Sources) -> Result<Vec<Solver>> {
    let Value::List(tables) = &node.value else {
        bail!("{}: a solver is {} where tables [[solver]] belong", node.place, node.value.kind());
    };
    ensure!(!tables.is_empty(), "{}: there is no solver: write a table [[solver]]", node.place);
    let mut solvers: Vec<Solver> = Vec::new();
    for table in tables {
        let is_command = table.entries().iter().any(|entry| entry.key == "command");
        let read = if is_command { command::read } else { read };
        for solver in read(table, defaults, sources)? {
            if solvers.iter().any(|known| clash(known, &solver)) {
                bail!(
                    "{}: there are two solvers '{}': leave one out, or give it another name",
                    table.place,
                    shown(&solver.name)
                );
            }
            solvers.push(solver);
        }
    }
    Ok(solvers)
}

/// Whether two solvers cannot be told apart: the same configuration may have other limits on other
/// instances, but another one needs another name.
fn clash(known: &Solver, solver: &Solver) -> bool {
    known.name == solver.name
        && (known.program != solver.program
            || known.draws != solver.draws
            || known.selections.iter().any(|selection| solver.selections.contains(selection)))
}

/// One table: as many solvers as its lists multiply to.
fn read(table: &Node, defaults: &Defaults, sources: &mut Sources) -> Result<Vec<Solver>> {
    let algorithm = algorithm(table)?;
    let options = algorithm.options.iter().map(|option| option.name());
    let common = SOLVER.names().filter(|name| algorithm.guided || *name != "heuristic");
    let keys: Vec<&str> = common.chain(options.clone()).collect();
    let section = Section::with_names(table, &SOLVER, &format!("a solver '{}'", algorithm.name), &keys)?;
    let limits = section.read("limits", |node, _| limits(node, defaults.limits))?.unwrap_or(defaults.limits);
    let selections = selections(&section, defaults, sources)?;
    let swept = algorithm.guided.then_some("heuristic").into_iter().chain(options);
    let configurations = product(&section, swept)?
        .into_iter()
        .map(|choices| configuration(algorithm, table, &choices))
        .collect::<Result<Vec<_>>>()?;
    let draws = draws(&section, defaults.draw)?;
    let name = section.get("name");
    if let Some(name) = name {
        let count = configurations.len() * draws.len();
        ensure!(count == 1, "{}: one name for the {count} solvers of this sweep: leave it out", name.place);
    }
    let mut solvers = Vec::new();
    for configuration in configurations {
        for draws in &draws {
            let name = match name {
                Some(node) => node.as_text("name")?.to_owned(),
                None => called(&configuration, draws, defaults.draw),
            };
            let (draws, selections) = (draws.clone(), selections.clone());
            let program = Program::Search(configuration.clone());
            solvers.push(Solver { name, program, draws, limits, selections });
        }
    }
    Ok(solvers)
}

/// The instances that the table or the experiment names.
pub(super) fn selections(section: &Section<'_>, defaults: &Defaults, sources: &mut Sources) -> Result<Vec<usize>> {
    match (section.get("instances"), &defaults.selections) {
        (Some(node), _) => sources.read(node),
        (None, Some(selections)) => Ok(selections.clone()),
        (None, None) => bail!(
            "{}: this solver has no instances: write instances = [\"korf100\"] here or at the top of the file",
            section.place
        ),
    }
}

/// The draws of every operator order that the table lists.
pub(super) fn draws(section: &Section<'_>, default: Draw) -> Result<Vec<Vec<Draw>>> {
    let seeds = section.get("seeds").map_or(Ok(vec![default.seed]), draw::seeds)?;
    if let Some(node) = section.get("order") {
        return node.each("order")?.into_iter().map(|node| Draw::all(node, &seeds)).collect();
    }
    Ok(vec![seeds.into_iter().map(|seed| default.with_seed(seed)).collect()])
}

/// What a configuration is called: its order is named where it is not the experiment's.
fn called(configuration: &Configuration, draws: &[Draw], default: Draw) -> String {
    let name = configuration.name();
    match draws.first().map(|draw| draw.order.to_string()) {
        Some(order) if order != default.order.to_string() => format!("{name} order={order}"),
        _ => name,
    }
}

/// The algorithm that the table names.
fn algorithm(table: &Node) -> Result<&'static Algorithm> {
    let Value::Table(entries) = &table.value else {
        bail!("{}: a solver is {} where a table [[solver]] belongs", table.place, table.value.kind());
    };
    let Some(entry) = entries.iter().find(|entry| entry.key == "algorithm") else {
        bail!("{}: 'algorithm' is missing: write algorithm = {}", table.place, SOLVER.key("algorithm").example);
    };
    let name = entry.node.as_text("algorithm")?;
    let algorithms = algorithms();
    let known = algorithms.iter().find(|algorithm| algorithm.name == name);
    known.copied().ok_or_else(|| {
        let names = algorithms.iter().map(|algorithm| algorithm.name);
        anyhow!("{}: unknown algorithm '{name}'; {}", entry.node.place, instead(name, names), name = shown(name))
    })
}

/// Every combination of the values of `keys`, the last key varying fastest.
pub(super) fn product<'a, 'k: 'a>(
    section: &Section<'a>,
    keys: impl Iterator<Item = &'k str>,
) -> Result<Vec<Vec<Choice<'a>>>> {
    let mut product: Vec<Vec<Choice<'a>>> = vec![Vec::new()];
    for key in keys {
        let Some(node) = section.get(key) else { continue };
        let mut longer = Vec::new();
        for choices in &product {
            for node in node.each(key)? {
                let choice = Choice { key, text: node.as_option(key)?, node };
                longer.push([choices.as_slice(), &[choice]].concat());
            }
        }
        product = longer;
    }
    Ok(product)
}

/// The configuration of one combination. Values are given to the catalog one after the other, so that
/// its complaint is known to be about the last.
fn configuration(algorithm: &Algorithm, table: &Node, choices: &[Choice<'_>]) -> Result<Configuration> {
    let mut heuristic = None;
    let mut options = Vec::new();
    let mut found = None;
    for choice in choices {
        if choice.key == "heuristic" {
            heuristic = Some(choice.text.as_str());
        } else {
            options.push((choice.key.to_owned(), choice.text.clone()));
        }
        let tried = Configuration::new(algorithm.name, heuristic, &options);
        found = Some(tried.map_err(|error| anyhow!("{}: {error}", choice.node.place))?);
    }
    match found {
        Some(configuration) => Ok(configuration),
        None => Configuration::new(algorithm.name, None, &[]).map_err(|error| anyhow!("{}: {error}", table.place)),
    }
}
