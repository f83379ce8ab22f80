//! The facts about the configurations of a set that have the same guarantee.

use tilebench_record::{Proof, Status};

use super::effect::Effect;
use super::phrases;
use super::sentence_rule::Subject;
use crate::common_instances::CommonInstances;
use crate::estimates::IntervalEstimate;
use crate::experiment::{ConfigurationRuns, SetRuns};
use crate::metric::{self, GENERATED, Metric, TIME};
use crate::number::{self, compact, counted, grouped};
use crate::results::Results;
use crate::run::ReportRun;
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
    /// The shortest solutions, if the least costs are not known.
    pub(super) length: Option<Effect>,
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
        let costs = means_of(&common, |run| run.path_cost().map(f64::from), stats::mean);
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
        let is_cost_open = guarantee != Proof::Optimal && is_compared;
        let known = || costs.iter().zip(compared).filter_map(|(cost, &one)| Some(((*cost)?, one)));
        let least = known().min_by(|(a, _), (b, _)| a.total_cmp(b));
        let is_alone = |(least, _): &(f64, _)| known().filter(|(cost, _)| cost <= least).count() == 1;
        let cheapest = least
            .filter(|least| is_cost_open && is_alone(least))
            .and_then(|(_, one)| Some((one.name.clone(), cost(one)?)));
        // Lengths are costs if every move costs 1.
        let has_unit_costs = members.iter().all(|one| one.solved().all(|run| run.cost.is_none()));
        let length = if is_cost_open && cheapest.is_none() && has_unit_costs { effect(&costs, "length") } else { None };
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
            length,
            undominated: if is_compared {
                // An optimal path has the least cost, so only nodes and time differ.
                let measures = [Some(costs).filter(|_| is_cost_open), Some(nodes_means), Some(time_means)];
                undominated(compared, measures.into_iter().flatten())
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

    /// Whether something is concluded about the nodes of the only member: it solved enough instances, and their geometric mean
    /// has an interval, so that it does not depend on stopped runs.
    pub(super) fn has_first_nodes(&self) -> bool {
        self.fewest.is_some() && self.first.1.mean.interval.is_some()
    }
}

/// The mean of `metric` of each compared configuration on the common instances; none if a value is missing.
pub(super) fn means(
    common: &CommonInstances<'_>,
    metric: &Metric,
    mean: fn(&[f64]) -> Option<f64>,
) -> Vec<Option<f64>> {
    means_of(common, |run| metric.evaluate(run).ok(), mean)
}

/// As [`means`], of any value.
fn means_of(
    common: &CommonInstances<'_>,
    value: impl Fn(&ReportRun) -> Option<f64>,
    mean: fn(&[f64]) -> Option<f64>,
) -> Vec<Option<f64>> {
    let values = |one: &&ConfigurationRuns| {
        let runs = one.runs.iter().filter(|run| run.status == Status::Solved && common.contains(&run.instance));
        runs.map(&value).collect::<Option<Vec<f64>>>()
    };
    common.members.iter().map(|one| mean(&values(one)?)).collect()
}

/// The names of the `members` that no other dominates: none is at least as good in all `measures` and better in one. If a value
/// is not known, there are no names.
fn undominated(members: &[&ConfigurationRuns], measures: impl Iterator<Item = Vec<Option<f64>>>) -> Vec<String> {
    let known: Option<Vec<Vec<f64>>> = measures.map(|values| values.into_iter().collect()).collect();
    let Some(known) = known else { return Vec::new() };
    let dominates = |a: usize, b: usize| {
        known.iter().all(|values| values[a] <= values[b]) && known.iter().any(|values| values[a] < values[b])
    };
    let is_dominated = |place: usize| (0..members.len()).any(|other| dominates(other, place));
    (0..members.len()).filter(|&place| !is_dominated(place)).map(|place| members[place].name.clone()).collect()
}

impl MeanWithCount {
    /// The mean cost / optimal cost in words.
    pub(super) fn cost_words(&self) -> String {
        let mean = phrases::estimate(self.mean, number::factor);
        format!("{mean} times the optimal cost (n = {})", grouped(self.n))
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
            "nodes_n" => of(&self.nodes, |effect| grouped(effect.ratio.n as u64)),
            "best_time" => of(&self.time, |effect| effect.best.clone()),
            "next_time" => of(&self.time, |effect| effect.next.clone()),
            "time_ratio" => of(&self.time, Effect::ratio_words),
            "time_n" => of(&self.time, |effect| grouped(effect.ratio.n as u64)),
            "shortest" => of(&self.length, |effect| effect.best.clone()),
            "next_shortest" => of(&self.length, |effect| effect.next.clone()),
            "length_ratio" => of(&self.length, Effect::ratio_words),
            "length_n" => of(&self.length, |effect| grouped(effect.ratio.n as u64)),
            "compared" => grouped(self.compared as u64),
            "common" => counted(self.common, "instance"),
            "members" => phrases::list(&self.members),
            "only_solved" => solved.clone(),
            "only_nodes" => phrases::estimate(nodes.mean, compact),
            "only_n" => grouped(nodes.n),
            "undominated" => phrases::list(&self.undominated),
            "measures" if self.guarantee == Proof::Optimal => "nodes and time".to_owned(),
            "measures" => "cost, nodes and time".to_owned(),
            "cheapest" => self.cheapest.as_ref().map(|(name, _)| name.clone()).unwrap_or_default(),
            "least_cost" => self.cheapest.as_ref().map(|(_, cost)| cost.cost_words()).unwrap_or_default(),
            _ => unreachable!("no field of a group is named '{name}'"),
        }
    }
}
