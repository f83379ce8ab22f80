//! The `[[solver]]` tables, each swept over its lists.

use anyhow::{Result, anyhow, bail, ensure};
use tilebench_catalog::{Algorithm, Configuration, algorithms};
use tilebench_sanitize::message::excerpt;

use super::keys::SOLVER;
use super::order_and_seed::OrderAndSeed;
use super::selection_loader::SelectionLoader;
use super::sweep::{SolverDefaults, SweptValue, combinations, costs, draws, metric, selections};
use super::toml_node::{TomlNode, TomlValue};
use super::{Program, Solver, TableReader, command, limits, suggestion};

/// Reads all `[[solver]]` tables.
pub(crate) fn read_all(
    node: &TomlNode,
    defaults: &SolverDefaults,
    loader: &mut SelectionLoader,
) -> Result<Vec<Solver>> {
    let TomlValue::List(tables) = &node.value else {
        bail!("{}: solver must be a list of tables [[solver]], not {}", node.position, node.value.kind());
    };
    ensure!(!tables.is_empty(), "{}: the experiment has no solver: add a table [[solver]]", node.position);
    let mut solvers: Vec<Solver> = Vec::new();
    for table in tables {
        let is_command = table.entries().iter().any(|entry| entry.key == "command");
        let read = if is_command { command::read } else { read };
        for solver in read(table, defaults, loader)? {
            if solvers.iter().any(|known| clash(known, &solver)) {
                bail!(
                    "{}: two solvers are named '{}': remove one, or give it another name",
                    table.position,
                    excerpt(&solver.name)
                );
            }
            solvers.push(solver);
        }
    }
    Ok(solvers)
}

/// Whether two solvers cannot be distinguished: a configuration may have other limits on other instances, but
/// another configuration needs another name.
fn clash(known: &Solver, solver: &Solver) -> bool {
    known.name == solver.name
        && (known.program != solver.program
            || known.draws != solver.draws
            || known.selections.iter().any(|selection| solver.selections.contains(selection)))
}

/// Reads one table: one solver per combination of the values of its lists.
fn read(table: &TomlNode, defaults: &SolverDefaults, loader: &mut SelectionLoader) -> Result<Vec<Solver>> {
    let mut solvers = Vec::new();
    for algorithm in algorithms_of(table)? {
        solvers.extend(read_algorithm(algorithm, table, defaults, loader)?);
    }
    let name = table.entries().iter().find(|entry| entry.key == "name");
    if let Some(name) = name.filter(|_| solvers.len() > 1) {
        bail!(
            "{}: the {} solvers of this sweep cannot have the same name: remove the name",
            name.node.position,
            solvers.len()
        );
    }
    Ok(solvers)
}

/// Reads the solvers of a table whose algorithm is `algorithm`.
fn read_algorithm(
    algorithm: &'static Algorithm,
    table: &TomlNode,
    defaults: &SolverDefaults,
    loader: &mut SelectionLoader,
) -> Result<Vec<Solver>> {
    let options = algorithm.options.iter().map(|option| option.name());
    let common = SOLVER.names().filter(|name| algorithm.informed || *name != "heuristic");
    let keys: Vec<&str> = common.chain(options.clone()).collect();
    let reader = TableReader::with_names(table, &SOLVER, &format!("a [[solver]] of {}", algorithm.name), &keys)?;
    let limits = reader.read("limits", |node, _| limits(node, defaults.limits))?.unwrap_or(defaults.limits);
    let selections = selections(&reader, defaults, loader)?;
    let swept = algorithm.informed.then_some("heuristic").into_iter().chain(options);
    let configurations = combinations(&reader, swept)?
        .into_iter()
        .map(|choices| configuration(algorithm, table, &choices))
        .collect::<Result<Vec<_>>>()?;
    let draws = draws(&reader, defaults.draw)?;
    let costs = costs(&reader, defaults)?;
    let metric = metric(&reader, defaults.metric)?;
    let name = reader.get("name");
    let mut solvers = Vec::new();
    for configuration in configurations.into_iter().map(|configuration| configuration.with_metric(metric)) {
        for draws in &draws {
            let name = match name {
                Some(node) => node.as_text("name")?.to_owned(),
                None => called(&configuration, draws, defaults.draw),
            };
            let (draws, selections, costs) = (draws.clone(), selections.clone(), costs.clone());
            let program = Program::Search(configuration.clone());
            solvers.push(Solver { name, program, draws, costs, limits, selections });
        }
    }
    Ok(solvers)
}

/// The name of a configuration, with its order if that differs from the experiment's.
fn called(configuration: &Configuration, draws: &[OrderAndSeed], default: OrderAndSeed) -> String {
    let name = configuration.name();
    match draws.first().map(|draw| draw.order.to_string()) {
        Some(order) if order != default.order.to_string() => format!("{name} order={order}"),
        _ => name,
    }
}

/// The algorithms that the table names: one, or a list.
fn algorithms_of(table: &TomlNode) -> Result<Vec<&'static Algorithm>> {
    let TomlValue::Table(entries) = &table.value else {
        bail!("{}: a solver must be a table [[solver]], not {}", table.position, table.value.kind());
    };
    let Some(entry) = entries.iter().find(|entry| entry.key == "algorithm") else {
        bail!("{}: 'algorithm' is missing: write algorithm = {}", table.position, SOLVER.key("algorithm").example);
    };
    entry.node.each("algorithm")?.into_iter().map(algorithm).collect()
}

/// The algorithm of this name.
fn algorithm(node: &TomlNode) -> Result<&'static Algorithm> {
    let name = node.as_text("algorithm")?;
    let algorithms = algorithms();
    let known = algorithms.iter().find(|algorithm| algorithm.name == name);
    known.copied().ok_or_else(|| {
        let names = algorithms.iter().map(|algorithm| algorithm.name);
        anyhow!("{}: unknown algorithm '{name}'; {}", node.position, suggestion(name, names), name = excerpt(name))
    })
}

/// The configuration of one combination. Values are passed to the catalog one after the other, so that
/// its error is known to be about the last value.
fn configuration(algorithm: &Algorithm, table: &TomlNode, choices: &[SweptValue<'_>]) -> Result<Configuration> {
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
        found = Some(tried.map_err(|error| anyhow!("{}: {error}", choice.node.position))?);
    }
    match found {
        Some(configuration) => Ok(configuration),
        None => Configuration::new(algorithm.name, None, &[]).map_err(|error| anyhow!("{}: {error}", table.position)),
    }
}
