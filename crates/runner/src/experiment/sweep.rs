//! What all `[[solver]]` tables have in common: defaults of the experiment, instances, orders and seeds, lists to sweep over.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Section;
use super::node::Node;
use super::order_and_seed::{self, OrderAndSeed};
use super::source::Sources;
use crate::RunLimits;

/// The experiment's values of keys that a solver may leave out.
pub(crate) struct Defaults {
    /// The limits.
    pub(crate) limits: RunLimits,
    /// The instances.
    pub(crate) selections: Option<Vec<usize>>,
    /// The operator order and the seed.
    pub(crate) draw: OrderAndSeed,
    /// The folder of the experiment file.
    pub(crate) folder: PathBuf,
}

/// One value of a swept key.
#[derive(Clone)]
pub(super) struct Choice<'a> {
    pub(super) key: &'a str,
    pub(super) text: String,
    pub(super) node: &'a Node,
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
pub(super) fn draws(section: &Section<'_>, default: OrderAndSeed) -> Result<Vec<Vec<OrderAndSeed>>> {
    let seeds = section.get("seeds").map_or(Ok(vec![default.seed]), order_and_seed::seeds)?;
    if let Some(node) = section.get("order") {
        return node.each("order")?.into_iter().map(|node| OrderAndSeed::all(node, &seeds)).collect();
    }
    Ok(vec![seeds.into_iter().map(|seed| default.with_seed(seed)).collect()])
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
