//! A registered domain with one cost model, behind one type for all domains.

use std::fmt;

use tilebench_core::{Blind, Cost, SearchBudget, SearchContext, Termination, Weight, path_cost};
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::layers::visit_layers;
use tilebench_solvers::{
    Algorithm, AlgorithmRow, AnyHeuristic, DomainHeuristic, DomainInfo, ErasedHeuristic, ExpansionBounds,
    HeuristicInfo, InstanceDomain, Options, Problem, SearchAlgorithm, TypedHeuristic, check_bounds, expansion_bounds,
};

use crate::instance_search::InstanceSearch;
use crate::{CatalogError, Configuration, InstanceState, SearchResult};

/// The name of the heuristic that every domain has.
const BLIND: &str = "blind";

/// A domain with one cost model, of whatever type.
pub(crate) trait DomainForm: Send + Sync {
    /// The description of the domain.
    fn info(&self) -> &'static DomainInfo;

    /// The name of the cost model.
    fn cost_model(&self) -> &'static str;

    /// The algorithms that are compiled for it.
    fn algorithms(&self) -> Vec<&'static Algorithm>;

    /// The heuristics and the families, without the blind one.
    fn heuristics(&self) -> Vec<HeuristicInfo>;

    /// The description of the heuristic called `name`, if there is one; of a family, if it is one of it.
    fn heuristic(&self, name: &str) -> Option<HeuristicInfo>;

    /// Checks that it has the heuristic called `name`.
    ///
    /// # Errors
    ///
    /// One sentence with those that it has, if not.
    fn check_heuristic(&self, name: &str) -> Result<(), CatalogError>;

    /// The text of the goal of a state: `goal`, or the standard one.
    ///
    /// # Errors
    ///
    /// One sentence, if a text is not a state.
    fn goal_text(&self, goal: Option<&str>, state: &str) -> Result<String, String>;

    /// The form of a state in records.
    ///
    /// # Errors
    ///
    /// One sentence, if it is not a state from which `goal` can be reached.
    fn state_text(&self, goal: &str, state: &str) -> Result<String, String>;

    /// A random state: see [`InstanceDomain::random`].
    ///
    /// # Errors
    ///
    /// One sentence, if `size` is not a size.
    fn random(&self, size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String>;

    /// The goal of a size: the standard one of its states.
    ///
    /// # Errors
    ///
    /// One sentence, if `size` is not a size.
    fn goal_of_size(&self, size: &str) -> Result<String, String> {
        self.goal_text(None, &self.random(size, &mut |bound| bound - 1)?)
    }

    /// Passes to `visit` the number of states at each distance from `goal`, in operators and nearest first: see [`visit_layers`].
    ///
    /// # Errors
    ///
    /// One sentence, if `goal` is not a state.
    fn count_by_depth(
        &self,
        goal: &str,
        context: &SearchContext<'_>,
        visit: &mut dyn FnMut(Cost, u64),
    ) -> Result<Termination, String>;

    /// Prepares a search for `goal`.
    ///
    /// # Errors
    ///
    /// [`CatalogError::Unsupported`] if the domain does not have the algorithm or the heuristic, or they do not support each other.
    fn prepare(&self, configuration: &Configuration, goal: &str) -> Result<Box<dyn InstanceSearch>, CatalogError>;

    /// The bounds on the expansions of searches from `start` to `goal` with a consistent heuristic, or the limit at which they were
    /// given up: see [`expansion_bounds`].
    ///
    /// # Errors
    ///
    /// If the domain does not have the heuristic, the texts are not states, or its states cannot be enumerated.
    fn bounds(
        &self,
        heuristic: &str,
        start: &str,
        goal: &str,
        budget: SearchBudget<'_>,
    ) -> Result<Result<ExpansionBounds, Termination>, CatalogError>;

    /// Replays a path and returns its cost: see [`InstanceDomain::replay`].
    ///
    /// # Errors
    ///
    /// One sentence, if it is not a path to the goal.
    fn replay(&self, start: &str, goal: &str, ops: &[&str]) -> Result<Cost, String>;
}

impl fmt::Debug for dyn DomainForm {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.info().name, self.cost_model())
    }
}

/// The form of a domain of a known type, with the algorithms that are registered for it.
pub(crate) struct Form<D: InstanceDomain>(Vec<AlgorithmRow<D>>);

impl<D: InstanceDomain> Clone for Form<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: InstanceDomain> fmt::Debug for Form<D> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self as &dyn DomainForm).fmt(out)
    }
}

impl<D: InstanceDomain> Form<D> {
    /// The form with the algorithms that the domain declares.
    pub(crate) fn new() -> Self {
        Self(D::algorithms())
    }

    /// Adds an algorithm.
    pub(crate) fn add<A: SearchAlgorithm>(&mut self) {
        self.0.push(AlgorithmRow::new::<A>());
    }
}

impl<D: InstanceDomain> DomainForm for Form<D> {
    fn info(&self) -> &'static DomainInfo {
        const { &D::INFO }
    }

    fn cost_model(&self) -> &'static str {
        D::COST_MODEL
    }

    fn algorithms(&self) -> Vec<&'static Algorithm> {
        self.0.iter().map(|row| row.algorithm).collect()
    }

    fn heuristics(&self) -> Vec<HeuristicInfo> {
        D::heuristics().into_iter().map(|row| row.info).collect()
    }

    fn heuristic(&self, name: &str) -> Option<HeuristicInfo> {
        D::heuristics().into_iter().find(|row| row.parameter(name).is_some()).map(|row| row.info)
    }

    fn check_heuristic(&self, name: &str) -> Result<(), CatalogError> {
        HeuristicOf::<D>::find(name).map(drop)
    }

    fn goal_text(&self, goal: Option<&str>, state: &str) -> Result<String, String> {
        let goal = goal.map_or_else(|| D::standard_goal(state), |goal| Ok(goal.to_owned()))?;
        let domain = D::from_goal(&goal)?;
        Ok(domain.state_text(domain.goal()))
    }

    fn state_text(&self, goal: &str, state: &str) -> Result<String, String> {
        let domain = D::from_goal(goal)?;
        Ok(domain.state_text(domain.state(state)?))
    }

    fn random(&self, size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String> {
        D::random(size, below)
    }

    fn count_by_depth(
        &self,
        goal: &str,
        context: &SearchContext<'_>,
        visit: &mut dyn FnMut(Cost, u64),
    ) -> Result<Termination, String> {
        let domain = D::from_goal(goal)?;
        let counted =
            visit_layers(&domain, domain.goal(), context, &mut |depth, layer| visit(depth, layer.len() as u64));
        Ok(counted.err().unwrap_or(Termination::Exhausted))
    }

    fn prepare(&self, configuration: &Configuration, goal: &str) -> Result<Box<dyn InstanceSearch>, CatalogError> {
        let domain = D::from_goal(goal).map_err(CatalogError::Unsupported)?;
        let name = configuration.algorithm().name;
        let row = *self.0.iter().find(|row| row.algorithm.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|row| row.algorithm.name).collect();
            let (domain, names) = (D::INFO.name, names.join(", "));
            CatalogError::Unsupported(format!("algorithm '{name}' does not search domain {domain}: use one of {names}"))
        })?;
        let heuristic = HeuristicOf::<D>::find(configuration.heuristic().map_or(BLIND, |spec| spec.name()))?;
        let options = configuration.values().clone();
        check_priorities(configuration, &domain)?;
        let made = heuristic.make(&domain).map_err(CatalogError::Unsupported)?;
        (row.check)(&domain, &*made, &options).map_err(CatalogError::Unsupported)?;
        Ok(Box::new(DomainSearch { domain, heuristic, made, row, options }))
    }

    fn bounds(
        &self,
        heuristic: &str,
        start: &str,
        goal: &str,
        budget: SearchBudget<'_>,
    ) -> Result<Result<ExpansionBounds, Termination>, CatalogError> {
        let domain = D::from_goal(goal).map_err(CatalogError::Value)?;
        let start = domain.state(start).map_err(CatalogError::Value)?;
        check_bounds(&domain).map_err(CatalogError::Unsupported)?;
        let heuristic = HeuristicOf::<D>::find(heuristic)?;
        let made = heuristic.make(&domain).map_err(CatalogError::Unsupported)?;
        let problem = Problem {
            domain: &domain,
            heuristic: &*made,
            erased: &ErasedHeuristic::new(&*made),
            heuristic_factory: &|domain: &D| heuristic.make(domain),
            start,
            automaton: None,
        };
        Ok(expansion_bounds(&problem, budget))
    }

    fn replay(&self, start: &str, goal: &str, ops: &[&str]) -> Result<Cost, String> {
        D::replay(start, goal, ops)
    }
}

/// Whether the priorities of a weighted search fit into 32 bits.
fn check_priorities<D: InstanceDomain>(configuration: &Configuration, domain: &D) -> Result<(), CatalogError> {
    match configuration.largest_weight() {
        // Priorities of weight 1 are costs of paths.
        Some(weight) if weight == Weight::ONE => Ok(()),
        Some(weight) if u64::from(weight.num()).saturating_mul(domain.max_cost()) > u64::from(Cost::MAX) => {
            let max_cost = domain.max_cost();
            Err(CatalogError::Unsupported(format!(
                "weight {weight} times {max_cost}, the maximum cost that the domain states, exceeds 32 bits: use a weight with \
                 fewer digits"
            )))
        }
        _ => Ok(()),
    }
}

/// A heuristic of a domain, with the parameter of its name.
enum HeuristicOf<D: InstanceDomain> {
    Blind,
    Row(DomainHeuristic<D>, u32),
}

impl<D: InstanceDomain> HeuristicOf<D> {
    fn find(name: &str) -> Result<Self, CatalogError> {
        if name == BLIND {
            return Ok(Self::Blind);
        }
        let rows = D::heuristics();
        let names: Vec<&str> = rows.iter().map(|row| row.info.name).chain([BLIND]).collect();
        let names = names.join(", ");
        let found = rows.into_iter().find_map(|row| row.parameter(name).map(|parameter| Self::Row(row, parameter)));
        found.ok_or_else(|| {
            let domain = D::INFO.name;
            CatalogError::Unsupported(format!("heuristic '{name}' is not one of domain {domain}: use one of {names}"))
        })
    }

    fn make(&self, domain: &D) -> Result<Box<dyn AnyHeuristic<D>>, String> {
        match self {
            Self::Blind => Ok(Box::new(TypedHeuristic::new(Blind, recursive_engine))),
            Self::Row(row, parameter) => (row.make)(domain, *parameter),
        }
    }
}

/// A prepared search for one goal.
struct DomainSearch<D: InstanceDomain> {
    domain: D,
    /// For the heuristic of another goal.
    heuristic: HeuristicOf<D>,
    made: Box<dyn AnyHeuristic<D>>,
    row: AlgorithmRow<D>,
    options: Options,
}

impl<D: InstanceDomain> InstanceSearch for DomainSearch<D> {
    fn run(
        &self,
        start: &InstanceState,
        context: &mut SearchContext<'_>,
    ) -> Result<SearchResult<String>, CatalogError> {
        let start = self.domain.state(&start.to_string()).map_err(CatalogError::Value)?;
        let problem = Problem {
            domain: &self.domain,
            heuristic: &*self.made,
            erased: &ErasedHeuristic::new(&*self.made),
            heuristic_factory: &|domain: &D| self.heuristic.make(domain),
            start,
            automaton: None,
        };
        let outcome = (self.row.run)(&problem, &self.options, context);
        let moves: Vec<String> = outcome.path.iter().map(|&op| D::op_text(op)).collect();
        let cost = (outcome.end == Termination::Solved).then(|| path_cost(&self.domain, start, &outcome.path));
        Ok(SearchResult {
            end: outcome.end,
            moves: moves.join(" "),
            cost,
            h0: outcome.h0,
            bound: outcome.bound,
            counters: outcome.counters,
        })
    }
}
