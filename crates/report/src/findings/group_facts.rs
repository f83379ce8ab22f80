//! The facts about the configurations of a set that have the same guarantee.

use tilebench_record::{Proof, Status};

use super::effect::Effect;
use super::phrases;
use super::sentence_rule::Subject;
use crate::common_instances::CommonInstances;
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::metric::{self, GENERATED, Metric, TIME};
use crate::number::{compact, whole};
use crate::results::Results;
use crate::stats;

/// The configurations of one guarantee on one set.
#[derive(Debug)]
pub(super) struct GroupFacts {
    /// The guarantee.
    pub(super) guarantee: Proof,
    /// The configurations with a solved run.
    pub(super) members: Vec<String>,
    /// The number of those that solved enough instances to be compared.
    pub(super) compared: usize,
    /// The number of instances that all of these solved.
    pub(super) common: usize,
    /// Whether these instances are enough for a conclusion.
    pub(super) is_enough: bool,
    /// Whether the limits allow a comparison: they are equal, or no compared configuration was stopped.
    pub(super) is_fair: bool,
    /// The fewest nodes.
    pub(super) nodes: Option<Effect>,
    /// The least time.
    pub(super) time: Option<Effect>,
    /// The configuration with the cheapest solutions, with their mean cost.
    pub(super) cheapest: Option<(String, MeanWithCount)>,
    /// The compared configurations that no other dominates.
    pub(super) undominated: Vec<String>,
    /// The configuration with the fewest nodes, or the only one that is compared.
    pub(super) fewest: Option<Fewest>,
    /// The first member: `28/30` instances solved, and the geometric mean of its nodes.
    first: (String, MeanWithCount),
}

/// A mean with its interval, and the number of runs that it is over.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MeanWithCount {
    mean: IntervalEstimate,
    n: u64,
}

/// The configuration of a guarantee with the fewest nodes.
#[derive(Debug)]
pub(super) struct Fewest {
    /// Its name.
    pub(super) name: String,
    /// The mean cost / optimal cost of its solutions, if known.
    pub(super) cost: Option<MeanWithCount>,
}

impl GroupFacts {
    /// The facts about `members`, the configurations of `set` with this `guarantee`.
    pub(super) fn new(set: &SetRuns, guarantee: Proof, members: &[&ConfigurationRuns], results: &Results) -> Self {
        let common = CommonInstances::new(set, members.iter().copied());
        let compared = &common.members;
        let is_complete = compared.iter().all(|one| one.solved().count() == set.instances());
        let is_fair = set.has_equal_limits() || is_complete;
        let is_compared = compared.len() > 1 && common.is_enough() && is_fair;
        let [nodes_means, time_means] = [GENERATED, TIME].map(|metric| means(&common, &metric, stats::geometric_mean));
        let costs = means(&common, metric::named("suboptimality"), stats::mean);
        let effect = |means: &[Option<f64>], measure: &str| {
            if is_compared { Effect::of_best(set, compared, means, measure) } else { None }
        };
        let measured = |one: &ConfigurationRuns, metric: &Metric| results.measures.find(&set.name, &one.name, metric);
        let cost = |one: &ConfigurationRuns| {
            let found = measured(one, metric::named("suboptimality")).filter(|found| found.mean.value.is_some())?;
            Some(MeanWithCount { mean: found.mean, n: found.n })
        };
        let nodes = effect(&nodes_means, "generated");
        let required = set.compare_on.required(set.instances());
        let fewest = match (&nodes, members) {
            (Some(nodes), _) => compared.iter().find(|one| one.name == nodes.best),
            (None, [one]) if is_fair && one.solved().count() >= required => Some(one),
            _ => None,
        };
        let cheapest = costs.iter().zip(compared).filter_map(|(cost, &one)| Some(((*cost)?, one)));
        let cheapest = cheapest
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .filter(|_| guarantee != Proof::Optimal && is_compared)
            .and_then(|(_, one)| Some((one.name.clone(), cost(one)?)));
        let first = members.first().map(|one| {
            let nodes = measured(one, &GENERATED);
            let nodes = nodes.map(|nodes| MeanWithCount { mean: nodes.geometric, n: nodes.n }).unwrap_or_default();
            (one.solved_of_all(), nodes)
        });
        Self {
            guarantee,
            members: members.iter().map(|one| one.name.clone()).collect(),
            compared: compared.len(),
            common: common.instances.len(),
            is_enough: common.is_enough(),
            is_fair,
            time: effect(&time_means, "time"),
            fewest: fewest.map(|one| Fewest { name: one.name.clone(), cost: cost(one) }),
            nodes,
            cheapest,
            undominated: if is_compared {
                // An optimal path has the least cost, so only nodes and time differ.
                let costs = if guarantee == Proof::Optimal { vec![None; costs.len()] } else { costs };
                undominated(compared, &[costs, nodes_means, time_means])
            } else {
                Vec::new()
            },
            first: first.unwrap_or_default(),
        }
    }

    /// Whether several configurations can be compared.
    pub(super) fn is_compared(&self) -> bool {
        self.compared > 1 && self.is_enough && self.is_fair
    }

    /// Whether the geometric mean of nodes of the first member has an interval: it does not depend on stopped runs.
    pub(super) fn has_first_nodes(&self) -> bool {
        self.first.1.mean.interval.is_some()
    }
}

/// The mean of `metric` of each compared configuration on the common instances; none if a value is missing.
fn means(common: &CommonInstances<'_>, metric: &Metric, mean: fn(&[f64]) -> Option<f64>) -> Vec<Option<f64>> {
    let values = |one: &&ConfigurationRuns| {
        let runs = one.runs.iter().filter(|run| run.status == Status::Solved && common.contains(&run.instance));
        runs.map(|run| metric.evaluate(run).ok()).collect::<Option<Vec<f64>>>()
    };
    common.members.iter().map(|one| mean(&values(one)?)).collect()
}

/// The names of the `members` that no other dominates: none is at least as good in all `measures` and better in one. A measure
/// that is not known of every member does not count; without a known measure, there are no names.
fn undominated(members: &[&ConfigurationRuns], measures: &[Vec<Option<f64>>]) -> Vec<String> {
    let known: Vec<Vec<f64>> = measures.iter().filter_map(|values| values.iter().copied().collect()).collect();
    let dominates = |a: usize, b: usize| {
        known.iter().all(|values| values[a] <= values[b]) && known.iter().any(|values| values[a] < values[b])
    };
    let is_dominated = |place: usize| (0..members.len()).any(|other| dominates(other, place));
    let places = (0..members.len()).filter(|&place| !known.is_empty() && !is_dominated(place));
    places.map(|place| members[place].name.clone()).collect()
}

impl MeanWithCount {
    /// The mean cost / optimal cost in words.
    pub(super) fn cost_words(&self) -> String {
        let mean = phrases::estimate(self.mean, phrases::factor);
        format!("{mean} times the optimal cost (n = {})", whole(self.n))
    }
}

impl Subject for GroupFacts {
    fn subject(&self) -> String {
        let words = match self.guarantee {
            Proof::Optimal => "Optimal",
            Proof::Bounded => "Within w",
            Proof::None => "No guarantee",
        };
        words.to_owned()
    }

    fn field(&self, name: &str) -> String {
        let of = |effect: &Option<Effect>, words: fn(&Effect) -> String| effect.as_ref().map(words).unwrap_or_default();
        let (solved, nodes) = &self.first;
        match name {
            "best_nodes" => of(&self.nodes, |effect| effect.best.clone()),
            "next_nodes" => of(&self.nodes, |effect| effect.next.clone()),
            "nodes_ratio" => of(&self.nodes, Effect::ratio_words),
            "nodes_n" => of(&self.nodes, |effect| whole(effect.ratio.n as u64)),
            "best_time" => of(&self.time, |effect| effect.best.clone()),
            "next_time" => of(&self.time, |effect| effect.next.clone()),
            "time_ratio" => of(&self.time, Effect::ratio_words),
            "time_n" => of(&self.time, |effect| whole(effect.ratio.n as u64)),
            "compared" => whole(self.compared as u64),
            "common" => phrases::instances(self.common),
            "members" => phrases::list(&self.members),
            "only_solved" => solved.clone(),
            "only_nodes" => phrases::estimate(nodes.mean, compact),
            "only_n" => whole(nodes.n),
            "undominated" => phrases::list(&self.undominated),
            "measures" if self.guarantee == Proof::Optimal => "nodes and time".to_owned(),
            "measures" => "cost, nodes and time".to_owned(),
            "cheapest" => self.cheapest.as_ref().map(|(name, _)| name.clone()).unwrap_or_default(),
            "least_cost" => self.cheapest.as_ref().map(|(_, cost)| cost.cost_words()).unwrap_or_default(),
            _ => unreachable!("no field of a group is named '{name}'"),
        }
    }
}
