//! Configurations: an algorithm with a heuristic and options, validated.

use core::fmt;
use core::hash::{Hash, Hasher};

use tilebench_core::Weight;
use tilebench_puzzle::{CostModel, Metric, UNIT};
use tilebench_solvers::anytime::decreasing_weights;
use tilebench_solvers::hog2::RULES;
use tilebench_solvers::ida_star::{THREADS, Threads};
use tilebench_solvers::options::WEIGHT;
use tilebench_solvers::{Algorithm, DIRECTION, ExpansionBound, Guarantee, OptionSpec, Options, SearchDirection};

use crate::{CatalogError, HeuristicSpec, Registry};

/// The guarantee on the cost of a path found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// A path of least cost.
    Optimal,
    /// At most the weight times the least cost.
    Bounded,
    /// No guarantee.
    None,
}

/// An algorithm with its heuristic and options, all of which are valid.
#[derive(Clone, Debug)]
pub struct Configuration {
    algorithm: &'static Algorithm,
    heuristic: Option<HeuristicSpec>,
    values: Options,
    /// Options with values other than their defaults, in the algorithm's order, by their names in records.
    set: Vec<(&'static str, String)>,
    cost_model: &'static CostModel,
    metric: Metric,
}

impl Configuration {
    /// The algorithm and the heuristic with these names, with these options.
    ///
    /// # Errors
    ///
    /// If a name is unknown, a value is wrong, or a heuristic is missing or not allowed.
    pub fn new(algorithm: &str, heuristic: Option<&str>, options: &[(String, String)]) -> Result<Self, CatalogError> {
        let registry = Registry::get();
        let names = registry.algorithms().map(|known| known.name);
        let algorithm = registry.find(algorithm).ok_or_else(|| CatalogError::unknown("algorithm", algorithm, names))?;
        let heuristic = find_heuristic(algorithm, heuristic)?;
        let mut values = Vec::new();
        for (name, value) in options {
            let names = algorithm.options.iter().map(|option| option.name());
            let mut known = algorithm.options.iter();
            let (option, value) = known
                .find_map(|option| Some((option, option.present_value(name, value)?)))
                .ok_or_else(|| CatalogError::unknown_option(algorithm.name, name, names))?;
            option.check(value).map_err(CatalogError::Value)?;
            if values.iter().any(|(known, _)| known == option.name()) {
                return Err(CatalogError::Value(format!("option '{}' is given twice: remove one", option.name())));
            }
            values.push((option.name().to_owned(), value.to_owned()));
        }
        let values = Options::new(&values);
        let set = algorithm.options.iter().filter_map(|option| {
            let value = values.text(option.name())?;
            let (name, recorded) = option.recorded(value);
            (name != WEIGHT.name && value != option.default()).then(|| (name, recorded.to_owned()))
        });
        let set = set.collect();
        Ok(Self { algorithm, heuristic, values, set, cost_model: &UNIT, metric: Metric::Single })
    }

    /// The same with another cost model: `unit` is the default.
    #[must_use]
    pub fn with_cost_model(self, cost_model: &'static CostModel) -> Self {
        Self { cost_model, ..self }
    }

    /// The cost model of the problems that it solves.
    #[must_use]
    pub fn cost_model(&self) -> &'static CostModel {
        self.cost_model
    }

    /// The same in another metric: `single` is the default.
    #[must_use]
    pub fn with_metric(self, metric: Metric) -> Self {
        Self { metric, ..self }
    }

    /// The metric of the problems that it solves.
    #[must_use]
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The algorithm.
    #[must_use]
    pub fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// The heuristic, if the algorithm takes one.
    #[must_use]
    pub fn heuristic(&self) -> Option<&HeuristicSpec> {
        self.heuristic.as_ref()
    }

    /// The options in the form that algorithms read.
    #[must_use]
    pub fn values(&self) -> &Options {
        &self.values
    }

    /// The number of threads that search one board.
    #[must_use]
    pub fn threads(&self) -> usize {
        if self.has_option(THREADS.name) { self.values.get(&THREADS) } else { Threads::ONE.count }
    }

    /// The weight, if the algorithm takes one.
    #[must_use]
    pub fn weight(&self) -> Option<Weight> {
        self.value_of(&WEIGHT)
    }

    /// The weight with the largest numerator that the search uses, if it uses any.
    pub(crate) fn largest_weight(&self) -> Option<Weight> {
        let decreasing = decreasing_weights(self.algorithm, &self.values);
        self.weight().into_iter().chain(decreasing).max_by_key(|weight| weight.num())
    }

    /// The value of `option`, if the algorithm has it.
    pub(crate) fn value_of<T: Copy + Sync + fmt::Debug>(&self, option: &OptionSpec<T>) -> Option<T> {
        self.has_option(option.name).then(|| self.values.get(option))
    }

    /// Whether the algorithm has this option.
    fn has_option(&self, option: &str) -> bool {
        self.algorithm.options.iter().any(|known| known.name() == option)
    }

    /// Options other than the weight that differ from their defaults, by their names in records: `tie=low-g;reopen=false`.
    #[must_use]
    pub fn options(&self) -> String {
        self.set.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(";")
    }

    /// The arguments of [`Self::new`] for the options: the weight, and options with values other than their defaults.
    #[must_use]
    pub fn option_values(&self) -> Vec<(String, String)> {
        let weight = self.weight().map(|weight| ("weight".to_owned(), weight.to_string()));
        weight.into_iter().chain(self.set.iter().map(|(name, value)| ((*name).to_owned(), value.clone()))).collect()
    }

    /// A name that identifies the configuration: `wastar manhattan w=1.5`.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = self.algorithm.name.to_owned();
        if let Some(heuristic) = &self.heuristic {
            name = format!("{name} {heuristic}");
        }
        if let Some(weight) = self.weight().filter(|weight| *weight != Weight::ONE || self.algorithm.name == "wastar") {
            name = format!("{name} w={weight}");
        }
        if self.metric != Metric::Single {
            name = format!("{name} metric={}", self.metric);
        }
        self.set.iter().fold(name, |name, (option, value)| format!("{name} {option}={value}"))
    }

    /// Whether the search is anytime: its outcome states the bound that it proved.
    #[must_use]
    pub fn is_anytime(&self) -> bool {
        self.algorithm.guarantee == Guarantee::Anytime
    }

    /// The guarantee on the cost of a path found; of an anytime search, if no limit stops it.
    #[must_use]
    pub fn proof(&self) -> Proof {
        let follows_hog2 = self.values.text(RULES.name) == Some("hog2");
        let has_reopening = self.values.text("reopen") != Some("false") && !follows_hog2;
        let sound = self.heuristic.as_ref().is_none_or(|heuristic| {
            let info = heuristic.info();
            // Without reopening, a shorter path to a closed node is lost unless h is consistent.
            info.admissible && (has_reopening || info.consistent)
        });
        match self.algorithm.guarantee {
            // By these rules IOS reopens nodes on more expensive paths.
            _ if follows_hog2 && self.algorithm.name == "ios" => Proof::None,
            Guarantee::None => Proof::None,
            _ if !sound => Proof::None,
            // By a bound of its own, which is unknown here.
            Guarantee::Bounded if self.weight().is_none() => Proof::Bounded,
            _ if self.weight().is_none_or(|weight| weight == Weight::ONE) => Proof::Optimal,
            Guarantee::Anytime => Proof::Optimal,
            Guarantee::Optimal | Guarantee::Bounded => Proof::Bounded,
        }
    }

    /// The bound by which its expansions are judged, if there is one: the heuristic must be consistent, the weight 1 and the
    /// direction known. The bounds count states in the metric of single tiles.
    #[must_use]
    pub fn bound(&self) -> Option<ExpansionBound> {
        let is_judged = self.proof() == Proof::Optimal
            && self.metric == Metric::Single
            && self.heuristic.as_ref()?.info().consistent;
        let bound = self.algorithm.bound.filter(|_| is_judged)?;
        if !self.has_option(DIRECTION.name) {
            return Some(bound);
        }
        match (self.values.get(&DIRECTION), bound) {
            (SearchDirection::Forward, bound) => Some(bound),
            (SearchDirection::Reverse, ExpansionBound::FromStart) => Some(ExpansionBound::FromGoal),
            (SearchDirection::Reverse, ExpansionBound::FromGoal) => Some(ExpansionBound::FromStart),
            (SearchDirection::Reverse, ExpansionBound::Cover) => Some(ExpansionBound::Cover),
            // The probe of the other direction expands nodes too.
            (SearchDirection::Best, _) => None,
        }
    }

    /// The parts by which configurations are compared.
    fn identity(&self) -> impl PartialEq + Hash + '_ {
        (self.algorithm.name, self.heuristic.as_ref(), self.weight(), &self.set, self.cost_model, self.metric)
    }
}

fn find_heuristic(
    algorithm: &'static Algorithm,
    heuristic: Option<&str>,
) -> Result<Option<HeuristicSpec>, CatalogError> {
    match heuristic {
        None if !algorithm.informed => Ok(None),
        None => Err(CatalogError::NeedsHeuristic(algorithm.name)),
        Some(name) if !algorithm.informed => Err(CatalogError::TakesNoHeuristic(algorithm.name, name.to_owned())),
        Some(name) => {
            let spec = HeuristicSpec::new(name)?;
            if algorithm.consistent && !spec.info().consistent {
                let what = format!("algorithm '{}'", algorithm.name);
                return Err(CatalogError::NeedsConsistent { what, heuristic: name.to_owned() });
            }
            Ok(Some(spec))
        }
    }
}

impl PartialEq for Configuration {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Configuration {}

impl Hash for Configuration {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.identity().hash(state);
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration(
        algorithm: &str,
        heuristic: Option<&str>,
        options: &[(&str, &str)],
    ) -> Result<Configuration, String> {
        let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Configuration::new(algorithm, heuristic, &options).map_err(|error| error.to_string())
    }

    #[test]
    fn the_proof_follows_from_guarantee_heuristic_weight_and_reopening() {
        let proof = |algorithm, heuristic, options: &[_]| configuration(algorithm, heuristic, options).unwrap().proof();
        assert_eq!(proof("bfs", None, &[]), Proof::Optimal);
        assert_eq!(proof("astar", Some("manhattan"), &[]), Proof::Optimal);
        assert_eq!(proof("astar", Some("manhattan"), &[("reopen", "false")]), Proof::Optimal);
        assert_eq!(proof("wastar", Some("manhattan"), &[("weight", "1.5")]), Proof::Bounded);
        assert_eq!(proof("wastar", Some("manhattan"), &[("weight", "1")]), Proof::Optimal);
        assert_eq!(proof("idastar", Some("blind"), &[]), Proof::Optimal);
        assert_eq!(proof("idastar", Some("manhattan"), &[("weight", "2")]), Proof::Bounded);
        assert_eq!(proof("greedy", Some("manhattan"), &[]), Proof::None);
        assert_eq!(proof("staged", None, &[]), Proof::None);
    }

    #[test]
    fn the_bound_on_expansions_follows_from_algorithm_direction_and_heuristic() {
        let bound = |algorithm, heuristic, options: &[_]| configuration(algorithm, heuristic, options).unwrap().bound();
        assert_eq!(bound("astar", Some("manhattan"), &[]), Some(ExpansionBound::FromStart));
        assert_eq!(bound("astar", Some("manhattan"), &[("direction", "reverse")]), Some(ExpansionBound::FromGoal));
        assert_eq!(bound("astar", Some("manhattan"), &[("direction", "best")]), None);
        assert_eq!(bound("astar", Some("manhattan+pairs"), &[]), None);
        assert_eq!(bound("nbs", Some("manhattan"), &[]), Some(ExpansionBound::Cover));
        assert_eq!(bound("idastar", Some("manhattan"), &[]), None);
        assert_eq!(bound("bfs", None, &[]), None);
    }

    #[test]
    fn names_distinguish_configurations_and_omit_defaults() {
        let name = |algorithm, heuristic, options: &[_]| configuration(algorithm, heuristic, options).unwrap().name();
        assert_eq!(name("idastar", Some("manhattan"), &[]), "idastar manhattan");
        assert_eq!(name("wastar", Some("manhattan"), &[("weight", "1.50")]), "wastar manhattan w=1.5");
        assert_eq!(name("staged", None, &[("plan", "rows-columns")]), "staged plan=rows-columns");
        assert_eq!(name("staged", None, &[("plan", "six-targets")]), "staged");
    }

    #[test]
    fn a_former_name_of_an_option_gives_the_same_configuration_and_name() {
        for (algorithm, heuristic, former, present, name) in [
            ("astar", Some("manhattan"), ("undo", "true"), ("parent-pruning", "false"), "astar manhattan undo=true"),
            ("astar", Some("manhattan"), ("undo", "false"), ("parent-pruning", "true"), "astar manhattan"),
            (
                "greedy",
                Some("manhattan"),
                ("estimate", "scratch"),
                ("evaluation", "from-scratch"),
                "greedy manhattan estimate=scratch",
            ),
            (
                "wastar",
                Some("manhattan"),
                ("measure-table", "true"),
                ("hash-statistics", "true"),
                "wastar manhattan w=1 measure-table=true",
            ),
            ("strategy", None, ("hole", "fixed"), ("blank-routing", "fixed"), "strategy hole=fixed"),
            ("jumps", None, ("cancel", "false"), ("skip-inverse-pairs", "false"), "jumps cancel=false"),
        ] {
            let [former, present] =
                [former, present].map(|option| configuration(algorithm, heuristic, &[option]).unwrap());
            assert_eq!((&former, former.name()), (&present, name.to_owned()));
            assert_eq!(former.values(), present.values(), "{name}");
            let again = Configuration::new(algorithm, heuristic, &former.option_values()).unwrap();
            assert_eq!(again, former);
        }
    }

    #[test]
    fn errors_of_configurations_are_one_sentence() {
        let wrong = |algorithm, heuristic, options: &[_]| configuration(algorithm, heuristic, options).unwrap_err();
        assert_eq!(wrong("idstar", None, &[]), "unknown algorithm 'idstar'; did you mean 'idastar'?");
        assert_eq!(
            wrong("astar", None, &[]),
            "algorithm 'astar' needs a heuristic, such as linear-conflict: `tilebench heuristics` lists them"
        );
        assert_eq!(wrong("bfs", Some("blind"), &[]), "algorithm 'bfs' takes no heuristic: remove 'blind'");
        assert_eq!(
            wrong("wastar", Some("manhattan"), &[("weight", "0.5")]),
            "weight 0.5 is below 1: use a weight of at least 1"
        );
        assert_eq!(
            wrong("astar", Some("manhattan"), &[("ties", "fifo")]),
            "algorithm 'astar' has no option 'ties'; did you mean 'tie'?"
        );
        let twice = wrong("wastar", Some("manhattan"), &[("weight", "2"), ("weight", "3")]);
        assert_eq!(twice, "option 'weight' is given twice: remove one");
        let both_names = wrong("astar", Some("manhattan"), &[("parent-pruning", "false"), ("undo", "true")]);
        assert_eq!(both_names, "option 'parent-pruning' is given twice: remove one");
        assert_eq!(
            wrong("astar", Some("manhattan"), &[("tie", "random")]),
            "tie 'random' is not one of high-g, low-g, fifo, lifo, published"
        );
    }
}
