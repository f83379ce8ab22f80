//! The common parts of all `[[solver]]` tables: defaults of the experiment, instances, orders and seeds, lists to sweep over.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail, ensure};
use tilebench_catalog::{CostModel, Metric, Registry};

use super::TableReader;
use super::order_and_seed::{self, OrderAndSeed};
use super::selection_loader::SelectionLoader;
use super::toml_node::TomlNode;
use crate::RunLimits;

/// The experiment's values of keys that a solver may leave out.
pub(crate) struct SolverDefaults {
    /// The limits.
    pub(crate) limits: RunLimits,
    /// The instances.
    pub(crate) selections: Option<Vec<usize>>,
    /// The operator order and the seed.
    pub(crate) draw: OrderAndSeed,
    /// The cost models.
    pub(crate) costs: Vec<&'static CostModel>,
    /// The metric.
    pub(crate) metric: Metric,
    /// The folder of the experiment file.
    pub(crate) folder: PathBuf,
}

/// The maximum number of configurations in a table.
const MAX_COMBINATIONS: usize = 100_000;

/// One value of a swept key.
#[derive(Clone)]
pub(super) struct SweptValue<'a> {
    pub(super) key: &'a str,
    pub(super) text: String,
    pub(super) node: &'a TomlNode,
}

/// The instances that the table or the experiment names.
pub(super) fn selections(
    reader: &TableReader<'_>,
    defaults: &SolverDefaults,
    loader: &mut SelectionLoader,
) -> Result<Vec<usize>> {
    match (reader.get("instances"), &defaults.selections) {
        (Some(node), _) => loader.read(node),
        (None, Some(selections)) => Ok(selections.clone()),
        (None, None) => bail!(
            "{}: this solver has no instances: write instances = [\"korf100\"] here or at the top of the file",
            reader.position
        ),
    }
}

/// The cost models that the table or the experiment lists, each once.
pub(super) fn costs(reader: &TableReader<'_>, defaults: &SolverDefaults) -> Result<Vec<&'static CostModel>> {
    reader.get("cost").map_or_else(|| Ok(defaults.costs.clone()), cost_models)
}

/// Reads a cost model, or a list of them.
pub(super) fn cost_models(node: &TomlNode) -> Result<Vec<&'static CostModel>> {
    let mut models: Vec<&'static CostModel> = Vec::new();
    for node in node.each("cost")? {
        let name = node.as_text("cost")?;
        let model = Registry::get().find_cost_model(name).map_err(|error| anyhow!("{}: {error}", node.position))?;
        ensure!(!models.contains(&model), "{}: cost model '{name}' is listed twice: remove one", node.position);
        models.push(model);
    }
    Ok(models)
}

/// The metric that the table or the experiment names.
pub(super) fn metric(reader: &TableReader<'_>, default: Metric) -> Result<Metric> {
    let Some(node) = reader.get("metric") else { return Ok(default) };
    node.as_text("metric")?.parse().map_err(|error| anyhow!("{}: {error}", node.position))
}

/// The draws of every operator order that the table lists.
pub(super) fn draws(reader: &TableReader<'_>, default: OrderAndSeed) -> Result<Vec<Vec<OrderAndSeed>>> {
    let seeds = reader.get("seeds").map_or(Ok(vec![default.seed]), order_and_seed::seeds)?;
    if let Some(node) = reader.get("order") {
        return node.each("order")?.into_iter().map(|node| OrderAndSeed::all(node, &seeds)).collect();
    }
    Ok(vec![seeds.into_iter().map(|seed| default.with_seed(seed)).collect()])
}

/// Every combination of the values of `keys`, the last key varying fastest.
pub(super) fn combinations<'a, 'k: 'a>(
    reader: &TableReader<'a>,
    keys: impl Iterator<Item = &'k str>,
) -> Result<Vec<Vec<SweptValue<'a>>>> {
    let mut combinations: Vec<Vec<SweptValue<'a>>> = vec![Vec::new()];
    for key in keys {
        let Some(node) = reader.get(key) else { continue };
        let values = node.each(key)?;
        ensure!(
            combinations.len().saturating_mul(values.len()) <= MAX_COMBINATIONS,
            "{}: the values of {key} and of the keys before it have more than {MAX_COMBINATIONS} combinations: use fewer",
            node.position
        );
        let mut longer = Vec::new();
        for choices in &combinations {
            for node in &values {
                let choice = SweptValue { key, text: node.as_option(key)?, node };
                longer.push([choices.as_slice(), &[choice]].concat());
            }
        }
        combinations = longer;
    }
    Ok(combinations)
}
