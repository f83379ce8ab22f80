//! The conformance suite for an algorithm of a user, which `algorithm_conformance!` calls.

use tilebench_catalog::{
    CatalogError, Configuration, OperatorOrder, Proof, Registry, Tables, algorithms, alternating_searches,
};
use tilebench_testkit::{DepthLimitGuarantee, SolutionQuality, check_conformance};

/// The maximum distance of a board of the suite, in moves.
pub const EVERY_DISTANCE: u32 = 31;

/// The heuristics with which an algorithm is checked. An algorithm that needs a consistent one is not checked with another.
const HEURISTICS: [&str; 4] = ["manhattan", "linear-conflict", "pdb:1,2,3/4,5", "pdb:1,2,4/3,5+dual+random"];

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

/// Checks a registered algorithm with its default options on boards of 6 and 9 cells that are at most `max_distance` moves from their
/// goal: paths reach the goal and have the claimed quality, counts repeat, limits of nodes, bytes and depth are kept, and a stop is
/// obeyed.
///
/// # Panics
///
/// If the algorithm breaks a rule, with the board and the rule, or is not registered.
pub fn check_algorithm(name: &str, max_distance: u32) {
    let algorithm = algorithms().into_iter().find(|known| known.name == name);
    let algorithm = algorithm.unwrap_or_else(|| panic!("algorithm '{name}' is not registered"));
    let heuristics = if algorithm.informed { HEURISTICS.map(Some).to_vec() } else { vec![None] };
    let tables = Tables::in_memory();
    for heuristic in heuristics {
        let configuration = match Configuration::new(name, heuristic, &[]) {
            Err(CatalogError::NeedsConsistent { .. }) => continue,
            configuration => configuration.unwrap_or_else(|fault| panic!("{fault}")),
        };
        let quality = match configuration.proof() {
            Proof::Optimal => SolutionQuality::Optimal,
            Proof::Bounded => SolutionQuality::Bounded(configuration.weight().expect("a bounded search has a weight")),
            Proof::None => SolutionQuality::AnyPath,
        };
        let guarantee = match quality {
            SolutionQuality::AnyPath => DepthLimitGuarantee::None,
            _ => DepthLimitGuarantee::Complete,
        };
        for order in [OperatorOrder::default(), OperatorOrder::Shuffle { seed: 3 }] {
            let solver = alternating_searches(&configuration, &order, &tables);
            check_conformance(&solver, quality, guarantee, max_distance);
        }
    }
}
