//! The nodes that a weaker guarantee than optimality saves, and the costs of its solutions.

use tilebench_record::Proof;

use super::effect::Effect;
use super::group_facts::{Fewest, GroupFacts};
use super::sentence_rule::Subject;
use crate::experiment::SetRuns;
use crate::number::grouped;

/// The configuration with the fewest nodes of a weaker guarantee, against that of the optimal ones.
#[derive(Debug)]
pub(super) struct WeakerFacts {
    guarantee: Proof,
    effect: Effect,
    /// The cost of the solutions, if it is known.
    cost: String,
}

impl WeakerFacts {
    /// One for each of `groups` with a weaker guarantee, if both can be compared.
    pub(super) fn all(set: &SetRuns, groups: &[GroupFacts]) -> Vec<Self> {
        let optimal = groups.iter().find(|group| group.guarantee == Proof::Optimal);
        let weaker = groups.iter().filter(|group| group.guarantee != Proof::Optimal);
        weaker.filter_map(|weaker| Self::new(set, optimal?, weaker)).collect()
    }

    fn new(set: &SetRuns, optimal: &GroupFacts, weaker: &GroupFacts) -> Option<Self> {
        let of = |fewest: &Fewest| set.configurations.iter().find(|one| one.name == fewest.name);
        let (fewest, proved) = (weaker.fewest.as_ref()?, optimal.fewest.as_ref()?);
        let effect = Effect::new(set, of(fewest)?, of(proved)?, "generated")?;
        let cost = fewest.cost.map(|cost| format!("; the solutions of {} cost {}", fewest.name, cost.cost_words()));
        Some(Self { guarantee: weaker.guarantee, effect, cost: cost.unwrap_or_default() })
    }

    /// Whether fewer nodes are shown.
    pub(super) fn is_shown(&self) -> bool {
        self.effect.is_shown()
    }
}

impl Subject for WeakerFacts {
    fn subject(&self) -> String {
        "Giving up optimality".to_owned()
    }

    fn field(&self, name: &str) -> String {
        match name {
            "weaker" => self.effect.best.clone(),
            "optimal" => self.effect.next.clone(),
            "guarantee" => match self.guarantee {
                Proof::Optimal => "optimal",
                Proof::Bounded => "within w",
                Proof::None => "no guarantee",
            }
            .to_owned(),
            "ratio" => self.effect.ratio_words(),
            "n" => grouped(self.effect.ratio.n as u64),
            "cost" => self.cost.clone(),
            _ => unreachable!("no field of a weaker guarantee is named '{name}'"),
        }
    }
}
