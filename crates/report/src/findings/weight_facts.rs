//! The effect of the weight: one algorithm with its smallest and its largest weight, and the fewest nodes for each weight.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::effect::Effect;
use super::group_facts::{GroupFacts, means};
use super::sentence_rule::Subject;
use crate::common_instances::CommonInstances;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::family::Family;
use crate::metric::{self, GENERATED};
use crate::number::{self, grouped};
use crate::results::Results;
use crate::stats;

/// A compared configuration with a weight.
struct Weighted<'a> {
    weight: f64,
    /// The family whose members differ in the weight.
    family: Family<'a>,
    /// Its name without the weight.
    name: String,
    configuration: &'a ConfigurationRuns,
    /// The geometric mean of its nodes on the common instances.
    nodes: Option<f64>,
    /// The mean cost / optimal cost of its solutions, in words, if known.
    cost: Option<String>,
}

/// The facts about the weights of the bounded configurations on a set.
#[derive(Debug)]
pub(super) struct WeightFacts {
    /// The nodes with the smallest weight over those with the largest, of the algorithm with the most weights.
    pub(super) effect: Option<Effect>,
    /// Their mean costs, as the end of a sentence, if known.
    costs: String,
    /// For each weight of several algorithms: the configuration with the fewest nodes, with the mean cost of its solutions.
    pub(super) best_by_weight: Vec<String>,
    /// The number of compared configurations, and of the instances that all of them solved.
    compared: usize,
    common: usize,
}

impl WeightFacts {
    /// The facts about `members` of `set`, whose `group` has facts that allow a comparison.
    pub(super) fn new(
        set: &SetRuns,
        members: &[&ConfigurationRuns],
        group: &GroupFacts,
        results: &Results,
    ) -> Option<Self> {
        if !group.is_compared() {
            return None;
        }
        let common = CommonInstances::new(set, members.iter().copied());
        let nodes = means(&common, &GENERATED, stats::geometric_mean);
        let cost = |one: &ConfigurationRuns| {
            let found = results.measures.find(&set.name, &one.name, metric::named("suboptimality"))?;
            found.mean.value.map(number::factor)
        };
        let weighted = common.members.iter().zip(nodes).filter_map(|(&configuration, nodes)| {
            let run = configuration.runs.first()?;
            let name = configuration.name.replacen(&format!(" w={}", run.weight), "", 1);
            let family = Family::of_weights(run);
            let cost = cost(configuration);
            Some(Weighted { weight: run.weight_value?, family, name, configuration, nodes, cost })
        });
        let mut weighted: Vec<Weighted<'_>> = weighted.collect();
        // A stable sort: configurations of one weight keep the order of the experiment.
        weighted.sort_by(|a, b| a.weight.total_cmp(&b.weight));
        let ends = ends(&weighted);
        let effect =
            ends.and_then(|[small, large]| Effect::new(set, large.configuration, small.configuration, "generated"));
        let costs = ends.and_then(|[small, large]| {
            let (small, large) = (small.cost.as_ref()?, large.cost.as_ref()?);
            Some(format!("; the solutions cost {small} and {large} times the optimal cost"))
        });
        let facts = Self {
            effect,
            costs: costs.unwrap_or_default(),
            best_by_weight: best_by_weight(&weighted),
            compared: common.members.len(),
            common: common.instances.len(),
        };
        (facts.effect.is_some() || !facts.best_by_weight.is_empty()).then_some(facts)
    }
}

/// The smallest and the largest weight of the family with the most weights, the first of several; none if no family has two.
fn ends<'w, 'a>(weighted: &'w [Weighted<'a>]) -> Option<[&'w Weighted<'a>; 2]> {
    let mut families: BTreeMap<Family<'_>, Vec<&Weighted<'a>>> = BTreeMap::new();
    for one in weighted {
        families.entry(one.family).or_default().push(one);
    }
    let size_and_order = |family: &&Vec<&Weighted<'_>>| (family.len(), Reverse(family[0].configuration.index));
    let largest = families.values().max_by_key(size_and_order)?;
    let [small, .., large] = &largest[..] else { return None };
    (small.weight < large.weight).then_some([small, large])
}

/// `w = 2: ios manhattan (1.31)` for each weight of several configurations, if there are two such weights.
fn best_by_weight(weighted: &[Weighted<'_>]) -> Vec<String> {
    let several = weighted.chunk_by(|a, b| a.weight.total_cmp(&b.weight).is_eq()).filter(|same| same.len() > 1);
    let best = several.filter_map(|same| {
        // A configuration without a value could be the best.
        let known: Option<Vec<(f64, &Weighted<'_>)>> = same.iter().map(|one| Some((one.nodes?, one))).collect();
        let (_, best) = known?.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b))?;
        let cost = best.cost.as_ref().map_or_else(String::new, |cost| format!(" ({cost})"));
        Some(format!("w = {} {}{cost}", number::plain(best.weight), best.name))
    });
    let best: Vec<String> = best.collect();
    if best.len() > 1 { best } else { Vec::new() }
}

impl Subject for WeightFacts {
    fn subject(&self) -> String {
        "Weight".to_owned()
    }

    fn field(&self, name: &str) -> String {
        let of = |words: fn(&Effect) -> String| self.effect.as_ref().map(words).unwrap_or_default();
        match name {
            "small" => of(|effect| effect.next.clone()),
            "large" => of(|effect| effect.best.clone()),
            "ratio" => of(Effect::ratio_words),
            "n" => of(|effect| grouped(effect.ratio.n as u64)),
            "costs" => self.costs.clone(),
            "best_by_weight" => self.best_by_weight.join(", "),
            "common" => grouped(self.common as u64),
            "compared" => grouped(self.compared as u64),
            _ => unreachable!("no field of weights is named '{name}'"),
        }
    }
}
