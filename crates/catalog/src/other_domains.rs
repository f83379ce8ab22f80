//! The domains other than tiles by their names: goals and starts, searches, replays and counts.

use tilebench_core::{Cost, SearchContext, Termination};
use tilebench_puzzle::Metric;

use crate::domain_form::DomainForm;
use crate::{CatalogError, Configuration, DomainState, HeuristicSpec, InstanceSearch, InstanceState, Registry};

/// Prepares a search for a goal of a domain other than tiles.
///
/// # Errors
///
/// [`CatalogError::Unsupported`] if the domain does not have the algorithm, the heuristic or the cost model, or they do not support
/// each other.
pub fn prepare_in_domain(
    configuration: &Configuration,
    goal: &DomainState,
) -> Result<Box<dyn InstanceSearch>, CatalogError> {
    form(goal.domain, configuration)?.prepare(configuration, &goal.text)
}

/// Checks that a configuration is one of the domain of `goal`.
///
/// # Errors
///
/// One sentence, if its algorithm, heuristic, cost model or metric is not.
pub fn check_domain(configuration: &Configuration, goal: &InstanceState) -> Result<(), CatalogError> {
    match goal {
        InstanceState::Other(goal) => prepare_in_domain(configuration, goal).map(drop),
        InstanceState::Board(_) => {
            configuration.heuristic().map_or(Ok(()), |heuristic| check_heuristic_domain(heuristic, goal))
        }
    }
}

/// Checks that a heuristic is one of the domain of `goal`.
///
/// # Errors
///
/// One sentence, if it is not.
pub fn check_heuristic_domain(heuristic: &HeuristicSpec, goal: &InstanceState) -> Result<(), CatalogError> {
    match (goal, heuristic.domain()) {
        (InstanceState::Other(goal), _) => {
            Registry::get().find_form(goal.domain, None)?.check_heuristic(heuristic.name())
        }
        (InstanceState::Board(_), None) => Ok(()),
        (InstanceState::Board(_), Some(domain)) => Err(CatalogError::Unsupported(format!(
            "heuristic '{heuristic}' is of domain {domain}, not of tiles: use another, such as linear-conflict"
        ))),
    }
}

/// Replays the recorded moves of a path between two states of a domain other than tiles, and returns its length and its cost.
///
/// # Errors
///
/// One sentence, if they are not a path, or the domain does not have the cost model.
pub fn replay_in_domain(
    start: &DomainState,
    goal: &DomainState,
    moves: &str,
    cost_model: &str,
) -> Result<(Cost, Cost), CatalogError> {
    let ops: Vec<&str> = moves.split_whitespace().collect();
    let length = Cost::try_from(ops.len()).map_err(|_| CatalogError::Value("a path of 2^32 moves".to_owned()))?;
    let form = Registry::get().find_form(start.domain, Some(cost_model))?;
    Ok((length, form.replay(&start.text, &goal.text, &ops).map_err(CatalogError::Value)?))
}

/// The form of a domain for the cost model of a configuration.
fn form(domain: &str, configuration: &Configuration) -> Result<&'static dyn DomainForm, CatalogError> {
    if configuration.metric() != Metric::Single {
        return Err(CatalogError::Unsupported(format!(
            "metric {} is one of tiles, not of domain {domain}: use metric single",
            configuration.metric()
        )));
    }
    Registry::get().find_form(domain, Some(configuration.cost_model().name))
}

impl DomainState {
    /// The standard goal of a size of a domain.
    ///
    /// # Errors
    ///
    /// If the domain is unknown, or has no such size.
    pub fn goal_of_size(domain: &str, size: &str) -> Result<Self, CatalogError> {
        let form = Registry::get().find_form(domain, None)?;
        Ok(Self { domain: form.info().name, text: form.goal_of_size(size).map_err(CatalogError::Value)? })
    }

    /// Passes to `visit` the number of states at each distance from this goal, in operators and nearest first, and returns the end of
    /// the enumeration: [`Termination::Exhausted`] if it is complete.
    ///
    /// # Errors
    ///
    /// If the domain is unknown.
    pub fn count_by_depth(
        &self,
        context: &SearchContext<'_>,
        visit: &mut dyn FnMut(Cost, u64),
    ) -> Result<Termination, CatalogError> {
        let form = Registry::get().find_form(self.domain, None)?;
        form.count_by_depth(&self.text, context, visit).map_err(CatalogError::Value)
    }

    /// The goal of `state`: `goal`, or the standard one of the domain.
    ///
    /// # Errors
    ///
    /// If the domain is unknown, or a text is not one of its states.
    pub fn goal(domain: &str, goal: Option<&str>, state: &str) -> Result<Self, CatalogError> {
        let form = Registry::get().find_form(domain, None)?;
        let text = form.goal_text(goal, state).map_err(CatalogError::Value)?;
        Ok(Self { domain: form.info().name, text })
    }

    /// The start with this text, of the domain of this goal.
    ///
    /// # Errors
    ///
    /// If the text is not a state of the goal's domain and size, or cannot reach it.
    pub fn start(&self, text: &str) -> Result<Self, CatalogError> {
        let form = Registry::get().find_form(self.domain, None)?;
        Ok(Self { domain: self.domain, text: form.state_text(&self.text, text).map_err(CatalogError::Value)? })
    }
}
