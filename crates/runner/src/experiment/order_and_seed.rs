//! The operator orders and seeds that a solver is run with.

use anyhow::{Result, anyhow, ensure};
use tilebench_catalog::OperatorOrder;
use tilebench_sanitize::message::excerpt;

use super::toml_node::{TomlNode, TomlValue};

/// The random choices of a run: its seed, and the operator order that may depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderAndSeed {
    /// The operator order.
    pub order: OperatorOrder,
    /// The seed.
    pub seed: u64,
}

/// More seeds than any distribution needs.
const MAX_SEEDS: u64 = 100_000;

impl OrderAndSeed {
    /// The same order with `seed`; a random order is drawn from it.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        let order = match self.order {
            OperatorOrder::Shuffle { .. } => OperatorOrder::Shuffle { seed },
            fixed @ OperatorOrder::Fixed(_) => fixed,
        };
        Self { order, seed }
    }

    /// One draw per seed of the order that `node` names.
    pub(super) fn all(node: &TomlNode, seeds: &[u64]) -> Result<Vec<Self>> {
        let text = node.as_text("order")?;
        let draw = |&seed: &u64| {
            let order = OperatorOrder::parse(text, seed).map_err(|error| anyhow!("{}: {error}", node.position))?;
            Ok(Self { order, seed })
        };
        seeds.iter().map(draw).collect()
    }
}

/// Reads `seeds`: a range `"1-100"`, a list, or one seed.
pub(super) fn seeds(node: &TomlNode) -> Result<Vec<u64>> {
    if let TomlValue::Text(text) = &node.value {
        let range = text.split_once('-').and_then(|(first, last)| {
            let (first, last) = (first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?);
            (first <= last).then_some(first..=last)
        });
        let range = range.ok_or_else(|| {
            anyhow!("{}: seeds '{text}' is not a range such as \"1-100\"", node.position, text = excerpt(text))
        })?;
        ensure!(
            range.end() - range.start() < MAX_SEEDS,
            "{}: seeds '{text}' are too many: use at most {MAX_SEEDS}",
            node.position,
            text = excerpt(text)
        );
        return Ok(range.collect());
    }
    let seeds = node.each("seeds")?.into_iter().map(|node| node.as_count("a seed", 0)).collect::<Result<Vec<_>>>()?;
    for (at, seed) in seeds.iter().enumerate() {
        ensure!(!seeds[..at].contains(seed), "{}: seed {seed} is listed twice: remove one", node.position);
    }
    Ok(seeds)
}
