//! The conformance suite for an algorithm of a user, which `algorithm_conformance!` calls.

use tilebench_catalog::{
    Algorithm, CatalogError, Configuration, Goal, OperatorOrder, Proof, Registry, Size, Tables, algorithms,
    alternating_searches, prepare,
};
use tilebench_testkit::{DepthLimitGuarantee, Oracle, SolutionQuality, check_conformance, check_cost_conformance};

/// The maximum distance of a board of the suite, in moves.
pub const EVERY_DISTANCE: u32 = 31;

/// The heuristics with which an algorithm is checked. An algorithm that needs a consistent one is not checked with another.
const HEURISTICS: [&str; 4] = ["manhattan", "linear-conflict", "pdb:1,2,3/4,5", "pdb:1,2,4/3,5+dual+random"];

/// The weight with which an algorithm that has an option `weight` is checked in addition to its default.
const WEIGHT: &str = "3/2";

/// Makes `registry` the one of the test program.
///
/// # Panics
///
/// If an entry has a name that is registered already or not kebab-case, or a registry was installed before.
pub fn install(registry: Registry) {
    if let Err(fault) = registry.install() {
        panic!("{fault}");
    }
}

/// Checks a registered algorithm on boards of 6 and 9 cells that are at most `max_distance` moves from their goal: paths reach the
/// goal and have the claimed quality, counts repeat, limits of nodes, bytes and depth are kept, and a stop is obeyed.
///
/// All heuristics and two operator orders are checked with the default options. Each further value of an option whose values are
/// names, a weight of 3/2, and each cost model that the algorithm supports on boards of 2x3 is checked with each heuristic.
///
/// # Panics
///
/// If the algorithm breaks a rule, with the board and the rule, or is not registered.
pub fn check_algorithm(name: &str, max_distance: u32) {
    let algorithm = algorithms().into_iter().find(|known| known.name == name);
    let algorithm = algorithm.unwrap_or_else(|| panic!("algorithm '{name}' is not registered"));
    let heuristics = if algorithm.informed { HEURISTICS.map(Some).to_vec() } else { vec![None] };
    let tables = Tables::in_memory();
    for (at, options) in settings(algorithm).iter().enumerate() {
        for heuristic in &heuristics {
            let configuration = match Configuration::new(name, *heuristic, options) {
                Err(CatalogError::NeedsConsistent { .. }) => continue,
                configuration => configuration.unwrap_or_else(|fault| panic!("{fault}")),
            };
            let quality = claimed_quality(&configuration);
            let guarantee = match quality {
                SolutionQuality::AnyPath => DepthLimitGuarantee::None,
                _ => DepthLimitGuarantee::Complete,
            };
            let orders = [OperatorOrder::default(), OperatorOrder::Shuffle { seed: 3 }];
            for order in &orders[..if at == 0 { 2 } else { 1 }] {
                let solver = alternating_searches(&configuration, order, &tables);
                check_conformance(&solver, quality, guarantee, max_distance);
            }
            check_costs(&configuration, &tables);
        }
    }
}

/// The options with which `algorithm` is checked: none, then one other value at a time.
fn settings(algorithm: &Algorithm) -> Vec<Vec<(String, String)>> {
    let mut settings = vec![Vec::new()];
    for option in algorithm.options {
        let values = if option.name() == "weight" { vec![WEIGHT] } else { option.choices() };
        let others = values.into_iter().filter(|value| *value != option.default());
        settings.extend(others.map(|value| vec![(option.name().to_owned(), value.to_owned())]));
    }
    settings
}

/// Checks a configuration on all boards of 2x3 under every cost model that it supports.
fn check_costs(configuration: &Configuration, tables: &Tables) {
    let size = Size::new(2, 3).expect("a board size");
    let goal = Goal::BlankFirst.board(size).expect("a goal of that size");
    let order = OperatorOrder::default();
    for &model in Registry::get().cost_models().iter().filter(|model| !model.is_unit()) {
        let configuration = configuration.clone().with_cost_model(model);
        match prepare(&configuration, &goal, &order, tables) {
            Err(CatalogError::Unsupported(_)) => continue,
            prepared => drop(prepared.unwrap_or_else(|fault| panic!("{}: {fault}", configuration.name()))),
        }
        let costs = model.costs(size).expect("costs of a small board");
        let solver = alternating_searches(&configuration, &order, tables);
        let quality = claimed_quality(&configuration);
        check_cost_conformance(&configuration.name(), &solver, quality, &Oracle::under_costs(&goal, &costs), &costs, 1);
    }
}

fn claimed_quality(configuration: &Configuration) -> SolutionQuality {
    match configuration.proof() {
        Proof::Optimal => SolutionQuality::Optimal,
        Proof::Bounded => SolutionQuality::Bounded(configuration.weight().expect("a bounded search has a weight")),
        Proof::None => SolutionQuality::AnyPath,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_with_options_and_costs_conform() {
        for name in ["astar-epsilon", "ios", "beam"] {
            check_algorithm(name, EVERY_DISTANCE);
        }
    }

    #[test]
    fn each_other_value_of_an_option_is_a_setting() {
        let known = algorithms();
        let settings =
            |name: &str| settings(known.iter().find(|known| known.name == name).expect("a built-in algorithm"));
        let set = |option: &str, value: &str| vec![(option.to_owned(), value.to_owned())];
        assert_eq!(settings("ios"), [vec![], set("weight", "3/2"), set("rules", "hog2")]);
    }
}
